import { assertEquals } from "@std/assert";
import { asByteText, isBeginning } from "./byte_text.ts";
import { parseMemory } from "../memory/memory_text.ts";

const utf8 = (text: string) => new TextEncoder().encode(text);

Deno.test("asByteText() gives every byte back, whatever the encoding", async (t) => {
  const rows: [name: string, bytes: Uint8Array][] = [
    ["nothing", new Uint8Array()],
    ["UTF-8", utf8("## 2026-01-01_0900\n등대 💡\n")],
    ["a byte order mark", utf8("\ufeff# Title\n")],
    ["CP949", Uint8Array.of(0xb5, 0xee, 0xb4, 0xeb, 0x0a)],
    ["every byte", Uint8Array.from({ length: 20_000 }, (_, i) => i % 256)],
  ];
  for (const [name, bytes] of rows) {
    await t.step(name, () => {
      const { text, toBytes } = asByteText(bytes);
      const { preamble, sections } = parseMemory(text);
      const parts = [preamble, ...sections.map(({ raw }) => raw)];
      assertEquals(parts.flatMap((part) => [...toBytes(part)]), [...bytes]);
    });
  }
});

Deno.test("asByteText() shows the headers between words it cannot read", () => {
  const bytes = Uint8Array.of(
    ...utf8("## 2026-01-01_0900\n"),
    0xb5,
    0xee,
    ...utf8("\n## 2026-01-02_0900\n"),
  );
  assertEquals(parseMemory(asByteText(bytes).text).sections.length, 2);
});

Deno.test("isBeginning() compares bytes", () => {
  assertEquals(isBeginning(utf8(""), utf8("ab")), true);
  assertEquals(isBeginning(utf8("ab"), utf8("ab")), true);
  assertEquals(isBeginning(utf8("abc"), utf8("ab")), false);
  // As UTF-8 both would become the same character.
  assertEquals(isBeginning(Uint8Array.of(0xb5), Uint8Array.of(0xb4)), false);
});
