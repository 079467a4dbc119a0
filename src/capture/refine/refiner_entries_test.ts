/** What single transcript entries become in the session log. */

import { assert, assertEquals } from "@std/assert";
import { unknownTypes } from "./entry_types.ts";
import type { L1Entry } from "../../session/log_entry.ts";
import { Redactor } from "../../redact/redactor.ts";
import { Refiner } from "./refiner.ts";
import type { RefinerOptions } from "./refiner_types.ts";

const AT = "2026-03-01T09:00:00.000Z";
const TOKEN = `ghp_${"Ab3dE6gH9kLm2nPq5rSt".repeat(2).slice(0, 36)}`;

let made = 0;
const uuid = () =>
  `${String(++made).padStart(8, "0")}-0000-4000-8000-0123456789ab`;

const user = (content: unknown, more: object = {}) => ({
  parentUuid: null,
  type: "user",
  message: { role: "user", content },
  uuid: uuid(),
  timestamp: AT,
  ...more,
});
const assistant = (content: unknown, more: object = {}) => ({
  ...user(content, more),
  type: "assistant",
});
const call = (id: unknown, name: unknown, input: unknown = {}) =>
  assistant([{ type: "tool_use", id, name, input }]);
const result = (tool_use_id: string, content: unknown, more: object = {}) => ({
  tool_use_id,
  type: "tool_result",
  content,
  ...more,
});

function feed(refiner: Refiner, lines: readonly unknown[]): void {
  let from = 0;
  for (const line of lines) {
    const bytes = new TextEncoder().encode(
      typeof line === "string" ? line : JSON.stringify(line),
    );
    refiner.line(bytes, from, from + bytes.length + 1);
    from += bytes.length + 1;
  }
}

/** L1 of some lines; without the time, which is the same everywhere. */
function refine(
  lines: readonly unknown[],
  options: Partial<RefinerOptions> = {},
): Omit<L1Entry, "ts">[] {
  const refiner = new Refiner({
    redactor: new Redactor(),
    progress: true,
    ...options,
  });
  feed(refiner, lines);
  refiner.close();
  return refiner.take().pieces.flatMap((piece) => {
    if (piece.kind === "agent") return [];
    const { ts, ...entry } = piece.entry;
    assertEquals(ts, AT);
    return [entry];
  });
}

const tool = (id: string, name: string, more: object = {}) => ({
  role: "tool",
  id,
  name,
  ...more,
});
const words = (role: string, text: string) => ({ role, text });
const LONG = "✓ a lamp is lit\n".repeat(15);

Deno.test("Refiner joins calls and results by id", async (t) => {
  const rows: [name: string, lines: unknown[], entries: object[]][] = [
    [
      "one",
      [call("t1", "Bash", { command: "ls" }), user([result("t1", "a")])],
      [
        tool("t1", "Bash", { cmd: "ls", result: "ok", output: "a" }),
      ],
    ],
    ["two results in one entry", [
      call("t1", "Bash"),
      call("t2", "Glob"),
      user([result("t2", "b", { is_error: true }), result("t1", "a")]),
    ], [
      tool("t1", "Bash", { result: "ok", output: "a" }),
      tool("t2", "Glob", { result: "error", output: "b" }),
    ]],
    ["two calls in one entry", [
      assistant([
        { type: "text", text: "look" },
        { type: "tool_use", id: "t1", name: "Glob", input: {} },
        { type: "tool_use", id: "t2", name: "Glob", input: {} },
      ]),
      user([result("t2", "b")]),
      user([result("t1", "a")]),
    ], [
      words("assistant", "look"),
      tool("t1", "Glob", { result: "ok", output: "a" }),
      tool("t2", "Glob", { result: "ok", output: "b" }),
    ]],
    ["a result that never came", [call("t1", "Bash")], [tool("t1", "Bash")]],
    ["a result without a call", [user([result("t9", "a")])], []],
    ["a result that comes twice", [
      call("t1", "Bash"),
      user([result("t1", "a")]),
      user([result("t1", "b")]),
    ], [tool("t1", "Bash", { result: "ok", output: "a" })]],
    ["the copy before the message", [
      call("t1", "Bash"),
      { toolUseResult: { stdout: "x" }, ...user([result("t1", "a")]) },
    ], [tool("t1", "Bash", { result: "ok", output: "a" })]],
    ["blocks as a result", [
      call("t1", "Read"),
      user([
        result("t1", [{ type: "text", text: "a" }, { type: "image" }, "odd"]),
      ]),
    ], [tool("t1", "Read", { result: "ok", output: "a\n[image]" })]],
    ["success that says nothing", [
      call("t1", "Edit"),
      user([result("t1", "The file has been updated.")]),
    ], [tool("t1", "Edit", { result: "ok" })]],
    ["its failure", [
      call("t1", "Edit"),
      user([result("t1", "String not found", { is_error: true })]),
    ], [tool("t1", "Edit", { result: "error", output: "String not found" })]],
    ["a pass that a pipe hides, far from the beginning", [
      call("t1", "Bash", { command: "npm test | tail -40" }),
      user([result("t1", `${LONG}12 passed in 3s`)]),
    ], [
      tool("t1", "Bash", {
        cmd: "npm test | tail -40",
        result: "ok",
        output: LONG.slice(0, 200),
        verdict: "12 passed in 3s",
      }),
    ]],
    ["a failure that a pipe hides", [
      call("t1", "Bash", { command: "npm test | tail -40" }),
      user([result("t1", `${LONG}error: no lamp "tide"`)]),
    ], [
      tool("t1", "Bash", {
        cmd: "npm test | tail -40",
        result: "ok",
        output: LONG.slice(0, 200),
        error: 'error: no lamp "tide"',
      }),
    ]],
    ["a text about a failure", [
      call("t1", "Bash", { command: "gh pr view 3 | head -40" }),
      user([result("t1", `${LONG}error: no lamp "tide"`)]),
    ], [
      tool("t1", "Bash", {
        cmd: "gh pr view 3 | head -40",
        result: "ok",
        output: LONG.slice(0, 200),
      }),
    ]],
    ["`__proto__` as an id", [
      call("__proto__", "constructor"),
      user([result("__proto__", "a")]),
    ], [tool("__proto__", "constructor", { result: "ok", output: "a" })]],
    ["our own agent", [
      call("t1", "Agent", { subagent_type: "memory-keeper:delta-summarizer" }),
      user([result("t1", "summary")]),
    ], []],
  ];
  for (const [name, lines, entries] of rows) {
    await t.step(name, () => assertEquals<unknown>(refine(lines), entries));
  }
});

