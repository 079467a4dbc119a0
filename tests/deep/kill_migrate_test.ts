/**
 * A migration that is killed at any point, or runs out of disk, loses nothing,
 * and the next one ends as if nothing had happened.
 *
 * MEMORY_KEEPER_KILLS sets how many points are tried of each (0: all).
 */

import { assert, assertEquals } from "@std/assert";
import { parseMemory } from "../../src/memory/memory_text.ts";
import { setFaultHandler } from "../../src/store/fault_point.ts";
import { runCommand } from "../../src/cli/run.ts";
import { CrashWorld, type Deed } from "../support/crash/crash_world.ts";
import {
  homeStore,
  layerStore,
  localNames,
  NOW,
  olderTraces,
  renderTree,
  rotationStore,
  THEN,
} from "../support/world/older_stores.ts";
import { walk } from "../support/world/read_store.ts";
import { payload } from "../support/world/sealed_world.ts";

const KILLS = Number(Deno.env.get("MEMORY_KEEPER_KILLS") ?? 16);

/** Everything at once: all eras, traces, and an oversized memory. */
function prepare(world: CrashWorld): void {
  layerStore(world);
  rotationStore(world, { more: 20 });
  localNames(world);
  homeStore(world);
  olderTraces(world);
  world.write(
    "config.json",
    JSON.stringify({
      memoryRotation: { thresholdTokens: 1200, carryoverTokens: 300 },
    }),
  );
}

/** Lines that people wrote, wherever they are now. */
function wordsIn(world: CrashWorld): Set<string> {
  const lines = walk(world.project)
    .filter((path) => /\.(?:md|txt|jsonl)$/.test(path))
    .flatMap((path) =>
      Deno.readTextFileSync(`${world.project}/${path}`).split("\n")
    );
  return new Set(
    lines.map((line) => line.trim()).filter((line) => line !== ""),
  );
}

/** What a killed process leaves half-written is swept later, or is harmless. */
const isWhole = (path: string) => !path.endsWith(".tmp");
const isOfStore = (path: string) =>
  !path.startsWith("backups/") && isWhole(path);

/** What is there in the end, a text a file. */
const stateOf = (world: CrashWorld) =>
  [
    renderTree(world, world.store, isOfStore),
    renderTree(world, world.project, (path) => path === "CLAUDE.md"),
    renderTree(world, `${world.home}/.claude/projects`, isWhole),
  ].join("").split(/^(?==== )/m);

const DEEDS: Record<string, Deed> = {
  "migrate legacy": { args: ["migrate", "legacy", "--yes"], env: THEN },
  "migrate timezone": {
    args: ["migrate", "timezone", "--offset", "+09:00", "--apply"],
    env: THEN,
  },
};

/** Points to die at: all of them, or some that are spread evenly. */
function* pointsOf(count: number, share = 1): Generator<number> {
  const step = KILLS === 0 ? 1 : Math.max(1, count * share / KILLS);
  for (let at = 1; at <= count; at += step) yield Math.floor(at);
}

/** How many points there are, found by dying ever later. */
async function countPoints(
  world: CrashWorld,
  deed: Deed,
  begin: () => void,
): Promise<number> {
  let [low, high] = [1, 128];
  const dies = async (at: number) => {
    begin();
    return (await world.do(deed, { at, share: 0.5 })).died;
  };
  while (await dies(high)) [low, high] = [high, high * 2];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (await dies(middle)) low = middle;
    else high = middle;
  }
  return low;
}

