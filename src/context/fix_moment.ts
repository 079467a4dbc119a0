/** What is said when a command fails in a way that is known; mostly nothing. */

import { textDigest } from "../base/text_digest.ts";
import type { World } from "../base/world.ts";
import type { FailureSignature } from "../digest/error_signature.ts";
import { findFix } from "../search/find_fix.ts";
import {
  isDamage,
  openExistingIndex,
} from "../search/index/open_search_index.ts";
import type { SearchIndex } from "../search/index/search_index.ts";
import type { Store } from "../store/store.ts";
import { fixId, renderFix } from "./fix_text.ts";
import { claimMoment } from "./moments.ts";

/** A tool's result waits for it. */
const WAIT_MS = 50;

export async function fixFor(
  store: Store,
  world: World,
  sessionId: string,
  signature: FailureSignature,
): Promise<string | undefined> {
  try {
    using index = await openExistingIndex(store, WAIT_MS);
    const known = index?.failures(textDigest(signature.error)) ?? [];
    return index && known.some(({ passed }) => passed !== null)
      ? await tellFix(store, world, sessionId, signature, index)
      : undefined;
  } catch (error) {
    // A damaged index is rebuilt when the turn is over.
    if (isDamage(error)) return undefined;
    throw error;
  }
}

async function tellFix(
  store: Store,
  world: World,
  sessionId: string,
  signature: FailureSignature,
  index: SearchIndex,
): Promise<string | undefined> {
  const fix = await findFix(store, index, signature, sessionId);
  if (fix === undefined) return undefined;
  const text = renderFix(fix);
  const moment = { kind: "fix", id: fixId(fix), chars: text.length } as const;
  return claimMoment(store, world, sessionId, moment) ? text : undefined;
}
