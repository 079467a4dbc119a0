/** Where memory comes from, and asking for its words once more. */

import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { commitsFrom } from "../src/store/git/commits.ts";
import { gitTest } from "./support/world/git.ts";
import { RecordedDay } from "./support/world/recorded_day.ts";
import { ID, json, shortWork, SMALL } from "./support/world/short_work.ts";

const START = "2026-02-01T17:27:00Z";
const QUOTE = "The mainsail has nine long reefs";

function git(dir: string, ...args: string[]): string {
  const { success, stdout, stderr } = new Deno.Command("git", {
    args: ["-c", "user.name=A", "-c", "user.email=a@b.c", ...args],
    cwd: dir,
    env: {
      GIT_CONFIG_GLOBAL: "/dev/null",
      GIT_CONFIG_SYSTEM: "/dev/null",
      GIT_AUTHOR_DATE: dateOf(args),
      GIT_COMMITTER_DATE: dateOf(args),
    },
  }).outputSync();
  assert(success, new TextDecoder().decode(stderr));
  return new TextDecoder().decode(stdout).trim();
}

const dateOf = (args: readonly string[]) =>
  `2026-02-0${/#(\d)/.exec(args.at(-1) ?? "")?.[1] ?? 1}T18:00:00Z`;

const commit = (dir: string, subject: string) =>
  git(dir, "commit", "-q", "--allow-empty", "-m", subject);

gitTest(
  "commits are read loose, packed, as deltas and in worktrees",
  async () => {
    const dir = Deno.realPathSync(await Deno.makeTempDir());
    try {
      git(dir, "init", "-q", "-b", "main");
      // Long enough that one is kept as what differs from another.
      const body = "The same words again and again.\n".repeat(60);
      for (const n of [1, 2, 3, 4, 5]) commit(dir, `Step #${n}\n\n${body}`);
      const expected = git(dir, "log", "--format=%H %s").split("\n");
      const read = (root: string, branch?: string) => {
        const found: string[] = [];
        for (const { hash, subject } of commitsFrom(root, branch)) {
          found.push(`${hash} ${subject}`);
        }
        return found;
      };
      assertEquals(read(dir), expected);
      git(dir, "repack", "-q", "-a", "-d", "-f", "--depth=10", "--window=20");
      git(dir, "prune-packed");
      git(dir, "pack-refs", "--all");
      assertStringIncludes(
        git(dir, "verify-pack", "-sv", "--", ...packs(dir)),
        "chain length",
      );
      assertEquals(read(dir), expected);
      git(dir, "worktree", "add", "-q", "-b", "side", `${dir}/side`);
      commit(`${dir}/side`, "Aside #6");
      assertEquals(read(`${dir}/side`).length, 6);
      assertEquals(read(`${dir}/side`, "main"), expected);
      assertEquals(read(`${dir}/nowhere`), []);
    } finally {
      await Deno.remove(dir, { recursive: true });
    }
  },
);

const packs = (dir: string) =>
  Array.from(Deno.readDirSync(`${dir}/.git/objects/pack`), ({ name }) => name)
    .filter((name) => name.endsWith(".idx"))
    .map((name) => `.git/objects/pack/${name}`);

const idOf = ({ id }: { readonly id: string }) => id;

/** A section with a fact, and the commit that came after. */
async function summarised(day: RecordedDay) {
  const { project } = day.world;
  Deno.removeSync(`${project}/.git`, { recursive: true });
  git(project, "init", "-q", "-b", "main");
  commit(project, "Long before #1");
  day.at("2026-02-02T10:00:00Z");
  const session = await shortWork(day);
  await session.prompt(`${QUOTE}. See src/sail.ts`);
  await session.say("Noted.");
  commit(project, "Count the sails #3");
  commit(project, "Later still #4");
  await day.run(["delta", "cut"]);
  const { deltas } = await json(day, ["delta", "list"]);
  const fact = {
    type: "decision",
    content: "Nine reefs are enough",
    evidence: QUOTE,
    conceptName: "sails",
  };
  const answer = `Counted masts and reefs.\n\n${
    JSON.stringify({ facts: [fact] })
  }`;
  const { code } = await day.run(["delta", "commit", deltas[0].id], answer);
  assertEquals(code, 0);
}

