/** Memory in the home folder, and projects that are moved. */

import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { user } from "./support/generator/entries.ts";
import { git, needsGit } from "./support/world/git.ts";
import { payload, SealedWorld } from "./support/world/sealed_world.ts";

const ID = "3f2a9c11-0000-4000-8000-000000000009";

class HomeWorld extends SealedWorld {
  constructor() {
    super();
    const folder = `${this.home}/.claude/memory-keeper`;
    Deno.mkdirSync(folder, { recursive: true });
    Deno.writeTextFileSync(`${folder}/config.json`, '{"storage": "home"}');
  }

  async start(project = this.project) {
    const event = payload("SessionStart", ID, { source: "startup" });
    const { stdout } = await this.hook("session-start", event, {
      env: { CLAUDE_PROJECT_DIR: project },
      cwd: project,
    });
    return JSON.parse(stdout);
  }

  /** Everything in the home folder's stores, by its path. */
  kept(): string[] {
    return this.files(`${this.home}/.claude/memory-keeper/projects`);
  }

  move(to: string): string {
    Deno.renameSync(this.project, `${this.dir}/${to}`);
    return `${this.dir}/${to}`;
  }
}

Deno.test('the first session with storage "home" does not deny memory', async () => {
  using world = new HomeWorld();
  const { systemMessage, hookSpecificOutput } = await world.start();
  assertStringIncludes(systemMessage, "it begins with this session");
  assertStringIncludes(
    hookSpecificOutput.additionalContext,
    "it is kept from this session on",
  );
  const { stdout } = await world.run(["status", "--json"]);
  assertEquals(JSON.parse(stdout).problem, null);
});

Deno.test("a moved project's memory is offered, and used when asked for", async (t) => {
  const rows: Record<string, (world: HomeWorld) => Promise<string>> = {
    "by its first commit": (world) => {
      git(world, "project", "init", "--quiet");
      git(world, "project", "commit", "-q", "--allow-empty", "-m", "first");
      return Promise.resolve("renamed");
    },
    "by its remote": (world) => {
      git(world, "project", "init", "--quiet");
      const url = "https://me:pass@example.com/tides.git";
      git(world, "project", "remote", "add", "origin", url);
      return Promise.resolve("renamed");
    },
    "by its name, without git": (world) => {
      Deno.mkdirSync(`${world.dir}/elsewhere`);
      return Promise.resolve("elsewhere/project");
    },
    "by a transcript, of a store without a note": async (world) => {
      const transcript = `${world.dir}/${ID}.jsonl`;
      const line = { ...user("hello"), cwd: world.project };
      Deno.writeTextFileSync(transcript, `${JSON.stringify(line)}\n`);
      const stop = payload("Stop", ID, { transcript_path: transcript });
      await world.hook("stop", stop);
      Deno.mkdirSync(`${world.dir}/elsewhere`);
      return "elsewhere/project";
    },
  };
  for (const [name, make] of Object.entries(rows)) {
    const move = async () => {
      using world = new HomeWorld();
      const to = await make(world);
      if (!name.includes("transcript")) await world.start();
      await world.run(["save", "the gate opens at dawn"]);
      assert(!world.kept().join().includes("pass"));
      const moved = world.move(to);
      const { systemMessage } = await world.start(moved);
      assertStringIncludes(systemMessage, "A memory of 1 section was kept for");
      const [, command = ""] =
        /: memory-keeper (migrate moved project-\w+)$/m.exec(systemMessage) ??
          [];
      const done = await world.run(command.split(" "), { cwd: moved });
      assertEquals([done.code, done.stderr], [0, ""]);
      const after = await world.start(moved);
      assert(!after.systemMessage.includes("migrate moved"));
      assertStringIncludes(
        after.hookSpecificOutput.additionalContext,
        "the gate opens at dawn",
      );
    };
    await t.step(
      /commit|remote/.test(name) ? needsGit(name, move) : { name, fn: move },
    );
  }
});

Deno.test("nothing is offered that is not this project's", async (t) => {
  await t.step(needsGit("another checkout of the same repository", async () => {
    using world = new HomeWorld();
    git(world, "project", "init", "--quiet");
    git(world, "project", "commit", "-q", "--allow-empty", "-m", "first");
    await world.start();
    await world.run(["save", "the gate opens at dawn"]);
    git(world, "", "clone", "--quiet", "project", "other");
    const { systemMessage } = await world.start(`${world.dir}/other`);
    assert(!systemMessage.includes("migrate moved"));
  }));
  await t.step("a project with memory of its own", async () => {
    using world = new HomeWorld();
    await world.start();
    await world.run(["save", "the gate opens at dawn"]);
    const [store = ""] = world.kept().map((path) => path.split("/")[0] ?? "");
    Deno.mkdirSync(`${world.dir}/elsewhere`);
    const moved = world.move("elsewhere/project");
    await world.run(["save", "new words"], { cwd: moved });
    const { code, stderr } = await world.run(["migrate", "moved", store], {
      cwd: moved,
    });
    assertEquals(code, 1);
    assertStringIncludes(stderr, "has memory of its own");
    assert(!(await world.start(moved)).systemMessage.includes("migrate moved"));
  });
  await t.step("a name that leads elsewhere", async () => {
    using world = new HomeWorld();
    await world.start();
    const outcome = await world.run(["migrate", "moved", "../../x"]);
    assertEquals(outcome.code, 1);
  });
});
