/** `handoff`: one page, the same each time, every id of which can be opened. */

import {
  assert,
  assertEquals,
  assertMatch,
  assertStringIncludes,
} from "@std/assert";
import { HANDOFF_MAX_CHARS } from "../src/digest/handoff.ts";
import { SealedWorld } from "./support/world/sealed_world.ts";

let second = 0;
const at = () => new Date(Date.UTC(2026, 1, 1, 17, 0, second++)).toISOString();
const said = (role: string, text: string) => ({ ts: at(), role, text });
const tool = (name: string, fields: object) => ({
  ts: at(),
  role: "tool",
  id: `toolu_${second}`,
  name,
  result: "ok",
  ...fields,
});

const entries = (project: string) => [
  said("user", "Make the tide table show times in UTC."),
  tool("Edit", { target: `${project}/src/tide.ts`, diff: "-local\n+utc" }),
  tool("Bash", {
    cmd: "deno test",
    result: "error",
    output: "error: AssertionError: high water is an hour late",
  }),
  tool("Edit", { target: `${project}/src/moon.ts`, diff: "-a\n+b" }),
  tool("Bash", { cmd: "deno test", output: "ok | 12 passed" }),
  tool("Bash", {
    cmd: "deno task publish",
    result: "error",
    output: "error: the registry cannot be reached from the harbour",
  }),
  said(
    "assistant",
    "The table shows UTC now and all tests pass. Publishing still fails " +
      "because the registry cannot be reached. Should I try again tomorrow?",
  ),
];

function worldWith(count = 1): SealedWorld {
  const world = new SealedWorld();
  const lines = Array.from({ length: count }, () => entries(world.project))
    .flat().map((entry) => `${JSON.stringify(entry)}\n`).join("");
  world.write("sessions/2026-02-01_1700_3f2a9c11.l1.jsonl", lines);
  world.write("sessions/2026-01-01_1200_0a0a0a0a.l1.jsonl", lines);
  world.write(
    "facts.json",
    JSON.stringify({
      _meta: { version: 4 },
      decisions: [{
        id: "d001",
        date: "2026-02-01",
        content: "Times are stored in UTC",
        reason: "ferries cross time zones",
        sessions: ["3f2a9c11"],
      }],
      permanent: {
        rules: [{ id: "r001", content: "Round last", source: "user" }],
      },
    }),
  );
  return world;
}

Deno.test("handoff tells goal, state, decisions, files, commands, failures", async () => {
  using world = worldWith();
  const { code, stdout } = await world.run(["handoff"]);
  assertEquals(code, 0);
  for (
    const part of [
      "# Handoff of session 3f2a9c11",
      "times in UTC. (3f2a9c11#0)",
      "Last check: `deno test` passed (3f2a9c11#4)",
      "Should I try again tomorrow?",
      "Times are stored in UTC – because ferries cross time zones (d001)",
      "Round last (r001)",
      "`src/tide.ts` (3f2a9c11#1)",
      "- `deno test` (3f2a9c11#4)",
      "`deno task publish`: error: the registry cannot be reached from the " +
      "harbour – not run again (3f2a9c11#5)",
    ]
  ) assertStringIncludes(stdout, part);
  assertStringIncludes(stdout, "try again tomorrow? (3f2a9c11#6)");
  const items = stdout.split("\n").filter((line) => line.startsWith("- "));
  for (const item of items) assertMatch(item, / \((?:\w{8}#\d+|[dr]\d+)\)$/);
  assertEquals((await world.run(["handoff"])).stdout, stdout, "the same again");
  for (
    const [, id = ""] of stdout.matchAll(/\(([0-9a-f]{8}#\d+|[dr]\d{3})\)/g)
  ) {
    assertEquals((await world.run(["show", id])).code, 0, id);
  }
});

Deno.test("handoff --session takes an older one, and all fits a page", async () => {
  using world = worldWith(60);
  const { stdout } = await world.run(["handoff", "--session", "0a0a0a0a"]);
  assertStringIncludes(stdout, "# Handoff of session 0a0a0a0a");
  assert(stdout.length <= HANDOFF_MAX_CHARS, String(stdout.length));
  const { code, stderr } = await world.run([
    "handoff",
    "--session",
    "ffffffff",
  ]);
  assertEquals(code, 1);
  assertStringIncludes(stderr, "No session");
});

Deno.test("handoff takes the session that spoke last, not the one ingested last", async () => {
  using world = worldWith();
  const resumed = [
    said("user", "Go on with the lighthouse."),
    tool("Bash", { cmd: "deno test | tail", output: "ok tide\n".repeat(25) }),
  ].map((entry) => `${JSON.stringify(entry)}\n`).join("");
  world.write("sessions/2025-12-01_0900_0b0b0b0b.l1.jsonl", resumed);
  const { stdout } = await world.run(["handoff"]);
  assertStringIncludes(stdout, "# Handoff of session 0b0b0b0b");
  assertStringIncludes(
    stdout,
    "Last check: `deno test` was run; its end is not in the log",
  );
  assertStringIncludes(stdout, "(d001, not of this session, 2026-02-01)");
});

Deno.test("handoff passes over an answer that says nothing", async () => {
  using world = worldWith();
  const more = [said("user", "Commit it."), said("assistant", "Done.")];
  world.write(
    "sessions/2026-02-01_1700_3f2a9c11.l1.jsonl",
    [...entries(world.project), ...more]
      .map((entry) => `${JSON.stringify(entry)}\n`).join(""),
  );
  const { stdout } = await world.run(["handoff"]);
  assertMatch(stdout, /\*\*State\*\*\n- The table shows UTC now/);
  assertEquals(stdout.match(/^- \(/m), null);
});

Deno.test("handoff says where there is nothing to hand off", async () => {
  using world = new SealedWorld();
  world.write("config.json", "{}");
  const { code, stderr } = await world.run(["handoff"]);
  assertEquals(code, 1);
  assertStringIncludes(stderr, "There is no session to hand off");
});
