/** `migrate legacy` from outside: the plan, the outcome, what stays. */

import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { assertGolden } from "./support/world/golden.ts";
import {
  homeStore,
  layerStore,
  olderTraces,
  renderTree,
  rotationStore,
  THEN,
} from "./support/world/older_stores.ts";
import { ProcessWorld, SealedWorld } from "./support/world/sealed_world.ts";

const run = (world: SealedWorld, ...args: string[]) =>
  world.run(["migrate", "legacy", ...args], { env: THEN });

/** Where anybody may make a link. */
const LINKS = Deno.build.os !== "windows";

const ERAS = {
  rotation: rotationStore,
  layers: layerStore,
  home: homeStore,
} as const;

Deno.test("memory-keeper migrate legacy, before and after", async (t) => {
  for (const [era, make] of Object.entries(ERAS)) {
    await t.step(era, async () => {
      using world = new SealedWorld();
      make(world);
      const dir = era === "home" ? world.home : world.store;
      const before = renderTree(world, dir);
      assertGolden(`migrate/${era}_before`, before);
      const plan = await run(world, "--dry-run");
      assertEquals([plan.code, plan.stderr], [0, ""]);
      assertGolden(`migrate/${era}_plan`, plan.stdout);
      assertEquals(renderTree(world, dir), before, "a dry run changes nothing");
      const done = await run(world, "--yes");
      assertEquals([done.code, done.stderr], [0, ""]);
      const after = renderTree(world);
      assertGolden(`migrate/${era}_after`, after);
      if (era === "home") {
        const isOld = (path: string) =>
          !/\.taken\.json$|\/known-projects$|\/backup\//.test(path);
        assertEquals(renderTree(world, dir, isOld), before);
      }
      const again = await run(world, "--yes");
      assertEquals(again.code, 1);
      assertStringIncludes(again.stdout, "Nothing of an earlier tool");
      assertEquals(renderTree(world), after, "again changes nothing");
    });
  }
});

/** Each line with how often it is there. */
function tally(texts: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const text of texts) {
    for (const line of text.match(/[^\n]*\n|[^\n]+$/g) ?? []) {
      counts[line] = (counts[line] ?? 0) + 1;
    }
  }
  return counts;
}

const memoryTexts = (world: SealedWorld) =>
  world.files().filter((path) => /^memory(_\d{8}_\d{6})?\.md$/.test(path))
    .map((path) => world.read(path));

Deno.test("memory-keeper migrate legacy splits an oversized memory.md and loses no line", async () => {
  using world = new SealedWorld();
  rotationStore(world, { more: 300 });
  // An archive that a rotation made of an oversized memory.md.
  const huge = world.read("memory.md").replaceAll("2026-01-26", "2026-01-22");
  world.write("memory_20260123_080000.md", huge);
  const before = tally(memoryTexts(world));
  const plan = await run(world, "--dry-run");
  assertStringIncludes(
    plan.stdout,
    "split memory.md, memory_20260123_080000.md into archives",
  );
  const done = await run(world, "--yes");
  assertEquals(done.code, 0, done.stderr);
  assertEquals(tally(memoryTexts(world)), before);
  assert(memoryTexts(world).length > 8);
  assert(world.read("memory.md").length < 20_000);
  const index = JSON.parse(world.read("memory-index.json"));
  const named = index.rotatedFiles.map(({ file }: { file: string }) => file);
  assertEquals(
    named,
    world.files().filter((path) => /^memory_\d{8}_\d{6}\.md$/.test(path)),
  );
  assertEquals(named, named.toSorted());
  assertEquals((await run(world, "--yes")).code, 1);
});

Deno.test("memory-keeper migrate legacy removes traces, unless told not to", async (t) => {
  for (const keep of [false, true]) {
    await t.step(keep ? "--keep-traces" : "as planned", async () => {
      using world = new SealedWorld();
      rotationStore(world);
      const { claude, builtin } = olderTraces(world);
      const texts = () =>
        [claude, builtin].map((path) => Deno.readTextFileSync(path));
      const before = texts();
      const plan = await run(world, "--dry-run");
      assertStringIncludes(plan.stdout, "-- Think before you act\n");
      assertStringIncludes(plan.stdout, "-## Memory Keeper Plugin\n");
      assertEquals(texts(), before);
      const flags = keep ? ["--keep-traces"] : [];
      const { code } = await run(world, "--yes", ...flags);
      assertEquals(code, 0);
      assertEquals(
        texts(),
        keep ? before : [
          "# Our own rules\n- Two coats of paint\n",
          "# Notes\n- The harbour master is called Ines\n",
        ],
      );
      if (keep) return;
      const kept = "backups/20260301-101500-legacy/outside";
      assertEquals(
        [world.read(`${kept}/CLAUDE.md`), world.read(`${kept}/MEMORY.md`)],
        before,
      );
    });
  }
});

Deno.test("memory-keeper migrate legacy says so where rules in CLAUDE.md have no end", async () => {
  using world = new SealedWorld();
  rotationStore(world);
  const { claude } = olderTraces(world);
  const open = "## CRITICAL RULES (Core Principles Alignment)\n- mine\n";
  Deno.writeTextFileSync(claude, open);
  const { code, stdout } = await run(world, "--yes");
  assertEquals(code, 0);
  assertStringIncludes(stdout, "CLAUDE.md: the earlier tool's rules have no");
  assertEquals(Deno.readTextFileSync(claude), open);
});

