/**
 * What git tracks in a checkout, read from its index file; no subprocess. It
 * says which files should exist, and when git itself wrote them.
 */

import { joinBytes } from "../../base/join_bytes.ts";
import { isSystemError, UserError } from "../../base/errors.ts";
import { gitDir } from "./branch.ts";
import { readBytes, statFile } from "../read_file.ts";

/** About 30,000 files; reading more takes too long for an event. */
const MAX_BYTES = 4 * 1024 * 1024;
const HEADER_BYTES = 12;
/** From the start of an entry: times, numbers, size, name of the content. */
const MTIME_AT = 8;
const FLAGS_AT = 60;
const EXTENDED = 0x4000;

/** Paths with `/` and when git last saw them, in milliseconds. */
export type GitIndex = ReadonlyMap<string, number>;

/** Undefined outside git; "unread" if the index cannot be read. */
export function readGitIndex(
  root: string,
  maxBytes = MAX_BYTES,
): GitIndex | "unread" | undefined {
  try {
    const path = `${gitDir(root)}/index`;
    const info = statFile(path);
    if (info === undefined) return undefined;
    if (!info.isFile || info.size > maxBytes) return "unread";
    return parseGitIndex(readBytes(path) ?? new Uint8Array()) ?? "unread";
  } catch (error) {
    if (error instanceof UserError || isSystemError(error)) return "unread";
    throw error;
  }
}

/** Versions 2 to 4; undefined for anything else. */
export function parseGitIndex(bytes: Uint8Array): GitIndex | undefined {
  if (bytes.length < HEADER_BYTES) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const version = view.getUint32(4);
  const isIndex = view.getUint32(0) === 0x44495243; // DIRC
  if (!isIndex || version < 2 || version > 4) return undefined;
  const entries = new Map<string, number>();
  const decoder = new TextDecoder();
  let at = HEADER_BYTES;
  let former: Uint8Array = new Uint8Array();
  for (let left = view.getUint32(8); left > 0; left--) {
    if (at + FLAGS_AT + 2 > bytes.length) return undefined;
    const flags = view.getUint16(at + FLAGS_AT);
    let nameAt = at + FLAGS_AT + (flags & EXTENDED ? 4 : 2);
    let kept = 0;
    if (version === 4) {
      const dropped = readVarint(bytes, nameAt);
      nameAt = dropped.next;
      kept = former.length - dropped.value;
      if (kept < 0) return undefined;
    }
    const end = bytes.indexOf(0, nameAt);
    if (end < 0) return undefined;
    const name = joinBytes([
      former.subarray(0, kept),
      bytes.subarray(nameAt, end),
    ]);
    entries.set(decoder.decode(name), mtimeOf(view, at));
    former = name;
    // Before version 4 an entry ends with one to eight zeros.
    at = version === 4 ? end + 1 : at + 8 * (Math.floor((end - at) / 8) + 1);
  }
  return entries;
}

const mtimeOf = (view: DataView, at: number) =>
  view.getUint32(at + MTIME_AT) * 1000 +
  Math.floor(view.getUint32(at + MTIME_AT + 4) / 1e6);

/** As git writes offsets: each further byte adds one more. */
function readVarint(bytes: Uint8Array, at: number) {
  let byte = bytes[at] ?? 0;
  let value = byte & 0x7f;
  let next = at + 1;
  while (byte & 0x80 && next < bytes.length) {
    byte = bytes[next++] ?? 0;
    value = (value + 1) * 128 + (byte & 0x7f);
  }
  return { value, next };
}