Deno.test("Refiner cuts output to 200 characters after removing secrets", () => {
  const outputOf = (text: string) => {
    const [entry] = refine([call("t1", "Bash"), user([result("t1", text)])]);
    return String((entry as { output?: string }).output);
  };
  assertEquals(outputOf("x".repeat(5000)), "x".repeat(200));
  assertEquals(outputOf(`\n  ${"y ".repeat(9000)}`).length, 200);
  for (let before = 0; before < 240; before += 7) {
    const output = outputOf(`${"x ".repeat(before / 2)} ${TOKEN} after`);
    assertEquals(output.includes("ghp_"), false, `${before} before`);
    assert(output.length <= 200);
  }
  for (const shift of ["", "x"]) {
    assert(outputOf(shift + "😀".repeat(900)).isWellFormed());
  }
});

Deno.test("Refiner keeps what the user said, and as the user's only that", async (t) => {
  const rejected =
    "The user doesn't want to proceed with this tool use. The tool use was rejected (eg. …). To tell you how to proceed, the user said:\nuse tabs";
  const rows: [name: string, lines: unknown[], texts: string[]][] = [
    ["a text", [user(" hi ")], ["hi"]],
    ["blocks", [
      user([{ type: "text", text: "a" }, { type: "text", text: "b" }]),
    ], ["a\nb"]],
    ["pictures", [
      user([{ type: "image" }, { type: "text", text: "a" }, {
        type: "document",
      }]),
    ], ["a\n[image]\n[image]"]],
    ["a picture alone", [user([{ type: "image" }])], ["[image]"]],
    ["isMeta", [user("body of a skill", { isMeta: true })], []],
    ["another sender", [user("hi", { origin: { kind: "peer" } })], []],
    ["a person", [user("hi", { origin: { kind: "human" } })], ["hi"]],
    ["a sidechain", [user("look", { isSidechain: true })], []],
    ["a local command in a system entry", [{
      ...user(null),
      type: "system",
      subtype: "local_command",
      content: "<command-name>/mcp</command-name>",
    }], ["/mcp"]],
    ["a system entry of old versions, which has no subtype", [{
      ...user(null),
      type: "system",
      content: "Running PostToolUse:Edit...",
      level: "info",
    }], []],
    ["another system entry", [{
      ...user(null),
      type: "system",
      content: "x".repeat(5000),
      subtype: "informational",
    }], []],
    ["an entry of an unknown type", [{ ...user("hi"), type: "hologram" }], []],
    ["words on refusing", [
      call("t1", "Bash"),
      user([result("t1", rejected, { is_error: true })]),
    ], ["use tabs"]],
    ["words on refusing, the call long ingested", [
      user([result("t1", rejected, { is_error: true })]),
    ], ["use tabs"]],
    ["words on allowing", [
      call("t1", "Bash"),
      user([result("t1", "ok"), { type: "text", text: "and then test" }]),
    ], ["and then test"]],
    ["answers", [
      call("t1", "AskUserQuestion"),
      user([
        result(
          "t1",
          'User has answered your questions: "Berth?"="North". You can now continue with the user\'s answers in mind.',
        ),
      ], { toolUseResult: { answers: { "Berth?": "North" } } }),
    ], ["Berth? → North"]],
    ["a message without content", [
      user(null),
      user(7),
      user([7, null, "x", { type: "text" }, { type: "text", text: 7 }]),
      { type: "user" },
      { type: "user", message: "x" },
    ], []],
    ["written twice", ((entry) => [entry, entry])(user("hi")), ["hi"]],
    ["typed twice", [user("yes"), user("yes")], ["yes", "yes"]],
  ];
  for (const [name, lines, texts] of rows) {
    await t.step(name, () => {
      const said = refine(lines).filter(({ role }) => role === "user");
      assertEquals<unknown>(said, texts.map((text) => words("user", text)));
    });
  }
});

