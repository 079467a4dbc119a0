import { assertEquals } from "@std/assert";
import { AGENTS } from "./agents.ts";
import { CostCounter, type Seen } from "./count_cost.ts";

const MARK = "Project memory:";
const TEXT = `${MARK} ${"tide ".repeat(60)}`;
let made = 0;

const entry = (type: string, fields: object) => ({
  type,
  uuid: `u${++made}`,
  timestamp: `2026-02-01T17:27:${String(made % 60).padStart(2, "0")}.000Z`,
  ...fields,
});
const given = (hookEvent: string) =>
  entry("attachment", {
    attachment: { type: "hook_additional_context", hookEvent, content: [TEXT] },
  });
const user = (content: unknown, more = {}) =>
  entry("user", { message: { content }, ...more });
const answer = (id: string, output: number, block: object = {}) =>
  entry("assistant", {
    message: {
      id,
      model: "claude-opus-5-5",
      content: [{ type: "text", text: "yes", ...block }],
      usage: {
        input_tokens: 3,
        output_tokens: output,
        cache_read_input_tokens: 100,
        cache_creation_input_tokens: 50,
        cache_creation: { ephemeral_1h_input_tokens: 20 },
      },
    },
  });

function count(entries: readonly object[], seen: Seen = fresh()) {
  const counter = new CostCounter([MARK], seen);
  for (const one of entries) counter.add({ ...one });
  return counter;
}
const fresh = (): Seen => ({ messages: new Set(), entries: new Set() });

Deno.test("CostCounter counts a message once, with its last output", () => {
  const [one, ...others] = count([
    answer("m1", 1),
    answer("m1", 40),
    answer("m1", 7),
  ]).requests;
  assertEquals(others, []);
  const { input, output, read, written5m, written1h } = one ?? {};
  assertEquals([input, output, read, written5m, written1h], [
    3,
    40,
    100,
    30,
    20,
  ]);
});

Deno.test("CostCounter carries a text until a compaction, and counts it once", () => {
  const entries = [
    given("SessionStart"),
    answer("m1", 1),
    given("UserPromptSubmit"),
    answer("m2", 1),
    answer("m3", 1),
    entry("system", { subtype: "compact_boundary" }),
    answer("m4", 1),
  ];
  const seen = fresh();
  const parent = count(entries, seen);
  const size = parent.texts[0]?.tokens ?? 0;
  assertEquals(parent.texts.map(({ to }) => to), ["starts", "prompts"]);
  assertEquals(parent.requests.map(({ given }) => given), [size, size, 0, 0]);
  const carried = parent.requests.map(({ carried }) => carried);
  assertEquals(carried, [0, size, 2 * size, 0]);
  const fork = count([...entries.slice(0, 4), answer("m5", 1)], seen);
  assertEquals(fork.texts, []);
  assertEquals(fork.requests.map(({ carried }) => carried), [2 * size]);
});

Deno.test("CostCounter counts a forked answer of several blocks once", () => {
  const entries = [answer("m1", 1), answer("m1", 40), answer("m2", 5)];
  const seen = fresh();
  assertEquals(count(entries, seen).requests.length, 2);
  const fork = count([...entries, answer("m3", 1), answer("m3", 2)], seen);
  assertEquals(fork.requests.map(({ output }) => output), [2]);
});

Deno.test("CostCounter knows which requests were made for memory", () => {
  const calls = {
    type: "tool_use",
    id: "t1",
    input: { subagent_type: AGENTS.delta },
  };
  const notice = (id: string) =>
    user(`<task-notification>\n<task-id>${id}</task-id>\n</task-notification>`);
  const { requests } = count([
    user("Fix it"),
    answer("m1", 1),
    answer("m2", 1),
    answer("m2", 1, calls),
    user([{ type: "tool_result", tool_use_id: "t1", content: "agentId: a1" }]),
    answer("m3", 1),
    notice("other"),
    answer("m4", 1),
    notice("a1"),
    answer("m5", 1),
    user("Go on"),
    answer("m6", 1),
  ]);
  assertEquals(requests.map(({ isForMemory }) => isForMemory), [
    false,
    true,
    false,
    false,
    true,
    false,
  ]);
});
