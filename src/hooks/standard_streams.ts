/** Reading a payload of any size, and writing an answer nobody may want. */

import { within } from "../timeout.ts";

const MAX_PAYLOAD_BYTES = 256 * 1024 * 1024;
const WRITE_WITHIN_MS = 1000;

/** All of a stream as text, whatever its line ends. */
export async function readAll(
  stream: { read(buffer: Uint8Array): Promise<number | null> },
): Promise<string> {
  let buffer = new Uint8Array(64 * 1024);
  let used = 0;
  for (;;) {
    const read = await stream.read(buffer.subarray(used));
    if (read === null) break;
    used += read;
    if (used < buffer.length) continue;
    if (used >= MAX_PAYLOAD_BYTES) break;
    const larger = new Uint8Array(buffer.length * 2);
    larger.set(buffer);
    buffer = larger;
  }
  return new TextDecoder().decode(buffer.subarray(0, used));
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
