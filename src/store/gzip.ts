/** Gzip with the runtime's own streams. */

import { joinBytes } from "../base/join_bytes.ts";
import { storeError } from "../base/errors.ts";

/**
 * More than a session log ever has. A few megabytes of a stranger's can hold
 * gigabytes, so unpacking stops here.
 */
export const MOST_UNPACKED_BYTES = 64 * 1024 * 1024;

export async function gzipBytes(bytes: Uint8Array): Promise<Uint8Array> {
  const packed = streamOf(bytes).pipeThrough(new CompressionStream("gzip"));
  return new Uint8Array(await new Response(packed).arrayBuffer());
}

/** Throws if it is not gzip, or unpacks to more than `most` bytes. */
export async function gunzipBytes(
  bytes: Uint8Array,
  most = MOST_UNPACKED_BYTES,
): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let length = 0;
  const stream = streamOf(bytes).pipeThrough(new DecompressionStream("gzip"));
  for await (const part of stream) {
    length += part.length;
    // Leaving the loop ends the stream: nothing more is unpacked.
    if (length > most) {
      throw storeError(
        `Cannot unpack: it has more than ${most} bytes`,
        "A log of ours is never that large; remove the file",
      );
    }
    parts.push(part);
  }
  return joinBytes(parts);
}

/** In small pieces: a piece is unpacked in one go, and may hold a thousand times as much. */
const PIECE_BYTES = 8 * 1024;

function streamOf(bytes: Uint8Array): ReadableStream<BufferSource> {
  const copy = new Uint8Array(bytes);
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      if (at >= copy.length) return controller.close();
      controller.enqueue(copy.subarray(at, at += PIECE_BYTES));
    },
  }, { highWaterMark: 0 });
}
