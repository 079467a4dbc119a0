import { assert, assertEquals } from "@std/assert";
import { isObject } from "../../base/json.ts";
import { parseRawLine, parseWhole, viewLine } from "./raw_line.ts";

const encode = (text: string) => new TextEncoder().encode(text);

const PLACE = {
  userType: "external",
  cwd: "/home/user/harbour",
  sessionId: "37a2aab8-21af-47a7-a483-5c2981407011",
  version: "2.1.42",
};
const LINKS = { parentUuid: "20731404-8ee8-42ea-a34f-fe3afa78fc4f" };
const ID = { uuid: "28cfc0d0-84d5", timestamp: "2026-03-01T09:00:17.366Z" };

function user(content: unknown, more: object = {}): string {
  return JSON.stringify({
    ...LINKS,
    isSidechain: false,
    ...PLACE,
    type: "user",
    message: { role: "user", content },
    ...ID,
    ...more,
  });
}

function result(content: unknown, more: object = {}): string {
  return user([{ tool_use_id: "toolu_1", type: "tool_result", content }], more);
}

function answer(content: unknown, more: object = {}): string {
  return JSON.stringify({
    ...LINKS,
    isSidechain: false,
    ...PLACE,
    message: {
      id: "msg_1",
      type: "message",
      role: "assistant",
      content,
      stop_reason: null,
      usage: { output_tokens: 9 },
    },
    requestId: "req_1",
    ...more,
    type: "assistant",
    ...ID,
  });
}

const enqueue = (content: string) =>
  JSON.stringify({
    type: "queue-operation",
    operation: "enqueue",
    sessionId: PLACE.sessionId,
    content,
  });
const SNAPSHOT = JSON.stringify({
  type: "file-history-snapshot",
  messageId: "a3f70b12",
  snapshot: { trackedFileBackups: {} },
});

/** Type and content of every entry in a line. */
function contents(line: string): [unknown, unknown][] {
  return parseRawLine(encode(line)).map((
    { entry: { type, message, content } },
  ) => [
    type,
    content ?? (isObject(message) ? message["content"] : undefined),
  ]);
}

Deno.test("parseRawLine() gives what JSON.parse gives, as far as it matters", async (t) => {
  const rows: Record<string, string> = {
    "a prompt": user('fix {it} "now" \\ 고래 😀'),
    "blocks": user([{ type: "text", text: "a" }, { type: "image" }]),
    "an answer": answer([{ type: "text", text: 'x ],"stop_reason": y' }]),
    "an answer with other fields": answer([{ type: "text", text: "x" }], {
      attributionAgent: "Explore",
    }),
    "a call": answer([{
      type: "tool_use",
      id: "toolu_1",
      name: "Bash",
      input: { command: 'echo "],\\"stop_reason\\":"' },
    }]),
    "a short result": result("done"),
    "a failed result": result("no", { toolUseResult: "Error: no" }),
    "an empty result": result(""),
    "a result of blocks": result([{ type: "text", text: "a" }]),
    "two results": user([
      { tool_use_id: "toolu_1", type: "tool_result", content: "a" },
      { tool_use_id: "toolu_2", type: "tool_result", content: "b" },
    ]),
    "a result and a remark": user([
      { tool_use_id: "toolu_1", type: "tool_result", content: "a" },
      { type: "text", text: "good" },
    ]),
    "a queued prompt": enqueue("later"),
    "a folder with letters of three bytes": result("done").replace(
      "/home/user/harbour",
      `/home/${"항구/".repeat(100)}`,
    ),
  };
  for (const [name, line] of Object.entries(rows)) {
    await t.step(name, () => {
      const [raw, ...more] = parseRawLine(encode(line));
      assertEquals(more, []);
      const { type, uuid, timestamp, message, content } = JSON.parse(line);
      assert(raw);
      const { entry } = raw;
      assertEquals(
        [entry["type"], entry["uuid"], entry["timestamp"], entry["content"]],
        [type, uuid, timestamp, content],
      );
      const found = entry["message"];
      assertEquals(
        blocks(isObject(found) ? found["content"] : undefined),
        blocks(message?.content),
      );
    });
  }
});

