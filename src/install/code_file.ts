/**
 * The scripts of the program as V8 has compiled them, in one file next to the
 * executable. Inside it would be read at every start, used or not. Without the
 * file, or with that of another build, everything works and starts more slowly.
 *
 * The first line says in JSON which part is where; `digest` is that of the
 * script a part was made from. V8 itself compares its version, its flags and the
 * script's length, but not the script.
 */

import { isObject, tryParseJson } from "../base/json.ts";

/** What a part was compiled from, and for which word of a command line. */
export interface CodePart {
  readonly script: string;
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
    parts.map(({ script, word, digest, code }) => {
      const { length } = code;
      const at = end;
      end += length;
      const sum = checksum(code);
      return [nameOf(script, word), { digest, at, length, sum }];
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
  script: string,
  word: string,
  digest: string,
): Uint8Array | undefined {
  try {
    using file = Deno.openSync(path);
    const beginning = new Uint8Array(INDEX_BYTES);
    const read = file.readSync(beginning) ?? 0;
    const line = beginning.subarray(0, read).indexOf(LINE_FEED);
    const text = new TextDecoder().decode(beginning.subarray(0, line));
    const place = findPart(tryParseJson(text), script, word, digest);
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
  script: string,
  word: string,
  digest: string,
): Place | undefined {
  if (!isObject(index)) return undefined;
  for (const name of [nameOf(script, word), nameOf(script, OTHER)]) {
    const part = Object.hasOwn(index, name) ? index[name] : undefined;
    if (!isObject(part) || part["digest"] !== digest) continue;
    const { at, length, sum } = part;
    if (
      typeof at === "number" && typeof length === "number" &&
      typeof sum === "number"
    ) return { at, length, sum };
  }
}

/** Both spellings of an event have the same name. */
const nameOf = (script: string, word: string) =>
  `${script} ${word.replaceAll("-", "").toLowerCase()}`;

/**
 * V8 trusts code it is given, so a page that never reached the disk must not
 * reach it. A few bytes of each page are enough to notice, in no time.
 */
function checksum(code: Uint8Array): number {
  let sum = 0;
  for (let at = 0; at < code.length; at += 61) {
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
