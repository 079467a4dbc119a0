/**
 * What git tracks in a checkout, read from its index file; no subprocess. It
 * says which files should exist, and when git itself wrote them.
 */

import { joinBytes } from "../../base/join_bytes.ts";
import { isSystemError, UserError } from "../../base/errors.ts";
import { commonDir, gitDir } from "./branch.ts";
import { hexOf } from "../../base/hex.ts";
import { readBytes, readText, statFile } from "../read_file.ts";

/** About 30,000 files; reading more takes too long for an event. */
const MAX_BYTES = 4 * 1024 * 1024;
const HEADER_BYTES = 12;
/** From the start of an entry: times, numbers, size, name of the content. */
const MTIME_AT = 8;
const HASH_AT = 40;
const EXTENDED = 0x4000;
const SHA1_BYTES = 20;
const SHA256_BYTES = 32;

/** Paths with `/` and when git last saw them, in milliseconds. */
export type GitIndex = ReadonlyMap<string, number>;

/** Which entries are wanted, by the first byte of their paths; else all are. */
type Wanted = (firstByte: number) => boolean;

interface Parsed {
  readonly entries: Map<string, number>;
  /** Of a split index: the name of the file that has the other entries. */
  readonly shared?: string;
}

/**
 * Undefined outside git; "unread" if the index cannot be read. Of a split one
 * it may have entries that were deleted since.
 */
export function readGitIndex(
  root: string,
  { maxBytes = MAX_BYTES, wanted }: {
    readonly maxBytes?: number;
    readonly wanted?: Wanted;
  } = {},
): GitIndex | "unread" | undefined {
  try {
    const dir = gitDir(root);
    if (statFile(`${dir}/index`) === undefined) return undefined;
    const hashBytes = hashBytesOf(dir);
    const read = (name: string) => {
      const path = `${dir}/${name}`;
      const info = statFile(path);
      if (!info?.isFile || info.size > maxBytes) return undefined;
      const bytes = readBytes(path) ?? new Uint8Array();
      return parseGitIndex(bytes, hashBytes, wanted);
    };
    const own = read("index");
    if (own?.shared === undefined) return own?.entries ?? "unread";
    const base = read(own.shared);
    if (base === undefined || base.shared !== undefined) return "unread";
    return new Map([...base.entries, ...own.entries]);
  } catch (error) {
    if (error instanceof UserError || isSystemError(error)) return "unread";
    throw error;
  }
}

/** Git asks this one file as well. */
function hashBytesOf(dir: string): number {
  const config = readText(`${commonDir(dir)}/config`, MAX_BYTES) ?? "";
  return /^\s*objectformat\s*=\s*"?sha256/im.test(config)
    ? SHA256_BYTES
    : SHA1_BYTES;
}

/** Versions 2 to 4; undefined for anything else. */
export function parseGitIndex(
  bytes: Uint8Array,
  hashBytes = SHA1_BYTES,
  wanted: Wanted = () => true,
): Parsed | undefined {
  if (bytes.length < HEADER_BYTES) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const version = view.getUint32(4);
  const isIndex = view.getUint32(0) === 0x44495243; // DIRC
  if (!isIndex || version < 2 || version > 4) return undefined;
  const entries = new Map<string, number>();
  const decoder = new TextDecoder();
  const flagsAt = HASH_AT + hashBytes;
  let at = HEADER_BYTES;
  let former: Uint8Array = new Uint8Array();
  for (let left = view.getUint32(8); left > 0; left--) {
    if (at + flagsAt + 2 > bytes.length) return undefined;
    const flags = view.getUint16(at + flagsAt);
    let nameAt = at + flagsAt + (flags & EXTENDED ? 4 : 2);
    let kept = 0;
    if (version === 4) {
      const dropped = readVarint(bytes, nameAt);
      nameAt = dropped.next;
      kept = former.length - dropped.value;
      if (kept < 0) return undefined;
    }
    const end = endOfName(bytes, nameAt, version === 4 ? undefined : flags);
    if (end < 0) return undefined;
    // A name may be that of a split index's other file: then it is empty.
    if (version === 4 || end > nameAt && wanted(bytes[nameAt] ?? 0)) {
      const own = bytes.subarray(nameAt, end);
      const name = kept === 0
        ? own
        : joinBytes([former.subarray(0, kept), own]);
      if (name.length > 0 && wanted(name[0] ?? 0)) {
        entries.set(decoder.decode(name), mtimeOf(view, at));
      }
      former = name;
    }
    // Before version 4 an entry ends with one to eight zeros.
    at = version === 4 ? end + 1 : at + 8 * (Math.floor((end - at) / 8) + 1);
  }
  const rest = readExtensions(view, at, hashBytes);
  return rest && { entries, ...rest };
}

/** What the flags have room for; a longer name ends where it ends. */
const MOST_IN_FLAGS = 0xfff;

/** Negative if it has none. */
function endOfName(
  bytes: Uint8Array,
  from: number,
  flags: number | undefined,
): number {
  const length = (flags ?? MOST_IN_FLAGS) & MOST_IN_FLAGS;
  const isKnown = length < MOST_IN_FLAGS && bytes[from + length] === 0;
  return isKnown ? from + length : bytes.indexOf(0, from);
}

/**
 * What follows the entries, up to the checksum at the end: a size that does
 * not fit there shows that the entries were not understood either.
 */
function readExtensions(
  view: DataView,
  from: number,
  hashBytes: number,
): Pick<Parsed, "shared"> | undefined {
  const end = view.byteLength - hashBytes;
  let found = {};
  let at = from;
  while (at + 8 <= end) {
    const bytes = (from: number, count: number) =>
      new Uint8Array(view.buffer, view.byteOffset + from, count);
    const name = String.fromCharCode(...bytes(at, 4));
    const size = view.getUint32(at + 4);
    if (at + 8 + size > end) return undefined;
    if (name === "link") {
      if (size < hashBytes) return undefined;
      found = { shared: `sharedindex.${hexOf(bytes(at + 8, hashBytes))}` };
      // A small letter says that who does not know it must not go on.
    } else if (/^[^A-Z]/.test(name) && name !== "sdir") return undefined;
    at += 8 + size;
  }
  return at === end ? found : undefined;
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
