/** A file of which only some places are read. */

import { hexOf } from "../../base/hex.ts";

export class RandomAccess implements Disposable {
  readonly #file: Deno.FsFile;
  readonly size: number;

  constructor(path: string) {
    this.#file = Deno.openSync(path, { read: true });
    this.size = this.#file.statSync().size;
  }

  /** Fewer bytes than asked for at the end of the file. */
  bytes(at: number, length: number): Uint8Array<ArrayBuffer> {
    const bytes = new Uint8Array(
      Math.max(0, Math.min(length, this.size - at)),
    );
    this.#file.seekSync(at, Deno.SeekMode.Start);
    for (let read = 0; read < bytes.length;) {
      const more = this.#file.readSync(bytes.subarray(read));
      if (!more) return bytes.subarray(0, read);
      read += more;
    }
    return bytes;
  }

  /** Throws a RangeError when it is read beyond the end. */
  view(at: number, length: number): DataView {
    return new DataView(this.bytes(at, length).buffer);
  }

  [Symbol.dispose](): void {
    this.#file.close();
  }
}

/**
 * The place of a name in a sorted list of names, which git's indexes begin
 * with a table of 256 counts by first byte.
 */
export function findName(
  file: RandomAccess,
  { fanOutAt, namesAt }: { fanOutAt: number; namesAt: number },
  hash: string,
): number | undefined {
  const first = parseInt(hash.slice(0, 2), 16);
  const counts = file.view(fanOutAt + Math.max(0, first - 1) * 4, 8);
  let low = first === 0 ? 0 : counts.getUint32(0);
  let high = counts.getUint32(first === 0 ? 0 : 4) - 1;
  while (high - low >= AT_ONCE) {
    const middle = (low + high) >> 1;
    const name = hexOf(file.bytes(namesAt + middle * NAME_BYTES, NAME_BYTES));
    if (name === hash) return middle;
    if (name < hash) low = middle + 1;
    else high = middle - 1;
  }
  return low > high ? undefined : findAmong(file, namesAt, [low, high], hash);
}

const NAME_BYTES = 20;
/** So many names are read in one go: that costs as much as one of them. */
const AT_ONCE = 128;

function findAmong(
  file: RandomAccess,
  namesAt: number,
  [low, high]: readonly [number, number],
  hash: string,
): number | undefined {
  const count = high - low + 1;
  const names = file.view(namesAt + low * NAME_BYTES, count * NAME_BYTES);
  const beginning = parseInt(hash.slice(0, 8), 16);
  for (let i = 0; i < count; i++) {
    const at = i * NAME_BYTES;
    if (names.getUint32(at) !== beginning) continue;
    const name = hexOf(new Uint8Array(names.buffer, at, NAME_BYTES));
    if (name === hash) return low + i;
  }
  return undefined;
}
