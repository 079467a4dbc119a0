import { assertEquals } from "@std/assert";
import { git } from "../../tests/support/world/git.ts";
import { SealedWorld } from "../../tests/support/world/sealed_world.ts";
import type { World } from "../base/world.ts";
import { openProject, projectConfigPath } from "./project.ts";

const fakeWorld = (world: SealedWorld): World => ({
  env: (name) => name === "HOME" ? world.home : undefined,
  now: () => new Date(0),
  localOffsetMinutes: () => 0,
  cwd: () => world.project,
});

/** The folder whose memory a project uses, below the temporary folder. */
async function homeOf(world: SealedWorld, dir: string): Promise<string> {
  const root = `${world.dir}/${dir}`;
  const { home, storeDir } = await openProject(fakeWorld(world), root);
  assertEquals(storeDir, `${home}/.claude/memory`);
  return home.replace(`${world.dir}/`, "");
}

/** Git's files by hand: path → content; a path that ends in `/` is a folder. */
function lay(world: SealedWorld, files: Record<string, string>): void {
  for (const name of ["main", "wt"]) {
    if (files[`${name}/.claude/memory/config.json`] === undefined) continue;
    world.own(`${world.dir}/${name}/.claude/memory`);
  }
  for (const [path, text] of Object.entries(files)) {
    const full = `${world.dir}/${path}`;
    Deno.mkdirSync(full.slice(0, full.lastIndexOf("/")), { recursive: true });
    if (!path.endsWith("/")) Deno.writeTextFileSync(full, text);
  }
}

/** Where git notes the worktree; `$` is the temporary folder. */
const BACK = { "main/.git/worktrees/wt/gitdir": "$/wt/.git\n" };

Deno.test("openProject() reads whose memory it is from git's own files", async (t) => {
  /** `$` is the temporary folder. */
  const rows: [string, Record<string, string>, string][] = [
    ["a worktree uses the main one's", {
      "main/.git/worktrees/wt/commondir": "../..\n",
      "wt/.git": "gitdir: $/main/.git/worktrees/wt\n",
    }, "main"],
    ["with a relative gitdir", {
      "main/.git/worktrees/wt/commondir": "../..\n",
      "wt/.git": "gitdir: ../main/.git/worktrees/wt\n",
    }, "main"],
    ["with CRLF and spaces at the end", {
      "main/.git/worktrees/wt/commondir": "../.. \r\n",
      "wt/.git": "gitdir: $/main/.git/worktrees/wt \r\n",
    }, "main"],
    ["with an absolute commondir", {
      "main/.git/worktrees/wt/commondir": "$/main/.git\n",
      "wt/.git": "gitdir: $/main/.git/worktrees/wt\n",
    }, "main"],
    ["with spaces and Korean in the path", {
      "내 프로젝트/.git/worktrees/wt/commondir": "../..\n",
      "내 프로젝트/.git/worktrees/wt/gitdir": "$/wt/.git\n",
      "wt/.git": "gitdir: $/내 프로젝트/.git/worktrees/wt\n",
    }, "내 프로젝트"],
    ["with a relative back link", {
      "main/.git/worktrees/wt/commondir": "../..\n",
      "main/.git/worktrees/wt/gitdir": "../../../../wt/.git\n",
      "wt/.git": "gitdir: $/main/.git/worktrees/wt\n",
    }, "main"],
    ["a repository that knows another worktree of that name", {
      "main/.git/worktrees/wt/commondir": "../..\n",
      "main/.git/worktrees/wt/gitdir": "$/elsewhere/.git\n",
      "elsewhere/.git": "gitdir: $/main/.git/worktrees/wt\n",
      "wt/.git": "gitdir: $/main/.git/worktrees/wt\n",
    }, "wt"],
    ["a repository that knows of none", {
      "main/.git/worktrees/wt/commondir": "../..\n",
      "main/.git/worktrees/wt/gitdir": "",
      "wt/.git": "gitdir: $/main/.git/worktrees/wt\n",
    }, "wt"],
    ["git's files inside the folder name another project", {
      "main/.git/HEAD": "ref: refs/heads/main\n",
      "wt/made/commondir": "../../main/.git\n",
      "wt/made/gitdir": "$/wt/.git\n",
      "wt/.git": "gitdir: made\n",
    }, "wt"],
    ["the same in a folder called worktrees", {
      "main/.git/HEAD": "ref: refs/heads/main\n",
      "wt/.got/worktrees/wt/commondir": "../../../../main/.git\n",
      "wt/.got/worktrees/wt/gitdir": "$/wt/.git\n",
      "wt/.git": "gitdir: .got/worktrees/wt\n",
    }, "wt"],
    ["a submodule is a project of its own", {
      "main/.git/modules/wt/HEAD": "ref: refs/heads/main\n",
      "wt/.git": "gitdir: ../main/.git/modules/wt\n",
    }, "wt"],
    ["a bare repository has no main worktree", {
      "repo.git/worktrees/wt/commondir": "../..\n",
      "wt/.git": "gitdir: $/repo.git/worktrees/wt\n",
    }, "wt"],
    ["the main worktree is gone", {
      "wt/.git": "gitdir: $/main/.git/worktrees/wt\n",
    }, "wt"],
    ["the common folder is gone", {
      "main/.git/worktrees/wt/commondir": "../../gone\n",
      "wt/.git": "gitdir: $/main/.git/worktrees/wt\n",
    }, "wt"],
    ["an empty commondir", {
      "main/.git/worktrees/wt/commondir": "\n",
      "wt/.git": "gitdir: $/main/.git/worktrees/wt\n",
    }, "wt"],
    ["a .git file with other words", { "wt/.git": "hello\n" }, "wt"],
    ["an empty .git file", { "wt/.git": "" }, "wt"],
    ["a .git folder", { "wt/.git/": "" }, "wt"],
    ["no .git", { "wt/": "" }, "wt"],
  ];
  for (const [name, files, home] of rows) {
    await t.step(name, async () => {
      using world = new SealedWorld();
      const full = Object.entries({ ...BACK, ...files })
        .map(([path, text]) => [path, text.replace("$", world.dir)]);
      lay(world, Object.fromEntries(full));
      assertEquals(await homeOf(world, "wt"), home);
    });
  }
});

