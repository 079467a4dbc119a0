/** Reading a session's L1: entries from a byte on, damaged lines passed over. */

import { tryParseJson } from "../base/json.ts";
import { isOlderLine, type L1Entry } from "./log_entry.ts";
import { type OnEntry, readLogEntries } from "./read_entries.ts";
import { assertInsideProject } from "../store/inside_project.ts";
import { statFile } from "../store/read_file.ts";
import { fingerprint, readPart } from "../store/growing_file.ts";
import { TranscriptReader } from "../store/line_reader.ts";
import type { LogEnd } from "./log_writer.ts";

const CHUNK_BYTES = 256 * 1024;

/** Entries of L1 between two byte positions, each the beginning of a line. */
export function readL1(path: string, from = 0, to = Infinity): L1Entry[] {
  if (!statFile(path)?.isFile) return [];
  assertInsideProject(path);
  const entries: L1Entry[] = [];
  let at = from;
  const onEntry: OnEntry = (entry, _, end) => {
    at = end;
    if (end <= to) entries.push(entry ?? UNKNOWN);
  };
  readLogEntries(path, from, onEntry, () => at >= to);
  return entries;
}

/** Whatever is JSON counts as an entry: entries are known by their number. */
const UNKNOWN: L1Entry = { role: "summary", text: "" };

const MOST_BYTES = 16 * 1024 * 1024;
const HEAD_BYTES = 1024 * 1024;

/**
 * The same as `tail`, but of a log that would take too long as a whole only its
 * two ends: what makes a digest is there, and no more is summarised at once.
 * What is held in memory is not read again.
 */
export function readL1Ends(
  path: string,
  from: number,
  to: number,
  { end, mostBytes = MOST_BYTES }: {
    readonly end?: LogEnd | undefined;
    readonly mostBytes?: number;
  } = {},
) {
  if (to - from <= mostBytes) {
    const held = end?.to === to ? end.after(from) : undefined;
    const tail = held ? parseL1(held.bytes) : readL1(path, from, to);
    return { head: [], tail, isWhole: true };
  }
  // Where one of them cuts a line, that line is passed over as damaged.
  return {
    head: readL1(path, from, from + HEAD_BYTES),
    tail: readL1(path, to - mostBytes, to),
    isWhole: false,
  };
}

export function parseL1(bytes: Uint8Array): L1Entry[] {
  const entries: L1Entry[] = [];
  readLogEntries(bytes, 0, (entry) => entries.push(entry ?? UNKNOWN));
  return entries;
}

/**
 * Whether the earlier generation wrote this log, as its beginning tells. One
 * without a tool call looks like ours, and is as good.
 */
export function isOlderLog(path: string): boolean {
  const info = statFile(path);
  if (!info?.isFile) return false;
  const head = readPart(path, 0, Math.min(info.size, CHUNK_BYTES));
  // Most lines are plain words: they need not be parsed. The last is cut off.
  return new TextDecoder().decode(head).split("\n").some((line) =>
    line.includes('"tool') && isOlderLine(tryParseJson(line))
  );
}

/**
 * The lines of a log as marks, each with its newline, to compare logs that
 * together would not fit into memory.
 */
export function readLineMarks(path: string): string[] {
  const marks: string[] = [];
  const onLine = (line: Uint8Array) => {
    if (line.length > 0) marks.push(`${fingerprint(line)}\n`);
  };
  using reader = new TranscriptReader(path, 0, onLine);
  while (reader.readChunk());
  if (reader.unfinished) onLine(reader.unfinished.bytes);
  return marks;
}
