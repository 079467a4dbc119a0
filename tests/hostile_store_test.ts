/**
 * A store that an attacker has written, to make the program do harm or stop
 * it: names that lead elsewhere, links in the place of files, state that no
 * program would write. Each case was a way in once.
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
} from "./support/world/attacked_store.ts";
import { differences, watchWorld } from "./support/world/world_watch.ts";

type JsonFile = Record<string, unknown>;

function edit(
  world: AttackedWorld,
  name: string,
  change: (raw: JsonFile) => JsonFile,
): void {
  const next = change(JSON.parse(world.read(name)));
  world.write(name, JSON.stringify(next));
}

/** The whole life of a session; a hook that fails is the case's business. */
async function live(world: AttackedWorld): Promise<void> {
  for (const fired of LIFE) await tryFire(world, fired);
}

async function tryFire(world: AttackedWorld, fired: Fired): Promise<void> {
  await world.fire(fired).catch(() => undefined);
}

const fired = (words: string, agent?: string) =>
  LIFE.find((one) =>
    one.words.startsWith(words) &&
    (agent === undefined || one.fields?.["agent_id"] === agent)
  ) as Fired;

/** The log of the session at work, whatever it is called now. */
function liveLog(world: AttackedWorld): string {
  return world.files().filter((name) => name.endsWith("_11fe0000.l1.jsonl"))
    .map((name) => world.read(name)).join("");
}

const STATE = `state/${LIVE}.json`;

/** Attack, live on, and look whether anything outside of the store changed. */
async function assertContained(
  base: AttackedWorld,
  attack: (world: AttackedWorld) => void,
  look: (world: AttackedWorld) => void = () => {},
): Promise<void> {
  using world = copyOf(base);
  Deno.writeTextFileSync(`${world.project}/main.ts`, "// the user's\n");
  Deno.writeTextFileSync(`${world.project}/NOTES.md`, "the user's\n");
  attack(world);
  growRest(world);
  const before = watchWorld(world.dir, world.store);
  await live(world);
  const after = watchWorld(world.dir, world.store);
  assertEquals(differences(before, after), []);
  look(world);
}

/** What the log of the live session is without any attack. */
async function undisturbed(base: AttackedWorld): Promise<string> {
  using world = copyOf(base);
  growRest(world);
  await live(world);
  return liveLog(world);
}

Deno.test("state that names files elsewhere is not followed", async (t) => {
  using base = await makeBase();
  const expected = await undisturbed(base);
  const [delta = {}] = JSON.parse(base.read(STATE)).deltas as JsonFile[];
  const cases: Record<string, JsonFile> = {
    "a stem": { stem: "../../../main" },
    "a delta's file": { deltas: [{ ...delta, file: "../../../main.ts" }] },
    "a delta's id": { deltas: [{ ...delta, id: "../../../main", file: null }] },
    "a negative offset": { offset: -1 },
    "half a byte": { l1Bytes: 0.5 },
    "more than there can be": { offset: 1e300, cutBytes: -1e300 },
  };
  for (const [name, fields] of Object.entries(cases)) {
    await t.step(name, () =>
      assertContained(
        base,
        (world) => edit(world, STATE, (raw) => ({ ...raw, ...fields })),
        (world) => {
          assertEquals(liveLog(world), expected);
          assert(world.files().some((file) => file.includes(".damaged-")));
        },
      ));
  }
});

Deno.test("an index that names other files as archives", async (t) => {
  using base = await makeBase();
  for (
    const file of ["facts.json", "../../NOTES.md", "../../main.ts", ".", ""]
  ) {
    await t.step(file, () =>
      assertContained(base, (world) => {
        const entry = { file, rotatedAt: "2020-01-01T00:00:00Z" };
        edit(world, "memory-index.json", (raw) => ({
          ...raw,
          rotatedFiles: [{ ...entry, agent: { id: "a2", at: world.clock } }],
        }));
      }, (world) => {
        const { permanent } = JSON.parse(world.read("facts.json"));
        assertEquals(permanent.rules[0].content, "Never round twice");
        const { rotatedFiles } = JSON.parse(world.read("memory-index.json"));
        assertEquals(rotatedFiles[0].file, file, "what it says is kept");
      }));
  }
});

Deno.test("memory-keeper clear old removes no file the index makes up", async () => {
  using base = await makeBase();
  using world = copyOf(base);
  Deno.writeTextFileSync(`${world.project}/main.ts`, "// the user's\n");
  const old = { rotatedAt: "2020-01-01T00:00:00Z", summaryGenerated: true };
  edit(world, "memory-index.json", (raw) => ({
    ...raw,
    rotatedFiles: [
      { ...old, file: "memory_20200101_/../../../main.ts" },
      {
        ...old,
        file: "memory_20200101_000000.md",
        summary: "../../main.ts",
      },
    ],
  }));
  const { code } = await world.run(["clear", "old", "--yes"]);
  assert(code <= 1, `exit ${code}`);
  assertEquals(
    Deno.readTextFileSync(`${world.project}/main.ts`),
    "// the user's\n",
  );
});

