/**
 * Reading a session's log (L1) entry by entry, with the place of each, packed
 * or not. Entries are numbered as `readL1()` counts them: damaged lines are
 * passed over.
 */

import { tryParseJson } from "../base/json.ts";
import { asEntry, type L1Entry } from "./log_entry.ts";
import { LineSplitter } from "../store/line_splitter.ts";
import { TranscriptReader } from "../store/line_reader.ts";
import { UserError } from "../base/errors.ts";
import { assertInsideProject } from "../store/inside_project.ts";
import { readPart } from "../store/growing_file.ts";
import type { LogEnd } from "./log_writer.ts";

/** An entry, or undefined for a value that is none but counts as one. */
export type OnEntry = (
  entry: L1Entry | undefined,
  from: number,
  to: number,
) => void;

/** Read on from a place; stops between two chunks when told to. */
export function readLogEntries(
  log: string | Uint8Array | LogEnd,
  from: number,
  onEntry: OnEntry,
  stop: () => boolean = () => false,
): { readonly offset: number; readonly atEnd: boolean } {
  const decoder = new TextDecoder();
  let offset = from;
  const onLine = (line: Uint8Array, start: number, end: number) => {
    offset = end;
    const value = tryParseJson(decoder.decode(line));
    if (value) onEntry(asEntry(value), start, end);
  };
  // The last line may have no end: the earlier generation wrote none.
  const onRest = (rest: LineSplitter["unfinished"]) => {
    if (rest === undefined || !tryParseJson(decoder.decode(rest.bytes))) return;
    onLine(rest.bytes, rest.from, rest.from + rest.bytes.length);
  };
  if (typeof log !== "string") {
    const [bytes, start] = log instanceof Uint8Array
      ? [log, 0]
      : [log.bytes, log.from];
    const splitter = new LineSplitter(onLine, start);
    splitter.push(bytes);
    onRest(splitter.unfinished);
    return { offset, atEnd: true };
  }
  using reader = new TranscriptReader(log, from, onLine);
  while (reader.readChunk()) {
    if (stop()) return { offset, atEnd: false };
  }
  onRest(reader.unfinished);
  return { offset, atEnd: true };
}

/**
 * Empty for one that is too large to be ours, or unpacks to more than one of
 * ours has: it is not tried again and again.
 */
export async function unpackLog(path: string, mostBytes?: number) {
  assertInsideProject(path);
  const { gunzipBytes, MOST_UNPACKED_BYTES } = await import("../store/gzip.ts");
  const most = mostBytes ?? MOST_UNPACKED_BYTES;
  if (Deno.statSync(path).size > most) return new Uint8Array();
  try {
    return await gunzipBytes(Deno.readFileSync(path), most);
  } catch (error) {
    if (error instanceof UserError) return new Uint8Array();
    throw error;
  }
}

/** The entry at a place; undefined if it is not there any more. */
export function readLogEntry(
  log: string | Uint8Array,
  offset: number,
  bytes: number,
): L1Entry | undefined {
  const line = typeof log === "string"
    ? readPart(log, offset, bytes)
    : log.subarray(offset, offset + bytes);
  return asEntry(tryParseJson(new TextDecoder().decode(line)));
}
