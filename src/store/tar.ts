/**
 * Tar archives (POSIX ustar) of plain files: what an export is. Reading knows
 * nothing else: a link, a folder or an extension is an error.
 */

import { joinBytes } from "../base/join_bytes.ts";
import { storeError } from "../base/errors.ts";

const BLOCK = 512;
const NAME_BYTES = 100;
const PREFIX_BYTES = 155;
const NUL = "\0";

export interface TarMember {
  readonly path: string;
  readonly bytes: Uint8Array;
}

interface TarLimits {
  readonly members: number;
  readonly memberBytes: number;
  readonly totalBytes: number;
}

/** A header, the bytes, and zeros up to the next block. */
export function* tarMember({ path, bytes }: TarMember): Generator<Uint8Array> {
  yield header(path, bytes.length);
  yield bytes;
  const rest = bytes.length % BLOCK;
  if (rest > 0) yield new Uint8Array(BLOCK - rest);
}

/** What an archive ends with. */
export const TAR_END = new Uint8Array(2 * BLOCK);

function header(path: string, size: number): Uint8Array {
  const { prefix, name } = splitName(path);
  const block = new Uint8Array(BLOCK);
  const put = (at: number, text: string) =>
    void new TextEncoder().encodeInto(text, block.subarray(at));
  const octal = (value: number, digits: number) =>
    value.toString(8).padStart(digits, "0") + NUL;
  put(0, name);
  put(100, octal(0o600, 7));
  put(108, octal(0, 7) + octal(0, 7));
  put(124, octal(size, 11));
  // No time: the same store gives the same archive.
  put(136, octal(0, 11));
  put(148, " ".repeat(8));
  put(156, "0");
  put(257, `ustar${NUL}00`);
  put(345, prefix);
  put(148, `${octal(checksum(block), 6)} `);
  return block;
}

/** A long path is split at a slash, as the format has it. */
function splitName(path: string): { prefix: string; name: string } {
  const size = (text: string) => new TextEncoder().encode(text).length;
  if (size(path) <= NAME_BYTES) return { prefix: "", name: path };
  for (let at = path.indexOf("/"); at > 0; at = path.indexOf("/", at + 1)) {
    const [prefix, name] = [path.slice(0, at), path.slice(at + 1)];
    if (size(name) <= NAME_BYTES && size(prefix) <= PREFIX_BYTES) {
      return { prefix, name };
    }
  }
  throw storeError(
    `The name "${path}" is too long for an archive`,
    "Give the file a shorter name",
  );
}

/** The sum of all bytes, the field of the checksum itself as spaces. */
function checksum(block: Uint8Array): number {
  return block.reduce(
    (sum, byte, i) => sum + (i >= 148 && i < 156 ? 0x20 : byte),
    0,
  );
}

/** The members of an archive one after the other, each whole. */
export async function* readTar(
  chunks: AsyncIterable<Uint8Array>,
  limits: TarLimits,
): AsyncGenerator<TarMember> {
  const source = new ByteSource(chunks);
  let [members, total] = [0, 0];
  for (;;) {
    const block = await source.take(BLOCK);
    if (block.every((byte) => byte === 0)) return;
    const { path, size } = parseHeader(block);
    total += size;
    if (
      ++members > limits.members || size > limits.memberBytes ||
      total > limits.totalBytes
    ) throw damaged(`"${path}" is more than it may hold`);
    const bytes = await source.take(size);
    await source.take((BLOCK - size % BLOCK) % BLOCK);
    yield { path, bytes };
  }
}

function parseHeader(block: Uint8Array): { path: string; size: number } {
  const text = (from: number, length: number) => {
    const field = block.subarray(from, from + length);
    const end = field.indexOf(0);
    return new TextDecoder("utf-8", { fatal: true })
      .decode(end < 0 ? field : field.subarray(0, end));
  };
  const octal = (from: number, length: number) => {
    const digits = text(from, length).trim();
    if (!/^[0-7]+$/.test(digits)) throw damaged("a number is not octal");
    return parseInt(digits, 8);
  };
  if (text(257, 5) !== "ustar" || octal(148, 8) !== checksum(block)) {
    throw damaged("a header is not valid");
  }
  const prefix = text(345, PREFIX_BYTES);
  const path = `${prefix === "" ? "" : `${prefix}/`}${text(0, NAME_BYTES)}`;
  if (!["0", ""].includes(text(156, 1))) {
    throw damaged(`"${path}" is no plain file`);
  }
  return { path, size: octal(124, 12) };
}

/** Bytes in the amounts that are asked for, from chunks of any size. */
class ByteSource {
  readonly #chunks: AsyncIterator<Uint8Array>;
  #rest: Uint8Array = new Uint8Array();

  constructor(chunks: AsyncIterable<Uint8Array>) {
    this.#chunks = chunks[Symbol.asyncIterator]();
  }

  async take(size: number): Promise<Uint8Array> {
    const parts: Uint8Array[] = [];
    for (let left = size; left > 0;) {
      if (this.#rest.length === 0) {
        const { value, done } = await this.#chunks.next();
        if (done) throw damaged("it ends too early");
        this.#rest = value;
      }
      const part = this.#rest.subarray(0, left);
      this.#rest = this.#rest.subarray(part.length);
      parts.push(part);
      left -= part.length;
    }
    if (parts.length === 1) return parts[0] as Uint8Array;
    return joinBytes(parts);
  }
}

export function damaged(why: string): Error {
  return storeError(
    `Cannot read the archive: ${why}`,
    'Make it again with "memory-keeper export"',
  );
}
