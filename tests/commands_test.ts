/** Commands from outside: stdout, stderr and the exit code, each time. */

import {
  assertEquals,
  assertMatch,
  assertNotMatch,
  assertStringIncludes,
} from "@std/assert";
import manifest from "../deno.json" with { type: "json" };
import { HOOK_WORDS } from "../src/cli/program_commands.ts";
import { HOOKS } from "../src/hooks/table.ts";
import { assertGolden } from "./support/world/golden.ts";
import {
  payload,
  SealedWorld,
  spawnProgram,
} from "./support/world/sealed_world.ts";

const POSIX_ONLY = { ignore: Deno.build.os === "windows" };
const SESSIONS = ["3f2a9c11-0000-4000-8000-000000000001", "b0b", "c3"] as const;

const words = (line: string) => line === "" ? [] : line.split(" ");

const quiet = (stdout: string) => ({ code: 0, stdout, stderr: "" });

const trace = (world: SealedWorld) =>
  Array.from(Deno.readDirSync(world.project), (entry) => entry.name);

/** Use some tools in some sessions, as Claude Code would. */
async function useTools(world: SealedWorld): Promise<void> {
  for (const session of [...SESSIONS, SESSIONS[0]]) {
    const event = payload("PostToolUse", session);
    assertEquals(await world.hook("post-tool-use", event), quiet(""));
  }
}

Deno.test("memory-keeper --help shows what the program can do", async (t) => {
  using world = new SealedWorld();
  for (const line of ["--help", "-h", "", "help"]) {
    await t.step(`memory-keeper ${line}`, async () => {
      const outcome = await world.run(words(line));
      assertEquals(outcome, quiet(outcome.stdout));
      assertGolden("help", outcome.stdout);
    });
  }
});

Deno.test("memory-keeper config set --help explains one command", async (t) => {
  using world = new SealedWorld();
  const lines = ["config set --help", "config -h set", "help config set"];
  for (const line of lines) {
    await t.step(`memory-keeper ${line}`, async () => {
      const outcome = await world.run(words(line));
      assertEquals(outcome, quiet(outcome.stdout));
      assertGolden("help_config_set", outcome.stdout);
    });
  }
  assertEquals(trace(world), []);
});

Deno.test("memory-keeper version prints the version of deno.json", async () => {
  using world = new SealedWorld();
  const text = quiet(`memory-keeper ${manifest.version}\n`);
  for (const line of ["version", "--version", "-V"]) {
    assertEquals(await world.run(words(line)), text);
  }
});

Deno.test("memory-keeper status in an empty project leaves it empty", async () => {
  using world = new SealedWorld();
  const { code, stdout, stderr } = await world.run(["status"]);
  assertEquals([code, stderr], [0, ""]);
  assertStringIncludes(stdout, "project has no memory yet.\n");
  assertEquals(trace(world), []);
});

Deno.test("memory-keeper status sums up what hooks have done", async (t) => {
  using world = new SealedWorld();
  await useTools(world);
  const before = world.files();
  await t.step("memory-keeper status --json", async () => {
    const { code, stdout, stderr } = await world.run(["status", "--json"]);
    assertEquals([code, stderr], [0, ""]);
    const { root, store, exists, sessions, problem } = JSON.parse(stdout);
    assertEquals({ root, store, exists, sessions, problem }, {
      root: "$WORLD/project",
      store: "$WORLD/project/.claude/memory",
      exists: true,
      sessions: 0,
      problem: null,
    });
  });
  await t.step("from a folder below, and by name from elsewhere", async () => {
    Deno.mkdirSync(`${world.project}/src/deep`, { recursive: true });
    const here = await world.run(["status"]);
    const below = { cwd: `${world.project}/src/deep` };
    const other = { cwd: world.home };
    const named = ["status", "--project-dir", "../project"];
    const env = { MEMORY_KEEPER_PROJECT_DIR: world.project };
    assertEquals(await world.run(["status"], below), here);
    assertEquals(await world.run(named, other), here);
    assertEquals(await world.run(["status"], { ...other, env }), here);
  });
  assertEquals(world.files(), before);
});

Deno.test("memory-keeper status reads a damaged index without touching it", async () => {
  using world = new SealedWorld();
  world.write("memory-index.json", "{oops");
  world.write("memory_20260101_000000.md", "archive");
  const { code, stdout, stderr } = await world.run(["status", "--json"]);
  assertEquals([code, stderr], [0, ""]);
  assertEquals(JSON.parse(stdout).archives, 1);
  assertEquals(world.read("memory-index.json"), "{oops");
});

