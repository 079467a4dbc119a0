/** The setups that docs/team.md shows, each with real git and two machines. */

import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { git, gitTest } from "./support/world/git.ts";
import { SealedWorld } from "./support/world/sealed_world.ts";

const TEAM = ".claude/memory/team";

/** A machine of one person: a project that is in git. */
class Machine extends SealedWorld {
  constructor(readonly name: string, remote?: string) {
    super();
    Deno.writeTextFileSync(
      `${this.home}/.gitconfig`,
      `[user]\n\tname = ${name}\n`,
    );
    if (remote) this.git("clone", "-q", remote, ".");
    else this.#begin();
  }

  #begin(): void {
    git(this, ".", "init", "-q", "--bare", "origin.git");
    git(this, ".", "init", "-q", "--bare", "memory.git");
    this.git("clone", "-q", `${this.dir}/origin.git`, ".");
    this.git("commit", "-q", "--allow-empty", "-m", "First");
    this.git("push", "-q", "-u", "origin", "main");
  }

  git(...args: string[]): string {
    return git(this, "project", ...args);
  }

  /** In the repository that has the team's files. */
  teamGit(...args: string[]): string {
    return git(this, `project/${TEAM}`, ...args);
  }

  async ask(...args: string[]): Promise<string> {
    const { code, stdout, stderr } = await this.run(args);
    assertEquals([args[0], code, stderr], [args[0], 0, ""]);
    return stdout;
  }

  sendTeam(): void {
    this.teamGit("add", "--all");
    this.teamGit("commit", "-q", "-m", "Memory");
    this.teamGit("pull", "-q", "--no-rebase", "--no-edit");
    this.teamGit("push", "-q");
  }

  /** What the project's own git would commit. */
  seen(): string[] {
    return this.git("status", "--porcelain", "-uall").split("\n")
      .filter((line) => line !== "");
  }
}

/** Both add something, send it, and then know both. */
async function exchange(one: Machine, other: Machine): Promise<void> {
  for (const machine of [one, other, one]) {
    await machine.ask("save", `Words of ${machine.name}, ${Math.random()}.`);
    machine.sendTeam();
  }
  other.teamGit("pull", "-q");
  for (const [machine, theirs] of [[one, other], [other, one]] as const) {
    assertStringIncludes(await machine.ask("load"), `by ${theirs.name}`);
    assertStringIncludes(
      await machine.ask("search", `words ${theirs.name}`),
      `by ${theirs.name}`,
    );
  }
}

gitTest("the same repository: items are committed with the work", async () => {
  using one = new Machine("Ada");
  using other = new Machine("Bo", `${one.dir}/origin.git`);
  for (const machine of [one, other, one]) {
    await machine.ask("share", "on");
    await machine.ask("save", `Words of ${machine.name}, ${Math.random()}.`);
    machine.git("add", TEAM, ".claude/memory/.gitignore");
    machine.git("commit", "-q", "-m", "Work");
    machine.git("pull", "-q", "--no-rebase", "--no-edit");
    machine.git("push", "-q");
    assertEquals(machine.seen(), []);
  }
  assertStringIncludes(await one.ask("load"), "by Bo");
});

gitTest("a clone of another repository in the team's place", async () => {
  using one = new Machine("Ada");
  using other = new Machine("Bo", `${one.dir}/origin.git`);
  for (const machine of [one, other]) {
    machine.git("clone", "-q", `${one.dir}/memory.git`, TEAM);
    await machine.ask("share", "on");
  }
  await one.ask("save", "The first words.");
  one.teamGit("add", "--all");
  one.teamGit("commit", "-q", "-m", "Memory");
  one.teamGit("push", "-q", "-u", "origin", "main");
  other.teamGit("pull", "-q", "origin", "main");
  await exchange(one, other);
  assertEquals([one.seen(), other.seen()], [[], []]);
  await one.ask("forget", "The first words", "--yes");
  assertEquals(one.teamGit("fsck"), "");
  one.sendTeam();
});

