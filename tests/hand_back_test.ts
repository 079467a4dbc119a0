/** Reports that an agent delivers by hand-back, as Claude Code fires the hooks. */

import { assert, assertEquals } from "@std/assert";
import { readHookPayload } from "../src/claude/payload.ts";
import { agentReport } from "../src/summary/agent_report.ts";
import { proseOf } from "./support/oracle/memory_invariants.ts";
import { parseMemory } from "../src/memory/memory_text.ts";
import { Deadline } from "../src/base/timeout.ts";
import { assistant, callBlock } from "./support/generator/entries.ts";
import {
  RecordedDay,
  type RecordedSession,
} from "./support/world/recorded_day.ts";
import { shortWork } from "./support/world/short_work.ts";

const START = "2026-02-01T17:27:00Z";
const TYPE = "memory-keeper:delta-summarizer";

function writeTranscript(session: RecordedSession, lines: object[]): string {
  const dir = `${session.day.transcripts}/${session.id}/subagents`;
  Deno.mkdirSync(dir, { recursive: true });
  const path = `${dir}/agent-a1.jsonl`;
  Deno.writeTextFileSync(
    path,
    lines.map((line) => `${JSON.stringify(line)}\n`).join(""),
  );
  return path;
}

const handBack = (message: string) =>
  assistant(callBlock("toolu_1", "SubagentHandback", { message }), {
    isSidechain: true,
  });

async function start(session: RecordedSession) {
  const about = { agent_id: "a1", agent_type: TYPE };
  await session.fire("subagent-start --part 1", "SubagentStart", about);
  return (fields: Record<string, unknown>) =>
    session.fire("subagent-stop", "SubagentStop", { ...about, ...fields });
}

const sections = (day: RecordedDay) =>
  parseMemory(day.read("memory.md")).sections.map(({ body }) => proseOf(body));

Deno.test("an agent's hand-back is recorded where there is no last message", async () => {
  using day = new RecordedDay({}, START);
  const session = await shortWork(day);
  const stop = await start(session);
  const noise = { type: "api-request-blob", message: { content: "x" } };
  const agent_transcript_path = writeTranscript(session, [
    handBack("A first try."),
    handBack("Counted three masts and nine sails."),
    ...Array.from({ length: 200 }, () => ({ ...noise, pad: "y".repeat(3000) })),
  ]);
  assertEquals(await stop({ agent_transcript_path }), "");
  assertEquals(sections(day), ["Counted three masts and nine sails."]);
});

Deno.test("four stops of one agent commit once", async () => {
  using day = new RecordedDay({}, START);
  const session = await shortWork(day);
  const stop = await start(session);
  for (const stop_hook_active of [false, true, true, true]) {
    await stop({ stop_hook_active, last_assistant_message: "Counted masts." });
  }
  assertEquals(sections(day), ["Counted masts."]);
});

Deno.test("agentReport() waits for a hand-back that the client writes late", async () => {
  const file = await Deno.makeTempFile({ suffix: ".jsonl" });
  Deno.writeTextFileSync(file, '{"type":"user"}\n');
  const payload = readHookPayload({ agent_transcript_path: file });
  assert(payload);
  // It looks before it first waits.
  const report = agentReport(payload, new Deadline(Infinity));
  Deno.writeTextFileSync(
    file,
    `${JSON.stringify(handBack("Counted late."))}\n`,
  );
  assertEquals(await report, "Counted late.");
  await Deno.remove(file);
});

Deno.test("agentReport() is undefined where there is no report", async (t) => {
  const dir = await Deno.makeTempDir({ prefix: "memory-keeper-report-" });
  const file = `${dir}/agent.jsonl`;
  Deno.writeTextFileSync(file, '{"type":"user"}\n');
  const rows: Record<string, object> = {
    "nothing at all": {},
    "no transcript": { agent_transcript_path: `${dir}/none.jsonl` },
    "a folder": { agent_transcript_path: dir },
    "no hand-back in it": { agent_transcript_path: file },
    "a path that is none": { agent_transcript_path: 7 },
  };
  for (const [name, fields] of Object.entries(rows)) {
    await t.step(name, async () => {
      const payload = readHookPayload(fields);
      assert(payload);
      assertEquals(await agentReport(payload, new Deadline(0)), undefined);
    });
  }
  await Deno.remove(dir, { recursive: true });
});
