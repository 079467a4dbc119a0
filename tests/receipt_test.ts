/** What the user reads when a session starts, through the real hook door. */

import { assertEquals, assertMatch } from "@std/assert";
import { payload, SealedWorld } from "./support/world/sealed_world.ts";

const SESSION = "3f2a9c11-0000-4000-8000-000000000001";
const SECTION = "# Project Memory: project\n\n" +
  "## 2026-11-12_0440 (local 11-12_1340)\n" +
  "<!-- session aaaaaaaa · entries 0-20 -->\n" +
  "Customer report as PDF.\n\nOpen: page numbers\n";

async function start(world: SealedWorld, env: Record<string, string> = {}) {
  const { code, stdout, stderr } = await world.hook(
    "session-start",
    payload("SessionStart", SESSION, { source: "startup" }),
    { env: { MEMORY_KEEPER_NOW: "2026-11-13T03:00:00Z", ...env } },
  );
  assertEquals([code, stderr], [0, ""]);
  const { systemMessage, hookSpecificOutput } = JSON.parse(stdout);
  return {
    receipt: String(systemMessage).split("\n")[0],
    opening: String(hookSpecificOutput.additionalContext).split("\n")[0] ?? "",
  };
}

Deno.test("the receipt tells the time of the user's own clock", async (t) => {
  for (
    const [TZ, when, exact] of [
      ["UTC", "Thu 04:40", "2026-11-12 04:40 UTC"],
      ["Asia/Seoul", "Thu 13:40", "2026-11-12 13:40 +09:00"],
      ["America/Los_Angeles", "Wed 20:40", "2026-11-11 20:40 -08:00"],
    ] as const
  ) {
    // Windows does not go by the variable.
    const ignore = Deno.build.os === "windows" && TZ !== "UTC";
    const fn = async () => {
      using world = new SealedWorld();
      world.write("memory.md", SECTION);
      const { receipt, opening } = await start(world, { TZ });
      assertEquals(
        receipt,
        `Memory: ${when}: Customer report as PDF; open: page numbers`,
      );
      assertMatch(opening, /the newest record is 22 hours old, of /);
      assertEquals(opening.includes(exact), true, opening);
    };
    await t.step({ name: TZ, ignore, fn });
  }
});

Deno.test("a digest that is not summarised yet is the newest record", async () => {
  using world = new SealedWorld();
  world.write("memory.md", SECTION);
  const stem = "2026-11-12_0900_bbbbbbbb";
  world.write(`sessions/${stem}.md`, "**Asked**\n- Paint the pier green\n");
  const entry = { ts: "2026-11-12T10:20:00.000Z", role: "user", text: "Go" };
  world.write(`sessions/${stem}.l1.jsonl`, `${JSON.stringify(entry)}\n`);
  const { receipt, opening } = await start(world, { TZ: "UTC" });
  assertEquals(receipt, "Memory: Thu 10:20: Paint the pier green");
  assertMatch(opening, /16 hours old, of 2026-11-12 10:20 UTC\./);
});

Deno.test("the newest record is the newest by its date, not by its place", async () => {
  using world = new SealedWorld();
  const older = "\n## 2026-11-10_0800 (local 11-10_0800)\nOlder work.\n";
  world.write("memory.md", SECTION + older);
  const { receipt } = await start(world, { TZ: "UTC" });
  assertMatch(receipt ?? "", /^Memory: Thu 04:40: Customer report/);
});