Deno.test("memory-keeper --json prints one JSON value", async (t) => {
  const rows: [string, string[], code?: number][] = [
    ["status", ["exists", "project", "store", "verdict", "hints"]],
    // The plugin is not installed in this world.
    ["doctor", ["findings", "healthy"], 1],
    ["statusline", ["sessions", "waiting", "lastSave"]],
    ["config list", ["problems", "settings"]],
    ["config get saveInterval", ["key", "value"]],
    ["config set saveInterval 30", ["file", "key", "value"]],
    ["completions bash", ["script", "shell"]],
    ["version", ["version"]],
    ["help config set", ["help"]],
    ["--help", ["help"]],
  ];
  using world = new SealedWorld();
  for (const [line, keys, expected = 0] of rows) {
    await t.step(`memory-keeper ${line} --json`, async () => {
      const { code, stdout, stderr } = await world.run([
        ...words(line),
        "--json",
      ]);
      assertEquals([code, stderr], [expected, ""]);
      const value = JSON.parse(stdout);
      assertEquals(keys.filter((key) => !Object.hasOwn(value, key)), []);
      assertNotMatch(stdout, /\x1b/);
    });
  }
});

Deno.test("memory-keeper says with its exit code how it went", async (t) => {
  using world = new SealedWorld();
  Deno.writeTextFileSync(`${world.dir}/file`, "");
  world.own(`${world.dir}/broken/.claude/memory`);
  Deno.writeTextFileSync(
    `${world.dir}/broken/.claude/memory/memory-index.json`,
    "{oops",
  );
  const index = "memory-index.json is damaged: not valid JSON";
  const at = (name: string) => `--project-dir ${world.dir}/${name}`;
  const group = "list, get, set";
  /** Command line, exit code, what stdout has, what stderr has. */
  const rows: [string, number, string, string][] = [
    ["version", 0, "memory-keeper ", ""],
    [`doctor ${at("broken")}`, 1, index, ""],
    ["statsu", 2, "", 'Unknown command "statsu"'],
    ["--json", 2, "", "No command given"],
    [`timeline --limit x ${at("home")}`, 2, "", '"--limit" cannot be "x"'],
    [`facts list --limit x ${at("home")}`, 2, "", '"--limit"'],
    ["config set saveInterval -5", 2, "", "saveInterval"],
    ["config", 2, "", `"config" needs one of: ${group}`],
    ["help config", 0, "config set", ""],
    ["help statsu", 2, "", 'Unknown command "statsu"'],
    ["status now", 2, "", 'Unexpected word "now"'],
    ["status --project-dir", 2, "", '"--project-dir" needs a value'],
    ["config get saveIntervall", 2, "", 'Unknown setting "saveIntervall"'],
    ["config get -- --json", 2, "", 'Unknown setting "--json"'],
    [`status ${at("gone")}`, 3, "", '$WORLD/gone" does not exist'],
    [`status ${at("file")}`, 3, "", '$WORLD/file" is not a folder'],
  ];
  for (const [line, code, stdout, stderr] of rows) {
    await t.step(line.replaceAll(world.dir, ""), async () => {
      const outcome = await world.run(words(line));
      assertEquals(outcome.code, code);
      if (stdout === "") assertEquals(outcome.stdout, "");
      else assertStringIncludes(outcome.stdout, stdout);
      if (stderr === "") assertEquals(outcome.stderr, "");
      else if (line !== "--json") {
        assertMatch(outcome.stderr, /^error: .+\nhint: .+\n$/);
        assertStringIncludes(outcome.stderr, stderr);
      }
    });
    if (code < 2) continue;
    await t.step(`${line.replaceAll(world.dir, "")} (--json)`, async () => {
      const json = await world.run(["--json", ...words(line)]);
      assertEquals([json.code, json.stdout], [code, ""]);
      const { error, hints } = JSON.parse(json.stderr);
      assertEquals([typeof error, hints.length], ["string", 1]);
    });
  }
  assertEquals(trace(world), []);
});

