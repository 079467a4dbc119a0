/**
 * Whether a request ever got to the model. Claude Code writes what a hook added
 * to a prompt into the transcript, right behind the prompt; a request that is
 * not there (Esc, a kill, a hook that came too late) does not count as asked.
 */

import { readPart, statTranscript } from "../store/growing_file.ts";
import type { Delta } from "./session_state.ts";

/** Far beyond a prompt and what is attached to it. */
const WINDOW_BYTES = 256 * 1024;
/** How a transcript shows that this client records what hooks add. */
const HOOK_RECORD = '"attachment":{"type":"hook_';

/** Where the transcript of the asking session ended when it was asked. */
export function requestMark(
  transcript: string | undefined,
): Pick<Delta, "request"> {
  if (transcript === undefined) return {};
  const from = statTranscript(transcript)?.size ?? 0;
  return { request: { transcript, from } };
}

/** How often a delta was asked for, without the last time if that got lost. */
export function countedAsks({ asks, file, request }: Delta): number {
  const isLost = asks > 0 && request !== undefined &&
    !hasReached(request, file);
  return isLost ? asks - 1 : asks;
}

/** Whether the transcript shows a request that names `file`. */
export function hasReached(
  request: NonNullable<Delta["request"]>,
  file: string,
): boolean {
  const { transcript, from } = request;
  const size = statTranscript(transcript)?.size ?? 0;
  if (size <= from) return false;
  const after = partAfter(request);
  if (after.includes(file)) return true;
  // A client that records nothing of hooks, or a prompt too long to look past.
  return size > from + WINDOW_BYTES || !after.includes(HOOK_RECORD);
}

function partAfter(
  { transcript, from }: NonNullable<Delta["request"]>,
): string {
  if (statTranscript(transcript) === undefined) return "";
  return new TextDecoder().decode(readPart(transcript, from, WINDOW_BYTES));
}
