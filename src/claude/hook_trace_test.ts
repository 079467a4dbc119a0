import { assert, assertEquals } from "@std/assert";
import {
  contextOf,
  cutOff,
  failed,
  timedOut,
  type Traced,
  tracedTranscript,
} from "../../tests/support/world/traced_transcript.ts";
import { HookTracer } from "./hook_trace.ts";

const RULES = "Rules for this project";

function trace(text: string, marks = [RULES]) {
  const tracer = new HookTracer(marks);
  for (const line of text.split("\n")) if (line) tracer.add(JSON.parse(line));
  return tracer.result();
}

const traced = (given: Partial<Traced> = {}) =>
  trace(tracedTranscript("3f2a9c11", given));

Deno.test("HookTracer reads what Claude Code records about our hooks", () => {
  const { runs, texts, ...rest } = traced();
  assertEquals(
    runs.map(({ event, outcome, ms }) => [event, outcome, ms]),
    [["SessionStart", "ran", 245], ["Stop", "ran", 180]],
  );
  assertEquals(texts, [
    { event: "SessionStart", chars: 35, tokens: 9, isCut: false },
    { event: "UserPromptSubmit", chars: 72, tokens: 18, isCut: false },
  ]);
  assertEquals(rest, {
    version: "2.1.197",
    startedAt: "2026-02-01T17:00:01.000Z",
    lastAt: "2026-02-01T17:00:11.000Z",
    isListed: true,
    prompts: 1,
    toolUses: 2,
    answers: 3,
    apiErrors: 0,
    compactions: 0,
    ownAgents: 0,
  });
});

Deno.test("HookTracer reports failures, timeouts and cut texts", () => {
  const { runs, texts } = traced({
    started: undefined,
    prompted: cutOff(`${RULES}, and on`),
    stopMs: undefined,
    more: [
      timedOut("SessionStart", "session-start", 20_000),
      failed("Stop", "stop", "ENOENT: no such file"),
    ],
  });
  assertEquals(
    runs.map(({ event, outcome }) => [event, outcome]),
    [["SessionStart", "timed out"], ["Stop", "failed"]],
  );
  assert(runs[1]?.words.includes("ENOENT"));
  assertEquals(texts.map(({ isCut }) => isCut), [true]);
});

Deno.test("HookTracer ignores hooks and texts of others", () => {
  const { runs, texts } = traced({
    started: undefined,
    prompted: undefined,
    stopMs: undefined,
    more: [
      contextOf("UserPromptSubmit", "Some other plugin's text"),
      { ...failed("Stop", "stop", "x"), command: "other-keeper hook stop" },
    ],
  });
  assertEquals([runs, texts], [[], []]);
});

Deno.test("HookTracer survives any transcript", () => {
  const tracer = new HookTracer([RULES]);
  const odd = [
    {},
    { type: "attachment" },
    { type: "attachment", attachment: 7 },
    { type: "attachment", attachment: { type: "hook_success" } },
    { type: "attachment", attachment: { type: "hook_additional_context" } },
    { type: "attachment", attachment: { type: "async_hook_response" } },
    { type: "attachment", attachment: { type: "agent_listing_delta" } },
    { type: "system", subtype: "stop_hook_summary", hookInfos: [null, 7] },
    { type: "user" },
    { type: "user", message: { content: null } },
    { type: "assistant", message: { content: [null, { input: 3 }] } },
  ];
  for (const entry of odd) tracer.add(entry);
  assertEquals(tracer.result().runs, []);
});
