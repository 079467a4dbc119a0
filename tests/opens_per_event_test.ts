/**
 * Each event reads a file once: opens and locks, event by event, in the second
 * turn of a session. The numbers are exact, so that one more is noticed.
 */

import { assert, assertEquals } from "@std/assert";
import { readHookPayload } from "../src/claude/payload.ts";
import type { HookHandler } from "../src/hooks/hook.ts";
import { handle as postToolUse } from "../src/hooks/post_tool_use.ts";
import { handle as sessionEnd } from "../src/hooks/session_end.ts";
import { handle as sessionStart } from "../src/hooks/session_start.ts";
import { handle as stop } from "../src/hooks/stop.ts";
import { handle as subagentStart } from "../src/hooks/subagent_start.ts";
import { handle as subagentStop } from "../src/hooks/subagent_stop.ts";
import { handle as prompt } from "../src/hooks/user_prompt_submit.ts";
import { withSearchIndex } from "../src/search/index/with_search_index.ts";
import { Deadline } from "../src/base/timeout.ts";
import { commitJob } from "../src/summary/commit_job.ts";
import { nextJob } from "../src/summary/next_job.ts";
import { parseJobId } from "../src/summary/scribe_job.ts";
import {
  countOpens,
  HAS_INODES,
  looksDuring,
  type Opens,
} from "./support/world/counted_files.ts";
import { GrowingTranscript } from "./support/world/growing_transcript.ts";
import { STILL_WORLD, TemporaryStore } from "./support/world/in_process.ts";
import {
  CLAIM,
  plantSession,
  waitingDelta,
  wordsOf,
} from "./support/world/planted_session.ts";
import { payload } from "./support/world/sealed_world.ts";

const OWN = "0a11ce00-0000-4000-8000-000000000000";
const OTHER = "0b0b0000-0000-4000-8000-000000000000";
const ANSWER = "The harbour master wants two tide tables.";

/** Two entries more, as Claude Code writes them. */
function twoEntries(n: number): string[] {
  const entry = (type: string, content: unknown) =>
    JSON.stringify({
      type,
      uuid: `${type}-${n}`,
      sessionId: OWN,
      timestamp: STILL_WORLD.now().toISOString(),
      message: { role: type, content },
    });
  return [
    entry("user", `Question ${n}`),
    entry("assistant", [{ type: "text", text: `Answer ${n}` }]),
  ];
}

async function opensOfEvents(): Promise<Record<string, Opens>> {
  await using temporary = await TemporaryStore.create({ saveInterval: 2 });
  const { store, dir } = temporary;
  const delta = (n: number) =>
    waitingDelta(`0b0b0000-${n}`, 2 * n - 2, 2 * n, { asks: 0 });
  plantSession(store, OTHER, wordsOf(6), {
    ended: "2026-01-20T10:00:00.000Z",
    seenAt: "2026-01-20T10:00:00.000Z",
    finishedAt: 6,
    cutTo: 6,
    cutBytes: 1e6,
    deltaCount: 3,
    deltas: [delta(1), delta(2), delta(3)],
  });
  store.files.replace(store.layout.memory, "# Memory\n\nOne tide table.\n");
  store.files.replace(store.layout.facts, "{}\n");
  await withSearchIndex(store, "test", () => {});
  const transcript = new GrowingTranscript(`${dir}/transcripts`, {
    seed: 5,
    sessionId: OWN,
    startedAt: STILL_WORLD.now().toISOString(),
    subagents: "none",
  });
  const now = STILL_WORLD.now();
  const opens: Record<string, Opens> = {};
  const look = async (name: string, body: () => Promise<unknown>) => {
    store.files.writeUnsynced(store.layout.swept, "");
    Deno.utimeSync(store.layout.swept, now, now);
    opens[name] = countOpens(
      await looksDuring(store.layout.dir, body),
      OWN,
    );
  };
  const fire = (
    handle: HookHandler,
    event: string,
    fields = {},
    args: string[] = [],
  ) =>
    look(event, async () => {
      const parsed = readHookPayload(payload(event, OWN, {
        transcript_path: transcript.path,
        ...fields,
      }));
      if (!parsed) throw new Error("No payload");
      const { failures = [] } = await handle({
        payload: parsed,
        sessionId: OWN,
        store,
        world: STILL_WORLD,
        budget: new Deadline(Infinity),
        args,
      });
      assertEquals(failures, [], event);
    });
  for (const n of [1, 2]) {
    await fire(sessionStart, "SessionStart");
    await fire(prompt, "UserPromptSubmit", { prompt: "Where is the tide?" });
    transcript.append(twoEntries(2 * n));
    await fire(postToolUse, "PostToolUse");
    await fire(postToolUse, "PostToolUse");
    await fire(stop, "Stop");
    transcript.append(twoEntries(2 * n + 1));
    await fire(stop, "Stop");
  }
  const agent = {
    agent_id: "agent-1",
    agent_type: "memory-keeper:delta-summarizer",
  };
  await fire(subagentStart, "SubagentStart", agent, ["--part", "1"]);
  await fire(subagentStop, "SubagentStop", {
    ...agent,
    last_assistant_message: ANSWER,
  });
  await look("scribe", async () => {
    const job = await nextJob(store, STILL_WORLD, OWN, CLAIM);
    const id = parseJobId(job?.id ?? "");
    assert(id !== undefined);
    const brought = { text: ANSWER, usage: undefined, why: "" };
    const done = await commitJob(store, STILL_WORLD, id, brought, CLAIM);
    assertEquals(done.outcome, "committed");
  });
  await fire(sessionEnd, "SessionEnd");
  return opens;
}

/**
 * Own state, other states, states saved, session locks, store locks, log, index,
 * index saved, memory.md, facts.json, facts.json saved, config.json. There is
 * one other session, with three deltas that wait. The scribe is two processes.
 * A commit reads memory.md once more where it may meet the user's editor; the
 * search index reads what was written into it. The end of a session makes the
 * table of files from memory.md and facts.json.
 */
const TABLE: Readonly<Record<string, readonly number[]>> = {
  SessionStart: [1, 1, 0, 0, 2, 0, 1, 1, 1, 1, 0, 0],
  UserPromptSubmit: [1, 1, 2, 2, 1, 2, 1, 1, 0, 0, 0, 0],
  PostToolUse: [1, 0, 1, 1, 0, 1, 1, 0, 0, 0, 0, 0],
  Stop: [1, 1, 1, 1, 0, 1, 1, 0, 0, 0, 0, 0],
  SubagentStart: [1, 1, 1, 1, 1, 0, 1, 0, 0, 0, 0, 0],
  SubagentStop: [1, 1, 1, 1, 1, 1, 1, 1, 2, 0, 0, 0],
  scribe: [2, 2, 2, 2, 2, 1, 2, 2, 2, 0, 0, 0],
  SessionEnd: [1, 1, 3, 1, 5, 3, 1, 4, 5, 2, 0, 0],
};

Deno.test({
  name: "an event opens and locks no more than it needs",
  // Without inodes a change under a lock reads its file again.
  ignore: !HAS_INODES,
  async fn(t) {
    const opens = await opensOfEvents();
    assertEquals(Object.keys(opens).sort(), Object.keys(TABLE).sort());
    for (const [event, counts] of Object.entries(TABLE)) {
      await t.step(event, () => {
        const found = Object.values(opens[event] ?? {});
        // The end of a session does with its last time what it can.
        const most = found.map((n, i) => Math.max(n, counts[i] ?? 0));
        assertEquals(event === "SessionEnd" ? most : found, counts);
      });
    }
  },
});
