/** Commands killed where nothing but the next one can make it good. */

import { assertEquals } from "@std/assert";
import { CrashWorld, hookDeed } from "../support/crash/crash_world.ts";
import { checkStore } from "../support/oracle/store_invariants.ts";

const ARCHIVE = "memory_20250101_000000.md";
const SUMMARY = "memory_20250101_000000.summary.json";

Deno.test("memory-keeper clear old killed among the archives is ended by the next", async () => {
  using world = new CrashWorld();
  const clear = { args: ["clear", "old", "--yes"] };
  world.write(".gitignore", "*\n");
  world.write("memory.md", "# Project Memory: x\n\n");
  world.write(ARCHIVE, "# Project Memory: x\n\nOld words.\n");
  world.write(SUMMARY, "{}");
  world.write(
    "memory-index.json",
    JSON.stringify({
      version: 2,
      rotatedFiles: [{ file: ARCHIVE, summary: SUMMARY }],
    }),
  );
  const begin = world.keep();
  const { points } = await world.do(clear);
  for (let at = 4; at <= points; at++) {
    begin();
    await world.do(clear, { at, share: 0.5 });
    await world.do(clear);
    assertEquals(await checkStore(world.store), [], `killed at ${at}`);
    const left = world.files().filter((name) => /^memory_/.test(name));
    assertEquals(left, [], `killed at ${at} of ${points}`);
  }
});

Deno.test("memory-keeper status killed while it tries to write leaves nothing that stays", async () => {
  using world = new CrashWorld();
  await world.do({ args: ["save", "Some words"] });
  const { points } = await world.do({ args: ["status"] });
  for (let at = 1; at <= points; at++) {
    await world.do({ args: ["status"] }, { at, share: 0.5 });
  }
  world.age();
  await world.do(hookDeed("session-start", "SessionStart", "new", {}));
  const isOdd = (name: string) => /probe|\.tmp$/.test(name);
  assertEquals([points > 0, world.files().filter(isOdd)], [true, []]);
});
