import {
  assertEquals,
  assertMatch,
  assertRejects,
  assertThrows,
} from "@std/assert";
import { SealedWorld } from "../../tests/support/world/sealed_world.ts";
import { UserError } from "../base/errors.ts";
import type { World } from "../base/world.ts";
import { projectStoreDir } from "./layout.ts";
import {
  globalConfigPath,
  hookProjectRoot,
  openProject,
  projectConfigPath,
  shellProjectRoot,
} from "./project.ts";

/** A fixed world: this environment, this folder. */
function fakeWorld(cwd: string, env: Record<string, string> = {}): World {
  return {
    env: (name) => env[name],
    now: () => new Date(0),
    localOffsetMinutes: () => 0,
    cwd: () => cwd,
  };
}

const makeDir = (path: string) => Deno.mkdirSync(path, { recursive: true });

function writeFile(path: string, text: string): void {
  makeDir(path.slice(0, path.lastIndexOf("/")));
  Deno.writeTextFileSync(path, text);
}

Deno.test("hookProjectRoot() is what Claude Code says, never the current folder", () => {
  assertEquals(hookProjectRoot(fakeWorld("/here")), undefined);
  const env = { CLAUDE_PROJECT_DIR: "/p", MEMORY_KEEPER_PROJECT_DIR: "/q" };
  assertEquals(hookProjectRoot(fakeWorld("/here", env)), "/p");
});

Deno.test("shellProjectRoot() takes --project-dir, then the variable, then looks around", () => {
  using world = new SealedWorld();
  for (const name of ["named", "variable", "project/.git"]) {
    makeDir(`${world.dir}/${name}`);
  }
  const env = { MEMORY_KEEPER_PROJECT_DIR: `${world.dir}/variable` };
  const here = fakeWorld(world.project, env);
  const named = `${world.dir}/named`;
  assertEquals(shellProjectRoot(here, named), named);
  assertEquals(shellProjectRoot(here), `${world.dir}/variable`);
  assertEquals(shellProjectRoot(fakeWorld(world.project)), world.project);
  // CLAUDE_PROJECT_DIR belongs to hooks; a shell may have it from elsewhere.
  const claude = fakeWorld(world.project, { CLAUDE_PROJECT_DIR: named });
  assertEquals(shellProjectRoot(claude), world.project);
});

Deno.test("shellProjectRoot() reads a relative folder from the current one", async () => {
  using world = new SealedWorld();
  makeDir(`${world.dir}/other`);
  const here = fakeWorld(world.project);
  const project = await openProject(here, shellProjectRoot(here, "../other"));
  assertEquals(project.home, `${world.dir}/other`);
});

Deno.test("shellProjectRoot() refuses what is not a folder", async (t) => {
  using world = new SealedWorld();
  writeFile(`${world.dir}/file`, "");
  const rows: [string, string][] = [
    [`${world.dir}/gone`, "does not exist"],
    [`${world.dir}/file`, "is not a folder"],
    [`${world.dir}/file/below`, "does not exist"],
    ["gone", "does not exist"],
  ];
  for (const [path, message] of rows) {
    await t.step(`${path.replace(world.dir, "")} ${message}`, () => {
      const here = fakeWorld(world.project);
      const error = assertThrows(
        () => shellProjectRoot(here, path),
        UserError,
        message,
      );
      assertEquals([error.kind, error.hints.length], ["store", 1]);
      const env = { MEMORY_KEEPER_PROJECT_DIR: path };
      assertThrows(
        () => shellProjectRoot(fakeWorld(world.project, env)),
        UserError,
        message,
      );
    });
  }
});

Deno.test("shellProjectRoot() finds the nearest project upwards", async (t) => {
  /** Folders in a temporary checkout, we are in the last; and the answer. */
  const rows: [string, string, string][] = [
    ["a store", "p/.claude/memory p/a/b", "p"],
    ["a checkout", "p/.git p/a/b", "p"],
    ["a store in a checkout", "p/.git p/a/.claude/memory p/a/b", "p/a"],
    ["a checkout in a store", "p/.claude/memory p/a/.git p/a/b", "p/a"],
    ["no project: .claude alone", "p/.git p/a/.claude p/a/b", "p"],
    ["nothing nearer than the checkout", "p/a/b", ""],
    ["in the home folder", "home/p/.git home/p/a", "home/p"],
    ["never the home folder: a store", "home/.claude/memory home/a", "home/a"],
    ["never the home folder: a checkout", "home/.git home/a", "home/a"],
    ["never above the home folder", "home/a", "home/a"],
    ["the home folder if we are in it", "home/.git home", "home"],
    ["Korean names", "집/프로젝트/.git 집/프로젝트/가", "집/프로젝트"],
  ];
  for (const [name, folders, found] of rows) {
    await t.step(name, () => {
      using world = new SealedWorld();
      const paths = [".git", ...folders.split(" ")]
        .map((folder) => `${world.dir}/${folder}`);
      paths.forEach(makeDir);
      const here = (home: string) =>
        fakeWorld(paths.at(-1) ?? "", { HOME: home });
      const expected = found === "" ? world.dir : `${world.dir}/${found}`;
      assertEquals(shellProjectRoot(here(world.home)), expected);
      assertEquals(shellProjectRoot(here(`${world.home}/`)), expected);
      if (Deno.build.os === "windows") return;
      Deno.symlinkSync("home", `${world.dir}/link`);
      assertEquals(shellProjectRoot(here(`${world.dir}/link`)), expected);
    });
  }
});

