/** The copies that survive `git clean -fdx`. */

import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { listBackups, planPruning } from "../src/store/backup.ts";
import { openProject } from "../src/store/project.ts";
import { git, gitTest } from "./support/world/git.ts";
import { STILL_WORLD } from "./support/world/in_process.ts";
import { payload, SealedWorld } from "./support/world/sealed_world.ts";

const ID = "3f2a9c11-0000-4000-8000-000000000010";

async function save(world: SealedWorld, ...texts: string[]): Promise<void> {
  for (const text of texts) {
    assertEquals((await world.run(["save", text])).code, 0);
  }
}

async function told(world: SealedWorld): Promise<string> {
  const { stdout } = await world.hook(
    "session-start",
    payload("SessionStart", ID, { source: "startup" }),
  );
  return JSON.parse(stdout).systemMessage;
}

async function copies(world: SealedWorld) {
  const env = (name: string) => name === "HOME" ? world.home : undefined;
  const project = await openProject({ ...STILL_WORLD, env }, world.project);
  return listBackups(project);
}

gitTest(
  "git clean -fdx deletes memory, and the next start says where a copy is",
  async () => {
    using world = new SealedWorld();
    git(world, "project", "init", "--quiet");
    await save(world, "the first thing", "the second thing");
    await world.run(["set", "project", "A table of tides."]);
    await world.run(["facts", "add", "decision", "Round once, at the end"]);
    assert(!(await told(world)).includes("backup"));
    git(world, "project", "clean", "-fdxq");
    const line = await told(world);
    assertStringIncludes(
      line,
      "The store is new; a backup of 2 sections lies in",
    );
    const dir = (/ lies in (.*)$/m.exec(line)?.[1] ?? "")
      .replace("$WORLD", world.dir);
    assert(
      dir.startsWith(`${world.home}/.claude/memory-keeper/backup/project-`),
    );
    const read = (name: string) => Deno.readTextFileSync(`${dir}/${name}`);
    assertStringIncludes(read("memory.md"), "the second thing");
    assertStringIncludes(read("facts.json"), "Round once, at the end");
    assertStringIncludes(read("project.md"), "A table of tides.");
    if (Deno.build.os !== "windows") {
      const modeOf = (path: string) => (Deno.statSync(path).mode ?? 0) & 0o777;
      assertEquals([modeOf(dir), modeOf(`${dir}/memory.md`)], [0o700, 0o600]);
    }
  },
);

Deno.test("notes before the first session are no loss", async () => {
  using world = new SealedWorld();
  await world.run(["notes", "set", "project", "A table of tides."]);
  assertEquals((await copies(world)).length, 1);
  assert(!(await told(world)).includes("backup"));
});

Deno.test("the newest three copies stay, and the largest of an emptied store", async () => {
  using world = new SealedWorld();
  await save(world, "one", "two", "three", "four", "five");
  assertEquals((await copies(world)).length, 3);
  const five = (await copies(world))[0]?.dir ?? "";
  Deno.removeSync(world.store, { recursive: true });
  await save(world, "six", "seven", "eight", "nine");
  const kept = await copies(world);
  assertEquals([kept.length, kept.at(-1)?.dir], [3, five]);
  assertStringIncludes(
    Deno.readTextFileSync(`${kept[0]?.dir}/memory.md`),
    "nine",
  );
});

Deno.test("planPruning() keeps the newest, the largest and the limit", async (t) => {
  const rows: [name: string, bytes: number[], room: number, gone: number[]][] =
    [
      ["two, and the new one makes three", [30, 20, 10], 1000, [10]],
      ["the largest, wherever it is", [2, 3, 500, 4], 1000, [3, 4]],
      ["what there is room for", [600, 900], 700, [900]],
      ["none without room", [600, 900], 10, [600, 900]],
      ["nothing to remove", [], 10, []],
    ];
  for (const [name, bytes, room, gone] of rows) {
    await t.step(name, () => {
      const found = planPruning(bytes.map((size) => ({ bytes: size })), room);
      assertEquals(found.map((one) => one.bytes), gone);
    });
  }
});

Deno.test("copies of a project have at most 2 MB together", async () => {
  using world = new SealedWorld();
  world.write("memory.md", `# Memory\n\n${"a word ".repeat(200_000)}\n`);
  await world.run(["facts", "add", "decision", "Round once"]);
  await world.run(["facts", "add", "decision", "Round last"]);
  const all = await copies(world);
  const sum = all.reduce((total, { bytes }) => total + bytes, 0);
  assert(all.length > 0 && sum <= 2 * 1024 * 1024, `${sum}`);
  world.write("lessons.md", "x".repeat(3_000_000));
  await world.run(["facts", "add", "decision", "Round twice"]);
  const [newest] = await copies(world);
  assert(newest?.files.some((path) => path.endsWith("/memory.md")));
  assert(!newest?.files.some((path) => path.endsWith("/lessons.md")));
});

Deno.test("no copies where they are not wanted", async (t) => {
  await t.step('with storage "home"', async () => {
    using world = new SealedWorld();
    await world.run(["config", "set", "--global", "storage", "home"]);
    await save(world, "one");
    assertEquals(await copies(world), []);
  });
  await t.step("config set backup false", async () => {
    using world = new SealedWorld();
    await world.run(["config", "set", "backup", "false"]);
    await save(world, "one");
    assertEquals(await copies(world), []);
  });
  await t.step("clear all takes them", async () => {
    using world = new SealedWorld();
    await save(world, "one", "two");
    assertEquals((await copies(world)).length, 2);
    assertEquals((await world.run(["clear", "all", "--yes"])).code, 0);
    assertEquals(await copies(world), []);
    assert(!(await told(world)).includes("backup"));
  });
  await t.step("uninstall --purge takes all of them", async () => {
    using world = new SealedWorld();
    await save(world, "one");
    const folder = `${world.home}/.claude/memory-keeper`;
    const asked = await world.run(["uninstall", "--purge"]);
    assertEquals(asked.code, 1);
    assert(Deno.statSync(folder).isDirectory);
    const { code, stderr } = await world.run(["uninstall", "--purge", "--yes"]);
    assertEquals(code, 0, "nothing else is installed");
    assertStringIncludes(stderr, "Removed $WORLD/home/.claude/memory-keeper");
    assertEquals(
      Array.from(Deno.readDirSync(`${world.home}/.claude`), ({ name }) => name)
        .includes("memory-keeper"),
      false,
    );
    assertStringIncludes(world.read("memory.md"), "one");
  });
});

Deno.test("a copy that cannot be made costs no change", async () => {
  using world = new SealedWorld();
  Deno.mkdirSync(`${world.home}/.claude/memory-keeper`, { recursive: true });
  Deno.writeTextFileSync(`${world.home}/.claude/memory-keeper/backup`, "");
  await save(world, "one");
  assertStringIncludes(world.read("memory.md"), "one");
  const { stdout } = await world.run(["doctor"]);
  assertStringIncludes(
    stdout.replace(/\s+/g, " "),
    "there is no copy of memory",
  );
});