gitTest("a submodule in the team's place", async () => {
  using one = new Machine("Ada");
  await one.ask("save", "Before.");
  git(one, ".", "clone", "-q", `${one.dir}/memory.git`, "first");
  git(one, "first", "commit", "-q", "--allow-empty", "-m", "First");
  git(one, "first", "push", "-q", "origin", "main");
  one.git("submodule", "add", "-f", "-q", `${one.dir}/memory.git`, TEAM);
  one.git("commit", "-q", "-m", "Memory as a submodule");
  one.git("push", "-q");
  using other = new Machine("Bo", `${one.dir}/origin.git`);
  other.git("submodule", "update", "-q", "--init");
  other.teamGit("checkout", "-q", "main");
  for (const machine of [one, other]) await machine.ask("share", "on");
  await exchange(one, other);
  // The project's git sees a newer commit of the submodule, and no item.
  assertEquals(one.seen().map((line) => line.slice(3)), [TEAM]);
});

gitTest("a worktree of a branch for memory in the team's place", async () => {
  using one = new Machine("Ada");
  const tree = one.git("hash-object", "-t", "tree", "/dev/null");
  const commit = one.git("commit-tree", tree, "-m", "Memory");
  one.git("branch", "-q", "memory", commit);
  one.git("worktree", "add", "-q", TEAM, "memory");
  one.git("push", "-q", "-u", "origin", "memory");
  using other = new Machine("Bo", `${one.dir}/origin.git`);
  other.git("worktree", "add", "-q", TEAM, "memory");
  for (const machine of [one, other]) await machine.ask("share", "on");
  await exchange(one, other);
  assertEquals([one.seen(), other.seen()], [[], []]);
});

gitTest(
  "linked worktrees of a project use the team's own repository",
  async () => {
    using one = new Machine("Ada");
    one.git("clone", "-q", `${one.dir}/memory.git`, TEAM);
    await one.ask("share", "on");
    one.git("worktree", "add", "-q", "../feature", "-b", "feature");
    const cwd = `${one.dir}/feature`;
    const { code } = await one.run(["save", "From the worktree."], { cwd });
    assertEquals(code, 0);
    assertEquals(git(one, "feature", "status", "--porcelain", "-uall"), "");
    assert(one.files().some((name) => /^team\/\d{4}\/.*\.md$/.test(name)));
  },
);

gitTest("a synced folder, with what programs that sync leave", async () => {
  using one = new Machine("Ada");
  using other = new Machine("Bo", `${one.dir}/origin.git`);
  for (const machine of [one, other]) {
    await machine.ask("share", "on");
    Deno.writeTextFileSync(`${machine.store}/.gitignore`, "*\n");
    await machine.ask("save", `Words of ${machine.name}.`);
  }
  for (const [from, to] of [[one, other], [other, one]] as const) {
    for (const name of from.files().filter((one) => one.startsWith("team/"))) {
      to.write(name, from.read(name));
    }
  }
  const [month = ""] = one.files().filter((name) => name.endsWith(".md"))
    .filter((name) => name.startsWith("team/"));
  const text = one.read(month);
  for (const name of [".sync-conflict-20261117-101000-ABCDEF.md", " (1).md"]) {
    one.write(month.replace(/\.md$/, name), text);
  }
  one.write("team/.stfolder/x", "");
  one.write("team/desktop.ini", "");
  for (const [machine, theirs] of [[one, other], [other, one]] as const) {
    const told = await machine.ask("load");
    assertEquals(told.split(`Words of ${theirs.name}.`).length, 2);
    assertEquals(machine.seen(), []);
  }
});