Deno.test({
  name: "memory-keeper status, a project folder that cannot be read",
  ...POSIX_ONLY,
  async fn(t) {
    await t.step("a link that leads to itself", async () => {
      using world = new SealedWorld();
      Deno.symlinkSync("loop", `${world.dir}/loop`);
      const line = ["status", "--project-dir", `${world.dir}/loop`];
      assertEquals(await world.run(line), {
        code: 3,
        stdout: "",
        stderr: 'error: The project folder "$WORLD/loop" does not exist\n' +
          "hint: Name another with --project-dir\n",
      });
    });
    await t.step("a .git that leads to itself is none", async () => {
      using world = new SealedWorld();
      Deno.symlinkSync(".git", `${world.project}/.git`);
      for (const line of [["status"], ["status", "--project-dir", "."]]) {
        const { code, stderr } = await world.run(line);
        assertEquals([code, stderr], [0, ""]);
      }
    });
    await t.step(
      "a folder without permissions (root may read it)",
      async () => {
        using world = new SealedWorld();
        Deno.chmodSync(world.project, 0o000);
        const line = ["status", "--project-dir", world.project];
        const { code, stdout } = await world.run(line, { cwd: world.home });
        const refused = isRefused(world.project);
        Deno.chmodSync(world.project, 0o700);
        if (refused) assertEquals([code, stdout], [3, ""]);
      },
    );
  },
});

Deno.test("memory-keeper save says in a sentence what the system refused", async () => {
  using world = new SealedWorld();
  Deno.writeTextFileSync(`${world.project}/.claude`, "");
  const { code, stderr } = await world.run(["save", "Round last"]);
  assertEquals(code, 3);
  assertMatch(
    stderr,
    /^error: Cannot write "\$WORLD[^"]+": .*is not a folder\nhint: /,
  );
});

function isRefused(dir: string): boolean {
  try {
    Array.from(Deno.readDirSync(dir));
    return false;
  } catch (error) {
    if (error instanceof Deno.errors.PermissionDenied) return true;
    throw error;
  }
}

Deno.test("memory-keeper ends quietly when its output has no reader", async (t) => {
  using world = new SealedWorld();
  const spawn = (line: string) =>
    spawnProgram(words(line), { env: world.env(), cwd: world.project });
  const text = async (stream: ReadableStream<Uint8Array>) =>
    await new Response(stream as ReadableStream<Uint8Array<ArrayBuffer>>)
      .text();
  for (const line of ["--help", "status --json", "completions bash"]) {
    await t.step(`memory-keeper ${line}, stdout closed`, async () => {
      const child = spawn(line);
      await Promise.all([child.stdin.close(), child.stdout.cancel()]);
      const stderr = await text(child.stderr);
      assertEquals([(await child.status).code, stderr], [0, ""]);
    });
  }
  await t.step("memory-keeper --help | head -1", async () => {
    const child = spawn("--help");
    await child.stdin.close();
    const reader = child.stdout.getReader();
    assertEquals((await reader.read()).done, false);
    await reader.cancel();
    const stderr = await text(child.stderr);
    assertEquals([(await child.status).code, stderr], [0, ""]);
  });
  await t.step("memory-keeper statsu, stderr closed", async () => {
    const child = spawn("statsu");
    await Promise.all([child.stdin.close(), child.stderr.cancel()]);
    const stdout = await text(child.stdout);
    assertEquals([(await child.status).code, stdout], [2, ""]);
  });
});

Deno.test("memory-keeper hook is explained to people, and stays silent for Claude Code", async () => {
  using world = new SealedWorld();
  for (const args of [["hook", "--help"], ["help", "hook"]]) {
    const { code, stdout } = await world.run(args);
    assertEquals(code, 0);
    for (const { word } of HOOKS) assertStringIncludes(stdout, word);
  }
  assertEquals(HOOK_WORDS, HOOKS.map(({ word }) => word));
  assertEquals(await world.run(["hook", "bogus"]), quiet(""));
  assertEquals((await world.run(["--json", "hook", "stop"])).code, 2);
});

Deno.test("save, set and remember read a text from stdin for -", async () => {
  using world = new SealedWorld();
  const stdin = "Round last.\n";
  await world.run(["save", "-"], { stdin });
  assertStringIncludes(world.read("memory.md"), "Round last.");
  await world.run(["set", "project", "-"], { stdin });
  assertEquals(world.read("project.md"), stdin);
  await world.run(["remember", "-"], { stdin });
  assertStringIncludes(world.read("facts.json"), "Round last.");
});

Deno.test("set rules says how much of a long text is added to a prompt", async () => {
  using world = new SealedWorld();
  const stdin = "Never round twice.\n".repeat(200);
  const { code, stderr } = await world.run(["set", "rules"], { stdin });
  assertEquals(code, 0);
  assertStringIncludes(stderr, "first 2000 characters");
});
