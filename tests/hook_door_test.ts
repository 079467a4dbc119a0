/** The hook door from outside: whatever comes in, exit 0 and JSON or nothing. */

import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { call, result } from "./support/generator/entries.ts";
import {
  EMULATED,
  EXECUTABLE,
  payload,
  ProcessWorld,
  SealedWorld,
  spawnProgram,
} from "./support/world/sealed_world.ts";
import { sized } from "./support/world/thorough.ts";

const SESSION = "3f2a9c11-0000-4000-8000-000000000001";
const SILENT = { code: 0, stdout: "", stderr: "" };

const count = (world: SealedWorld) =>
  world.read(`.cache/count/${SESSION}`).length;

Deno.test("hook post-tool-use counts one tool use", async () => {
  using world = new ProcessWorld();
  const event = payload("PostToolUse", SESSION, { tool_name: "Bash" });
  assertEquals(await world.hook("post-tool-use", event), SILENT);
  assertEquals(await world.hook("PostToolUse", event), SILENT);
  assertEquals(count(world), 2);
  assertEquals(world.read(".gitignore"), "*\n");
});

Deno.test("hook accepts CRLF, no final newline and a large payload", async () => {
  using world = new SealedWorld();
  const event = payload("PostToolUse", SESSION, {
    tool_response: "가".repeat(500_000),
  });
  const pretty = JSON.stringify(event, null, 1);
  for (const text of [pretty.replaceAll("\n", "\r\n"), pretty, `${pretty}\n`]) {
    assertEquals(await world.hook("post-tool-use", text), SILENT);
  }
  assertEquals(count(world), 3);
});

Deno.test("hook stays silent and exits 0 on input it cannot use", async (t) => {
  using world = new SealedWorld();
  const cases: Record<string, string | Uint8Array> = {
    "nothing": "",
    "not JSON": "{oops",
    "not an object": "[1]",
    "not UTF-8": Uint8Array.of(0xff, 0xfe, 0x7b, 0x00),
    "no session id": JSON.stringify({ hook_event_name: "PostToolUse" }),
    "a session id of another type": JSON.stringify({ session_id: { a: 1 } }),
    "a session id that is a path": JSON.stringify({ session_id: "../../x" }),
    "another event's payload": JSON.stringify(payload("Stop", SESSION)),
    "a subagent's tool use": JSON.stringify(
      payload("PostToolUse", SESSION, { agent_id: "a1" }),
    ),
  };
  for (const [name, stdin] of Object.entries(cases)) {
    await t.step(name, async () => {
      const outcome = await world.run(["hook", "post-tool-use"], {
        stdin,
        env: { CLAUDE_PROJECT_DIR: world.project },
      });
      assertEquals(outcome, SILENT);
      assertEquals(Array.from(Deno.readDirSync(world.project)), []);
    });
  }
});

Deno.test("hook ignores unknown events, a missing project and being disabled", async (t) => {
  using world = new SealedWorld();
  const event = payload("PostToolUse", SESSION);
  const cases: [string, string, Record<string, string>][] = [
    ["no event", "", {}],
    ["an event from the future", "directory-added", {}],
    ["no project", "post-tool-use", { CLAUDE_PROJECT_DIR: "" }],
    ["a project that is gone", "post-tool-use", {
      CLAUDE_PROJECT_DIR: `${world.dir}/gone`,
    }],
    ["disabled", "post-tool-use", { MEMORY_KEEPER_DISABLED: "1" }],
  ];
  for (const [name, word, env] of cases) {
    await t.step(name, async () => {
      assertEquals(await world.hook(word, event, { env }), SILENT);
      assertEquals(Array.from(Deno.readDirSync(world.project)), []);
    });
  }
});

Deno.test("hook survives a store it cannot write", async (t) => {
  const event = payload("PostToolUse", SESSION);
  await t.step("a file in the place of the store", async () => {
    using world = new SealedWorld();
    Deno.mkdirSync(`${world.project}/.claude`);
    Deno.writeTextFileSync(world.store, "a file");
    assertEquals(await world.hook("post-tool-use", event), SILENT);
    assertEquals(Deno.readTextFileSync(world.store), "a file");
  });
  await t.step("a store that is a link out of the project", async () => {
    using world = new SealedWorld();
    const outside = `${world.dir}/outside`;
    Deno.mkdirSync(outside);
    Deno.symlinkSync(outside, `${world.project}/.claude`);
    assertEquals(await world.hook("post-tool-use", event), SILENT);
    assertEquals(world.files(outside), []);
  });
  await t.step("a folder in the place of the count", async () => {
    using world = new SealedWorld();
    world.write("config.json", "{}");
    Deno.mkdirSync(`${world.store}/.cache/count/${SESSION}`, {
      recursive: true,
    });
    assertEquals(await world.hook("post-tool-use", event), SILENT);
    assertMatch(
      world.read("logs/keeper.log"),
      /^\S+ post-tool-use 3f2a9c11 failed error=UserError kind=store/,
    );
  });
});

