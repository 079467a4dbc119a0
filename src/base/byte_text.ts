/**
 * Bytes as a text that can be cut and turned back into the same bytes. A file
 * written by people or an earlier tool may have any encoding; where it is not
 * UTF-8, each byte becomes one character, which is enough to find headers and
 * line ends.
 */

interface ByteText {
  readonly text: string;
  /** The bytes of a part of it. */
  toBytes(part: string): Uint8Array;
}

const CHUNK_BYTES = 8192;

export function asByteText(bytes: Uint8Array): ByteText {
  try {
    const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
    const encoder = new TextEncoder();
    return {
      text: decoder.decode(bytes),
      toBytes: (part) => encoder.encode(part),
    };
  } catch {
    return {
      text: oneCharacterEach(bytes),
      toBytes: (part) => Uint8Array.from(part, (one) => one.charCodeAt(0)),
    };
  }
}

function oneCharacterEach(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES) {
    text += String.fromCharCode(...bytes.subarray(at, at + CHUNK_BYTES));
  }
  return text;
}

/** Whether these bytes are the beginning of the others. */
export function isBeginning(start: Uint8Array, whole: Uint8Array): boolean {
  return start.length <= whole.length &&
    start.every((byte, i) => byte === whole[i]);
}
