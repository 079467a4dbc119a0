/** import from outside: which sessions it ingests, and what it says. */

import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { isAbsolute } from "../src/base/path_text.ts";
import { openSqlite } from "../src/search/index/sqlite.ts";
import { onePass, part } from "./support/oracle/expected_l1.ts";
import { SealedWorld } from "./support/world/sealed_world.ts";
import {
  forkTranscript,
  type GeneratedTranscript,
  generateTranscript,
  type GeneratorOptions,
  writeTranscript,
} from "./support/generator/transcript_generator.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const daysFromNow = (days: number) => ({
  MEMORY_KEEPER_NOW: new Date(Date.now() + days * DAY_MS).toISOString(),
});

class ImportWorld extends SealedWorld {
  readonly projects = `${this.home}/.claude/projects`;

  make(seed: number, more: Partial<GeneratorOptions> = {}) {
    return generateTranscript({ seed, turns: 3, cwd: this.project, ...more });
  }

  import(args = "", env: Record<string, string> = daysFromNow(1)) {
    return this.run(["import", ...args.split(" ").filter(Boolean)], { env });
  }

  state({ sessionId }: GeneratedTranscript) {
    return JSON.parse(this.read(`state/${sessionId}.json`));
  }

  l1(transcript: GeneratedTranscript): string[] {
    return this.read(`sessions/${this.state(transcript).stem}.l1.jsonl`)
      .split("\n").filter((line) => line !== "");
  }

  /** Everything that is kept, to see whether something changed. */
  kept(): [string, string][] {
    return this.files().filter((name) => /\.jsonl?$/.test(name))
      .map((name) => [name, this.read(name)]);
  }
}

Deno.test("memory-keeper import ingests this project's sessions by their folder", async () => {
  using world = new ImportWorld();
  const [a, b] = [world.make(1), world.make(2, { subagents: "folder" })];
  const below = world.make(3, { cwd: `${world.project}/src` });
  const other = world.make(4, { cwd: `${world.dir}/project-two` });
  await writeTranscript(`${world.projects}/harbour`, a);
  await writeTranscript(`${world.projects}/harbour`, b);
  await writeTranscript(`${world.projects}/harbour`, other);
  await writeTranscript(`${world.projects}/harbour-src`, below);
  const ours = [a, b, below];
  const expected = await Promise.all(ours.map(onePass));
  const outcome = await world.import();
  assertEquals([outcome.code, outcome.stderr], [0, ""]);
  assertMatch(
    outcome.stdout,
    new RegExp(
      "^Found 3 sessions \\([\\d.]+ KB\\)\\n" +
        "Ingested 3 new sessions, brought 0 up to date: " +
        `${expected.flat().length} entries\\n$`,
    ),
  );
  assertEquals(ours.map((one) => world.l1(one)), expected);
  for (const one of ours) {
    const { takenIn, summarizedTo, entries, ended } = world.state(one);
    assertEquals([takenIn, summarizedTo], [true, entries]);
    assertMatch(ended, /^\d{4}-/);
  }
  const index = JSON.parse(world.read("memory-index.json"));
  assertEquals(index.pending, []);
  const names = world.files();
  assertEquals(names.includes(`state/${other.sessionId}.json`), false);
  assertEquals(names.includes("memory.md"), false);
});

Deno.test("memory-keeper import --memory puts the newest digests into memory.md", async () => {
  using world = new ImportWorld();
  const sessions = [1, 2, 3].map((seed) => world.make(seed));
  for (const one of sessions) {
    await writeTranscript(`${world.projects}/harbour`, one);
  }
  const { code, stdout } = await world.import("--memory 2");
  assertEquals(code, 0);
  assertStringIncludes(stdout, "Put 2 digests into memory.md\n");
  const stems = sessions.map((one) => world.state(one).stem).sort();
  const named = () =>
    Array.from(
      world.read("memory.md").matchAll(/^<!-- session (\w+) · entries 0-/gm),
      ([, name]) => name,
    );
  const newest = stems.slice(-2).map((stem) => stem.slice(-8));
  assertEquals(named(), newest, "the oldest first");
  assertEquals(world.read("memory.md").match(/\(digest\)$/gm)?.length, 2);
  const again = await world.import("--memory 2");
  assertEquals([again.code, named()], [0, newest], "once is enough");
  assertEquals((await world.import("--memory 0")).code, 2);
});

Deno.test("memory-keeper import --from names sessions of another folder", async () => {
  using world = new ImportWorld();
  const other = world.make(4, { cwd: `${world.dir}/project-two` });
  await writeTranscript(`${world.dir}/backup`, other);
  const { code, stdout, stderr } = await world.import(
    `--from ${world.dir}/backup`,
  );
  assertEquals(code, 1);
  assertStringIncludes(stdout, "No session of this project");
  assertStringIncludes(
    stderr,
    "the session there was started in another folder ($WORLD/project-two)",
  );
  assertStringIncludes(stderr, "--any-cwd");
  const asked = await world.import(`--from ${world.dir}/backup --any-cwd`);
  assertEquals(asked.code, 0, asked.stderr);
  assertStringIncludes(asked.stdout, "Ingested 1 new session");
  assertEquals((await world.import("--any-cwd")).code, 2);
});

