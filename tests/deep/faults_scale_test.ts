/**
 * More files and longer names than anybody has. MEMORY_KEEPER_FUZZ makes a
 * hundred thousand files of ten thousand.
 */

import { assert, assertEquals } from "@std/assert";
import { compressSessions } from "../../src/memory/compress_sessions.ts";
import { openProject } from "../../src/store/project.ts";
import { openStore } from "../../src/store/store.ts";
import {
  AttackedWorld,
  copyOf,
  type Fired,
  LIFE,
  LIVE,
  makeBase,
  STORY,
} from "../support/world/attacked_store.ts";
import { fireHeld, runBounded } from "../support/world/bounded_run.ts";
import { liveLog } from "../support/world/enduring_world.ts";

const FILES = Deno.env.get("MEMORY_KEEPER_FUZZ") ? 100_000 : 10_000;

const life = (...words: string[]) =>
  words.map((word) => LIFE.find((one) => one.words === word) as Fired);

Deno.test(`hooks with ${FILES} files in sessions/`, async () => {
  using base = await makeBase();
  using world = copyOf(base);
  for (let i = 0; i < FILES; i++) {
    const day = String(1 + i % 28).padStart(2, "0");
    const short = i.toString(16).padStart(8, "0");
    const end = ["md", "l1.jsonl", "l2.json"][i % 3];
    Deno.writeTextFileSync(
      `${world.store}/sessions/2025-01-${day}_1000_${short}.${end}`,
      "{}\n",
    );
  }
  const took: string[] = [];
  for (
    const fired of life(
      "session-start",
      "user-prompt-submit",
      "post-tool-use",
      "stop",
      "session-end",
    )
  ) {
    const start = performance.now();
    await fireHeld(world, fired);
    took.push(`${fired.words} ${Math.round(performance.now() - start)} ms`);
  }
  assert(liveLog(world) !== "");
  console.log(`${FILES} files: ${took.join(", ")}`);
});

Deno.test("names of 255 bytes all the way down", async (t) => {
  const name = "나".repeat(85);
  for (const storage of ["project", "home"]) {
    await t.step(`storage "${storage}"`, async () => {
      using world = new AttackedWorld(name);
      const root = `${world.project}/${name}`;
      Deno.mkdirSync(root);
      Deno.mkdirSync(world.transcripts, { recursive: true });
      const config = `${world.home}/.claude/memory-keeper`;
      Deno.mkdirSync(config, { recursive: true });
      Deno.writeTextFileSync(
        `${config}/config.json`,
        JSON.stringify({ storage }),
      );
      world.grow(LIVE, STORY[LIVE]?.lines ?? []);
      const env = { CLAUDE_PROJECT_DIR: root };
      for (const fired of life("session-start", "stop", "session-end")) {
        await fireHeld(world, fired, { env });
      }
      const { code, stdout } = await runBounded(
        world,
        ["status", "--json", "--project-dir", root],
        10_000,
      );
      assertEquals(code, 0);
      assert(stdout.includes(name.slice(0, 60)), stdout);
      const logs = world.files(world.dir)
        .filter((one) => one.endsWith("_11fe0000.l1.jsonl"));
      assertEquals(logs.length, 1);
    });
  }
});

Deno.test("a session id of 128 characters", async () => {
  using base = await makeBase();
  using world = copyOf(base);
  const id = `${LIVE}-${"x".repeat(128 - LIVE.length - 1)}`;
  world.grow(id, STORY[LIVE]?.lines ?? []);
  for (const fired of life("stop", "session-end")) {
    await fireHeld(world, fired, { stdin: world.payloadOf(fired, id) });
  }
  assert(world.files().includes(`state/${id}.json`));
  assert(liveLog(world) !== "");
});

Deno.test("compressSessions() folds as many digests as it may, oldest first", async () => {
  using base = await makeBase();
  using world = copyOf(base);
  const digest = (i: number) =>
    `2025-01-${String(1 + i % 28).padStart(2, "0")}_1000_${i}aaaaaaa.md`;
  for (let i = 0; i < 50; i++) {
    world.write(`sessions/${digest(i)}`, `Did ${i}.\n`);
  }
  const store = openStore(await openProject(world.world, world.project));
  const claim = { who: "test", waitMs: 1000 };
  const left: [number, boolean][] = [];
  for (let i = 0; i < 3; i++) {
    const limits = { most: 30 };
    const { complete } = await compressSessions(
      store,
      world.world,
      claim,
      limits,
    );
    const names = world.files().filter((name) => /_\d+aaaaaaa\.md$/.test(name));
    left.push([names.length, complete]);
  }
  assertEquals(left, [[20, false], [0, true], [0, true]]);
  const month = world.read("sessions/archive/2025-01.md");
  for (let i = 0; i < 50; i++) assert(month.includes(`Did ${i}.`), `${i}`);
});
