/**
 * Reading a session's log (L1) entry by entry, with the place of each, packed
 * or not. Entries are numbered as `readL1()` counts them: damaged lines are
 * passed over.
 */

import { asEntry, type L1Entry } from "./log_entry.ts";
import { LineSplitter } from "../store/line_splitter.ts";
import { parseLine } from "./read_entry.ts";
import { TranscriptReader } from "../store/line_reader.ts";

/** An entry, or undefined for a value that is none but counts as one. */
export type OnEntry = (
  entry: L1Entry | undefined,
  from: number,
  to: number,
) => void;

/** Read on from a place; stops between two chunks when told to. */
export function readLogEntries(
  log: string | Uint8Array,
  from: number,
  onEntry: OnEntry,
  stop: () => boolean = () => false,
): { readonly offset: number; readonly atEnd: boolean } {
  const decoder = new TextDecoder();
  let offset = from;
  const onLine = (line: Uint8Array, start: number, end: number) => {
    offset = end;
    const value = parseLine(decoder.decode(line));
    if (value) onEntry(asEntry(value), start, end);
  };
  // The last line may have no end: the earlier generation wrote none.
  const onRest = (rest: LineSplitter["unfinished"]) => {
    if (rest === undefined || !parseLine(decoder.decode(rest.bytes))) return;
    onLine(rest.bytes, rest.from, rest.from + rest.bytes.length);
  };
  if (typeof log !== "string") {
    const splitter = new LineSplitter(onLine);
    splitter.push(log);
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