Deno.test('openProject() keeps one store each with worktrees "separate"', async (t) => {
  const linked = (world: SealedWorld) => ({
    "main/.git/worktrees/wt/commondir": "../..\n",
    "main/.git/worktrees/wt/gitdir": `${world.dir}/wt/.git\n`,
    "wt/.git": `gitdir: ${world.dir}/main/.git/worktrees/wt\n`,
  });
  const separate = '{"worktrees": "separate"}';
  for (const where of ["main", "wt", "home"]) {
    await t.step(`said in ${where}`, async () => {
      using world = new SealedWorld();
      const folder = where === "home"
        ? "home/.claude/memory-keeper"
        : `${where}/.claude/memory`;
      lay(world, { ...linked(world), [`${folder}/config.json`]: separate });
      assertEquals(await homeOf(world, "wt"), "wt");
      assertEquals(await homeOf(world, "main"), "main");
    });
  }
  await t.step(
    "shared, the main one's settings hold below its own",
    async () => {
      using world = new SealedWorld();
      lay(world, {
        ...linked(world),
        "main/.claude/memory/config.json": '{"saveInterval": 3, "share": true}',
        "wt/.claude/memory/config.json": '{"saveInterval": 4}',
      });
      const project = await openProject(fakeWorld(world), `${world.dir}/wt`);
      const { saveInterval, share } = project.config.values;
      assertEquals([saveInterval, share], [4, true]);
      assertEquals(
        projectConfigPath(project),
        `${world.dir}/main/.claude/memory/config.json`,
      );
    },
  );
});

Deno.test("openProject() agrees with the real git", async (t) => {
  using world = new SealedWorld();
  git(world, "project", "init", "--quiet");
  git(world, "project", "commit", "--quiet", "--allow-empty", "-m", "first");
  await t.step("the main worktree", async () => {
    assertEquals(await homeOf(world, "project"), "project");
  });
  await t.step("git worktree add", async () => {
    git(world, "project", "worktree", "add", "--quiet", "../linked");
    assertEquals(await homeOf(world, "linked"), "project");
  });
  await t.step("git worktree add inside the main one", async () => {
    git(world, "project", "worktree", "add", "--quiet", "inner/안쪽");
    assertEquals(await homeOf(world, "project/inner/안쪽"), "project");
  });
  await t.step("git worktree move", async () => {
    git(world, "project", "worktree", "move", "../linked", "../moved");
    assertEquals(await homeOf(world, "moved"), "project");
  });
  await t.step("git submodule add", async () => {
    git(world, "", "clone", "--quiet", "project", "library");
    git(world, "project", "submodule", "--quiet", "add", "../library", "lib");
    assertEquals(await homeOf(world, "project/lib"), "project/lib");
  });
  await t.step("git worktree add from a bare repository", async () => {
    git(world, "", "clone", "--quiet", "--bare", "project", "bare.git");
    git(world, "bare.git", "worktree", "add", "--quiet", "../from-bare");
    assertEquals(await homeOf(world, "from-bare"), "from-bare");
  });
});
