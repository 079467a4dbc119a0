/** A store that version 0.1 shared through git becomes team files, once. */

import {
  assert,
  assertEquals,
  assertStringIncludes,
  assertThrows,
} from "@std/assert";
import { git, gitTest } from "./support/world/git.ts";
import { payload, SealedWorld } from "./support/world/sealed_world.ts";

const ID = "aaaa0000-1111-4222-8333-444455556666";
const env = { MEMORY_KEEPER_AUTHOR: "Kim Minji" };
const SHARED = "*\n!.gitignore\n!memory.md\n!memory_*.md\n" +
  "!memory_*.summary.json\n!facts.json\n!concepts.json\n";
const MEMORY = "# Project Memory: tides\n\n" +
  "## 2026-02-01_1000 (local 02-01_1000)\n" +
  "<!-- session bbbb0000 · entries 0-9 · branch main -->\nThe tide rose.\n\n" +
  "## 2026-02-01_1100 (local 02-01_1100)\nThe tide fell.\n\n";
const FACTS = {
  _meta: { version: 4, nextId: { decisions: 8 } },
  decisions: [{ id: "d007", date: "2026-02-01", content: "Round once" }],
  permanent: {
    rules: [{ id: "r001", content: "Ring twice", created: "2026-02-01" }],
  },
};

/** As a member of the team has it, with version 0.1. */
function plant(world: SealedWorld): void {
  world.write(".gitignore", SHARED);
  world.write("memory.md", MEMORY);
  world.write("facts.json", JSON.stringify(FACTS));
  git(world, "project", "init", "--quiet");
  git(world, "project", "add", "--all");
  git(world, "project", "commit", "--quiet", "-m", "shared");
  world.write("config.json", '{"share": true}');
}

const start = (world: SealedWorld) =>
  world.hook("session-start", payload("SessionStart", ID), { env });

const team = (world: SealedWorld) =>
  world.files().filter((name) => name.startsWith("team/"));

const status = (world: SealedWorld) =>
  git(world, "project", "status", "--porcelain", "-uall").split("\n");

gitTest(
  "a start turns what is tracked into items that are the same in every clone",
  async () => {
    using world = new SealedWorld();
    plant(world);
    const { stdout } = await start(world);
    const line = "git rm --cached -- .claude/memory/facts.json " +
      ".claude/memory/memory.md";
    assertStringIncludes(
      stdout,
      "4 team files now; 1 rule of it no longer goes with your prompts",
    );
    assertStringIncludes(
      stdout,
      `commit .claude/memory/team and run: ${line}`,
    );
    assertStringIncludes(stdout, "The tide rose.");
    const files = team(world);
    assertEquals(files.length, 4);
    assert(files.every((name) => /_migrated_[0-9a-f]{8}\./.test(name)));
    assertEquals(world.read("memory.md"), MEMORY);
    assertEquals(JSON.parse(world.read("facts.json")), FACTS);
    assert(
      world.files().some((name) => /^backups\/.*-team\/memory\.md$/.test(name)),
    );
    using other = new SealedWorld();
    plant(other);
    await start(other);
    assertEquals(team(other), files);
    for (const name of files) assertEquals(other.read(name), world.read(name));
    assert(!(await start(world)).stdout.includes("git rm"), "said once");
  },
);

gitTest(
  "until git forgets it the tracked memory.md is read, framed, not written",
  async () => {
    using world = new SealedWorld();
    plant(world);
    await start(world);
    const ask = async (...args: string[]) => {
      const outcome = await world.run(args, { env });
      assertEquals([args[0], outcome.code, outcome.stderr], [args[0], 0, ""]);
      return outcome.stdout;
    };
    await ask("save", "The pilot boat is late.");
    assertStringIncludes(await ask("facts", "add", "decision", "New"), "d008");
    await ask("remember", "Knock first");
    assertEquals(world.read("memory.md"), MEMORY);
    assertEquals(JSON.parse(world.read("facts.json")), FACTS);
    assertStringIncludes(
      world.read("memory.local.md"),
      "The pilot boat is late.",
    );
    assertEquals(
      status(world).filter((one) => !one.includes("/team/")).map((one) =>
        one.slice(3)
      ),
      [".claude/memory/.gitignore"],
    );
    // Someone with version 0.1 goes on as before.
    world.write(
      "memory.md",
      `${MEMORY}## 2026-02-02_0900 (local 02-02_0900)\nA colleague's words.\n\n`,
    );
    const text = await ask("load");
    assertStringIncludes(text, "| A colleague's words.");
    assertStringIncludes(text, "| The tide rose.");
    assertStringIncludes(text, "\nThe pilot boat is late.");
    assertStringIncludes(text, "| - Round once");
    assertEquals(text.split("The tide rose.").length, 2);
    assertStringIncludes(await ask("search", "pilot boat"), "memory.local.md");
    assertStringIncludes(
      (await world.run(["doctor"])).stdout,
      "git rm --cached",
    );
  },
);

