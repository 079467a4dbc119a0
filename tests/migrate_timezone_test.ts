/** `migrate timezone` from outside. */

import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { assertGolden } from "./support/world/golden.ts";
import {
  localNames,
  renderTree,
  rotationStore,
  THEN,
} from "./support/world/older_stores.ts";
import { SealedWorld } from "./support/world/sealed_world.ts";

const run = (world: SealedWorld, ...args: string[]) =>
  world.run(["migrate", "timezone", ...args], { env: THEN });

Deno.test("memory-keeper migrate timezone, before and after", async () => {
  using world = new SealedWorld();
  rotationStore(world);
  localNames(world);
  world.write(
    "memory.md",
    `${world.read("memory.md")}## %Y-%m-%d_%H%M\nlost\n`,
  );
  const before = renderTree(world);
  const flags = ["--offset", "+09:00", "--before", "2026-02-10"];
  const plan = await run(world, ...flags);
  assertEquals(plan.code, 0);
  assertEquals(plan.stderr, "Nothing was changed; add --apply to do it\n");
  assertGolden("migrate/timezone_plan", plan.stdout);
  assertEquals(renderTree(world), before, "a dry run changes nothing");
  const done = await run(world, ...flags, "--apply");
  assertEquals([done.code, done.stderr], [0, ""]);
  assertGolden(
    "migrate/timezone_after",
    renderTree(world, world.store, (path) => !path.startsWith("delta_temp")),
  );
  const after = renderTree(world);
  const again = await run(world, ...flags, "--apply");
  assertEquals(again.code, 1);
  assertStringIncludes(again.stdout, "Nothing here is in local time");
  assertEquals(renderTree(world), after, "again changes nothing");
});

Deno.test("memory-keeper migrate timezone renames an archive whose time is only in its name", async (t) => {
  const put = (world: SealedWorld, header: string) => {
    world.write("memory.md", "# Project Memory: lighthouse\n");
    world.write("memory_20260101_003000.md", `## ${header}\nNew year.\n`);
    world.write(
      "memory_20260101_003000.summary.json",
      '{"sourceFile":"memory_20260101_003000.md","overallSummary":"New year"}',
    );
  };
  await t.step("with its summary and its place in the index", async () => {
    using world = new SealedWorld();
    put(world, "2026-01-01_0030");
    await world.run(["save", "a section of our own"], { env: THEN });
    const { code, stdout } = await run(world, "--offset", "+09:00", "--apply");
    assertEquals(code, 0);
    assertStringIncludes(stdout, "2 files were renamed");
    assertStringIncludes(
      world.read("memory_20251231_153000.md"),
      "## 2025-12-31_1530 (local 01-01_0030)",
    );
    const summary = world.read("memory_20251231_153000.summary.json");
    assertStringIncludes(summary, "memory_20251231_153000.md");
    const { rotatedFiles } = JSON.parse(world.read("memory-index.json"));
    assertEquals(
      rotatedFiles.map(({ file, rotatedAt, summary }: never) => [
        file,
        rotatedAt,
        summary,
      ]),
      [[
        "memory_20251231_153000.md",
        "2025-12-31T15:30:00.000Z",
        "memory_20251231_153000.summary.json",
      ]],
    );
    const again = await run(world, "--offset", "+09:00", "--apply");
    assertEquals(again.code, 1);
  });
  await t.step("not one of our own that a crash left", async () => {
    using world = new SealedWorld();
    put(world, "2026-01-01_0030 (local 01-01_0930)");
    const { code } = await run(world, "--offset", "+09:00", "--apply");
    assertEquals(code, 1);
  });
});

Deno.test("memory-keeper migrate timezone in the two halves of a year", async (t) => {
  const memory = "## 2025-07-01_1200\na\n\n## 2025-12-01_1200\nb\n";
  const whole = "## 2025-07-01_1000 (local 07-01_1200)\na\n\n" +
    "## 2025-12-01_1100 (local 12-01_1200)\nb\n";
  await t.step("with a zone", async () => {
    using world = new SealedWorld();
    world.write("memory.md", memory);
    await run(world, "--zone", "Europe/Berlin", "--apply");
    assertEquals(world.read("memory.md"), whole);
  });
  await t.step("with an offset for each, the earlier first", async () => {
    using world = new SealedWorld();
    world.write("memory.md", memory);
    const before = ["--before", "2025-10-26"];
    await run(world, "--offset", "+02:00", ...before, "--apply");
    await run(world, "--offset", "+01:00", "--apply");
    assertEquals(world.read("memory.md"), whole);
  });
  await t.step("west of Greenwich", async () => {
    using world = new SealedWorld();
    world.write("memory.md", "## 2025-12-31_2000\n");
    await run(world, "--offset", "-08:00", "--apply");
    assertEquals(
      world.read("memory.md"),
      "## 2026-01-01_0400 (local 12-31_2000)\n",
    );
  });
});

Deno.test("memory-keeper migrate timezone leaves our own sessions alone", async () => {
  using world = new SealedWorld();
  const stem = "2026-01-08_2330_3f2a9c11";
  world.write("memory.md", "## 2026-01-08_2330 (local 01-09_0830)\nours\n");
  world.write(`sessions/${stem}.l1.jsonl`, "");
  world.write(`sessions/${stem}.md`, "a digest\n");
  world.write(
    "state/3f2a9c11-0000-4000-8000-000000000000.json",
    JSON.stringify({ stem, ended: "2026-01-09T00:00:00Z" }),
  );
  const before = renderTree(world);
  assertEquals((await run(world, "--offset", "+09:00", "--apply")).code, 1);
  assertEquals(renderTree(world), before);
});

Deno.test("memory-keeper migrate timezone that is misused says how", async (t) => {
  using world = new SealedWorld();
  world.write("memory.md", "## 2026-01-08_2330\n");
  const rows: [args: string[], said: string][] = [
    [[], "Say either --offset or --zone"],
    [["--offset", "+9", "--zone", "Asia/Seoul"], "Say either"],
    [["--offset", "9"], '"9" is not an offset from UTC'],
    [["--offset", "+15:00"], "is not an offset"],
    [["--offset", "-99"], '"-99" is not an offset'],
    [["--zone", "Mars/Olympus"], 'There is no time zone "Mars/Olympus"'],
    [["--offset", "+09:00", "--before", "soon"], '"soon" is not a date'],
    [["--offset", "+09:00", "--before", "2026-02-30"], "is not a date"],
  ];
  for (const [args, said] of rows) {
    await t.step(args.join(" ") || "nothing", async () => {
      const { code, stderr } = await run(world, ...args);
      assertEquals(code, 2);
      assertStringIncludes(stderr, said);
    });
  }
  await t.step("no store", async () => {
    using empty = new SealedWorld();
    const { code, stderr } = await run(empty, "--offset", "+09:00");
    assertEquals(code, 1);
    assert(stderr.includes("No memory in"), stderr);
  });
});
