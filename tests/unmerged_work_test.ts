/** Memory of a branch that the checkout does not have. */

import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { git, gitAt, gitTest } from "./support/world/git.ts";
import { RecordedDay } from "./support/world/recorded_day.ts";
import { IS_THOROUGH } from "./support/world/thorough.ts";
import { edit, json, shortWork, SMALL } from "./support/world/short_work.ts";

const idOf = (n: number) => `${n}f2a9c11-1111-4222-8333-444455556666`;
const MARK = "(branch feature/x, not merged)";

class Repository {
  readonly day = new RecordedDay(SMALL, "2026-02-01T09:00:00Z");
  #sessions = 0;

  constructor() {
    Deno.removeSync(`${this.day.world.project}/.git`, { recursive: true });
    this.git("init", "-q");
    this.git("commit", "-q", "--allow-empty", "-m", "First");
  }

  git(...args: string[]): string {
    return git(this.day.world, "project", ...args);
  }

  /** By the clock of the sessions, a second on: so git's log tells of them. */
  gitNow(...args: string[]): string {
    const { world } = this.day;
    return gitAt(world, "project", this.day.tick(), ...args);
  }

  /** Ask for what waits, and answer. */
  async summarise(summary: string): Promise<void> {
    await this.day.run(["delta", "cut"]);
    const { deltas } = await json(this.day, ["delta", "list"]);
    await this.day.run(["delta", "commit", deltas[0].id], summary);
  }

  /** A file of the project, committed. */
  commit(path: string, text: string): void {
    this.write(path, text);
    this.git("add", "--all");
    this.git("commit", "-q", "-m", path);
  }

  write(path: string, text: string): void {
    const file = `${this.day.world.project}/${path}`;
    Deno.mkdirSync(file.replace(/[^/]+$/, ""), { recursive: true });
    Deno.writeTextFileSync(file, text);
  }