gitTest(
  "once git has forgotten it, the local files take their places",
  async () => {
    using world = new SealedWorld();
    plant(world);
    await start(world);
    await world.run(["save", "The pilot boat is late."], { env });
    git(
      world,
      "project",
      "rm",
      "--quiet",
      "--cached",
      "--",
      ".claude/memory/memory.md",
      ".claude/memory/facts.json",
    );
    git(world, "project", "add", ".claude/memory");
    git(world, "project", "commit", "--quiet", "-m", "team files");
    await start(world);
    assert(!world.files().some((name) => name.includes(".local.")));
    const memory = world.read("memory.md");
    assertStringIncludes(memory, "The pilot boat is late.");
    assert(!memory.includes("The tide rose."));
    assertEquals(status(world), [""]);
    const { stdout } = await world.run(["load"], { env });
    for (const words of ["| The tide rose.", "\nThe pilot boat is late."]) {
      assertStringIncludes(stdout, words);
    }
    await world.run(["save", "And later."], { env });
    assertStringIncludes(world.read("memory.md"), "And later.");
  },
);

gitTest(
  "one that was killed at its end is finished, and says its line",
  async () => {
    using world = new SealedWorld();
    plant(world);
    await start(world);
    const note =
      world.files().find((name) =>
        /^backups\/.*-team\/backup\.json$/.test(name)
      ) ?? "";
    const { finishedAt: _, ...begun } = JSON.parse(world.read(note));
    world.write(note, JSON.stringify(begun));
    const files = team(world);
    const { stdout } = await start(world);
    assertStringIncludes(stdout, "git rm --cached --");
    assertEquals(team(world), files);
    assert("finishedAt" in JSON.parse(world.read(note)));
    assert(!(await start(world)).stdout.includes("git rm"), "said once");
  },
);

gitTest(
  "share on migrates as well; a store that is not shared is left",
  async () => {
    using world = new SealedWorld();
    plant(world);
    world.write("config.json", '{"verbose": false}');
    assert(!(await start(world)).stdout.includes("team file"));
    assertEquals(team(world), []);
    const { stdout } = await world.run(["share", "on"], { env });
    assertStringIncludes(stdout, "git rm --cached --");
    assertEquals(team(world).length, 4);
  },
);

const LATE = `${MEMORY}## 2026-02-02_0900 (local 02-02_0900)\n` +
  "A colleague's words.\n\n";

const hasLate = (world: SealedWorld) =>
  team(world).some((name) => world.read(name).includes("A colleague's words."));

gitTest("what version 0.1 adds later becomes a team file too", async () => {
  using world = new SealedWorld();
  plant(world);
  await start(world);
  await world.run(["config", "set", "share", "ask"], { env });
  await world.run(["save", "Words that wait."], { env });
  world.write("memory.md", LATE);
  assertStringIncludes((await start(world)).stdout, "5 team files now");
  assert(hasLate(world));
  assert(!(await start(world)).stdout.includes("git rm"), "said once");
  const { stdout } = await world.run(["share", "preview"], { env });
  assertStringIncludes(stdout, "Words that wait.");
});

gitTest("what came just before git forgot the file is not lost", async () => {
  using world = new SealedWorld();
  plant(world);
  await start(world);
  world.write("memory.md", LATE);
  const names = ["memory.md", "facts.json"].map((name) =>
    `.claude/memory/${name}`
  );
  git(world, "project", "rm", "--quiet", "--cached", "--", ...names);
  await start(world);
  assert(hasLate(world));
  const { stdout } = await world.run(["load"], { env });
  assertStringIncludes(stdout, "| A colleague's words.");
});

