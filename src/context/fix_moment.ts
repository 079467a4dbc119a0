/** What is said when a command fails in a way that is known; mostly nothing. */

import { clip } from "../base/cut_text.ts";
import type { World } from "../base/world.ts";
import {
  type FailureSignature,
  signatureOf,
} from "../digest/error_signature.ts";
import { tellingLine } from "../digest/failures.ts";
import { findFix } from "../search/find_fix.ts";
import {
  isDamage,
  openExistingIndex,
} from "../search/index/open_search_index.ts";
import { COMMAND_CHARS } from "../session/log_entry.ts";
import type { Store } from "../store/store.ts";
import { fixId, renderFix } from "./fix_text.ts";
import { claimMoment } from "./moments.ts";

/** A tool's result waits for it. */
const WAIT_MS = 50;
const READ_CHARS = 30_000;

export interface FailedCall {
  readonly name: string;
  readonly command: string;
  readonly error: string;
}

export async function fixFor(
  store: Store,
  world: World,
  sessionId: string,
  failed: FailedCall,
): Promise<string | undefined> {
  const signature = signatureOfCall(failed);
  if (signature === undefined) return undefined;
  try {
    using index = await openExistingIndex(store, WAIT_MS);
    const fix = index && await findFix(store, index, signature, sessionId);
    if (fix === undefined) return undefined;
    const text = renderFix(fix);
    const moment = { kind: "fix", id: fixId(fix), chars: text.length } as const;
    return claimMoment(store, world, sessionId, moment) ? text : undefined;
  } catch (error) {
    // A damaged index is rebuilt when the turn is over.
    if (isDamage(error)) return undefined;
    throw error;
  }
}

/** As it would be of the entry in the session's log. */
export function signatureOfCall(
  { name, command, error }: FailedCall,
): FailureSignature | undefined {
  return signatureOf({
    role: "tool",
    id: "",
    name,
    cmd: clip(command, COMMAND_CHARS),
    result: "error",
    output: error.trim(),
    error: tellingLine(clip(error, READ_CHARS)),
  });
}