/** A result that is not an error may say so or not. */
function blocks(content: unknown): unknown {
  return Array.isArray(content)
    ? content.map((block) => ({ is_error: false, ...block }))
    : content;
}

Deno.test("parseRawLine() tells whose work an entry is", () => {
  const side = { isSidechain: true, agentId: "a1b2" };
  for (const line of [user("x"), result("x".repeat(9000)), answer([])]) {
    const text = line.replace(
      '"isSidechain":false',
      JSON.stringify(side).slice(1, -1),
    );
    const entry = parseRawLine(encode(text))[0]?.entry;
    assertEquals(entry?.["isSidechain"], true);
    assertEquals(entry?.["agentId"], "a1b2");
  }
});

Deno.test("parseRawLine() reads the beginning of a long result, cut anywhere", async (t) => {
  const fillings: Record<string, string> = {
    "plain": "x",
    "quotes and backslashes": '"\\',
    "backslashes": "\\",
    "line ends": "\r\n",
    "control characters": "\u001b\u0000",
    "two bytes a letter": "é",
    "three bytes a letter": "고",
    "four bytes a letter": "😀",
    "all of it": 'a"\\\n고😀\u0007é',
  };
  for (const [name, filling] of Object.entries(fillings)) {
    await t.step(name, () => {
      for (let shift = 0; shift < 14; shift++) {
        const text = "x".repeat(shift) + filling.repeat(6000);
        for (const escape of [JSON.stringify, escapeAll]) {
          const line = result("@").replace('"@"', escape(text));
          const [raw] = parseRawLine(encode(line));
          const [, content] = contents(line)[0] ?? [];
          assert(Array.isArray(content));
          const read = content[0].content;
          assert(text.startsWith(read), `shift ${shift}: ${read.slice(-20)}`);
          assert(read.length > 250, `${read.length} characters`);
          assert(read.isWellFormed());
          assertEquals(raw?.entry["uuid"], ID.uuid);
        }
      }
    });
  }
});

