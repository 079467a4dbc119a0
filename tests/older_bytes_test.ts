/** What an earlier tool or a person wrote stays as it is, byte for byte. */

import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { THEN } from "./support/world/older_stores.ts";
import { SealedWorld } from "./support/world/sealed_world.ts";

const utf8 = (text: string) => new TextEncoder().encode(text);

/** "등대" as CP949 has it, which is not UTF-8. */
const WORDS = [0xb5, 0xee, 0xb4, 0xeb, 0x20];

/** A memory.md that is due, in an encoding of its own. */
function foreignMemory(): Uint8Array {
  const bytes: number[] = [...utf8("# Project Memory: "), ...WORDS, 0x0a, 0x0a];
  for (let day = 1; day <= 28; day++) {
    const stamp = `## 2026-01-${String(day).padStart(2, "0")}_0900\n`;
    bytes.push(...utf8(stamp));
    for (let i = 0; i < 20; i++) bytes.push(...WORDS);
    bytes.push(0x0a, 0x0a);
  }
  return Uint8Array.from(bytes);
}

Deno.test("memory-keeper save rotates a memory.md that is not UTF-8 without losing a byte", async () => {
  using world = new SealedWorld();
  world.write(
    "config.json",
    '{"memoryRotation":{"thresholdTokens":1000,"carryoverTokens":200}}',
  );
  const before = foreignMemory();
  world.write("memory.md", before);
  const { code, stdout } = await world.run(["save", "hello"], { env: THEN });
  assertEquals(code, 0);
  const archive = world.files().find((name) => /^memory_.*\.md$/.test(name));
  assert(archive, stdout);
  assertStringIncludes(stdout, archive);
  const kept = Deno.readFileSync(`${world.store}/${archive}`);
  assertEquals(kept.subarray(0, before.length), before);
  const now = Deno.readFileSync(`${world.store}/memory.md`);
  assertEquals([...now.subarray(0, 23)], [...before.subarray(0, 23)]);
  const latin1 = new TextDecoder("latin1");
  assert(latin1.decode(kept).endsWith(latin1.decode(now.subarray(25))));
  assertStringIncludes(world.read("memory.md"), "\nhello\n");
  assert(!latin1.decode(now).includes("\u00ef\u00bf\u00bd"), "no U+FFFD");
});
