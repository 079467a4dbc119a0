/** Reads a payload of any size, and writes an answer that may have no reader. */

import { tryParseJson } from "../base/json.ts";
import { within } from "../base/timeout.ts";

const MAX_PAYLOAD_BYTES = 256 * 1024 * 1024;
const WRITE_WITHIN_MS = 1000;

/** What was read, and its value if it is JSON. */
export interface Input {
  readonly text: string;
  readonly json: unknown;
}

/**
 * All of stdin. If a whole object arrives at once, it does not wait for the end
 * of the pipe.
 */
export async function readInput(): Promise<Input> {
  const bytes = new GrowingBytes();
  const first = await Deno.stdin.read(bytes.room());
  if (first === null) return { text: "", json: undefined };
  bytes.add(first);
  if (bytes.mayBeWhole()) {
    const text = bytes.text();
    const json = tryParseJson(text);
    // Otherwise the rest of it is on its way.
    if (json !== undefined) return { text, json };
  }
  for (;;) {
    const read = await Deno.stdin.read(bytes.room());
    if (read !== null && !bytes.add(read)) continue;
    const text = bytes.text();
    return { text, json: tryParseJson(text) };
  }
}

const CLOSING_BRACE = "}".charCodeAt(0);
const LINE_FEED = "\n".charCodeAt(0);

class GrowingBytes {
  #bytes = new Uint8Array(64 * 1024);
  #used = 0;

  /** The buffer for the next read. */
  room(): Uint8Array {
    if (this.#used === this.#bytes.length) {
      const larger = new Uint8Array(this.#bytes.length * 2);
      larger.set(this.#bytes);
      this.#bytes = larger;
    }
    return this.#bytes.subarray(this.#used);
  }

  /** Record the bytes read; true if that is more than any payload has. */
  add(read: number): boolean {
    this.#used += read;
    return this.#used >= MAX_PAYLOAD_BYTES;
  }

  /** Ends like an object, and the buffer was not filled. */
  mayBeWhole(): boolean {
    const at = this.#bytes[this.#used - 1] === LINE_FEED ? 2 : 1;
    return this.#used < this.#bytes.length &&
      this.#bytes[this.#used - at] === CLOSING_BRACE;
  }

  text(): string {
    return new TextDecoder().decode(this.#bytes.subarray(0, this.#used));
  }
}

/**
 * Write to stdout. A closed pipe is not a failure, and a full one without a
 * reader must not keep the process alive.
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