/** Two branches of version 0.1 that both wrote to memory.md and facts.json. */
function tearApart(world: SealedWorld): void {
  const run = (...args: string[]) => git(world, "project", ...args);
  const write = (hour: string, words: string) => {
    const decisions = [
      ...FACTS.decisions,
      { id: "d008", date: "2026-02-02", content: `${words} it was` },
    ];
    world.write(
      "memory.md",
      `${MEMORY}## 2026-02-02_${hour} (local 02-02_${hour})\n${words}\n\n`,
    );
    world.write(
      "facts.json",
      JSON.stringify({ ...FACTS, decisions }, null, 2),
    );
    run("commit", "--quiet", "--all", "-m", words);
  };
  run("checkout", "--quiet", "-b", "other");
  write("1000", "Their words.");
  run("checkout", "--quiet", "main");
  write("0900", "Our words.");
  assertThrows(() => run("merge", "--quiet", "other"));
  for (const file of ["memory.md", "facts.json"]) {
    assertStringIncludes(world.read(file), "<<<<<<< HEAD");
  }
}

for (const isMigrated of [false, true]) {
  gitTest(
    `a conflict in what git tracks, ${isMigrated ? "after" : "before"} ` +
      "its migration: both sides are read, and a line says so",
    async () => {
      using world = new SealedWorld();
      plant(world);
      if (isMigrated) await start(world);
      tearApart(world);
      const torn = ["memory.md", "facts.json"].map((file) => world.read(file));
      const { stdout } = await start(world);
      const { systemMessage, hookSpecificOutput } = JSON.parse(stdout);
      for (const file of ["memory.md", "facts.json"]) {
        assertStringIncludes(
          systemMessage,
          `${file} has a merge conflict in git; both sides are read`,
        );
      }
      const context = hookSpecificOutput.additionalContext;
      for (const words of ["Our words.", "Their words."]) {
        assertStringIncludes(context, `| ${words}`);
        assertStringIncludes(context, `- ${words} it was`);
      }
      assert(!/[<=>]{7}/.test(context), context);
      for (const name of team(world)) {
        assert(!/[<=>]{7}/.test(world.read(name)), name);
      }
      assertEquals(
        ["memory.md", "facts.json"].map((file) => world.read(file)),
        torn,
        "it is git's to resolve",
      );
      // Resolved in git, nothing is said of it any more.
      git(world, "project", "checkout", "--quiet", "--ours", ".");
      git(world, "project", "add", "--all");
      git(world, "project", "commit", "--quiet", "-m", "merge");
      assert(!(await start(world)).stdout.includes("merge conflict"));
    },
  );
}

gitTest("what looks secret does not become a team file", async () => {
  using world = new SealedWorld();
  plant(world);
  const secret = "AKIAIOSFODNN7EXAMPLE";
  world.write(
    "memory.md",
    `${MEMORY}## 2026-02-02_0900 (local 02-02_0900)\n` +
      `The key was ${secret}, <private>said the mayor</private>.\n\n`,
  );
  git(world, "project", "commit", "--quiet", "--all", "-m", "more");
  await start(world);
  const texts = team(world).map((name) => world.read(name)).join("\n");
  assertStringIncludes(texts, "The key was [REDACTED:");
  for (const word of [secret, "mayor"]) assert(!texts.includes(word), word);
});

gitTest("undo leaves what git tracks alone", async () => {
  using world = new SealedWorld();
  await world.run(["save", "The tide rose."]);
  await world.run(["remember", "Knock first"]);
  const before = world.read("facts.json");
  world.write(".gitignore", SHARED);
  git(world, "project", "init", "--quiet");
  git(world, "project", "add", "--all");
  git(world, "project", "commit", "--quiet", "-m", "shared");
  world.write("config.json", '{"share": true}');
  assertStringIncludes(
    (await start(world)).stdout,
    "1 rule of it no longer goes with your prompts",
  );
  const { code, stderr } = await world.run(["undo"]);
  assertEquals(code, 1);
  assertStringIncludes(stderr, "git tracks facts.json");
  assertEquals(world.read("facts.json"), before);
});

gitTest("of a trusted memory what git tracks is not written", async () => {
  using world = new SealedWorld();
  const dir = world.store;
  Deno.mkdirSync(dir, { recursive: true });
  Deno.writeTextFileSync(`${dir}/.gitignore`, SHARED);
  Deno.writeTextFileSync(`${dir}/memory.md`, MEMORY);
  Deno.writeTextFileSync(`${dir}/facts.json`, JSON.stringify(FACTS));
  git(world, "project", "init", "--quiet");
  git(world, "project", "add", "--all");
  git(world, "project", "commit", "--quiet", "-m", "brought");
  const { stdout } = await world.run(["trust"]);
  assertStringIncludes(stdout, "Git tracks memory.md, facts.json: what is new");
  await world.run(["save", "Only for me."]);
  await world.run(["remember", "Knock first"]);
  await start(world);
  assertEquals(world.read("memory.md"), MEMORY);
  assertEquals(JSON.parse(world.read("facts.json")), FACTS);
  assertEquals(team(world), [], "nothing is shared");
  const load = (await world.run(["load"])).stdout;
  for (const words of ["Only for me.", "The tide rose.", "Knock first"]) {
    assertStringIncludes(load, words);
  }
  await world.run(["share", "on"], { env });
  const shared = team(world).map((name) => world.read(name)).join("\n");
  assertStringIncludes(shared, "The tide rose.");
  assert(!shared.includes("Only for me."), "private until it is pushed");
});

