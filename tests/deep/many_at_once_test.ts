/**
 * A project in which much happens at once, as real processes: sessions at work
 * side by side with searches and upkeep between them, and processes that hold a
 * lock and do not go on. Nothing is lost, no process waits forever.
 */

import { assert, assertEquals, assertMatch } from "@std/assert";
import { CrowdSession, faultsIn } from "../support/world/crowd_session.ts";
import { finish, startHolder } from "../support/world/lock_worker.ts";
import { findBreaches, statesOf } from "../support/oracle/memory_invariants.ts";
import {
  EXECUTABLE,
  payload,
  ProcessWorld,
  spawnProgram,
} from "../support/world/sealed_world.ts";
import { seededRandom } from "../support/world/seeded_random.ts";
import { checkStore } from "../support/oracle/store_invariants.ts";

const SESSIONS = 8;
/** From source a process costs several times as much. */
const TURNS = Number(Deno.env.get("MEMORY_KEEPER_CROWD_TURNS")) ||
  (EXECUTABLE ? 3 : 1);
const POSIX_ONLY = { ignore: Deno.build.os === "windows" };

const CONFIG = JSON.stringify({
  saveInterval: 3,
  askMinChars: 400,
  memoryRotation: { thresholdTokens: 1500, carryoverTokens: 200 },
});

function crowdIn(world: ProcessWorld, count: number): CrowdSession[] {
  world.write("config.json", CONFIG);
  Deno.mkdirSync(`${world.project}/.git`);
  return Array.from({ length: count }, (_, i) =>
    new CrowdSession(world, {
      seed: 300 + i,
      sessionId: `${i}c0ffee${i}-0000-4000-8000-00000000000${i}`,
    }));
}

/** Two hours later a session starts until nothing is left to ingest. */
async function settle(world: ProcessWorld, crowd: readonly CrowdSession[]) {
  const later = new CrowdSession(world, {
    seed: 1,
    sessionId: "1a7e1a7e-0000-4000-8000-000000000001",
  });
  const now = new Date(Date.now() + 2 * 60 * 60_000).toISOString();
  for (let tries = 0; tries < 20; tries++) {
    await later.fire("session-start", "SessionStart", { source: "startup" }, {
      MEMORY_KEEPER_NOW: now,
    });
    const states = statesOf(world.store);
    const isOver = ({ transcript: { id } }: CrowdSession) =>
      states.get(id)?.ended !== undefined;
    if (crowd.every(isOver)) return;
  }
}

/** Everything that was said is there, once; nothing failed on the way. */
async function assertWhole(
  world: ProcessWorld,
  crowd: readonly CrowdSession[],
): Promise<void> {
  await settle(world, crowd);
  assertEquals(
    await checkStore(world.store, {
      transcripts: crowd.map(({ transcript }) => transcript.path),
      committed: crowd.flatMap(({ answered }) => answered),
    }),
    [],
  );
  assertEquals(findBreaches(world.store), []);
  assertEquals(faultsIn(world.read("logs/keeper.log")), []);
  for (const { transcript, tools } of crowd) {
    if (tools === 0) continue;
    const count = world.read(`.cache/count/${transcript.id}`).length;
    assertEquals(count, tools, transcript.id);
  }
}

Deno.test(`${SESSIONS} sessions at work at once, with searches and upkeep between`, async () => {
  using world = new ProcessWorld();
  const crowd = crowdIn(world, SESSIONS);
  let working = true;
  const upkeep = async () => {
    const commands = [["search", "tide"], ["compress"], [
      "search",
      "late",
      "--deep",
    ]];
    for (let i = 0; working; i++) {
      const { code, stderr } = await world.run(commands[i % 3] ?? []);
      assert(code === 0 || code === 1, stderr);
    }
  };
  const sessions = crowd.map(async (session) => {
    await session.start();
    await session.work(TURNS);
    await session.end();
  });
  await Promise.all([
    upkeep(),
    Promise.all(sessions).finally(() => working = false),
  ]);
  await assertWhole(world, crowd);
  const archives = world.files().filter((name) => /^memory_\d/.test(name));
  assert(archives.length > 0, "Nothing was rotated");
});

for (
  const [whose, session] of [["the store's", 0], ["a session's", 1]] as const
) {
  Deno.test({
    name:
      `a stopped process holds ${whose} lock: hooks give up in time, and nothing is lost`,
    ...POSIX_ONLY,
    fn: async () => {
      using world = new ProcessWorld();
      const crowd = crowdIn(world, 2);
      const [held, other] = crowd as [CrowdSession, CrowdSession];
      for (const one of crowd) await one.start();
      const holder = await startHolder({
        boundary: world.project,
        store: world.store,
        who: "test",
        ...(session ? { session: held.transcript.id } : {}),
      });
      holder.kill("SIGSTOP");
      const events = crowd.map(async (one) => {
        for (const { prompt, steps } of one.transcript.turns(1)) {
          await one.fire("user-prompt-submit", "UserPromptSubmit", { prompt });
          one.transcript.append(steps.flatMap(({ lines }) => lines));
        }
        await Promise.all([one.tool(), one.tool(), one.tool(), one.stop()]);
        await one.end();
      });
      await Promise.all(events);
      if (session) {
        // No session waits for another one's lock.
        assert(statesOf(world.store).get(other.transcript.id)?.ended);
      }
      // On a busy machine the deadline of an event comes before the lock's.
      assertMatch(world.read("logs/keeper.log"), /LockTimeoutError| late$/m);
      holder.kill("SIGKILL");
      await finish(holder);
      await assertWhole(world, crowd);
    },
  });
}

Deno.test({
  name: "events that are stopped anywhere and go on or die later lose nothing",
  ...POSIX_ONLY,
  fn: async () => {
    using world = new ProcessWorld();
    const crowd = crowdIn(world, 3);
    const random = seededRandom(7);
    await Promise.all(crowd.map((one) => one.start()));
    for (const one of crowd) {
      for (const { prompt, steps } of one.transcript.turns(2)) {
        await one.fire("user-prompt-submit", "UserPromptSubmit", { prompt });
        one.transcript.append(steps.flatMap(({ lines }) => lines));
        const stopped = spawnStop(world, one);
        await pause(20 + random() * 150);
        const isStopped = signal(stopped, "SIGSTOP");
        await Promise.all(
          crowd.filter((two) => two !== one).map((two) => two.stop()),
        );
        if (isStopped) {
          signal(stopped, random() < 0.5 ? "SIGCONT" : "SIGKILL");
        }
        await stopped.output();
      }
    }
    for (const one of crowd) await one.end();
    await assertWhole(world, crowd);
  },
});

/** `hook stop` with its payload, not waited for. */
function spawnStop(world: ProcessWorld, { transcript }: CrowdSession) {
  const child = spawnProgram(["hook", "stop"], {
    env: world.env({ CLAUDE_PROJECT_DIR: world.project }),
    cwd: world.project,
  });
  const input = payload("Stop", transcript.id, {
    transcript_path: transcript.path,
  });
  const writer = child.stdin.getWriter();
  // It may be killed before it has read.
  writer.write(new TextEncoder().encode(JSON.stringify(input)))
    .then(() => writer.close()).catch(() => {});
  return child;
}

/** False if it had ended already. */
function signal(child: Deno.ChildProcess, name: Deno.Signal): boolean {
  try {
    child.kill(name);
    return true;
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}

const pause = (ms: number) => new Promise((go) => setTimeout(go, ms));