Deno.test("hook logs failures without what the user wrote", async () => {
  using world = new SealedWorld();
  world.write("config.json", "{}");
  Deno.mkdirSync(`${world.store}/.cache/count/${SESSION}`, { recursive: true });
  const secret = "do-not-log-this";
  await world.hook(
    "post-tool-use",
    payload("PostToolUse", SESSION, { tool_input: { command: secret } }),
  );
  const log = world.read("logs/keeper.log");
  assertEquals(log.includes(secret), false);
  assertEquals(log.trimEnd().split("\n").length, 1);
});

Deno.test("hook writes a log line at every interval", async () => {
  using world = new SealedWorld();
  world.write("config.json", '{ "saveInterval": 2 } // comments are fine\n');
  const event = payload("PostToolUse", SESSION);
  for (let i = 0; i < 4; i++) await world.hook("post-tool-use", event);
  const lines = world.read("logs/keeper.log").trimEnd().split("\n");
  assertEquals(lines.length, 2);
  assertStringIncludes(lines[0] ?? "", "post-tool-use 3f2a9c11 done count=2");
  assertStringIncludes(lines[1] ?? "", "post-tool-use 3f2a9c11 done count=4");
});

Deno.test("hook post-tool-use, many at once: no count lost or doubled", async () => {
  using world = new ProcessWorld();
  // From source, or emulated, a process costs ten times as much; the claim is
  // the same.
  const processes = EXECUTABLE && !EMULATED ? 256 : sized(8, 32);
  const saveInterval = Math.min(32, processes / 2);
  world.write(
    "config.json",
    JSON.stringify({ saveInterval, summaries: "off" }),
  );
  const transcript_path = writeCalls(world, processes);
  const event = payload("PostToolUse", SESSION);
  const run = () => world.hook("post-tool-use", event);
  const outcomes = await Promise.all(Array.from({ length: processes }, run));
  for (const outcome of outcomes) assertEquals(outcome, SILENT);
  const log = world.read("logs/keeper.log");
  const triggers = [...log.matchAll(/ done count=(\d+)/g)]
    .map(([, count]) => Number(count));
  assertEquals(triggers.length, new Set(triggers).size);
  assertEquals(triggers.filter((count) => count % saveInterval !== 0), []);
  // What a busy machine ended too early is counted when turns are over.
  for (const _ of [1, 2]) {
    await world.hook("stop", payload("Stop", SESSION, { transcript_path }));
  }
  assertEquals(count(world), processes);
});

/** A transcript with so many calls that went well. */
function writeCalls(world: ProcessWorld, calls: number): string {
  const path = `${world.home}/${SESSION}.jsonl`;
  const entries = Array.from({ length: calls }, (_, i) => [
    call(`toolu_${i}`, "Bash", { command: "ls" }),
    result(`toolu_${i}`, "masts"),
  ]).flat();
  const lines = entries.map((entry) =>
    JSON.stringify({ sessionId: SESSION, ...entry })
  );
  Deno.writeTextFileSync(path, `${lines.join("\n")}\n`);
  return path;
}

Deno.test("hook does not wait for the end of a pipe once its payload is whole", async () => {
  using world = new ProcessWorld();
  const child = spawnProgram(["hook", "post-tool-use"], {
    env: world.env({ CLAUDE_PROJECT_DIR: world.project }),
    cwd: world.project,
  });
  const writer = child.stdin.getWriter();
  const event = payload("PostToolUse", SESSION, { tool_name: "Bash" });
  await writer.write(new TextEncoder().encode(`${JSON.stringify(event)}\n`));
  const { code } = await child.output();
  await writer.close().catch(() => {}); // the reader is gone by now
  assertEquals([code, count(world)], [0, 1]);
});
