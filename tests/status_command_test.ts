/** status and statusline from outside: what a person sees at a glance. */

import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { displayWidth } from "../src/output/table.ts";
import { executableFile } from "../src/install/install_folder.ts";
import { assertGolden } from "./support/world/golden.ts";
import { payload, spawnProgram } from "./support/world/sealed_world.ts";
import { NOW, SESSION, WorkingWorld } from "./support/world/working_world.ts";

const DAY_MINUTES = 24 * 60;

/** On a terminal of 80 by 24. */
function assertFitsScreen(text: string): void {
  const lines = text.trimEnd().split("\n");
  assert(lines.length <= 23, `${lines.length} lines`);
  for (const line of lines) assert(displayWidth(line) <= 80, line);
}

async function show(world: WorkingWorld, golden: string): Promise<void> {
  const { code, stdout, stderr } = await world.run(["status"]);
  assertEquals([code, stderr], [0, ""]);
  assertFitsScreen(stdout);
  // How large a search index is depends on the version of SQLite.
  const stable = stdout.replace(/(On disk +)[\d.]+ \w+/, "$1(size)");
  assertGolden(`status/${golden}`, stable);
}

/** A store with something of everything. */
async function keptWorld(): Promise<WorkingWorld> {
  const world = new WorkingWorld();
  await world.install();
  await world.session();
  const lines = [
    ["save", "Rounding comes last, because spring tides were an hour late."],
    ["save", "반올림은 마지막에 한 번만 한다."],
    ["remember", "Round last"],
    ["facts", "add", "decision", "Times are kept in UTC"],
    ["facts", "add", "issue", "The table for 1999 is missing"],
  ];
  for (const line of lines) {
    const { code, stderr } = await world.run(line);
    assertEquals([code, stderr], [0, ""], line.join(" "));
  }
  world.age(2);
  return world;
}

Deno.test("memory-keeper status shows a store that works on one screen", async () => {
  using world = await keptWorld();
  await show(world, "kept");
});

Deno.test("memory-keeper status in a new project names what is missing", async () => {
  using world = new WorkingWorld();
  await show(world, "nothing");
  await world.install();
  world.writeTranscript(SESSION);
  world.age(28 * DAY_MINUTES);
  await show(world, "before");
});

Deno.test("memory-keeper status names what needs attention", async () => {
  using world = await keptWorld();
  for (const id of ["aaaaaaaa-1", "bbbbbbbb-2"]) world.writeTranscript(id);
  world.age(26 * DAY_MINUTES, world.transcripts);
  world.write("facts.json", "{oops");
  world.write("config.json", '{"saveIntervall": 3}');
  world.write(
    "logs/keeper.log",
    "2026-02-01T16:00:00.000Z stop 3f2a9c11 failed error=TypeError\n",
  );
  world.writeTranscript("cccccccc-3", { started: undefined });
  world.age(1, world.store);
  Deno.utimeSync(
    `${world.transcripts}/cccccccc-3.jsonl`,
    new Date(Date.parse(NOW) + 60_001),
    new Date(Date.parse(NOW) + 60_001),
  );
  await show(world, "attention");
});

Deno.test({
  name: "memory-keeper status says which files it did not read",
  ignore: Deno.build.os === "windows",
  fn: async () => {
    using world = await keptWorld();
    const memory = `${world.store}/memory.md`;
    Deno.renameSync(memory, `${world.dir}/elsewhere.md`);
    Deno.symlinkSync(`${world.dir}/elsewhere.md`, memory);
    const { stdout } = await world.run(["status", "--json"]);
    const { unreadable, sections } = JSON.parse(stdout);
    const there = "$WORLD/project/.claude/memory/memory.md";
    assertEquals([unreadable, sections], [[there], null]);
  },
});

Deno.test("memory-keeper status says when Claude Code starts no hook", async (t) => {
  using world = await keptWorld();
  const plugin = "memory-keeper@memory-keeper";
  const settings = (values: object) =>
    world.writeClaude("settings.json", {
      enabledPlugins: { [plugin]: true },
      ...values,
    });
  const local = `${world.project}/.claude/settings.local.json`;
  const program = `${world.installed}/plugin/bin/${executableFile()}`;
  const rows: [string, () => void, string, string][] = [
    [
      "the plugin off for all projects",
      () => settings({ enabledPlugins: { [plugin]: false } }),
      "hooks are switched off",
      "The plugin: installed, but switched off in ~/.claude/settings.json",
    ],
    [
      "the plugin off in this project",
      () => {
        settings({});
        Deno.writeTextFileSync(
          local,
          JSON.stringify({ enabledPlugins: { [plugin]: false } }),
        );
      },
      "hooks are switched off",
      "The plugin: installed, but switched off in",
    ],
    [
      "no hook at all",
      () => {
        Deno.removeSync(local);
        settings({ disableAllHooks: true });
      },
      "hooks are switched off",
      "disableAllHooks in ~/.claude/settings.json: no hook runs",
    ],
    [
      "no executable",
      () => {
        settings({});
        Deno.removeSync(program);
      },
      "hooks cannot be started",
      "is missing, so no hook can start",
    ],
  ];
  for (const [name, change, headline, hint] of rows) {
    await t.step(name, async () => {
      change();
      const { stdout } = await world.run(["status"]);
      assertStringIncludes(stdout, `project: ${headline}\n`);
      const flat = stdout.replaceAll("$WORLD/home", "~")
        .replace(/\s+/g, " ");
      assertStringIncludes(flat, hint);
      assertStringIncludes(stdout, "→ memory-keeper doctor");
    });
  }
});