gitTest("a store in the user's folder shares in the project's", async () => {
  using one = new Machine("Ada");
  await one.ask("config", "set", "--global", "storage", "home");
  await one.ask("share", "on");
  await one.ask("save", "The pier is long.");
  const seen = one.seen().map((line) => line.slice(3));
  assertEquals(seen[0], ".claude/memory/.gitignore");
  assertEquals(seen.length, 2);
  assert(seen[1]?.startsWith(`${TEAM}/2`), seen[1]);
  await one.ask("forget", "The pier is long", "--yes");
  assert(!one.seen().some((line) => line.includes(`${TEAM}/2`)));
});

gitTest(
  "share off leaves a .gitignore that the team has committed",
  async () => {
    using one = new Machine("Ada");
    await one.ask("share", "on");
    await one.ask("save", "Words.");
    one.git("add", "--all");
    one.git("commit", "-q", "-m", "Work");
    await one.ask("share", "off");
    assertEquals(one.seen(), []);
  },
);

gitTest("git sees nothing of a memory that was moved away", async () => {
  using one = new Machine("Ada");
  await one.ask("share", "on");
  await one.ask("save", "Words that stay private.");
  await one.ask("export", "--out", "../moved.tar.gz");
  await one.ask("clear", "all", "--yes");
  await one.ask("save", "Words after it.");
  await one.ask("import-store", "../moved.tar.gz", "--replace");
  const moved = () => one.seen().filter((line) => line.includes(".backup-"));
  assertEquals(moved(), []);
  assert(one.seen().some((line) => line.includes(`${TEAM}/`)));

  const folders = [...Deno.readDirSync(`${one.project}/.claude`)]
    .filter(({ name }) => name.startsWith("memory.backup-"));
  assertEquals(folders.length, 2);
  for (const { name } of folders) {
    Deno.removeSync(`${one.project}/.claude/${name}/.gitignore`);
  }
  assert(moved().length > 0);
  const { stdout } = await one.run(["doctor"]);
  assertStringIncludes(stdout, "git may see memory that was moved away");
  await one.run(["doctor", "--fix"]);
  assertEquals(moved(), []);
});

gitTest("two people who forget the same words do not conflict", async () => {
  using one = new Machine("Ada");
  const commit = (machine: Machine) => {
    machine.git("add", "--all", ".claude");
    machine.git("commit", "-q", "-m", "Memory");
  };
  const points = ["a", "b", "c", "d"].map((name) =>
    `- point ${name} is told here at some length, so that it is alike`
  );
  await one.ask("share", "on");
  await one.ask(
    "save",
    ["Plan:", ...points, "- master is Yannick K", "- the end"].join("\n\n"),
  );
  commit(one);
  one.git("push", "-q");
  using other = new Machine("Bo", `${one.dir}/origin.git`);
  for (const machine of [one, other]) {
    await machine.ask("forget", "Yannick K", "--yes");
  }
  await one.ask("save", "Next work.");
  for (const machine of [one, other]) commit(machine);
  one.git("push", "-q");
  other.git("pull", "-q", "--no-rebase", "--no-edit");
  const told = await other.ask("load");
  assertStringIncludes(told, "point a");
  assert(!told.includes("Yannick"));
});

gitTest(
  "a project that ignores .claude is told, and what docs/team.md says helps",
  async () => {
    using one = new Machine("Ada");
    const ignore = (text: string) =>
      Deno.writeTextFileSync(`${one.project}/.gitignore`, text);
    ignore(".claude/\n");
    assertStringIncludes(
      await one.ask("share", "on"),
      "Git does not see it: .gitignore says .claude/",
    );
    await one.ask("save", "Words.");
    assertStringIncludes(
      (await one.run(["doctor"])).stdout,
      "does not see what is shared: .gitignore says .claude/",
    );
    ignore(".claude/*\n!.claude/memory/\n");
    assertStringIncludes(
      (await one.run(["doctor"])).stdout,
      "sees what a team may share",
    );
    assert(one.seen().some((line) => line.includes(`${TEAM}/2`)));
    assert(!one.seen().some((line) => line.includes("memory.md")));
  },
);
