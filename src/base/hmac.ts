/**
 * HMAC-SHA-256 without waiting: the Web's own is asynchronous, and text is
 * redacted where nothing can wait. For short texts; FIPS 180-4 and RFC 2104.
 */

import { joinBytes } from "./join_bytes.ts";
import { hexOf } from "./hex.ts";

const BLOCK = 64;

/** The first digits of the fractions of roots of the first primes. */
const [START, ROUND] = (() => {
  const fraction = (root: number) => (root - Math.floor(root)) * 2 ** 32 | 0;
  const primes: number[] = [];
  for (let n = 2; primes.length < 64; n++) {
    if (primes.every((prime) => n % prime !== 0)) primes.push(n);
  }
  return [
    primes.slice(0, 8).map((prime) => fraction(Math.sqrt(prime))),
    primes.map((prime) => fraction(Math.cbrt(prime))),
  ];
})() as [number[], number[]];

/** In 64 hexadecimal digits; the key is given so, too. */
export function hmacSha256(keyHex: string, text: string): string {
  const key = new Uint8Array(BLOCK);
  key.set(
    Uint8Array.from(keyHex.match(/../g) ?? [], (two) => parseInt(two, 16))
      .subarray(0, BLOCK),
  );
  const inner = joinBytes([
    key.map((byte) => byte ^ 0x36),
    new TextEncoder().encode(text),
  ]);
  const outer = joinBytes([key.map((byte) => byte ^ 0x5c), sha256(inner)]);
  return hexOf(sha256(outer));
}

/** SHA-256 of a text in UTF-8, in 64 hexadecimal digits. */
export const sha256Hex = (text: string): string =>
  hexOf(sha256(new TextEncoder().encode(text)));

function sha256(bytes: Uint8Array): Uint8Array {
  const size = Math.ceil((bytes.length + 9) / BLOCK) * BLOCK;
  const view = new DataView(new ArrayBuffer(size));
  new Uint8Array(view.buffer).set(bytes);
  view.setUint8(bytes.length, 0x80);
  view.setUint32(size - 8, Math.floor(bytes.length / 2 ** 29));
  view.setUint32(size - 4, bytes.length * 8 >>> 0);
  const hash = Int32Array.from(START);
  const words = new Int32Array(64);
  for (let at = 0; at < size; at += BLOCK) {
    for (let i = 0; i < 16; i++) words[i] = view.getInt32(at + 4 * i);
    for (let i = 16; i < 64; i++) {
      const a = words[i - 15] as number;
      const b = words[i - 2] as number;
      words[i] = (words[i - 16] as number) + (words[i - 7] as number) +
          (turn(a, 7) ^ turn(a, 18) ^ a >>> 3) +
          (turn(b, 17) ^ turn(b, 19) ^ b >>> 10) | 0;
    }
    mix(hash, words);
  }
  const digest = new DataView(new ArrayBuffer(32));
  hash.forEach((word, i) => digest.setInt32(4 * i, word));
  return new Uint8Array(digest.buffer);
}

function mix(hash: Int32Array, words: Int32Array): void {
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = hash;
  for (let i = 0; i < 64; i++) {
    const one = h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) +
        (e & f ^ ~e & g) + (ROUND[i] as number) + (words[i] as number) | 0;
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

const turn = (word: number, by: number) => word >>> by | word << 32 - by;