Deno.test("memory-keeper status reports damaged files", async () => {
  using world = await keptWorld();
  world.write("memory-index.json", "{oops");
  world.write("concepts.json", "{oops");
  const { stdout } = await world.run(["status"]);
  assertStringIncludes(
    stdout,
    "project: memory works, but a file of it cannot be read\n",
  );
});

Deno.test("memory-keeper status --json says the same to programs", async () => {
  using world = await keptWorld();
  const { stdout } = await world.run(["status", "--json"]);
  const status = JSON.parse(stdout);
  assertEquals(
    [status.verdict, status.sessions, status.sections, status.hints],
    ["works", 1, 2, []],
  );
  assertEquals(status.lastEvent, "2026-02-01T17:25:00.000Z");
  assertEquals(status.knowledge.openIssues, 1);
  assertEquals(status.transcripts.count, 1);
});

Deno.test("memory-keeper statusline prints one short line, whatever comes in", async (t) => {
  using world = await keptWorld();
  const { project } = world;
  const input = (fields: object) => JSON.stringify({ cwd: "/", ...fields });
  const elsewhere = `${world.dir}/elsewhere`;
  Deno.mkdirSync(elsewhere);
  const kept = "memory: 0 % full · 1 session · saved 2m ago\n";
  const workspace = { project_dir: project, current_dir: elsewhere };
  const rows: [string, string | Uint8Array, string][] = [
    ["Claude Code's JSON", input({ session_id: SESSION, workspace }), kept],
    ["without a session", input({ workspace }), kept],
    ["only cwd", input({ cwd: project }), kept],
    [
      "a session of which nothing came",
      input({ session_id: "b0b", workspace }),
      "memory: 0 % full · 1 session · ! no event of this session\n",
    ],
    ["wrong types", input({ session_id: 7, workspace: "x", cwd: [] }), kept],
    [
      "a session id that is a path",
      input({ session_id: "../x", cwd: project }),
      kept,
    ],
    ["nothing", "", kept],
    ["not JSON", "{oops", kept],
    ["no object", "[1]", kept],
    ["not UTF-8", Uint8Array.of(0xff, 0xfe, 0x7b), kept],
    [
      "a folder without memory",
      input({ workspace: { project_dir: elsewhere } }),
      "memory: none yet\n",
    ],
    [
      "a folder that is gone",
      input({ workspace: { project_dir: "/no/such/place" } }),
      "memory: cannot be read here\n",
    ],
  ];
  for (const [name, stdin, expected] of rows) {
    await t.step(name, async () => {
      const outcome = await world.run(["statusline"], { stdin });
      assertEquals(outcome, { code: 0, stdout: expected, stderr: "" });
    });
  }
  await t.step("a damaged store", async () => {
    world.write("memory-index.json", '{"pending": 7}');
    Deno.removeSync(`${world.store}/memory.md`);
    Deno.mkdirSync(`${world.store}/memory.md`);
    const { code, stdout } = await world.run(["statusline"]);
    assertEquals(code, 0);
    assertStringIncludes(stdout, "memory: ");
    assertEquals(stdout.trimEnd().split("\n").length, 1);
  });
});

Deno.test("memory-keeper statusline counts what waits", async () => {
  using world = await keptWorld();
  const state = JSON.parse(world.read(`state/${SESSION}.json`));
  const delta = { id: "3f2a9c11-1", from: 0, to: 2, createdAt: NOW, asks: 0 };
  world.write(
    `state/${SESSION}.json`,
    JSON.stringify({ ...state, deltas: [delta] }),
  );
  const index = JSON.parse(world.read("memory-index.json"));
  world.write(
    "memory-index.json",
    JSON.stringify({ ...index, pending: [SESSION] }),
  );
  const { stdout } = await world.run(["statusline"]);
  assertStringIncludes(stdout, " · 1 waiting");
});

Deno.test("memory-keeper statusline does not wait for a stdin that stays open", async () => {
  using world = await keptWorld();
  await world.hook("stop", payload("Stop", SESSION));
  const child = spawnProgram(["statusline"], {
    env: world.env({ MEMORY_KEEPER_NOW: NOW }),
    cwd: world.project,
  });
  // Stdin stays open; the line comes anyway.
  const reader = child.stdout.getReader();
  const { value } = await reader.read();
  assertStringIncludes(new TextDecoder().decode(value), "memory: ");
  reader.releaseLock();
  await child.stdout.cancel();
  await child.stderr.cancel();
  assertEquals((await child.status).code, 0);
  await child.stdin.close().catch(() => {});
});
