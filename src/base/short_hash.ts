/** Eight hexadecimal digits that tell texts apart; no secret hangs on them. */
export async function shortHash(data: string | Uint8Array): Promise<string> {
  const bytes = typeof data === "string"
    ? new TextEncoder().encode(data)
    : new Uint8Array(data);
  const digest = await crypto.subtle.digest("SHA-256", bytes);
  return Array.from(
    new Uint8Array(digest, 0, 4),
    (byte) => byte.toString(16).padStart(2, "0"),
  ).join("");
}
