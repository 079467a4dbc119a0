/**
 * The program as V8 has compiled it, in parts by what is started, in one file
 * next to the executable. Inside it would be read at every start, used or not.
 * Without the file, or with that of another build, everything works and starts
 * more slowly.
 *
 * The first line says in JSON which part is where; `digest` is that of the
 * script it was made from. V8 itself compares its version, its flags and the
 * script's length, but not the script.
 */

import { isObject, tryParseJson } from "../base/json.ts";

/** What was compiled of `hooks` or `cli` for a word of the command line. */
export interface CodePart {
  readonly part: string;
  readonly word: string;
  readonly digest: string;
  readonly code: Uint8Array;
}

/** A line of this length is read at once; all parts fit into half of it. */
const INDEX_BYTES = 8192;
const LINE_FEED = "\n".charCodeAt(0);
/** The part for words that have none of their own. */
const OTHER = "";

export const codeFileOf = (executable: string) =>
  `${executable.replace(/\.exe$/i, "")}.code`;

export function packCode(parts: readonly CodePart[]): Uint8Array {
  let end = 0;
  const index = Object.fromEntries(
    parts.map(({ part, word, digest, code }) => {
      const { length } = code;
      const at = end;
      end += length;
      const sum = checksum(code);
      return [nameOf(part, word), { digest, at, length, sum }];
    }),
  );
  const line = new TextEncoder().encode(`${JSON.stringify(index)}\n`);
  if (line.length > INDEX_BYTES) throw new Error("The index is too long");
  const file = new Uint8Array(line.length + end);
  file.set(line);
  let at = line.length;
  for (const { code } of parts) {
    file.set(code, at);
    at += code.length;
  }
  return file;
}

/** The compiled code for a word; undefined if there is none for this script. */
export function readCode(
  path: string,
  part: string,
  word: string,
  digest: string,
): Uint8Array | undefined {
  try {
    using file = Deno.openSync(path);
    const beginning = new Uint8Array(INDEX_BYTES);
    const read = file.readSync(beginning) ?? 0;
    const line = beginning.subarray(0, read).indexOf(LINE_FEED);
    const text = new TextDecoder().decode(beginning.subarray(0, line));
    const place = findPart(tryParseJson(text), part, word, digest);
    if (place === undefined) return undefined;
    file.seekSync(line + 1 + place.at, Deno.SeekMode.Start);
    const code = readWhole(file, place.length);
    return code && checksum(code) === place.sum ? code : undefined;
  } catch {
    return undefined;
  }
}

interface Place {
  readonly at: number;
  readonly length: number;
  readonly sum: number;
}

function findPart(
  index: unknown,
  part: string,
  word: string,
  digest: string,
): Place | undefined {
  if (!isObject(index)) return undefined;
  for (const name of [nameOf(part, word), nameOf(part, OTHER)]) {
    const place = Object.hasOwn(index, name) ? index[name] : undefined;
    if (!isObject(place) || place["digest"] !== digest) continue;
    const { at, length, sum } = place;
    if (
      typeof at === "number" && typeof length === "number" &&
      typeof sum === "number"
    ) return { at, length, sum };
  }
}

/** Both spellings of an event have the same name. */
const nameOf = (part: string, word: string) =>
  `${part} ${word.replaceAll("-", "").toLowerCase()}`;

/** So many bytes apart: eight of each page. */
const STEP = 509;

/**
 * V8 trusts code it is given, so a page that never reached the disk must not
 * reach it. A few bytes of each page are enough to notice, in no time.
 */
function checksum(code: Uint8Array): number {
  let sum = 0;
  for (let at = 0; at < code.length; at += STEP) {
    sum = Math.imul(sum ^ (code[at] ?? 0), 0x01000193) + at | 0;
  }
  return sum;
}

function readWhole(file: Deno.FsFile, length: number): Uint8Array | undefined {
  const bytes = new Uint8Array(length);
  for (let at = 0; at < length;) {
    const read = file.readSync(bytes.subarray(at));
    if (read === null) return undefined;
    at += read;
  }
  return bytes;
}
