/**
 * The rules for a prompt. Whose turn it is, a file of one byte a prompt tells,
 * without a lock: two sessions never disturb each other. Whatever is broken,
 * the rules are given.
 */

import { DEFAULT_RULES, rulesText } from "./rules_text.ts";
import { updateIndex } from "../session/memory_index.ts";
import { Snapshot } from "../session/snapshot.ts";
import { statFile } from "../store/read_file.ts";
import { type Claim, type Store, withStoreLock } from "../store/store.ts";
import { readWritten } from "../memory/written_files.ts";

/** Undefined when it is not their turn. Never throws. */
export function rulesForPrompt(
  store: Store,
  sessionId: string,
  { ownOnly }: { readonly ownOnly: boolean },
): string | undefined {
  if (!isTheirTurn(store, sessionId)) return undefined;
  const rules = readRules(store);
  return ownOnly && rules === DEFAULT_RULES ? undefined : rules;
}

/** The user's rules.md, or ours. */
export function readRules({ layout }: Store): string {
  try {
    return rulesText(readWritten(layout, "rules"));
  } catch {
    return DEFAULT_RULES;
  }
}

function isTheirTurn(store: Store, sessionId: string): boolean {
  const { layout, files, config } = store;
  try {
    const prompts = files.appendAtomically(layout.prompts(sessionId), ".");
    return (prompts - 1) % config.rulesInjectionFrequency === 0;
  } catch {
    return true;
  }
}

/**
 * The next prompt is a session's first: after a start, and for nobody after an
 * end. How often rules were given is added up in the index, as information.
 */
export async function restartPrompts(
  store: Store,
  sessionId: string,
  claim: Claim,
  snapshot = new Snapshot(store),
): Promise<void> {
  const { layout, files, config } = store;
  const prompts = statFile(layout.prompts(sessionId))?.size ?? 0;
  if (prompts === 0) return;
  files.remove(layout.prompts(sessionId));
  const given = Math.ceil(prompts / config.rulesInjectionFrequency);
  await withStoreLock(store, claim, () => {
    snapshot.index = updateIndex(files, layout, (index) => ({
      ...index,
      rulesInjectionCount: index.rulesInjectionCount + given,
    }));
  });
}