Deno.test("openProject() keeps the store in the project", async () => {
  using world = new SealedWorld();
  const here = fakeWorld(world.project, { HOME: world.home });
  const project = await openProject(here, world.project);
  assertEquals(
    [project.home, project.name, project.storeDir, project.boundary],
    [world.project, "project", world.store, world.project],
  );
  assertEquals(projectConfigPath(project), `${world.store}/config.json`);
  assertEquals(
    globalConfigPath(here),
    `${world.home}/.claude/memory-keeper/config.json`,
  );
  assertEquals(Array.from(Deno.readDirSync(world.project)), []);
});

Deno.test("openProject() refuses a root that is not a folder", async () => {
  using world = new SealedWorld();
  const here = fakeWorld(world.project);
  for (const path of [`${world.dir}/gone`, Deno.execPath()]) {
    const error = await assertRejects(() => openProject(here, path), UserError);
    assertEquals(error.kind, "store");
  }
});

Deno.test("openProject() reads the file for all projects, then the project's", async (t) => {
  const global = '{"saveInterval": 40, "receipt": false}';
  const rows: [string, string, Record<string, string>][] = [
    ["below HOME", "home/.claude/memory-keeper", {}],
    ["below CLAUDE_CONFIG_DIR", "claude/memory-keeper", {
      CLAUDE_CONFIG_DIR: "claude",
    }],
  ];
  for (const [name, folder, env] of rows) {
    await t.step(name, async () => {
      using world = new SealedWorld();
      writeFile(`${world.dir}/${folder}/config.json`, global);
      world.own(world.store, `${world.dir}/${folder}/..`);
      world.write("config.json", '{"saveInterval": 10}');
      const absolute = Object.entries(env)
        .map(([key, dir]) => [key, `${world.dir}/${dir}`]);
      const here = fakeWorld(world.project, {
        HOME: world.home,
        ...Object.fromEntries(absolute),
      });
      const { values } = (await openProject(here, world.project)).config;
      assertEquals([values.saveInterval, values.receipt], [10, false]);
    });
  }
});

Deno.test('openProject() with storage "home" gives each folder a store of its own', async () => {
  using world = new SealedWorld();
  writeFile(
    `${world.home}/.claude/memory-keeper/config.json`,
    '{"storage": "home"}',
  );
  const here = fakeWorld(world.project, { HOME: world.home });
  const open = (dir: string) => {
    makeDir(`${world.dir}/${dir}`);
    return openProject(here, `${world.dir}/${dir}`);
  };
  const [a, b, korean] = [
    await open("a/app"),
    await open("b/app"),
    await open("집/프로젝트"),
  ];
  const projects = `${world.home}/.claude/memory-keeper/projects`;
  const nameOf = (dir: string) => dir.slice(projects.length + 1);
  assertMatch(nameOf(a.storeDir), /^app-[0-9a-f]{8}$/);
  assertMatch(nameOf(b.storeDir), /^app-[0-9a-f]{8}$/);
  assertMatch(nameOf(korean.storeDir), /^프로젝트-[0-9a-f]{8}$/);
  assertEquals(a.storeDir === b.storeDir, false);
  assertEquals((await open("a/app")).storeDir, a.storeDir);
  // The boundary is the store before it exists as well, not the whole home.
  assertEquals(a.boundary, a.storeDir);
  assertEquals(projectConfigPath(a), `${a.home}/.claude/memory/config.json`);
});

Deno.test('openProject() with storage "home" finds room for a long name', async () => {
  using world = new SealedWorld();
  world.write("config.json", '{"storage": "home"}');
  const here = fakeWorld(world.project, { HOME: world.home });
  const longest = "조".repeat(85); // 255 bytes
  makeDir(`${world.dir}/${longest}/.claude/memory`);
  Deno.writeTextFileSync(
    `${world.dir}/${longest}/.claude/memory/config.json`,
    '{"storage": "home"}',
  );
  const { storeDir } = await openProject(here, `${world.dir}/${longest}`);
  makeDir(storeDir);
  assertMatch(storeDir, /\/조{66}-[0-9a-f]{8}$/);
});

Deno.test('openProject() with storage "home" needs a home', async () => {
  using world = new SealedWorld();
  world.write("config.json", '{"storage": "home"}');
  const error = await assertRejects(
    () => openProject(fakeWorld(world.project), world.project),
    UserError,
    "Cannot find the home folder",
  );
  assertEquals([error.kind, error.hints.length], ["store", 1]);
  const env = { USERPROFILE: world.home };
  const project = await openProject(
    fakeWorld(world.project, env),
    world.project,
  );
  assertEquals(project.storeDir.startsWith(`${world.home}/.claude/`), true);
});

Deno.test({
  name: "openProject() finds one project behind different links to it",
  ignore: Deno.build.os === "windows",
  fn: async () => {
    using world = new SealedWorld();
    Deno.symlinkSync(world.project, `${world.dir}/link`);
    const here = fakeWorld(world.project, { HOME: world.home });
    const project = await openProject(here, `${world.dir}/link`);
    assertEquals([project.root, project.home, project.storeDir], [
      `${world.dir}/link`,
      world.project,
      world.store,
    ]);
  },
});

Deno.test("projectStoreDir() of the root folder begins with one slash", () => {
  assertEquals(projectStoreDir("/"), "/.claude/memory");
  assertEquals(projectStoreDir("/a"), "/a/.claude/memory");
});