gitTest("memory-keeper why", async (t) => {
  using day = new RecordedDay(SMALL, START);
  await summarised(day);
  await day.run(["save", "Written by hand"]);
  const lines = day.read("memory.md").split("\n");
  const line = 1 + lines.findIndex((one) => one.startsWith("Counted"));
  for (const words of ["memory.md#1", `memory.md:${line}`, "counted MASTS"]) {
    await t.step(words, async () => {
      const why = await json(day, ["why", words]);
      assertEquals([why.code, why.section?.id], [0, "memory.md#1"]);
      assertEquals(why.session, ID);
      assertEquals(why.entries.length, 8);
      assertEquals(why.commit.subject, "Count the sails #3");
      assertEquals(why.facts.map((one: { id: string }) => one.id), ["d001"]);
    });
  }
  await t.step("a fact rests on the entry it quotes", async () => {
    const why = await json(day, ["why", "d001"]);
    assertEquals(why.entries.map((one: { text: string }) => one.text), [
      `${QUOTE}. See src/sail.ts`,
    ]);
    assertEquals(why.section.id, "memory.md#1");
  });
  await t.step("an entry without a section of its own words", async () => {
    const why = await json(day, ["why", "three masts"]);
    assertEquals([why.entries[0].text, why.section.id], [
      "Three masts.",
      "memory.md#1",
    ]);
  });
  await t.step("what a person wrote has no session", async () => {
    const why = await json(day, ["why", "written by hand"]);
    assertEquals([why.session, why.entries], [null, []]);
  });
  await t.step("when it was last given", async () => {
    await day.session(ID.replace("3f2a", "4f2a")).start();
    const { given } = await json(day, ["why", "memory.md#1"]);
    assertStringIncludes(given.session, "4f2a");
  });
  await t.step("a line that no section has is refused", async () => {
    const { error, hints } = await json(day, ["why", "memory.md:9999"]);
    assertEquals(error, "No section has the line memory.md:9999");
    const { length } = day.read("memory.md").replace(/\n$/, "").split("\n");
    assertStringIncludes(hints[0], `memory.md has ${length} lines`);
    assertEquals((await json(day, ["why", "memory.md:1"])).code, 1);
    const last = await json(day, ["why", `memory.md:${length}`]);
    assertEquals(last.section?.id, "memory.md#2");
  });
  await t.step("a session, by its id", async () => {
    for (const id of [ID, ID.slice(0, 8)]) {
      const why = await json(day, ["why", id]);
      assertEquals([why.code, why.session], [0, ID]);
      assertEquals(why.section.id, "memory.md#1");
      assertEquals([why.entries.length, why.text], [8, "Count the masts."]);
    }
  });
  await t.step("a concept and its facts", async () => {
    const why = await json(day, ["why", "c001"]);
    assertEquals([why.code, why.facts.map(idOf)], [0, ["d001"]]);
    assertStringIncludes(why.source, "concept c001");
  });
  await t.step("a rule for every project", async () => {
    await day.run(["remember", "--global", "Be brief in the log"]);
    for (const words of ["g1", "brief in the LOG"]) {
      const why = await json(day, ["why", words]);
      assertEquals([why.code, why.text], [0, "Be brief in the log"]);
      assertStringIncludes(why.source, "rule g1 for every project");
    }
  });
  await t.step("what is written on purpose", async () => {
    await day.run(["notes", "set", "project", "# Ships\n\nA quay of stone."]);
    const { code, source, text } = await json(day, ["why", "quay of stone"]);
    assertEquals([code, text], [0, "A quay of stone."]);
    assertStringIncludes(source, "project.md");
    const { stdout } = await day.run(["why", "quay of stone"]);
    assert(!stdout.includes("session   none"), stdout);
  });
  await t.step("a commit, by its hash in any length", async () => {
    const hash = git(day.world.project, "rev-parse", "HEAD");
    await day.run(["save", `Told in ${hash.slice(0, 7)} for good`]);
    for (const words of [hash, hash.slice(0, 7), hash.slice(0, 12)]) {
      const why = await json(day, ["why", words]);
      assertEquals([why.code, why.section?.id], [0, "memory.md#3"], words);
    }
    const { commit } = await json(day, ["why", hash]);
    assertEquals([commit.hash, commit.subject], [hash, "Later still #4"]);
  });
  await t.step("unknown words are refused", async () => {
    for (const words of ["c999", "g9", "deadbeef", "dead0000beef"]) {
      assertEquals((await json(day, ["why", words])).code, 1, words);
    }

    assertEquals((await json(day, ["why", "no such thing"])).code, 1);
  });
});

gitTest(
  "memory-keeper resummarize replaces the section once there are new words",
  async () => {
    using day = new RecordedDay(SMALL, START);
    await summarised(day);
    await day.run(["save", "After it"]);
    const before = day.read("memory.md");
    const { deltas: [id], code } = await json(day, [
      "resummarize",
      "memory.md#1",
    ]);
    assertEquals(code, 0);
    assertEquals(day.read("memory.md"), before);
    assertEquals(
      (await json(day, ["resummarize", ID])).code,
      1,
      "it waits already",
    );
    await day.run(["delta", "commit", id], "Three masts, nine sails.");
    const after = day.read("memory.md");
    assert(!after.includes("Counted masts"), after);
    const header = (text: string) => text.match(/^## .*|^<!-- .*$/gm);
    assertEquals(header(after), header(before), "times and place stay");
    assert(after.indexOf("Three masts") < after.indexOf("After it"));
    await day.run(["undo"]);
    assertEquals(day.read("memory.md"), before);
  },
);

gitTest("a new summary keeps the line ends of Windows", async () => {
  using day = new RecordedDay(SMALL, START);
  await summarised(day);
  const windows = day.read("memory.md").replaceAll("\n", "\r\n");
  day.world.write("memory.md", windows);
  const { deltas: [id] } = await json(day, ["resummarize", "memory.md#1"]);
  await day.run(["delta", "commit", id], "Three masts,\nnine sails.");
  const after = day.read("memory.md");
  assertStringIncludes(after, "Three masts,\r\nnine sails.\r\n");
  assertEquals(after.replaceAll("\r\n", "").match(/[\r\n]/g), null);
});