for (const [name, deed] of Object.entries(DEEDS)) {
  Deno.test(`memory-keeper ${name} killed anywhere is ended by the next`, async () => {
    using world = new CrashWorld();
    prepare(world);
    const begin = world.keep();
    const before = wordsIn(world);
    assertEquals((await world.do(deed)).code, 0);
    const whole = stateOf(world);
    const points = await countPoints(world, deed, begin);
    assert(points > 30, `only ${points} points`);
    let killed = 0;
    for (const at of pointsOf(points)) {
      begin();
      const { died } = await world.do(deed, { at, share: 0.5 });
      assert(died, `lives at ${at}`);
      const left = wordsIn(world);
      const lost = [...before].filter((line) =>
        !left.has(line) && !isShifted(name, line)
      );
      assertEquals(lost, [], `lost at ${at}`);
      await world.do(deed);
      assertEquals(stateOf(world), whole, `killed at ${at} of ${points}`);
      killed++;
    }
    console.log(`${name}: killed at ${killed} of ${points} points`);
  });
}

/** A header that says the same in other words now. */
const isShifted = (name: string, line: string) =>
  name === "migrate timezone" && line.startsWith("## ");

Deno.test("a session that starts in the middle of a migration disturbs nothing", async () => {
  using world = new CrashWorld();
  prepare(world);
  const begin = world.keep();
  const deed = DEEDS["migrate legacy"] as Deed;
  const session = "0b5f0c52-0000-4000-8000-000000000001";
  const start: Deed = {
    args: ["hook", "session-start"],
    stdin: JSON.stringify(payload("SessionStart", session)),
    env: THEN,
  };
  // A rotation that comes in between carries its newest sections over.
  const sections = () =>
    new Set(
      walk(world.store).filter((path) => /^memory(_\d+_\d+)?\.md$/.test(path))
        .flatMap((path) => parseMemory(world.read(path)).sections)
        .map(({ raw }) => raw),
    );
  assertEquals((await world.do(deed)).code, 0);
  const whole = sections();
  const points = await countPoints(world, deed, begin);
  for (const at of pointsOf(points, 3)) {
    begin();
    await world.do(deed, { at, share: 1 });
    await world.do(start);
    await world.do({ args: ["save", "Words in between"], env: THEN });
    await world.do(deed);
    const now = sections();
    const added = [...now].filter((raw) => raw.includes("Words in between"));
    assertEquals(added.length, 1, `at ${at}`);
    for (const raw of added) now.delete(raw);
    assertEquals(now, whole, `at ${at}`);
    const left = await world.do({
      args: ["migrate", "legacy", "--dry-run"],
      env: THEN,
    });
    assertEquals(left.code, 1, `at ${at}: ${left.stdout}`);
  }
});

Deno.test("memory-keeper migrate legacy on a full disk goes on when there is room", async () => {
  using world = new CrashWorld();
  prepare(world);
  const begin = world.keep();
  const run = (args: readonly string[]) =>
    runCommand([...args, "--project-dir", world.project, "--json"], {
      env: (name) => name === "HOME" ? world.home : undefined,
      now: () => new Date(NOW),
      localOffsetMinutes: () => 0,
      cwd: () => world.project,
    });
  const write = Deno.stdout.writeSync;
  const errors: string[] = [];
  Deno.stdout.writeSync = (bytes) => bytes.length;
  const writeError = Deno.stderr.writeSync;
  Deno.stderr.writeSync = (bytes) => {
    errors.push(new TextDecoder().decode(bytes));
    return bytes.length;
  };
  try {
    const args = DEEDS["migrate legacy"]?.args ?? [];
    assertEquals(await run(args), 0);
    const whole = stateOf(world);
    for (let room = 0; room < 60; room += KILLS === 0 ? 1 : 6) {
      begin();
      let left = room;
      setFaultHandler((point) => {
        if (point !== "write" || left-- > 0) return;
        throw new Error("No space left on device (os error 28)");
      });
      const code = await run(args);
      setFaultHandler(undefined);
      if (code !== 0) {
        assertEquals(code, 3);
        const said = errors.at(-1) ?? "";
        assert(/no space left/i.test(said), said);
      }
      await run(args);
      assertEquals(stateOf(world), whole, `with room for ${room} writes`);
    }
  } finally {
    setFaultHandler(undefined);
    Deno.stdout.writeSync = write;
    Deno.stderr.writeSync = writeError;
  }
});
