/** What a session is given at its start, through the real hook door. */

import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { CONTEXT_MAX_UNITS } from "../src/context/context_plan.ts";
import { CONTEXT_STORES } from "./support/world/context_stores.ts";
import { assertGolden } from "./support/world/golden.ts";
import { payload, SealedWorld } from "./support/world/sealed_world.ts";

const SESSION = "3f2a9c11-0000-4000-8000-000000000001";
const NOW = "2026-02-01T17:27:00Z";

interface Given {
  readonly systemMessage?: string;
  readonly text: string;
}

async function start(
  world: SealedWorld,
  source = "startup",
  env: Record<string, string> = {},
): Promise<Given> {
  const transcript = `${world.dir}/transcripts/${SESSION}.jsonl`;
  const outcome = await world.hook(
    "session-start",
    payload("SessionStart", SESSION, { source, transcript_path: transcript }),
    { env: { MEMORY_KEEPER_NOW: NOW, TZ: "UTC", ...env } },
  );
  assertEquals([outcome.code, outcome.stderr], [0, ""]);
  const { systemMessage, hookSpecificOutput } = JSON.parse(outcome.stdout);
  assertEquals(hookSpecificOutput.hookEventName, "SessionStart");
  const text: string = hookSpecificOutput.additionalContext;
  assert(text.length <= CONTEXT_MAX_UNITS, `${text.length} units`);
  assert(text.isWellFormed());
  return { systemMessage, text };
}

for (const [name, make] of Object.entries(CONTEXT_STORES)) {
  Deno.test(`hook session-start, a store that is ${name}`, async () => {
    using world = new SealedWorld();
    make(world);
    const { text, systemMessage } = await start(world);
    assertGolden(`context/${name}`, `${systemMessage}\n\n${text}\n`);
    const { stdout } = await world.run(["load"], {
      env: { MEMORY_KEEPER_NOW: NOW },
    });
    assertEquals(stdout, `${text}\n`, "load prints exactly the same");
  });
}

Deno.test({
  name: "hook session-start says where nothing can be saved",
  ignore: Deno.build.os === "windows",
  async fn(t) {
    const unkept = "Memory Keeper: memory cannot be written here, so this " +
      "session will not be saved; memory-keeper doctor says why.";
    await t.step("a store that leads out of the project", async () => {
      using world = new SealedWorld();
      Deno.mkdirSync(`${world.project}/.claude`);
      Deno.symlinkSync(world.home, world.store);
      Deno.writeTextFileSync(`${world.home}/config.json`, "{}");
      // It is not the project's own: memory is kept in the user's folder.
      const { text, systemMessage } = await start(world);
      assertStringIncludes(text, "it is kept from this session on");
      assertStringIncludes(systemMessage ?? "", "that you did not write");
      const { code, stderr } = await world.run(["trust"]);
      assertEquals(code, 3);
      assertStringIncludes(stderr, "it leads out of the project");
    });
    await t.step("no store, and a folder that is read-only", async () => {
      using world = new SealedWorld();
      Deno.chmodSync(world.project, 0o555);
      const { text, systemMessage } = await start(world);
      const { stdout } = await world.run(["status"]);
      Deno.chmodSync(world.project, 0o755);
      assertEquals([text, systemMessage], [unkept, unkept]);
      assertStringIncludes(stdout, "! Nothing can be saved here: ");
      assert(!stdout.includes("It begins with"), stdout);
    });
    await t.step("memory that is read-only", async () => {
      using world = new SealedWorld();
      CONTEXT_STORES["small"]?.(world);
      const { text } = await start(world);
      Deno.chmodSync(world.store, 0o555);
      const given = await start(world);
      Deno.chmodSync(world.store, 0o755);
      assertEquals(given, { systemMessage: unkept, text });
    });
    await t.step("a new project is left as it is", async () => {
      using world = new SealedWorld();
      assertStringIncludes((await start(world)).text, "from this session on");
      assertEquals(Array.from(Deno.readDirSync(world.project)), []);
    });
  },
});

Deno.test("hook session-start gives the same for every source", async () => {
  using world = new SealedWorld();
  CONTEXT_STORES["small"]?.(world);
  const { text } = await start(world);
  for (const source of ["resume", "clear", "fork", "odd", "compact"]) {
    assertEquals((await start(world, source)).text, text, source);
  }
});

