/**
 * Real processes and whatever may be given to them: payloads, FIFOs, devices,
 * folders and links in the place of files, lines of 64 MB. Every hook exits 0,
 * prints JSON or nothing, ends by itself, and writes nothing outside of the
 * store.
 *
 * MEMORY_KEEPER_FUZZ sets how many payloads and FIFOs; with it a line has a
 * gigabyte. MEMORY_KEEPER_FUZZ_SEED says where the seeds begin.
 */

import { assert, assertEquals } from "@std/assert";
import {
  type AttackedWorld,
  copyOf,
  type Fired,
  growRest,
  LIFE,
  LIVE,
  makeBase,
} from "../support/world/attacked_store.ts";
import { fireHeld, runBounded } from "../support/world/bounded_run.ts";
import { HostileValues } from "../support/world/hostile_values.ts";
import { differences, watchWorld } from "../support/world/world_watch.ts";

const WANTED = Deno.env.get("MEMORY_KEEPER_FUZZ");
const FIRST_SEED = Number(Deno.env.get("MEMORY_KEEPER_FUZZ_SEED") ?? 1);
const AT_ONCE = 2;
const POSIX_ONLY = { ignore: Deno.build.os === "windows" };

/** Run cases in twos: the machine may have no more cores. */
async function each(
  count: number,
  run: (seed: number) => Promise<void>,
): Promise<void> {
  let next = FIRST_SEED;
  const worker = async () => {
    while (next < FIRST_SEED + count) await run(next++);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

const PAYLOADS = Number(WANTED ?? 16);

Deno.test(`hooks given ${PAYLOADS} payloads of any shape`, async () => {
  using base = await makeBase();
  await each(PAYLOADS, async (seed) => {
    using world = copyOf(base);
    const hostile = new HostileValues(seed);
    const fired = hostile.pick(LIFE);
    const good = JSON.parse(world.payloadOf(fired));
    const text = new TextEncoder().encode(
      JSON.stringify(hostile.change(hostile.change(good))),
    );
    const before = watchWorld(world.dir, world.store);
    const stdin = hostile.chance(0.3) ? hostile.bytes(text) : text;
    await fireHeld(world, fired, { stdin }, `seed ${seed}`);
    const after = watchWorld(world.dir, world.store);
    assertEquals(differences(before, after), [], `seed ${seed}`);
  });
  console.log(`${PAYLOADS} payloads, seeds from ${FIRST_SEED}`);
});

/** What cannot be read to its end, or at all. */
const ODD_KINDS: Record<string, (path: string, world: AttackedWorld) => void> =
  {
    "a FIFO": (path) => {
      new Deno.Command("mkfifo", { args: [path] }).outputSync();
    },
    "a link to a FIFO": (path, { outside }) => {
      const fifo = `${outside}/fifo`;
      new Deno.Command("mkfifo", { args: [fifo] }).outputSync();
      Deno.symlinkSync(fifo, path);
    },
    "a link to /dev/zero": (path) => Deno.symlinkSync("/dev/zero", path),
    "a folder": (path) => Deno.mkdirSync(path),
    "a link out": (path, { outside }) =>
      Deno.symlinkSync(`${outside}/secret.json`, path),
    "a link to a folder": (path, { outside }) =>
      Deno.symlinkSync(outside, path),
  };

/** Every place a hook looks at, below the project. */
function places(world: AttackedWorld): string[] {
  const inStore = world.files().map((name) => `.claude/memory/${name}`);
  const folders = [
    "state",
    "sessions",
    "delta",
    "logs",
    ".cache",
    ".cache/count",
  ]
    .map((name) => `.claude/memory/${name}`);
  return [
    ...inStore,
    ...folders,
    ...["-wal", "-shm", "-journal"].map((end) =>
      `.claude/memory/.cache/search.db${end}`
    ),
    ".claude/memory/rules.md",
    ".claude/settings.json",
    ".git/HEAD",
    ".git",
    "CLAUDE.md",
    ".claude/CLAUDE.md",
    `../home/.claude/settings.json`,
    `../home/.claude/memory-keeper/config.json`,
    `../home/.claude/projects/-project/memory/MEMORY.md`,
  ];
}

const ODDITIES = Number(WANTED ?? 16);

Deno.test({
  name: `hooks where ${ODDITIES} files are something else`,
  ...POSIX_ONLY,
  async fn() {
    using base = await makeBase();
    await each(ODDITIES, async (seed) => {
      using world = copyOf(base);
      const hostile = new HostileValues(seed);
      const place = hostile.pick(places(world));
      const [kind, put] = hostile.pick(Object.entries(ODD_KINDS));
      const about = `seed ${seed}: ${kind} as ${place}`;
      const path = `${world.project}/${place}`;
      removeAll(path);
      Deno.mkdirSync(path.slice(0, path.lastIndexOf("/")), { recursive: true });
      put(path, world);
      growRest(world);
      const before = watchWorld(world.dir, world.store);
      // Others of this life may be what opens it.
      const some = WANTED ? LIFE : [hostile.pick(LIFE), hostile.pick(LIFE)];
      for (const fired of some) await fireHeld(world, fired, {}, about);
      const after = watchWorld(world.dir, world.store);
      assertEquals(differences(before, after), [], about);
    });
    console.log(`${ODDITIES} oddities, seeds from ${FIRST_SEED}`);
  },
});

function removeAll(path: string): void {
  try {
    Deno.removeSync(path, { recursive: true });
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
}

const fired = (words: string) =>
  LIFE.find((one) => one.words === words) as Fired;

Deno.test({
  name: "hooks and an invalid transcript",
  ...POSIX_ONLY,
  async fn(t) {
    using base = await makeBase();
    const kinds: Record<string, (path: string) => void> = {
      "a FIFO": (path) => {
        new Deno.Command("mkfifo", { args: [path] }).outputSync();
      },
      "a folder": (path) => Deno.mkdirSync(path),
      "/dev/zero": (path) => Deno.symlinkSync("/dev/zero", path),
      "gone": () => {},
    };
    for (const [kind, put] of Object.entries(kinds)) {
      await t.step(kind, async () => {
        using world = copyOf(base);
        const path = world.transcript(LIVE);
        Deno.removeSync(path);
        put(path);
        await fireHeld(world, fired("stop"), {}, kind);
        await fireHeld(world, fired("session-end"), {}, kind);
      });
    }
    await t.step("outside of the home", async () => {
      using world = copyOf(base);
      const path = `${world.outside}/${LIVE}.jsonl`;
      Deno.renameSync(world.transcript(LIVE), path);
      const stdin = world.payloadOf(fired("stop"))
        .replace(world.transcript(LIVE), path);
      const before = watchWorld(world.dir, world.store);
      await fireHeld(world, fired("stop"), { stdin });
      assertEquals(differences(before, watchWorld(world.dir, world.store)), []);
    });
  },
});

const LONG_LINE_BYTES = WANTED ? 1 << 30 : 64 << 20;

Deno.test(`hook stop and one line of ${LONG_LINE_BYTES >> 20} MB`, async () => {
  using base = await makeBase();
  using world = copyOf(base);
  const path = world.transcript(LIVE);
  using file = Deno.openSync(path, { append: true });
  const write = (text: string) => {
    const bytes = new TextEncoder().encode(text);
    for (let at = 0; at < bytes.length;) {
      at += file.writeSync(bytes.subarray(at));
    }
  };
  write('{"type":"user","uuid":"long","timestamp":"2026-03-01T11:00:00Z",');
  write('"message":{"role":"user","content":"typed first ');
  const chunk = "한 줄 ".repeat(100_000);
  const size = new TextEncoder().encode(chunk).length;
  for (let at = 0; at < LONG_LINE_BYTES; at += size) write(chunk);
  write('"}}\n');
  growRest(world);
  // To take it all in may need more than one event: each is bounded.
  for (let tries = 0; tries < (WANTED ? 12 : 4); tries++) {
    await fireHeld(world, fired("stop"));
  }
  const log = world.files().filter((name) =>
    name.endsWith("_11fe0000.l1.jsonl")
  )
    .map((name) => world.read(name)).join("");
  assert(log.includes("typed first"), "the beginning of the line is kept");
  assert(log.length < 4 << 20, `L1 has ${log.length} characters`);
});

Deno.test("hook post-tool-use and a payload of 64 MB", async () => {
  using base = await makeBase();
  using world = copyOf(base);
  const large = { tool_response: "x".repeat(64 << 20) };
  const event = { ...fired("post-tool-use"), fields: large };
  // Without what only the transcript tells of.
  const count = () =>
    world.read(`.cache/count/${LIVE}`).replaceAll("+", "").length;
  const before = count();
  await fireHeld(world, event);
  assertEquals(count(), before + 1);
  const deep = `{"session_id":"${LIVE}","a":${"[".repeat(1e6)}`;
  await fireHeld(world, event, { stdin: deep });
  assertEquals(count(), before + 1);
});

Deno.test("session ids that are paths or none", async () => {
  using base = await makeBase();
  using world = copyOf(base);
  const before = world.files();
  for (const id of ["../../x", "/etc/x", "..", "a/b", "a\0b", "", "store"]) {
    const stdin = world.payloadOf(fired("stop"), id);
    const { stdout } = await runBounded(world, ["hook", "stop"], 5000, {
      stdin,
    });
    assertEquals(stdout, "", id);
  }
  assertEquals(world.files(), before);
});
