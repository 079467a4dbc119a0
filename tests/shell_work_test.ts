/** Work done through the shell alone, and prompts that leave only a log. */

import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { parseMemory } from "../src/memory/memory_text.ts";
import { RecordedDay } from "./support/world/recorded_day.ts";
import { ID } from "./support/world/short_work.ts";

const START = "2026-02-01T17:27:00Z";
const NEXT = "4f2a9c11-1111-4222-8333-444455556666";
const shell = (command: string, result = "") => ({
  name: "Bash",
  input: { command },
  result,
});

Deno.test("one prompt that worked through Bash is remembered", async (t) => {
  await t.step("a short one as a section of memory.md", async () => {
    using day = new RecordedDay({}, START);
    const session = day.session(ID);
    await session.start();
    await session.prompt("The buoy light blinks twice. Fix and push it.");
    await session.tool(
      shell(
        "sed -i 's/blink(2)/blink(1)/' src/buoy.ts && cat > src/lamp.ts <<'EOF'\nexport {};\nEOF",
      ),
    );
    await session.tool(
      shell("git commit -am 'Blink once'", "[main 6f035fd] Blink once"),
    );
    await session.tool(shell("git push", "main -> main"));
    await session.say("Fixed: it blinks once. Still open: the prod config.");
    await session.end();
    const [{ header = "", body = "" } = {}] =
      parseMemory(day.read("memory.md")).sections;
    assertStringIncludes(header, "(digest)");
    for (
      const told of [
        "**Committed and pushed**\n- Blink once",
        "`src/lamp.ts`",
        "Still open: the prod config.",
      ]
    ) assertStringIncludes(body, told);
  });
  await t.step("a longer one as a digest until it is summarised", async () => {
    using day = new RecordedDay({}, START);
    const session = day.session(ID);
    await session.start();
    await session.prompt("Write eight sounding tables.");
    for (let table = 0; table < 8; table++) {
      await session.tool(shell(`echo ${table} fathoms > f${table}`));
    }
    await session.say("All eight tables are written.");
    await session.end();
    assert(day.world.files().some((name) => name.startsWith("delta/")));
    assertStringIncludes(
      await day.session(NEXT).start(),
      "All eight tables are written.",
    );
  });
});

Deno.test("hook session-start does not deny the logs it has", async () => {
  using day = new RecordedDay({}, START);
  const session = day.session(ID);
  assertStringIncludes(await session.start(), "has no memory yet");
  await session.prompt("How deep is the quay?");
  await session.say("Nine fathoms.");
  assertStringIncludes(
    await session.start("resume"),
    "has no memory yet",
    "its own log is none of an earlier session",
  );
  await session.end();
  assertEquals(day.world.files().includes("memory.md"), false);
  const told = await day.session(NEXT).start();
  assertStringIncludes(told, "earlier sessions of this project are logged");
  assertStringIncludes(told, "memory-keeper search --deep <words>");
  const found = await day.run(["search", "--deep", "quay"]);
  assertStringIncludes(found.stdout, "quay");
});