/** As some writers do it: nothing but ASCII. */
function escapeAll(text: string): string {
  return JSON.stringify(text).replace(
    /[^\x20-\x7e]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

Deno.test("parseRawLine() reads all of a result that holds words of the user", () => {
  const words = "use tabs ".repeat(2000).trim();
  const said =
    `The user doesn't want to proceed with this tool use. The tool use was rejected (eg. …). To tell you how to proceed, the user said:\n${words}`;
  const [, content] = contents(result(said))[0] ?? [];
  assertEquals(JSON.stringify(content).includes(words), true);
});

Deno.test("parseRawLine() finds the copy of a result wherever it is", async (t) => {
  const copy = { agentId: "a1", content: ['x,"toolUseResult":{'] };
  const line = result("done", { toolUseResult: copy, slug: "calm" });
  const long = result("y".repeat(20_000), { toolUseResult: copy, slug: "a" });
  const { message, ...rest } = JSON.parse(line);
  const first = JSON.stringify({ toolUseResult: copy, ...rest, message });
  const rows = { "short": line, "long": long, "before the message": first };
  for (const [name, text] of Object.entries(rows)) {
    await t.step(name, () => {
      const [raw, ...more] = parseRawLine(encode(text));
      assertEquals(more, []);
      assertEquals(raw?.resultCopy(), copy);
      assertEquals(raw?.entry["uuid"], ID.uuid);
    });
  }
  await t.step("nowhere", () => {
    assertEquals(parseRawLine(encode(result("x")))[0]?.resultCopy(), undefined);
  });
});

Deno.test("parseRawLine() keeps every whole entry of a damaged line", async (t) => {
  const long = "x".repeat(9000);
  const kinds: Record<string, [line: string, type: string]> = {
    "a prompt": [user('hello {"a": 1} }{ there'), "user"],
    "an answer": [answer([{ type: "text", text: "hi" }]), "assistant"],
    "a result": [result("done", { toolUseResult: { a: [{}] } }), "user"],
    "a long result": [
      result(long, { toolUseResult: { stdout: long } }),
      "user",
    ],
    "a queued prompt": [enqueue("later"), "queue-operation"],
    "a snapshot": [SNAPSHOT, "file-history-snapshot"],
  };
  for (const [name, [line, type]] of Object.entries(kinds)) {
    for (const [otherName, [other, otherType]] of Object.entries(kinds)) {
      await t.step(`${name}, then ${otherName}`, () => {
        const found = contents(line + other).map(([type]) => type);
        // What never matters may be left out of a line that has more.
        if (otherName !== "a snapshot") assertEquals(found, [type, otherType]);
        else assertEquals(found[0], type);
      });
      await t.step(`half of ${name}, then ${otherName}`, () => {
        for (const share of [0.2, 0.5, 0.9, 0.99]) {
          const half = line.slice(0, Math.floor(line.length * share));
          const found = contents(half + other).map(([type]) => type);
          if (otherName !== "a snapshot") assertEquals(found, [otherType]);
        }
      });
    }
  }
});

Deno.test("parseRawLine() finds what follows a large or complex entry", () => {
  const blocks = Array(900).fill({ type: "text", text: "x", uuid: "u" });
  const large = [result(blocks), result("x".repeat(5_000_000))];
  for (const line of large) {
    for (const first of [line, line.slice(0, -40)]) {
      const found = contents(first + user("hello"));
      assertEquals(found.at(-1), ["user", "hello"]);
      assertEquals(found.length, first === line ? 2 : 1);
    }
  }
});

Deno.test("parseRawLine() gives nothing for what is not an entry", () => {
  const rows = [
    "",
    "   ",
    "null",
    "[]",
    "12345",
    '"a string"',
    "{not json",
    user("cut off").slice(0, -30),
    result("x".repeat(9000)).slice(0, -30),
    "}{".repeat(1000),
    '{"type":'.repeat(1000),
  ];
  for (const line of rows) assertEquals(contents(line), [], line.slice(0, 40));
});

Deno.test("parseRawLine() does not take part of a half-written entry for an entry", () => {
  const line = result([{ type: "text", text: "x", uuid: "fake" }]);
  assertEquals(contents(line.slice(0, -1)), []);
});

Deno.test("parseRawLine() keeps `__proto__` as an own key", () => {
  const line = user("x").replace('"slug"', '"y"').slice(0, -1) +
    ',"__proto__":{"isMeta":true}}';
  const [raw] = parseRawLine(encode(line));
  assertEquals(raw?.entry["isMeta"], undefined);
  assertEquals(raw?.entry["type"], "user");
});

Deno.test("parseWhole() leaves nothing out", () => {
  const line = result("x".repeat(9000), { toolUseResult: { a: 1 } });
  assertEquals(parseWhole(line).map(({ entry }) => entry), [JSON.parse(line)]);
});

Deno.test("viewLine() tells the kind of a line from its first bytes", async (t) => {
  const long = "x".repeat(9000);
  const rows: [line: string, type: string | undefined, subtype?: string][] = [
    [user("x"), "user"],
    [SNAPSHOT, "file-history-snapshot"],
    [
      JSON.stringify({ ...LINKS, type: "system", subtype: "a_b", long }),
      "system",
      "a_b",
    ],
    [
      JSON.stringify({ ...LINKS, type: "progress", data: { type: "c" }, long }),
      "progress",
      "c",
    ],
    [
      JSON.stringify({ ...LINKS, attachment: { type: "d", long }, type: "x" }),
      "attachment",
      "d",
    ],
    [JSON.stringify({ ...LINKS, type: "system", content: long }), "system"],
    [answer([]), undefined],
    [JSON.stringify({ a: { b: 1 }, type: "user" }), undefined],
    [JSON.stringify({ a: 'x"', type: "user" }), undefined],
    ["{not json", undefined],
    [SNAPSHOT + user("x"), undefined],
  ];
  for (const [line, type, subtype] of rows) {
    await t.step(line.slice(0, 70), () => {
      const view = viewLine(encode(line));
      assertEquals([view.type, view.subtype], [type, subtype]);
    });
  }
});
