/** Reading a session's L1: entries from a byte on, damaged lines passed over. */

import type { L1Entry } from "../transcript/l1_entry.ts";
import { LineSplitter } from "../transcript/line_splitter.ts";
import { statFile } from "./read_file.ts";

const CHUNK_BYTES = 256 * 1024;

/** Entries of L1 between two byte positions, each the beginning of a line. */
export function readL1(path: string, from = 0, to = Infinity): L1Entry[] {
  const info = statFile(path);
  if (!info?.isFile) return [];
  const entries: L1Entry[] = [];
  const decoder = new TextDecoder();
  const splitter = new LineSplitter((line) => {
    const entry = parseEntry(decoder.decode(line));
    if (entry) entries.push(entry);
  });
  using file = Deno.openSync(path, { read: true });
  file.seekSync(from, Deno.SeekMode.Start);
  const buffer = new Uint8Array(CHUNK_BYTES);
  for (let left = Math.min(to, info.size) - from; left > 0;) {
    const read = file.readSync(buffer.subarray(0, Math.min(left, CHUNK_BYTES)));
    if (read === null) break;
    splitter.push(buffer.subarray(0, read));
    left -= read;
  }
  return entries;
}

function parseEntry(line: string): L1Entry | undefined {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