Deno.test({
  name: "whatever is in the place of the program's own files is moved aside",
  ignore: Deno.build.os === "windows",
  async fn(t) {
    using base = await makeBase();
    const expected = await undisturbed(base);
    const log = base.files().find((name) =>
      name.endsWith("_11fe0000.l1.jsonl")
    ) ?? "";
    const kinds: Record<string, (path: string, world: AttackedWorld) => void> =
      {
        "a folder": (path) => Deno.mkdirSync(path),
        "a link out": (path, { outside }) =>
          Deno.symlinkSync(`${outside}/secret.json`, path),
        "a link to nothing": (path, { outside }) =>
          Deno.symlinkSync(`${outside}/new`, path),
        "a link to itself": (path) => Deno.symlinkSync(path, path),
      };
    for (const name of [STATE, "memory-index.json", log, ".gitignore"]) {
      for (const [kind, put] of Object.entries(kinds)) {
        // Its first line would be read; nothing is written through it.
        if (name === ".gitignore" && kind === "a link out") continue;
        if (name === ".gitignore" && kind === "a folder") continue;
        await t.step(`${kind} instead of ${name}`, () =>
          assertContained(base, (world) => {
            const path = `${world.store}/${name}`;
            Deno.removeSync(path);
            put(path, world);
          }, (world) =>
            assertEquals(liveLog(world), expected)));
      }
    }
  },
});

Deno.test({
  name: "SQLite follows no link next to its file",
  ignore: Deno.build.os === "windows",
  async fn(t) {
    using base = await makeBase();
    for (const end of ["-wal", "-shm", "-journal"]) {
      await t.step(end, () =>
        assertContained(base, (world) => {
          const path = `${world.store}/.cache/search.db${end}`;
          Deno.removeSync(`${world.store}/.cache/search.db`);
          Deno.symlinkSync(`${world.outside}/secret.md`, path);
        }, (world) => {
          assert(world.files().includes(".cache/search.db"));
          const path = `${world.store}/.cache/search.db${end}`;
          assert(!isLink(path), "the link is gone");
        }));
    }
  },
});

function isLink(path: string): boolean {
  try {
    return Deno.lstatSync(path).isSymlink;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}

Deno.test("a search index damaged inside is rebuilt at the end of a turn", async () => {
  using base = await makeBase();
  using world = copyOf(base);
  const path = `${world.store}/.cache/search.db`;
  const bytes = Deno.readFileSync(path);
  // The header stays: it can be opened, and breaks when it is read.
  bytes.fill(0xa5, 4096);
  Deno.writeFileSync(path, bytes);
  growRest(world);
  const prompt = await world.fire(fired("user-prompt-submit"));
  assertEquals(prompt.failures, []);
  assertEquals((await world.fire(fired("stop"))).failures, []);
  assertEquals((await world.fire(fired("session-end"))).failures, []);
  const { stdout } = await world.run(["search", "buoys", "--json"]);
  assert(JSON.parse(stdout).total > 0);
});

Deno.test("a packed log that is not gzip is set aside and rebuilt", async () => {
  using base = await makeBase();
  const expected = await undisturbed(base);
  using world = copyOf(base);
  const { stem } = JSON.parse(world.read(STATE));
  Deno.removeSync(`${world.store}/sessions/${stem}.l1.jsonl`);
  world.write(`sessions/${stem}.l1.jsonl.gz`, "not gzip");
  growRest(world);
  await live(world);
  assertEquals(liveLog(world), expected);
});

Deno.test("a subagent's notes that are no file cost its type, not the session", async () => {
  using base = await makeBase();
  using world = copyOf(base);
  const agents = `${world.transcripts}/${LIVE}/subagents`;
  Deno.mkdirSync(`${agents}/agent-x1.meta.json`, { recursive: true });
  const line = {
    type: "assistant",
    uuid: "u-x1",
    timestamp: "2026-03-01T10:00:00Z",
    message: { content: [{ type: "text", text: "Said by x1." }] },
  };
  Deno.writeTextFileSync(
    `${agents}/agent-x1.jsonl`,
    `${JSON.stringify(line)}\n`,
  );
  growRest(world);
  await world.fire(fired("session-end"));
  assert(liveLog(world).includes("Said by x1."));
});