Deno.test("hook session-start does not say what a session sees anyway", async () => {
  using world = new SealedWorld();
  CONTEXT_STORES["small"]?.(world);
  const builtin = `${world.home}/.claude/projects/${
    world.project.replace(/[^a-zA-Z0-9]/g, "-")
  }/memory`;
  Deno.mkdirSync(builtin, { recursive: true });
  Deno.mkdirSync(`${world.project}/.claude`, { recursive: true });
  const files = {
    [`${world.project}/CLAUDE.md`]: "* Round last, after correction 1\r\n",
    [`${world.project}/.claude/CLAUDE.md`]: "Table 2 is kept in UTC",
    [`${world.project}/CLAUDE.local.md`]: "> Worked on harbour 1.\n",
    [`${builtin}/MEMORY.md`]: "- A tide table for small harbours.\n",
  };
  const before = (await start(world)).text;
  for (const [path, text] of Object.entries(files)) {
    Deno.writeTextFileSync(path, text);
  }
  const { text } = await start(world);
  for (
    const line of [
      "Round last, after correction 1",
      "Table 2 is kept",
      "Worked on harbour 1",
      "A tide table for small",
    ]
  ) {
    assertStringIncludes(before, line);
    const isFact = text.split("\n").some((one) =>
      one.includes(line) && !one.includes("→") && !one.includes(": Table")
    );
    assertEquals(isFact, false, line);
  }
  assertStringIncludes(text, "Round last, after correction 2");
});

Deno.test("hook session-start after a compaction tells the session its own work", async () => {
  using world = new SealedWorld();
  CONTEXT_STORES["huge"]?.(world);
  const memory = world.read("memory.md");
  const own = "## 2025-12-01_0800 (local 12-01_0800)\n" +
    "<!-- session 3f2a9c11 · entries 0-1 -->\nThis session built the quay.\n\n";
  world.write("memory.md", memory.replace("## ", `${own}## `));
  const l1 = [
    { ts: NOW, role: "user", text: "Build the quay of the north harbour." },
    { ts: NOW, role: "user", text: "Now paint the lighthouse red." },
    { ts: NOW, role: "assistant", text: "The lighthouse is red." },
  ].map((entry) => `${JSON.stringify(entry)}\n`).join("");
  const stem = "2026-02-01_1700_3f2a9c11";
  world.write(`sessions/${stem}.l1.jsonl`, l1);
  world.write(
    `state/${SESSION}.json`,
    JSON.stringify({
      stem,
      l1Bytes: l1.length,
      entries: 3,
      summarizedTo: 1,
      seenAt: NOW,
      transcript: "/nowhere",
    }),
  );
  const { text } = await start(world, "compact");
  const [, part = ""] = text.split("## This session before it was compacted\n");
  assertStringIncludes(part.slice(0, 1000), "paint the lighthouse red");
  assertStringIncludes(part.slice(0, 1500), "This session built the quay.");
  assert(!part.includes("Build the quay of"), "what is summarised is not told");
  assert(!(await start(world)).text.includes("built the quay"));
});

Deno.test("a first session that is compacted has no earlier ones", async () => {
  using world = new SealedWorld();
  const entry = { ts: NOW, role: "user", text: "Build the quay, please." };
  const l1 = `${JSON.stringify(entry)}\n`;
  const stem = "2026-02-01_1700_3f2a9c11";
  world.write(`sessions/${stem}.l1.jsonl`, l1);
  const state = { stem, l1Bytes: l1.length, entries: 1, seenAt: NOW };
  world.write(`state/${SESSION}.json`, JSON.stringify(state));
  const { text, systemMessage } = await start(world, "compact");
  assertStringIncludes(text, "Build the quay");
  assertStringIncludes(systemMessage ?? "", "it begins with this session");
});

Deno.test("hook session-start shows what waits, last", async () => {
  using world = new SealedWorld();
  CONTEXT_STORES["huge"]?.(world);
  world.write("memory_20260102_101500.md", "Waits.");
  const { text } = await start(world);
  const lines = text.split("\n");
  assertEquals(
    lines.at(-3),
    "- Archives without a summary: 1 (memory_20260102_101500.md)",
  );
  assertEquals(lines.at(-4), "## Waiting");
});

