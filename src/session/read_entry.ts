/** One entry of a session's log (L1), from where it stands, packed or not. */

import { asEntry, type L1Entry } from "./log_entry.ts";
import { gunzipBytes } from "../store/gzip.ts";
import { assertLeadsNotOut } from "../store/inside_project.ts";
import { readPart } from "../store/growing_file.ts";

/** A packed log that unpacks to more is not ours. */
const MAX_PACKED_BYTES = 256 * 1024 * 1024;

export async function unpackLog(path: string): Promise<Uint8Array> {
  assertLeadsNotOut(path);
  if (Deno.statSync(path).size > MAX_PACKED_BYTES) return new Uint8Array();
  return await gunzipBytes(Deno.readFileSync(path));
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
  return asEntry(parseLine(new TextDecoder().decode(line)));
}

/** Undefined for a line that is damaged. */
export function parseLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