gitTest(
  "what 0.1 takes out or edits later is taken out of the team",
  async (t) => {
    const HEAD = "# Project Memory: tides\n\n";
    const at = (hour: number, words: string) =>
      `## 2026-02-01_${hour}00 (local 02-01_${hour}00)\n${words}\n\n`;
    const memory = (...bodies: string[]) =>
      HEAD + bodies.map((words, i) => words && at(10 + i, words)).join("");
    const facts = (...contents: string[]) =>
      JSON.stringify({
        ...FACTS,
        decisions: contents.map((content, i) => ({
          id: `d00${i + 1}`,
          date: "2026-02-01",
          content,
        })),
      });
    const WORDS = ["The tide rose.", "The tide fell.", "The tide stood."];
    const KNOWN = ["Round once", "Bells are bronze"];
    const commit = (world: SealedWorld) => {
      git(world, "project", "add", "--all");
      git(world, "project", "commit", "--quiet", "-m", "By 0.1");
    };
    /** A team whose items are made and seen. */
    const begin = async () => {
      const world = new SealedWorld();
      plant(world);
      world.write("memory.md", memory(...WORDS));
      world.write("facts.json", facts(...KNOWN));
      commit(world);
      await start(world);
      commit(world);
      return world;
    };
    const told = async (world: SealedWorld) => {
      await start(world);
      const { stdout } = await world.run(["load"], { env });
      const listed = (await world.run(["facts", "list"], { env })).stdout;
      const all = `${stdout}\n${listed}`;
      return [...WORDS, ...KNOWN].map((words) => all.includes(words));
    };
    const gone = (world: SealedWorld) =>
      world.files().filter((name) => name.startsWith("team/gone/")).length;

    await t.step("removed, edited, and said again", async () => {
      using world = await begin();
      assertEquals(await told(world), [true, true, true, true, true]);
      world.write(
        "memory.md",
        memory("The tide rose.", "", "The tide turned."),
      );
      world.write("facts.json", facts("Round twice", "Bells are bronze"));
      commit(world);
      assertEquals(await told(world), [true, false, false, false, true]);
      assertEquals(gone(world), 3);
      const { stdout } = await world.run(["load"], { env });
      assertStringIncludes(stdout, "| The tide turned.");
      assertStringIncludes(stdout, "| - Round twice");

      world.write("memory.md", memory("The tide rose.", "The tide fell.", "x"));
      world.write("facts.json", facts("Round once", "Bells are bronze"));
      commit(world);
      assertEquals(await told(world), [true, true, false, true, true]);
    });
    const rows: Record<string, (world: SealedWorld) => void> = {
      "on a branch that never had it": (world) => {
        git(world, "project", "checkout", "--quiet", "--orphan", "other");
        world.write("memory.md", memory("The tide rose."));
        commit(world);
      },
      "the oldest, as rotation takes them": (world) => {
        world.write("memory.md", memory("", "", "The tide stood."));
        commit(world);
      },
      "a damaged or emptied file": (world) => {
        world.write("facts.json", "{}");
        world.write("memory.md", HEAD);
        commit(world);
      },
      "in the middle of a merge": (world) => {
        world.write("memory.md", memory("The tide rose."));
        Deno.writeTextFileSync(`${world.project}/.git/MERGE_HEAD`, "x");
      },
      "a conflict": (world) => {
        const [a, b] = [at(11, "The tide fell."), at(12, "The tide stood.")];
        world.write(
          "memory.md",
          `${HEAD}${
            at(10, "The tide rose.")
          }<<<<<<< HEAD\n${a}=======\n${b}>>>>>>> x\n`,
        );
      },
    };
    for (const [name, act] of Object.entries(rows)) {
      await t.step(`not sure, so nothing is withdrawn: ${name}`, async () => {
        using world = await begin();
        assertEquals(await told(world), [true, true, true, true, true]);
        act(world);
        await start(world);
        assertEquals(gone(world), 0);
      });
    }
  },
);