  /** A session whose work is committed to git, then summarised. */
  async work(summary: string): Promise<void> {
    const session = await shortWork(this.day, idOf(++this.#sessions));
    this.git("add", "--all");
    this.git("commit", "-q", "--allow-empty", "-m", summary);
    await this.summarise(summary);
    await session.end();
    this.day.later(30);
  }

  nextId(): string {
    return idOf(++this.#sessions);
  }

  /** The memory a new session is given, section by section. */
  async told(): Promise<string[]> {
    const out = await this.day.session(this.nextId()).start();
    const text = out.slice(out.indexOf("Memory, newest first"));
    return text.split("### ").slice(1);
  }

  [Symbol.dispose](): void {
    this.day[Symbol.dispose]();
  }
}

gitTest(
  "a session is told last, and marked, what its checkout does not have",
  async (t) => {
    using repository = new Repository();
    await repository.work("Laid the keel.");
    repository.git("checkout", "-q", "-b", "feature/x");
    await repository.work("Rigged the mast.");

    await t.step("on the branch itself nothing is marked", async () => {
      const [first, second] = await repository.told();
      assertStringIncludes(first ?? "", "Rigged the mast.");
      assertStringIncludes(second ?? "", "Laid the keel.");
      assert(![first, second].join().includes("not merged"));
    });
    await t.step("on another branch it is last", async () => {
      repository.git("checkout", "-q", "main");
      const [first, second] = await repository.told();
      assertStringIncludes(first ?? "", "Laid the keel.");
      assert(!first?.includes("not merged"));
      assertStringIncludes(second ?? "", "Rigged the mast.");
      assertStringIncludes(second ?? "", MARK);
    });
    await t.step("load says the same, and keeps nothing", async () => {
      const cache = `${repository.day.world.store}/.cache/merged.json`;
      Deno.removeSync(cache);
      const { stdout } = await repository.day.run(["load"]);
      assertStringIncludes(stdout, MARK);
      assertEquals(await exists(cache), false);
    });
    await t.step(
      "a cache that says nothing, or lies, is no fault",
      async () => {
        const cache = `${repository.day.world.store}/.cache/merged.json`;
        Deno.writeTextFileSync(cache, '{"head":7,"merged":"x"');
        assertStringIncludes((await repository.told()).join(), MARK);
      },
    );
    await t.step("the branch goes on, HEAD too", async () => {
      repository.git("commit", "-q", "--allow-empty", "-m", "On main");
      assertStringIncludes((await repository.told()).join(), MARK);
    });
    await t.step("once merged it is memory as any other", async () => {
      repository.git("merge", "-q", "--no-ff", "-m", "Merge", "feature/x");
      const [first] = await repository.told();
      assertStringIncludes(first ?? "", "Rigged the mast.");
      assert(!first?.includes("not merged"));
    });
    await t.step("a deleted branch may have been squashed", async () => {
      repository.git("reset", "-q", "--hard", "HEAD~1");
      assertStringIncludes((await repository.told()).join(), MARK);
      repository.git("branch", "-q", "-D", "feature/x");
      const told = await repository.told();
      assertStringIncludes(told[0] ?? "", "Rigged the mast.");
      assert(!told.join().includes("not merged"));
    });
  },
);

gitTest("what was rebased and then merged is merged", async () => {
  using repository = new Repository();
  repository.git("checkout", "-q", "-b", "feature/x");
  await repository.work("Rigged the mast.");
  repository.git("checkout", "-q", "main");
  repository.git("commit", "-q", "--allow-empty", "-m", "On main");
  assertStringIncludes((await repository.told()).join(), MARK);
  repository.git("checkout", "-q", "feature/x");
  repository.git("rebase", "-q", "--keep-empty", "main");
  repository.git("checkout", "-q", "main");
  assertStringIncludes((await repository.told()).join(), MARK);
  repository.git("merge", "-q", "--ff-only", "feature/x");
  assert(!(await repository.told()).join().includes("not merged"));
});

/** On main, with a branch whose work has been told as not merged. */
async function withBranch(repository: Repository): Promise<void> {
  repository.commit("src/keel.txt", "oak\n");
  repository.commit("src/deck.txt", "pine\n");
  repository.git("checkout", "-q", "-b", "feature/x");
  repository.write("src/mast.txt", "spruce\n");
  repository.git("rm", "-q", "src/deck.txt");
  await repository.work("Rigged the mast.");
  repository.git("checkout", "-q", "main");
}

const squash = (repository: Repository) => {
  repository.git("merge", "-q", "--squash", "feature/x");
  repository.git("commit", "-q", "-m", "Rig the mast");
};

gitTest("a squashed branch that is kept is merged", async (t) => {
  const told = async (repository: Repository) =>
    (await repository.told()).join();
  const rows: Record<string, (repository: Repository) => void> = {
    "as it was": squash,
    "after main went on": (repository) => {
      repository.commit("src/keel.txt", "beech\n");
      squash(repository);
    },
    "before main went on, in the same files": (repository) => {
      squash(repository);
      repository.commit("src/mast.txt", "larch\n");
      repository.commit("README", "A ship\n");
    },
    "picked commit by commit": (repository) => {
      repository.commit("src/keel.txt", "beech\n");
      repository.git("cherry-pick", "main..feature/x");
    },
    "in a pack": (repository) => {
      squash(repository);
      repository.git("gc", "-q", "--prune=now");
    },
    "merged with the work of another branch": (repository) => {
      repository.git("checkout", "-q", "-b", "side");
      repository.commit("side.txt", "x\n");
      repository.git("checkout", "-q", "main");
      squash(repository);
      repository.git("merge", "-q", "--no-ff", "-m", "Side", "side");
    },
  };
  const all = Object.entries(rows);
  for (const [name, arrive] of IS_THOROUGH ? all : all.slice(0, 2)) {
    await t.step(name, async () => {
      using repository = new Repository();
      await withBranch(repository);
      assertStringIncludes(await told(repository), MARK);
      arrive(repository);
      assert(!(await told(repository)).includes("not merged"));
      repository.commit("src/mast.txt", "something else\n");
      assert(!(await told(repository)).includes("not merged"), "it stays so");
    });
  }
});

gitTest("what only looks like a squash is not merged", async (t) => {
  const rows: Record<string, (repository: Repository) => void> = {
    "a part of it": (repository) =>
      repository.commit("src/mast.txt", "spruce\n"),
    "other words in the same files": (repository) => {
      repository.git("rm", "-q", "src/deck.txt");
      repository.commit("src/mast.txt", "larch\n");
    },
    "one that was squashed before it went on": (repository) => {
      squash(repository);
      repository.git("checkout", "-q", "feature/x");
      repository.commit("src/sail.txt", "linen\n");
      repository.git("checkout", "-q", "main");
    },
  };
  const all = Object.entries(rows);
  for (const [name, act] of IS_THOROUGH ? all : all.slice(0, 2)) {
    await t.step(name, async () => {
      using repository = new Repository();
      await withBranch(repository);
      act(repository);
      assertStringIncludes((await repository.told()).join(), MARK);
    });
  }
  await t.step("a state that main had before the branch", async () => {
    using repository = new Repository();
    repository.commit("src/keel.txt", "oak\n");
    repository.commit("src/keel.txt", "beech\n");
    repository.git("checkout", "-q", "-b", "feature/x");
    repository.write("src/keel.txt", "oak\n");
    await repository.work("Oak again.");
    repository.git("checkout", "-q", "main");
    repository.commit("README", "A ship\n");
    assertStringIncludes((await repository.told()).join(), MARK);
  });
});

gitTest("the start line leads with what the checkout has", async (t) => {
  using repository = new Repository();
  const { day } = repository;
  let receipt = "";
  day.onEvent = (event, _, { systemMessage = "" }) => {
    if (event === "SessionStart") receipt = systemMessage.split("\n")[0] ?? "";
  };
  repository.git("checkout", "-q", "-b", "feature/x");
  await repository.work("Rigged the mast.");
  repository.git("checkout", "-q", "main");
  repository.git("commit", "-q", "--allow-empty", "-m", "On main");

  await t.step("and says so where there is nothing else", async () => {
    await repository.told();
    assertEquals(receipt, `Memory: Sun 09:00 ${MARK}: Rigged the mast`);
  });
  await t.step("not with later work of another branch", async () => {
    await repository.work("Laid the keel.");
    repository.git("checkout", "-q", "feature/x");
    await repository.work("Rigged the topmast.");
    repository.git("checkout", "-q", "main");
    const out = await day.session(repository.nextId()).start();
    assertEquals(receipt, "Memory: Sun 09:30: Laid the keel");
    assertStringIncludes(out.split("\n")[0] ?? "", "of 2026-02-01 09:30 UTC");
  });
  await t.step("nor with what of it is not summarised yet", async () => {
    repository.git("checkout", "-q", "feature/x");
    const session = await longWork(repository);
    repository.git("commit", "-q", "--allow-empty", "-m", "Sails");
    await session.end();
    repository.git("checkout", "-q", "main");
    const out = await day.session(repository.nextId()).start();
    assertEquals(receipt, "Memory: Sun 09:30: Laid the keel");
    const [memory, digest] = ["Laid the keel.", "(automatic digest)"]
      .map((words) => out.indexOf(words)) as [number, number];
    assert(0 < memory && memory < digest, out);
    assertStringIncludes(out.slice(digest), MARK);
  });
});

/** Enough for a summary of its own. */
async function longWork(repository: Repository) {
  const session = await shortWork(repository.day, repository.nextId());
  for (let i = 0; i < 12; i++) {
    await session.prompt(
      `Now sew sail number ${i}. ${"Take care. ".repeat(20)}`,
    );
    await session.tool(edit(`sail ${i}`));
    await session.say(`Sail ${i} is sewn. ${"It is white. ".repeat(20)}`);
  }
  return session;
}

gitTest("a branch is not told of work that it does not have", async (t) => {
  using repository = new Repository();
  const { day } = repository;
  const shared = () =>
    day.world.files().filter((name) => /^team\/2026\/.*md$/.test(name));
  await day.run(["share", "on"]);
  const session = await leaveBranch(repository, true);
  await repository.summarise("Rigged the mast.");
  await session.end();

  await t.step("summarised on main it waits, and preview says so", async () => {
    assertEquals(shared(), []);
    const { stdout } = await day.run(["share", "preview"]);
    assertStringIncludes(stdout, "0 items would become visible");
    assertStringIncludes(stdout, "its branch is not merged here");
    assertEquals((await day.run(["share", "push"])).code, 1);
    assertEquals(shared(), []);
  });
  await t.step("on its branch it is shared with the next change", async () => {
    repository.git("checkout", "-q", "feature/x");
    await day.run(["facts", "add", "decision", "Masts are of spruce"]);
    assertEquals(shared().length, 1);
    assertStringIncludes(day.read(shared()[0] ?? ""), "branch: feature/x\n");
  });
});

gitTest("memory.md keeps the commit of the work with its time", async () => {
  using repository = new Repository();
  await repository.work("Laid the keel.");
  const head = repository.git("rev-parse", "HEAD");
  const [, comment, work] = /^(<!-- session .*)\n(<!-- work .*)$/m
    .exec(repository.day.read("memory.md")) ?? [];
  assertStringIncludes(comment ?? "", "· branch main -->");
  assertStringIncludes(work ?? "", ` · commit ${head} -->`);
});

gitTest("a repository with a table of references has no branch", async () => {
  using repository = new Repository();
  const head = `${repository.day.world.project}/.git/HEAD`;
  const before = Deno.readTextFileSync(head);
  const session = await shortWork(repository.day, idOf(1));
  // What older programs are told there.
  Deno.writeTextFileSync(head, "ref: refs/heads/.invalid\n");
  await repository.day.run(["delta", "cut"]);
  const { deltas } = await json(repository.day, ["delta", "list"]);
  await repository.day.run(["delta", "commit", deltas[0].id], "Laid the keel.");
  await session.end();
  Deno.writeTextFileSync(head, before);
  const memory = repository.day.read("memory.md");
  assertStringIncludes(memory, "Laid the keel.");
  assert(!memory.includes(".invalid"), memory);
});

/** On main, a second after the branch that had all the work was left. */
async function leaveBranch(repository: Repository, isCommitted: boolean) {
  Deno.removeSync(`${repository.day.world.project}/.git`, { recursive: true });
  repository.gitNow("init", "-q");
  repository.gitNow("commit", "-q", "--allow-empty", "-m", "First");
  repository.gitNow("checkout", "-q", "-b", "feature/x");
  const session = await shortWork(repository.day, repository.nextId());
  if (isCommitted) {
    repository.gitNow("commit", "-q", "--allow-empty", "-m", "Rig");
  }
  repository.gitNow("checkout", "-q", "main");
  return session;
}

gitTest("work has its own branch, summarised where it may be", async (t) => {
  await t.step("after another branch was checked out", async () => {
    using repository = new Repository();
    const session = await leaveBranch(repository, true);
    await repository.summarise("Rigged the mast.");
    await session.end();
    const tip = repository.git("rev-parse", "feature/x");
    const memory = repository.day.read("memory.md");
    assertStringIncludes(memory, "· branch feature/x -->");
    assertStringIncludes(memory, ` · commit ${tip} -->`);
    assertStringIncludes((await repository.told()).join(), MARK);
  });
  await t.step("by a later session, after a crash", async () => {
    using repository = new Repository();
    await leaveBranch(repository, true);
    repository.day.later(60 * 24);
    assertStringIncludes((await repository.told()).join(), MARK);
  });
  await t.step("uncommitted work goes with the checkout", async () => {
    using repository = new Repository();
    const session = await leaveBranch(repository, false);
    await repository.summarise("Rigged the mast.");
    await session.end();
    assert(!(await repository.told()).join().includes("not merged"));
  });
});

gitTest("work that was recorded before its commit", async (t) => {
  const begin = async () => {
    const repository = new Repository();
    Deno.removeSync(`${repository.day.world.project}/.git`, {
      recursive: true,
    });
    repository.gitNow("init", "-q");
    repository.gitNow("commit", "-q", "--allow-empty", "-m", "First");
    repository.gitNow("checkout", "-q", "-b", "feature/x");
    const session = await shortWork(repository.day, repository.nextId());
    await repository.summarise("Rigged the mast.");
    await session.end();
    repository.day.later(30);
    return repository;
  };
  const commit = (repository: Repository, what: string) =>
    repository.gitNow("commit", "-q", "--allow-empty", "-m", what);

  await t.step("belongs to the commit that came next", async () => {
    using repository = await begin();
    commit(repository, "Rig");
    repository.gitNow("checkout", "-q", "main");
    assertStringIncludes((await repository.told()).join(), MARK);
    repository.gitNow("merge", "-q", "--no-ff", "-m", "Merge", "feature/x");
    assert(!(await repository.told()).join().includes("not merged"));
    // The branch goes on without it.
    repository.gitNow("checkout", "-q", "feature/x");
    commit(repository, "Sails");
    repository.gitNow("checkout", "-q", "main");
    assert(!(await repository.told()).join().includes("not merged"));
  });
  await t.step("also after a look at another branch", async () => {
    using repository = await begin();
    repository.gitNow("checkout", "-q", "main");
    repository.gitNow("checkout", "-q", "feature/x");
    commit(repository, "Rig");
    repository.gitNow("checkout", "-q", "main");
    assertStringIncludes((await repository.told()).join(), MARK);
  });
  await t.step("goes with a checkout that committed it elsewhere", async () => {
    using repository = await begin();
    repository.gitNow("checkout", "-q", "main");
    commit(repository, "Rig");
    repository.gitNow("checkout", "-q", "feature/x");
    commit(repository, "Sails");
    repository.gitNow("checkout", "-q", "main");
    assert(!(await repository.told()).join().includes("not merged"));
  });
  await t.step("is not shared where it is not", async () => {
    using repository = await begin();
    commit(repository, "Rig");
    repository.gitNow("checkout", "-q", "main");
    await repository.day.run(["share", "on"]);
    const { stdout } = await repository.day.run(["share", "preview", "--all"]);
    assertStringIncludes(stdout, "its branch is not merged here");
  });
});

const exists = (path: string) => Deno.stat(path).then(() => true, () => false);