Deno.test("memory-keeper import names transcripts that are not named after a session", async () => {
  using world = new ImportWorld();
  const backup = `${world.dir}/backup`;
  await writeTranscript(backup, world.make(4));
  const [name = ""] = Array.from(Deno.readDirSync(backup), (one) => one.name)
    .filter((one) => one.endsWith(".jsonl"));
  Deno.copyFileSync(`${backup}/${name}`, `${backup}/my backup.2026.jsonl`);
  const some = await world.import(`--from ${backup}`);
  assertEquals(some.code, 0, some.stderr);
  assertStringIncludes(some.stdout, "! Left out: 1 transcript without");
  Deno.removeSync(`${backup}/${name}`);
  const none = await world.import(`--from ${backup}`);
  assertEquals(none.code, 1);
  assertStringIncludes(none.stderr, "(my backup.2026.jsonl)");
  assertStringIncludes(none.stderr, "hint: Name each <session id>.jsonl");
});

Deno.test("memory-keeper import, run again, ingests only what is new", async () => {
  using world = new ImportWorld();
  const [a, b] = [world.make(5), world.make(6)];
  const folder = `${world.projects}/harbour`;
  await writeTranscript(folder, a);
  await writeTranscript(folder, part(b, 0.5));
  await world.import();
  const before = world.kept();
  const again = await world.import("--json");
  const { takenIn, caughtUp, entries, found, failed } = JSON.parse(
    again.stdout,
  );
  assertEquals({ takenIn, caughtUp, entries, found, failed }, {
    takenIn: 0,
    caughtUp: 0,
    entries: 0,
    found: 2,
    failed: [],
  });
  assertEquals(world.kept(), before);
  await writeTranscript(folder, b);
  const third = JSON.parse((await world.import("--json")).stdout);
  assertEquals([third.takenIn, third.caughtUp], [0, 1]);
  assertEquals(third.entries > 0, true);
  assertEquals(world.state(b).summarizedTo, world.state(b).entries);
  assertEquals(world.l1(b).length, new Set(world.l1(b)).size);
});

Deno.test("memory-keeper import reads Claude Code's folder where it is set", async () => {
  using world = new ImportWorld();
  const transcript = world.make(7);
  await writeTranscript(`${world.dir}/claude/projects/x`, transcript);
  assertEquals((await world.import()).code, 1);
  const outcome = await world.import("", {
    CLAUDE_CONFIG_DIR: `${world.dir}/claude`,
  });
  assertStringIncludes(outcome.stdout, "Ingested 1 new session,");
});

Deno.test("memory-keeper import --from looks in a folder and below it", async (t) => {
  using world = new ImportWorld();
  const [a, b] = [world.make(8), world.make(9)];
  await writeTranscript(`${world.dir}/backup`, a);
  await writeTranscript(`${world.dir}/backup/old/er`, b);
  await t.step("memory-keeper import --from RELATIVE", async () => {
    const outcome = await world.import("--from ../backup");
    assertStringIncludes(outcome.stdout, "Ingested 2 new sessions");
    assertEquals(world.l1(a), await onePass(a));
    const { transcript } = world.state(b);
    assertEquals(isAbsolute(transcript), true, transcript);
    const all = await world.run(["refine-all"], {
      cwd: world.dir,
      env: {
        MEMORY_KEEPER_PROJECT_DIR: world.project,
      },
    });
    assertStringIncludes(all.stdout, "Read 2 sessions; new entries: 0");
  });
  await t.step("an older copy of a session changes nothing", async () => {
    const before = [a, b].map((one) => world.l1(one));
    await writeTranscript(`${world.dir}/older`, part(a, 0.4));
    await world.import("--from ../older");
    await world.import("--from ../backup");
    assertEquals([a, b].map((one) => world.l1(one)), before);
  });
});

Deno.test("memory-keeper import warns of what Claude Code will delete", async () => {
  using world = new ImportWorld();
  const folder = `${world.projects}/harbour`;
  for (const seed of [10, 11]) {
    await writeTranscript(folder, world.make(seed));
  }
  const warning = (count: number) =>
    `Claude Code deletes the transcripts of ${count} of them within seven ` +
    "days; they are kept here\n";
  const early = await world.import("", daysFromNow(20));
  assertEquals(early.stdout.includes("deletes"), false);
  const late = await world.import("", daysFromNow(25));
  assertEquals(late.stdout.endsWith(warning(2)), true, late.stdout);
  const copy = await world.import(`--from ${folder}`, daysFromNow(25));
  assertEquals(copy.stdout.includes("deletes"), false);
});

