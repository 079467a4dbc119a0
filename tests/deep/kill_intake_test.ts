/**
 * Taking in sessions that no event told of, killed at any point: the next start
 * has all of them, each entry once, the fork's apart from its parent's.
 *
 * MEMORY_KEEPER_KILLS sets how many points are tried (0: all).
 */

import { assert, assertEquals } from "@std/assert";
import { CrashWorld, hookDeed } from "../support/crash/crash_world.ts";
import { statesOf } from "../support/oracle/memory_invariants.ts";
import { checkStore } from "../support/oracle/store_invariants.ts";
import {
  forkTranscript,
  generateTranscript,
  writeTranscript,
} from "../support/generator/transcript_generator.ts";

const KILLS = Number(Deno.env.get("MEMORY_KEEPER_KILLS") ?? 6);
const HOUR_MS = 60 * 60_000;

/** A session and its fork, both silent for hours; gives their paths. */
async function plant(world: CrashWorld): Promise<string[]> {
  const dir = `${world.home}/.claude/projects/-project`;
  const parent = generateTranscript({
    seed: 6,
    turns: 6,
    sessionId: "5b115b11-0000-4000-8000-000000000000",
    cwd: world.project,
    subagents: "none",
  });
  const fork = forkTranscript(
    parent,
    "f02cf02c-0000-4000-8000-000000000000",
    3,
    7,
  );
  const paths: string[] = [];
  for (const [hours, one] of [[4, parent], [3, fork]] as const) {
    const path = await writeTranscript(dir, one);
    const at = new Date(Date.now() - hours * HOUR_MS);
    Deno.utimeSync(path, at, at);
    paths.push(path);
  }
  return paths;
}

const start = (world: CrashWorld, id: string) =>
  hookDeed("session-start", "SessionStart", id, {
    transcript_path: `${world.home}/.claude/projects/-project/${id}.jsonl`,
  }, { MEMORY_KEEPER_PATIENCE: "30" });

Deno.test("an intake killed at any point is made good by the next start", async () => {
  using world = new CrashWorld();
  const transcripts = await plant(world);
  const begin = world.keep();
  const { points } = await world.do(start(world, "first"));
  const digests = () =>
    world.files().filter((name) => /^sessions\/.*\.md$/.test(name)).length;
  assertEquals(digests(), 2);
  assert(points > 20, `only ${points} points`);
  const step = KILLS === 0 ? 1 : Math.max(1, points / KILLS);
  for (let at = 1; at <= points; at += step) {
    begin();
    const death = { at: Math.floor(at), share: 0.5 };
    const { died } = await world.do(start(world, "first"), death);
    assert(died);
    world.age();
    await world.do(start(world, "second"));
    const when = `killed at ${death.at} of ${points}`;
    assertEquals(await checkStore(world.store, { transcripts }), [], when);
    const states = [...statesOf(world.store).values()];
    assertEquals(
      states.map(({ takenIn, deltas }) => [takenIn, deltas.length]),
      [[true, 0], [true, 0]],
      when,
    );
    assertEquals(digests(), 2, when);
    const { pending } = JSON.parse(world.read("memory-index.json"));
    assertEquals(pending, [], when);
  }
});
