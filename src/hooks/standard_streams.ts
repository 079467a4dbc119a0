/** Reading a payload of any size, and writing an answer nobody may want. */

import { within } from "../timeout.ts";

const MAX_PAYLOAD_BYTES = 256 * 1024 * 1024;
const WRITE_WITHIN_MS = 1000;

/** All of stdin as text, whatever its line ends. */
export async function readAll(): Promise<string> {
  const bytes = new GrowingBytes();
  for (;;) {
    const read = await Deno.stdin.read(bytes.room());
    if (read === null || bytes.add(read)) return bytes.text();
  }
}

class GrowingBytes {
  #bytes = new Uint8Array(64 * 1024);
  #used = 0;

  /** Where to read to next. */
  room(): Uint8Array {
    if (this.#used === this.#bytes.length) {
      const larger = new Uint8Array(this.#bytes.length * 2);
      larger.set(this.#bytes);
      this.#bytes = larger;
    }
    return this.#bytes.subarray(this.#used);
  }

  /** Take so many bytes; true if that is more than any payload has. */
  add(read: number): boolean {
    this.#used += read;
    return this.#used >= MAX_PAYLOAD_BYTES;
  }

  text(): string {
    return new TextDecoder().decode(this.#bytes.subarray(0, this.#used));
  }
}

/**
 * Write to stdout. A closed pipe is not a failure, and a full one that nobody
 * reads must not keep the process alive.
 */
export async function writeGuarded(text: string): Promise<void> {
  const bytes = new TextEncoder().encode(text);
  await within(WRITE_WITHIN_MS, writeAll(bytes));
}

async function writeAll(bytes: Uint8Array): Promise<void> {
  try {
    for (let written = 0; written < bytes.length;) {
      written += await Deno.stdout.write(bytes.subarray(written));
    }
  } catch (error) {
    if (!(error instanceof Deno.errors.BrokenPipe)) throw error;
  }
}
