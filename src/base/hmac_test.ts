import { assertEquals } from "@std/assert";
import { hmacSha256 } from "./hmac.ts";

Deno.test("it is what the platform's own gives", async () => {
  const hex = "00ff10a0".repeat(8);
  const key = await crypto.subtle.importKey(
    "raw",
    Uint8Array.from(hex.match(/../g) ?? [], (two) => parseInt(two, 16)),
    { name: "HMAC", hash: "SHA-256" },
    false,
    ["sign"],
  );
  for (const size of [0, 1, 54, 55, 56, 63, 64, 65, 119, 120, 1000]) {
    const text = "조수표 x".repeat(size).slice(0, size);
    const bytes = new TextEncoder().encode(text);
    const signed = new Uint8Array(await crypto.subtle.sign("HMAC", key, bytes));
    const expected = Array.from(
      signed,
      (byte) => byte.toString(16).padStart(2, "0"),
    ).join("");
    assertEquals(hmacSha256(hex, text), expected, `${size}`);
  }
});