Deno.test("memory-keeper migrate legacy asks first, and refuses without a terminal", async () => {
  using world = new SealedWorld();
  rotationStore(world);
  const before = renderTree(world);
  const { code, stdout, stderr } = await run(world);
  assertEquals(code, 1);
  assertStringIncludes(stdout, "What will be done:");
  assertEquals(
    stderr,
    "error: Nothing was changed\n" +
      "hint: Answer y, or add --yes in a script\n",
  );
  assertEquals(renderTree(world), before);
});

Deno.test("memory-keeper migrate legacy --drop-backup removes what is finished", async () => {
  using world = new SealedWorld();
  assertEquals((await run(world, "--drop-backup", "--yes")).code, 1);
  rotationStore(world);
  await run(world, "--yes");
  const refused = await run(world, "--drop-backup");
  assertEquals(refused.code, 1);
  const has = () => world.files().some((path) => path.startsWith("backups/2"));
  assert(has());
  const dropped = await run(world, "--drop-backup", "--yes");
  assertStringIncludes(dropped.stdout, "Removed 1 backup");
  assert(!has());
  world.write(
    "backups/20260302-000000-legacy/backup.json",
    JSON.stringify({ what: "legacy", startedAt: "2026-03-02", outside: {} }),
  );
  const begun = await run(world, "--drop-backup", "--yes");
  assertEquals(begun.code, 1);
  assert(has());
});

Deno.test("memory-keeper migrate legacy leaves what it cannot read, and says so", async () => {
  using world = new SealedWorld();
  rotationStore(world);
  homeStore(world);
  const home = `${world.home}/.claude/memory-keeper/projects/project`;
  world.write("facts.json", "{ not json");
  Deno.writeFileSync(
    `${home}/sessions/2025-12-21_1530.md`,
    Uint8Array.of(0xff, 0xfe, 0x00),
  );
  Deno.writeTextFileSync(`${home}/facts.json`, "[]");
  Deno.mkdirSync(`${home}/sessions/2025-12-23_0000.md`);
  Deno.mkdirSync(`${world.store}/sessions/folder.l1.jsonl`);
  Deno.mkdirSync(`${world.store}/counter.txt`);
  const { claude } = olderTraces(world);
  if (LINKS) {
    const link = `${world.store}/sessions/x_3f2a9c11.l1.jsonl`;
    Deno.symlinkSync("/nowhere", link);
    Deno.renameSync(claude, `${world.dir}/outside.md`);
    Deno.symlinkSync(`${world.dir}/outside.md`, claude);
  }
  const { code, stdout } = await run(world, "--yes");
  assertEquals(code, 0);
  if (LINKS) assertStringIncludes(stdout, "CLAUDE.md: it leads out of the");
  assertEquals((await run(world, "--yes")).code, 1, "and it is finished");
  for (
    const line of [
      "facts.json: not valid JSON",
      "sessions/2025-12-21_1530.md: it is not UTF-8 text",
      "projects/project/facts.json: not an object",
    ]
  ) assertStringIncludes(stdout, line);
  assertEquals(world.read("facts.json"), "{ not json");
  assertStringIncludes(
    world.read("memory_20251230_141259.md"),
    "The stairs creak",
  );
});

Deno.test("memory-keeper migrate legacy by four processes at once ends as by one", async () => {
  using alone = new ProcessWorld();
  using world = new ProcessWorld();
  for (const one of [alone, world]) {
    layerStore(one);
    rotationStore(one);
    homeStore(one);
  }
  const isMemory = (path: string) => !path.startsWith("backups/");
  await run(alone, "--yes");
  const all = await Promise.all(
    Array.from({ length: 4 }, () => run(world, "--yes")),
  );
  assert(all.some(({ code }) => code === 0));
  for (const { code, stdout, stderr } of all) {
    // Too late to find anything, or told that another is at work.
    assert(code === 0 || code === 1 || /held by process/.test(stderr), stderr);
    assert(!stdout.includes("Done: 0 steps"), stdout);
  }
  assertEquals(
    renderTree(world, world.store, isMemory),
    renderTree(alone, alone.store, isMemory),
  );
});

Deno.test("memory-keeper doctor warns of an older plugin that is still enabled", async () => {
  using world = new SealedWorld();
  const settings = `${world.home}/.claude/settings.json`;
  Deno.mkdirSync(`${world.home}/.claude`);
  const doctor = async (value: object) => {
    Deno.writeTextFileSync(settings, JSON.stringify(value));
    return (await world.run(["doctor"], { env: THEN })).stdout;
  };
  const ours = { "memory-keeper@memory-keeper": true, "other@x": true };
  assert(!(await doctor({ enabledPlugins: ours })).includes("earlier"));
  const both = await doctor({
    enabledPlugins: { ...ours, "memory-keeper@some-market": true },
  });
  assertStringIncludes(
    both,
    "! earlier tool      the older plugin memory-keeper@some-market is enabled",
  );
  assertStringIncludes(
    both,
    "claude plugin uninstall memory-keeper@some-market",
  );
  const off = { ...ours, "memory-keeper@some-market": false };
  assert(!(await doctor({ enabledPlugins: off })).includes("earlier"));
  const hooks = {
    Stop: [{
      hooks: [{ command: 'node "/x/memory-keeper/scripts/hook-runner.js"' }],
    }],
  };
  assertStringIncludes(await doctor({ hooks }), "hooks of the older plugin");
});