Deno.test("Refiner removes secrets and private text from words", () => {
  assertEquals<unknown>(
    refine([
      user(`use ${TOKEN}`),
      assistant([{ type: "text", text: `I have ${TOKEN}` }]),
      user([
        { type: "text", text: "a <private> b" },
        { type: "text", text: "c </private> d" },
      ]),
    ]).map((entry) => JSON.stringify(entry).replace(/\[RED[^\]]*\]/g, "[X]")),
    [
      words("user", "use [X]"),
      words("assistant", "I have [X]"),
      words("user", "a [PRIVATE]\n[PRIVATE] d"),
    ].map((entry) => JSON.stringify(entry)),
  );
});

Deno.test("Refiner keeps characters that are easily broken", () => {
  const text = 'a\u2028b \u202eright\u0000\u001b[0m \ud83d half " \\ 고래';
  const [entry] = refine([user(text), assistant([{ type: "text", text }])]);
  assertEquals<unknown>(
    JSON.parse(JSON.stringify(entry)),
    words("user", text.trim()),
  );
});

Deno.test("Refiner gives a summary its own role", () => {
  const opening =
    "This session is being continued from a previous conversation that ran out of context.";
  assertEquals<unknown>(
    refine([
      user("a summary", { isCompactSummary: true }),
      user(`${opening} …`),
    ]),
    [words("summary", "a summary"), words("summary", `${opening} …`)],
  );
});

Deno.test("Refiner leaves out an invalid time", () => {
  const refiner = new Refiner({ redactor: new Redactor(), progress: true });
  feed(refiner, [
    user("a", { timestamp: 7 }),
    user("b", { timestamp: "soon" }),
    user("c", { timestamp: undefined, timesstamp: AT }),
  ]);
  const entries = refiner.take().pieces.map((piece) =>
    piece.kind === "entry" && Object.keys(piece.entry)
  );
  assertEquals(entries, Array(3).fill(["role", "text"]));
});

Deno.test("Refiner counts what it skips", () => {
  const refiner = new Refiner({ redactor: new Redactor(), progress: true });
  const twice = user("hi");
  const attachment = (type: string) => ({
    parentUuid: null,
    isSidechain: false,
    attachment: { type, content: "x".repeat(50_000) },
    type: "attachment",
    uuid: uuid(),
  });
  feed(refiner, [
    { type: "summary", summary: "x", leafUuid: "y" },
    { type: "summary", summary: "x", leafUuid: "y" },
    { ...user(null), type: "system", subtype: "turn_duration" },
    attachment("prompt_snapshot"),
    attachment("environment"),
    { type: "api-request-shape", sessionId: "s", tools: ["x"] },
    { type: "entry-type-from-2031", sessionId: "s" },
    "{not json",
    "null",
    "",
    { a: 1 },
    twice,
    twice,
  ]);
  assertEquals(Object.fromEntries(refiner.skipped), {
    summary: 2,
    "system/turn_duration": 1,
    "attachment/prompt_snapshot": 1,
    "attachment/environment": 1,
    "api-request-shape": 1,
    "entry-type-from-2031": 1,
    damaged: 2,
    "without a type": 1,
    repeated: 1,
  });
  assertEquals(unknownTypes(refiner.skipped), { "entry-type-from-2031": 1 });
});
