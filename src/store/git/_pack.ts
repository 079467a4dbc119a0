/** A pack of git objects with its index, version 2. Only what is asked for is read. */

import { hexOf } from "../../base/hex.ts";
import { inflateSync } from "node:zlib";
import { findName, RandomAccess } from "./_random_access.ts";

/** No commit is larger; what claims to be is not read. */
export const MAX_OBJECT_BYTES = 16 * 1024 * 1024;
export const COMMIT = 1;
export const TREE = 2;

const OFFSET_DELTA = 6;
const REF_DELTA = 7;
const DEPTH = 60;
const FAN_OUT_AT = 8;
const NAMES_AT = FAN_OUT_AT + 256 * 4;
const WINDOW_BYTES = 4096;
/** So many objects, of so many bytes, are kept for the next that needs them. */
const MOST_KNOWN = 500;
const KNOWN_BYTES = 32 * 1024;

export interface PackedObject {
  readonly type: number;
  readonly bytes: Uint8Array;
}

/** An object of another pack, or a loose one. */
type ReadBase = (hash: string) => PackedObject | undefined;

export class Pack implements Disposable {
  readonly #index: RandomAccess;
  readonly #path: string;
  readonly #count: number;
  readonly #known = new Map<number, PackedObject>();
  #pack: RandomAccess | undefined;

  /** The path without its ending. */
  constructor(path: string) {
    this.#path = path;
    this.#index = new RandomAccess(`${path}.idx`);
    const head = this.#index.bytes(0, NAMES_AT);
    const view = new DataView(head.buffer);
    const isKnown = head.length === NAMES_AT &&
      view.getUint32(0) === 0xff744f63 && view.getUint32(4) === 2;
    this.#count = isKnown ? view.getUint32(NAMES_AT - 4) : 0;
  }

  read(hash: string, readBase: ReadBase): PackedObject | undefined {
    if (this.#count === 0) return undefined;
    const places = { fanOutAt: FAN_OUT_AT, namesAt: NAMES_AT };
    const at = findName(this.#index, places, hash);
    return at === undefined
      ? undefined
      : this.#object(this.#offset(at), readBase);
  }

  #offset(i: number): number {
    const small = NAMES_AT + this.#count * 24;
    const offset = this.#index.view(small + i * 4, 4).getUint32(0);
    if (offset < 0x80000000) return offset;
    const large = small + this.#count * 4 + (offset & 0x7fffffff) * 8;
    return Number(this.#index.view(large, 8).getBigUint64(0));
  }

  /** What is like others is packed as a change of one of them. */
  #object(at: number, readBase: ReadBase, depth = 0): PackedObject {
    const known = this.#known.get(at);
    if (known !== undefined) return known;
    const object = this.#unpack(at, readBase, depth);
    if (this.#known.size >= MOST_KNOWN) this.#known.clear();
    if (object.bytes.length <= KNOWN_BYTES) this.#known.set(at, object);
    return object;
  }

  #unpack(at: number, readBase: ReadBase, depth: number): PackedObject {
    if (depth > DEPTH || at < 0) throw new RangeError("A delta without an end");
    this.#pack ??= new RandomAccess(`${this.#path}.pack`);
    const head = this.#pack.bytes(at, 64);
    const type = (head[0] ?? 0) >> 4 & 7;
    let from = 0;
    while ((head[from++] ?? 0) & 0x80);
    if (type === REF_DELTA) {
      const base = readBase(hexOf(head.subarray(from, from + 20)));
      if (base === undefined) throw new RangeError("A delta without its base");
      return applyTo(base, this.#inflate(at + from + 20));
    }
    if (type !== OFFSET_DELTA) {
      return { type, bytes: this.#inflate(at + from) };
    }
    let byte = head[from++] ?? 0;
    let back = byte & 0x7f;
    while (byte & 0x80) {
      byte = head[from++] ?? 0;
      back = (back + 1) * 128 + (byte & 0x7f);
    }
    const base = this.#object(at - back, readBase, depth + 1);
    return applyTo(base, this.#inflate(at + from));
  }

  /** Where it ends is known once it is unpacked: most fit a small window. */
  #inflate(at: number): Uint8Array {
    const pack = this.#pack as RandomAccess;
    for (let length = WINDOW_BYTES;; length *= 16) {
      const part = pack.bytes(at, length);
      try {
        return inflate(part);
      } catch (error) {
        const isAll = part.length < length || length > MAX_OBJECT_BYTES;
        if (isAll || !(error instanceof RangeError)) throw error;
      }
    }
  }

  [Symbol.dispose](): void {
    this.#index[Symbol.dispose]();
    this.#pack?.[Symbol.dispose]();
  }
}

/** What git packs is zlib's format. Throws a RangeError for what is not. */
export function inflate(bytes: Uint8Array): Uint8Array {
  try {
    return inflateSync(bytes, { maxOutputLength: MAX_OBJECT_BYTES });
  } catch (cause) {
    throw new RangeError("Cannot unpack an object of git", { cause });
  }
}

const applyTo = (base: PackedObject, delta: Uint8Array): PackedObject => ({
  type: base.type,
  bytes: applyDelta(base.bytes, delta),
});

/** Copies from the base and new bytes, after the two sizes. */
function applyDelta(base: Uint8Array, delta: Uint8Array): Uint8Array {
  let at = 0;
  const size = () => {
    let [value, shift, byte] = [0, 0, 0];
    do {
      byte = delta[at++] ?? 0;
      value += (byte & 0x7f) * 2 ** shift;
      shift += 7;
    } while (byte & 0x80);
    return value;
  };
  size();
  const result = new Uint8Array(Math.min(size(), MAX_OBJECT_BYTES));
  let filled = 0;
  while (at < delta.length) {
    const op = delta[at++] ?? 0;
    if (op & 0x80) {
      const number = (bits: number, first: number) => {
        let value = 0;
        for (let i = 0; i < bits; i++) {
          if (op & first << i) value += (delta[at++] ?? 0) * 2 ** (8 * i);
        }
        return value;
      };
      const offset = number(4, 0x01);
      const length = number(3, 0x10) || 0x10000;
      result.set(base.subarray(offset, offset + length), filled);
      filled += length;
    } else {
      result.set(delta.subarray(at, at + op), filled);
      filled += op;
      at += op;
    }
  }
  return result;
}