Deno.test("hook session-start is silent to the user with receipt off", async () => {
  using world = new SealedWorld();
  world.write("config.json", '{"receipt": false}');
  assertEquals((await start(world)).systemMessage, undefined);
});

Deno.test("hook session-start tells the shell which project it is", async (t) => {
  using world = new SealedWorld();
  const file = `${world.dir}/env file`;
  const project = `${world.dir}/it's $HOME`;
  Deno.mkdirSync(project);
  Deno.writeTextFileSync(file, "export A=1");
  const env = { CLAUDE_ENV_FILE: file, CLAUDE_PROJECT_DIR: project };
  await start(world, "startup", env);
  await start(world, "resume", env);
  const text = Deno.readTextFileSync(file);
  assertEquals(
    text,
    `export A=1\nexport MEMORY_KEEPER_PROJECT_DIR='${
      project.replace("'", "'\\''")
    }'\n`,
  );
  await t.step({
    name: "which reads it back",
    // Windows has no sh of its own.
    ignore: Deno.build.os === "windows",
    fn() {
      const { stdout } = new Deno.Command("sh", {
        args: ["-c", `. "${file}"; printf %s "$MEMORY_KEEPER_PROJECT_DIR"`],
      }).outputSync();
      assertEquals(new TextDecoder().decode(stdout), project);
    },
  });
});

Deno.test("hook session-start gives context when its upkeep cannot be done", async (t) => {
  const broken: Record<string, (world: SealedWorld) => void> = {
    "locks that are folders": (world) =>
      Deno.mkdirSync(`${world.store}/state/store.lock`, { recursive: true }),
    "an env file that is a folder": () => {},
    "a cache that is a file": (world) => world.write(".cache", "mine"),
  };
  for (const [name, breakIt] of Object.entries(broken)) {
    await t.step(name, async () => {
      using world = new SealedWorld();
      CONTEXT_STORES["small"]?.(world);
      breakIt(world);
      const { text } = await start(world, "startup", {
        CLAUDE_ENV_FILE: world.dir,
      });
      assertStringIncludes(text, "Worked on harbour 1.");
    });
  }
});

Deno.test("memory-keeper load explains each section", async () => {
  using world = new SealedWorld();
  CONTEXT_STORES["huge"]?.(world);
  const run = async (...args: string[]) =>
    await world.run(["load", ...args], { env: { MEMORY_KEEPER_NOW: NOW } });
  const { stdout } = await run("--explain");
  assertGolden("context/explain", stdout);
  for (const name of ["rules", "decisions", "concepts", "solutions"]) {
    const whole = await run("--section", name);
    assertEquals(whole.stdout.split("\n- ").length, 201, name);
    assertStringIncludes(whole.stdout, "Nothing was left out");
  }
  const memory = await run("--section", "memory");
  assertEquals(memory.stdout.split("\n### ").length, 301);
  const { context, units, sections } = JSON.parse((await run("--json")).stdout);
  assertEquals([units, sections[0].name], [context.length, "project"]);
  const wrong = await run("--section", "rule");
  assertEquals([wrong.code, wrong.stdout], [2, ""]);
  assertStringIncludes(wrong.stderr, 'Did you mean "rules"?');
});

Deno.test("memory-keeper load says what is not shown because CLAUDE.md has it", async () => {
  using world = new SealedWorld();
  world.write(
    "lessons.md",
    "- Round last of all\n- Keep tables in UTC\n- Never trust a gull\n",
  );
  Deno.writeTextFileSync(
    `${world.project}/CLAUDE.md`,
    "Round last of all\nKeep tables in UTC\n",
  );
  const { stdout } = await world.run(["load"]);
  assertStringIncludes(stdout, "- Never trust a gull\n");
  assertEquals(
    stdout.trimEnd().split("\n").at(-1),
    "In CLAUDE.md or MEMORY.md already: lessons (2 lines). " +
      "Nothing else was left out; memory-keeper search <words> finds more.",
  );
  const explained = await world.run(["load", "--explain"]);
  assertStringIncludes(explained.stdout, "all, 2 known already");
  world.write("lessons.md", "- Round last of all\n");
  const none = await world.run(["load"]);
  assertStringIncludes(none.stdout, "already: lessons (1 lines). Nothing else");
});
