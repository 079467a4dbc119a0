/** FNV-1a in 32 bits: tells texts apart without an async digest. */

import { hashBytes } from "./hex.ts";

export function textDigest(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) {
    hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  }
  return hash >>> 0;
}

/** Eight hexadecimal digits that tell texts apart; not for security. */
export async function shortHash(data: string | Uint8Array): Promise<string> {
  const bytes = typeof data === "string"
    ? new TextEncoder().encode(data)
    : data;
  return (await hashBytes(bytes)).slice(0, 8);
}
