/**
 * HMAC-SHA-256 without waiting: the Web's own is asynchronous, and text is
 * redacted where nothing can wait. For short texts; FIPS 180-4 and RFC 2104.
 * Every event signs once or twice before anything is optimised, so it repeats
 * as little as it can.
 */

import { hexOf } from "./hex.ts";

const BLOCK = 64;

// deno-fmt-ignore
const START = Int32Array.of(
  0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c,
  0x1f83d9ab, 0x5be0cd19,
);
// deno-fmt-ignore
const ROUND = Int32Array.of(
  0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1,
  0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3,
  0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786,
  0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
  0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147,
  0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13,
  0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b,
  0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
  0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a,
  0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208,
  0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
);

/** In 64 hexadecimal digits; the key is given so, too. */
export function hmacSha256(keyHex: string, text: string): string {
  const { inner, outer } = padsOf(keyHex);
  const digest = sha256(new TextEncoder().encode(text), inner, BLOCK);
  return hexOf(sha256(digest, outer, BLOCK));
}

interface Pads {
  readonly keyHex: string;
  /** The states after each of the two padded keys, where every text goes on. */
  readonly inner: Int32Array;
  readonly outer: Int32Array;
}

let last: Pads | undefined;

function padsOf(keyHex: string): Pads {
  if (last?.keyHex === keyHex) return last;
  const after = (mask: number) => {
    const block = new Uint8Array(BLOCK).fill(mask);
    for (let i = 0; i < BLOCK && 2 * i < keyHex.length; i++) {
      block[i]! ^= parseInt(keyHex.slice(2 * i, 2 * i + 2), 16);
    }
    const state = Int32Array.from(START);
    mix(state, new DataView(block.buffer), 0);
    return state;
  };
  return last = { keyHex, inner: after(0x36), outer: after(0x5c) };
}

/** SHA-256 of a text in UTF-8, in 64 hexadecimal digits. */
export const sha256Hex = (text: string): string =>
  hexOf(sha256(new TextEncoder().encode(text)));

/** Of these bytes after `before` others, which came to a state. */
function sha256(
  bytes: Uint8Array,
  state: Int32Array = START,
  before = 0,
): Uint8Array {
  const size = Math.ceil((bytes.length + 9) / BLOCK) * BLOCK;
  const view = new DataView(new ArrayBuffer(size));
  new Uint8Array(view.buffer).set(bytes);
  view.setUint8(bytes.length, 0x80);
  const length = before + bytes.length;
  view.setUint32(size - 8, Math.floor(length / 2 ** 29));
  view.setUint32(size - 4, length * 8 >>> 0);
  const hash = Int32Array.from(state);
  for (let at = 0; at < size; at += BLOCK) mix(hash, view, at);
  const digest = new DataView(new ArrayBuffer(32));
  hash.forEach((word, i) => digest.setInt32(4 * i, word));
  return new Uint8Array(digest.buffer);
}

const words = new Int32Array(64);

/** Take one block into the state. */
function mix(hash: Int32Array, view: DataView, at: number): void {
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = hash;
  for (let i = 0; i < 64; i++) {
    const word = i < 16 ? view.getInt32(at + 4 * i) : spread(i);
    words[i] = word;
    const one = h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) +
        (e & f ^ ~e & g) + (ROUND[i] as number) + word | 0;
    const two = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) +
        (a & b ^ a & c ^ b & c) | 0;
    // One at a time: an array of them would be made 64 times a block.
    h = g;
    g = f;
    f = e;
    e = d + one | 0;
    d = c;
    c = b;
    b = a;
    a = one + two | 0;
  }
  [a, b, c, d, e, f, g, h].forEach((word, i) => {
    hash[i] = (hash[i] as number) + word | 0;
  });
}

/** A word of the message schedule after the sixteen of the block. */
function spread(i: number): number {
  const a = words[i - 15] as number;
  const b = words[i - 2] as number;
  return (words[i - 16] as number) + (words[i - 7] as number) +
      (turn(a, 7) ^ turn(a, 18) ^ a >>> 3) +
      (turn(b, 17) ^ turn(b, 19) ^ b >>> 10) | 0;
}

const turn = (word: number, by: number) => word >>> by | word << 32 - by;
