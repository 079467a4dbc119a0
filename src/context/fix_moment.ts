/** What is said when a command fails in a way that is known; mostly nothing. */

import type { Deadline } from "../base/timeout.ts";
import type { World } from "../base/world.ts";
import type { FailureSignature } from "../digest/error_signature.ts";
import { findFix, type Fix } from "../search/find_fix.ts";
import type { SolvedFailure } from "../search/index/search_index.ts";
import { knownFixes } from "../search/known_fixes.ts";
import type { Store } from "../store/store.ts";
import { fixId, renderFix } from "./fix_text.ts";
import { claimMoment } from "./moments.ts";

/** A tool's result waits for it. */
const WAIT_MS = 50;

export interface AskedFix {
  readonly sessionId: string;
  readonly signature: FailureSignature;
  readonly budget: Deadline;
}

export async function fixFor(
  store: Store,
  world: World,
  asked: AskedFix,
): Promise<string | undefined> {
  const { sessionId } = asked;
  const found = await fixIn(store, asked) ??
    await fixOfOthers(store, world, asked);
  if (found === undefined) return undefined;
  const { fix, project } = found;
  const text = renderFix(fix, project);
  const moment = { kind: "fix", id: fixId(fix), chars: text.length } as const;
  return claimMoment(store, world, sessionId, moment) ? text : undefined;
}

interface KnownFix {
  readonly fix: Fix;
  /** The name of the project, if it is another one. */
  readonly project?: string;
}

/** Loaded only where the user wants it. */
async function fixOfOthers(
  store: Store,
  world: World,
  asked: AskedFix,
): Promise<KnownFix | undefined> {
  if (!store.config.crossProject) return undefined;
  const { signature: { text }, budget } = asked;
  const { otherStoresWith } = await import("./other_fixes.ts");
  for await (const other of otherStoresWith(store, world, text, budget)) {
    const found = await fixIn(other, asked);
    if (found) return { ...found, project: other.project.name };
  }
  return undefined;
}

async function fixIn(
  store: Store,
  { signature, sessionId }: AskedFix,
): Promise<KnownFix | undefined> {
  const solved = knownFixes(store.layout, signature.text) ??
    await askIndex(store, signature.text);
  const fix = await findFix(store, solved, signature, sessionId);
  return fix && { fix };
}

async function askIndex(store: Store, error: string): Promise<SolvedFailure[]> {
  const { solvedFailures } = await import("../search/index/solved_failures.ts");
  return await solvedFailures(store, error, WAIT_MS);
}