Deno.test("memory-keeper import ingests a parent before its fork", async () => {
  using world = new ImportWorld();
  const parent = world.make(12, { subagents: "none" });
  const id = "00000000-0000-4000-8000-00000000f04c";
  const fork = forkTranscript(parent, id, 3, 13);
  const folder = `${world.projects}/harbour`;
  await writeTranscript(folder, fork);
  const path = await writeTranscript(folder, parent);
  await Deno.utime(path, new Date(0), new Date(1e12));
  await world.import();
  assertEquals(world.l1(parent), await onePass(parent));
  assertEquals(world.state(fork).forkOf, parent.sessionId);
});

Deno.test("memory-keeper import says why it ingested nothing", async (t) => {
  using world = new ImportWorld();
  await t.step("memory-keeper import, no such folder", async () => {
    const outcome = await world.import(`--from ${world.dir}/nowhere`);
    assertEquals(outcome, {
      code: 3,
      stdout: "",
      stderr: 'error: The folder "$WORLD/nowhere" does not exist\n' +
        "hint: Name a folder with transcripts with --from\n",
    });
  });
  await t.step("memory-keeper import, nothing of this project", async () => {
    const transcript = world.make(14, { cwd: "/home/user/elsewhere" });
    await writeTranscript(`${world.projects}/x`, transcript);
    assertEquals(await world.import(), {
      code: 1,
      stdout: "No session of this project in $WORLD/home/.claude/projects\n",
      stderr: "",
    });
  });
  await t.step(
    "memory-keeper import, a folder in the place of a lock",
    async () => {
      const [one, other] = [world.make(15), world.make(16)];
      await writeTranscript(`${world.projects}/x`, one);
      await writeTranscript(`${world.projects}/x`, other);
      Deno.mkdirSync(`${world.store}/state/${one.sessionId}.lock`, {
        recursive: true,
      });
      const outcome = await world.import();
      assertEquals(outcome.code, 0, outcome.stdout);
      assertStringIncludes(outcome.stdout, "Ingested 2 new sessions,");
      assertEquals(world.l1(one), await onePass(one));
      assertEquals(world.l1(other), await onePass(other));
    },
  );
});

Deno.test("memory-keeper import leaves an index that recall can use", async (t) => {
  using world = new ImportWorld();
  const [a, b] = [world.make(1), world.make(2)];
  await writeTranscript(`${world.projects}/harbour`, a);
  await world.import();
  const indexed = async () => {
    const db = await openSqlite(`${world.store}/.cache/search.db`);
    try {
      return db.prepare("SELECT path FROM source").all()
        .filter(({ path }) => String(path).endsWith(".l1.jsonl")).length;
    } finally {
      db.close();
    }
  };
  assertEquals(await indexed(), 1);
  await t.step("also with a file in the place of its folder", async () => {
    await writeTranscript(`${world.projects}/harbour`, b);
    const path = `${world.store}/.cache`;
    Deno.removeSync(path, { recursive: true });
    Deno.writeTextFileSync(path, "a file in its place");
    const { code, stdout } = await world.import();
    assertEquals(code, 0);
    assertStringIncludes(stdout, "Ingested 1 new session");
    assertEquals(await indexed(), 2);
  });
});

Deno.test("memory-keeper import and refine-all make the digest of a session that has died since", async (t) => {
  for (const command of ["import", "refine-all"]) {
    await t.step(command, async () => {
      using world = new ImportWorld();
      const one = world.make(5);
      await writeTranscript(`${world.projects}/harbour`, one);
      // At work, as far as anybody can tell.
      await world.import("", {});
      const digest = () => `sessions/${world.state(one).stem}.md`;
      assertEquals(world.state(one).ended, undefined);
      const { code } = await world.run([command], { env: daysFromNow(2) });
      assertEquals(code, 0);
      assertMatch(world.state(one).ended, /^\d{4}-/);
      const text = world.read(digest());
      assertMatch(text, /^\*\*Asked\*\*/m);
      // Once: the next time there is nothing to do.
      world.write(digest(), "By hand.\n");
      await world.run([command], { env: daysFromNow(3) });
      assertEquals(world.read(digest()), "By hand.\n");
    });
  }
});

Deno.test("memory-keeper import --memory dates a digest by its work", async () => {
  using world = new ImportWorld();
  const startedAt = "2026-02-14T09:30:00.000Z";
  await writeTranscript(
    `${world.projects}/harbour`,
    world.make(6, { startedAt }),
  );
  const { stdout } = await world.import("--memory 3");
  assertStringIncludes(stdout, "Put 1 digest into memory.md");
  assertMatch(world.read("memory.md"), /^## 2026-02-14_09/m);
  const again = await world.import("--memory 3");
  assertStringIncludes(again.stdout, "No session has a digest that memory.md");
});

Deno.test("memory-keeper import before Claude Code has any transcript", async () => {
  using world = new SealedWorld();
  assertEquals(await world.run(["import"]), {
    code: 1,
    stdout: "No session of this project in $WORLD/home/.claude/projects\n",
    stderr: "",
  });
});
