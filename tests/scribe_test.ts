/** The scribe: what it is given to write, and what becomes of the answer. */

import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { askForSummary } from "../src/summary/ask_for_summary.ts";
import { parseMemory } from "../src/memory/memory_text.ts";
import {
  readIndex,
  type RotatedFile,
  updateIndex,
} from "../src/session/memory_index.ts";
import type { Delta, SessionState } from "../src/session/session_state.ts";
import {
  commitJob,
  noteOutcome,
  parseBrought,
} from "../src/summary/commit_job.ts";
import { nextJob } from "../src/summary/next_job.ts";
import { usageDays } from "../src/summary/model_usage.ts";
import { parseJobId, type ScribeJob } from "../src/summary/scribe_job.ts";
import {
  expectScribe,
  isScribeAtWork,
  markScribe,
} from "../src/summary/scribe_mark.ts";
import { wantFacts } from "../src/summary/wanted_facts.ts";
import { STILL_WORLD, TemporaryStore } from "./support/world/in_process.ts";
import {
  CLAIM,
  plantSession,
  stateOf,
  waitingDelta,
  wordsOf,
  worldAfter,
} from "./support/world/planted_session.ts";

const HERE = "aaaaaaaa-0000-4000-8000-000000000001";
const OTHER = "bbbbbbbb-0000-4000-8000-000000000002";
const NOW = STILL_WORLD.now().toISOString();
const USAGE = { input_tokens: 900, output_tokens: 80 };

function plant(
  { store }: TemporaryStore,
  sessionId: string,
  delta: Partial<Delta> = {},
  state: Partial<SessionState> = {},
): void {
  const id = `${sessionId.slice(0, 8)}-1`;
  plantSession(store, sessionId, wordsOf(20), {
    deltas: [waitingDelta(id, 0, 20, delta)],
    deltaCount: 1,
    cutTo: 20,
    ...state,
  });
}

const next = ({ store }: TemporaryStore, minutes = 0, isHeadless = false) => {
  const env = (name: string) =>
    isHeadless && name === "CLAUDE_CODE_ENTRYPOINT" ? "sdk-cli" : undefined;
  return nextJob(store, { ...worldAfter(minutes), env }, HERE, CLAIM);
};

async function commit(
  { store }: TemporaryStore,
  job: ScribeJob,
  brought: object,
  minutes = 0,
) {
  const id = parseJobId(job.id);
  assert(id, job.id);
  const world = worldAfter(minutes);
  const stdin = JSON.stringify(brought);
  const done = await commitJob(store, world, id, parseBrought(stdin), CLAIM);
  return { ...done, ...noteOutcome(store, world, HERE, done) };
}

const answered = (text: string) => ({ isAnswered: true, text, usage: USAGE });

const bodies = ({ store }: TemporaryStore) =>
  parseMemory(Deno.readTextFileSync(store.layout.memory)).sections
    .map(({ body }) => body);

Deno.test("nextJob() gives the oldest work, and commitJob() records it once", async () => {
  await using temporary = await TemporaryStore.create();
  plant(temporary, HERE);
  const job = await next(temporary);
  assert(job);
  assertEquals(job.prompt, "0 to 20");
  assertEquals(job.status, "memory: writing");
  const done = await commit(temporary, job, answered("Counted words."));
  assertEquals([done.outcome, done.sections, done.facts], ["committed", 1, 0]);
  assertEquals(done.status, "memory: +1 section");
  assertEquals(bodies(temporary), ["Counted words."]);
  const again = await commit(temporary, job, answered("Counted again."));
  assertEquals(again.outcome, "gone");
  assertEquals(bodies(temporary), ["Counted words."]);
  assertEquals(usageDays(readIndex(temporary.store.layout)), {
    "2026-02-01": {
      calls: 1,
      failed: 0,
      inputTokens: 900,
      outputTokens: 80,
    },
  });
});

Deno.test("nextJob() is silent where summaries are not wanted", async (t) => {
  const rows: [config: object, isHeadless: boolean, isGiven: boolean][] = [
    [{}, false, true],
    [{}, true, false],
    [{ headless: "full" }, true, true],
    [{ headless: "off" }, true, false],
    [{ summaries: "manual" }, false, false],
    [{ summaries: "off" }, false, false],
  ];
  for (const [config, isHeadless, isGiven] of rows) {
    await t.step(
      `${JSON.stringify(config)} headless ${isHeadless}`,
      async () => {
        await using temporary = await TemporaryStore.create(config);
        plant(temporary, HERE);
        const job = await next(temporary, 0, isHeadless);
        assertEquals(job !== undefined, isGiven);
        const isAtWork = isScribeAtWork(temporary.store, HERE);
        assertEquals(isAtWork, isGiven);
      },
    );
  }
});

Deno.test("nextJob() keeps the pace for its own session, not for those that are over", async () => {
  await using temporary = await TemporaryStore.create({ askEveryMinutes: 30 });
  plantSession(temporary.store, HERE, wordsOf(20), {
    deltas: [
      waitingDelta("aaaaaaaa-1", 0, 10),
      waitingDelta("aaaaaaaa-2", 10, 20),
    ],
    deltaCount: 2,
    cutTo: 20,
  });
  const first = await next(temporary);
  assert(first);
  await commit(temporary, first, answered("First."));
  assertEquals(await next(temporary, 29), undefined);
  plant(temporary, OTHER, {}, { ended: NOW });
  assertStringIncludes((await next(temporary, 29))?.id ?? "", "bbbbbbbb-1");
  assertStringIncludes((await next(temporary, 30))?.id ?? "", "aaaaaaaa-2");
});

Deno.test("nextJob() leaves work of a session that goes on elsewhere", async () => {
  await using temporary = await TemporaryStore.create();
  plant(temporary, OTHER);
  assertEquals(await next(temporary), undefined);
});

Deno.test("a claim holds for a quarter of an hour, for every session", async () => {
  await using temporary = await TemporaryStore.create();
  plant(temporary, HERE);
  const first = await next(temporary);
  assert(first);
  assertEquals(await next(temporary, 14), undefined);
  const asking = { sessionId: HERE };
  const world = worldAfter(14);
  const request = await askForSummary(temporary.store, world, asking, CLAIM);
  assertEquals(request, undefined, "the main model is not asked for it too");
  const second = await next(temporary, 16);
  assert(second);
  const late = await commit(temporary, first, answered("Late."), 16);
  assertEquals(late.outcome, "gone", "another one has it now");
  const done = await commit(temporary, second, answered("In time."), 17);
  assertEquals(done.outcome, "committed");
  assertEquals(bodies(temporary), ["In time."]);
});

Deno.test("three failures of the model count as one request", async () => {
  await using temporary = await TemporaryStore.create();
  plant(temporary, HERE);
  const toasts: unknown[] = [];
  for (const minutes of [0, 20, 40]) {
    const job = await next(temporary, minutes);
    assert(job, `minute ${minutes}`);
    const { outcome, toast } = await commit(
      temporary,
      job,
      { isAnswered: false, reason: "api-error", usage: USAGE },
      minutes,
    );
    assertEquals(outcome, "failed");
    toasts.push(toast !== undefined);
    assertEquals(await next(temporary, minutes + 19), undefined, "it rests");
  }
  assertEquals(toasts, [false, true, false], "once, at the second failure");
  const [delta] = stateOf(temporary.store, HERE).deltas;
  assertEquals([delta?.asks, delta?.agent], [1, undefined], "as one request");
});

Deno.test("a useless answer is tried again, three times in all", async () => {
  await using temporary = await TemporaryStore.create();
  plant(temporary, HERE);
  const tried: number[] = [];
  for (let minutes = 0; minutes < 600; minutes += 10) {
    const job = await next(temporary, minutes);
    if (job === undefined) continue;
    tried.push(minutes);
    const answer = answered("ERROR: nothing");
    const { outcome } = await commit(temporary, job, answer, minutes);
    assertEquals(outcome, "refused");
  }
  assertEquals(tried, [0, 20, 80]);
});

Deno.test("an archive gets its summary the same way", async () => {
  await using temporary = await TemporaryStore.create();
  const { store } = temporary;
  plantSession(store, HERE, wordsOf(2), { cutTo: 2 });
  const file = "memory_20260201_170000.md";
  const text =
    "# Project Memory: x\n\n## 2026-02-01_1600 (local 02-01_1600)\nA.\n";
  store.files.replace(`${store.layout.dir}/${file}`, text);
  updateIndex(store.files, store.layout, (index) => ({
    ...index,
    rotatedFiles: [{ file, summaryGenerated: false } as RotatedFile],
  }));
  const job = await next(temporary);
  assert(job);
  assertStringIncludes(job.prompt, "## 2026-02-01_1600");
  assertEquals(await next(temporary, 5), undefined, "claimed");
  const bad = await commit(temporary, job, answered("Sure!"));
  assertEquals(bad.outcome, "refused");
  const retry = await next(temporary, 20);
  assert(retry);
  const summary = {
    themes: [{ name: "masts", summary: "Three." }],
    keyDecisions: [],
    issues: [],
    overallSummary: "Masts were counted.",
  };
  const answer = answered(JSON.stringify(summary));
  const done = await commit(temporary, retry, answer, 20);
  assertEquals(done.outcome, "committed");
  const saved = `${store.layout.dir}/${file.replace(".md", ".summary.json")}`;
  const { overallSummary } = JSON.parse(Deno.readTextFileSync(saved));
  assertEquals(overallSummary, "Masts were counted.");
});

Deno.test("the facts of a session are extracted when they are wanted", async () => {
  await using temporary = await TemporaryStore.create();
  const { store } = temporary;
  const entries = wordsOf(4, "the mast is made of pine");
  plantSession(store, OTHER, entries, { ended: NOW, cutTo: 4 });
  await wantFacts(store, OTHER, CLAIM);
  const job = await next(temporary);
  assert(job);
  assertStringIncludes(job.prompt, "the mast is made of pine 0");
  assertEquals(await next(temporary, 1), undefined, "claimed");
  const fact = {
    type: "decision",
    content: "Masts are made of pine",
    evidence: "the mast is made of pine",
  };
  const answer = answered(JSON.stringify({ facts: [fact] }));
  const done = await commit(temporary, job, answer);
  assertEquals([done.outcome, done.facts], ["committed", 1]);
  assertEquals(done.status, "memory: +1 fact");
  assertEquals(await next(temporary, 60), undefined, "the wish is settled");
});

Deno.test("parseBrought() treats anything else as no answer", () => {
  const rows = ["", "x", "[]", "null", "{}", '{"isAnswered":true}'];
  const forged = [
    '{"isAnswered":"yes","text":"x"}',
    '{"error":"x","text":"y"}',
  ];
  for (const stdin of [...rows, ...forged]) {
    assertEquals(parseBrought(stdin).text, undefined, stdin);
  }
  const { text } = parseBrought('{"isAnswered":true,"text":""}');
  assertEquals(text, "");
});

Deno.test("parseJobId() refuses what could become another path", () => {
  for (
    const id of [
      "",
      "delta/x",
      "delta/../x/scribe-1",
      "archive/../../etc/passwd/scribe-1",
      "delta/a b/scribe-1",
      "other/a/scribe-1",
      "delta/aaaaaaaa-1/agent-1",
      "delta/aaaaaaaa-1/scribe-1\n",
    ]
  ) assertEquals(parseJobId(id), undefined, id);
});

Deno.test("isScribeAtWork() notices a module that stopped coming", async (t) => {
  await using temporary = await TemporaryStore.create();
  const { store } = temporary;
  const isAtWork = () => isScribeAtWork(store, HERE);
  await t.step("one that never came", () => {
    plantSession(store, HERE, wordsOf(2), { cutTo: 2 });
    expectScribe(store, HERE);
    assertEquals(isAtWork(), false);
  });
  await t.step("a turn that has just ended, however long it took", () => {
    markScribe(store, HERE);
    expectScribe(store, HERE);
    assertEquals(isAtWork(), true);
    markScribe(store, HERE);
    expectScribe(store, HERE);
    assertEquals(isAtWork(), true);
  });
  await t.step("two ends of turns without it", () => {
    expectScribe(store, HERE);
    assertEquals(isAtWork(), false);
  });
  await t.step("it comes back", () => {
    markScribe(store, HERE);
    assertEquals(isAtWork(), true);
  });
  await t.step("a damaged mark is none", () => {
    for (const text of ["", "{", "[]", '{"missed":"1"}', '{"missed":-1}']) {
      store.files.replace(store.layout.scribe(HERE), text);
      assertEquals(isAtWork(), false, text);
    }
  });
});

Deno.test("work whose completions fail does not hold up the rest", async () => {
  await using temporary = await TemporaryStore.create();
  const early = "2026-01-01T00:00:00.000Z";
  plant(temporary, OTHER, { createdAt: early }, { ended: NOW });
  plant(temporary, HERE);
  const tried: string[] = [];
  for (const minutes of [0, 20, 40]) {
    const job = await next(temporary, minutes);
    assert(job);
    tried.push(parseJobId(job.id)?.target ?? "");
    const failed = { isAnswered: false, reason: "api-error", status: 404 };
    const { why } = await commit(temporary, job, failed, minutes);
    assertEquals(why, "api-error-404");
  }
  assertEquals(tried, ["bbbbbbbb-1", "aaaaaaaa-1", "bbbbbbbb-1"]);
});

Deno.test("a text that no model answers is given up after nine failures", async () => {
  await using temporary = await TemporaryStore.create({ askEveryMinutes: 1 });
  plant(temporary, HERE);
  let tries = 0;
  for (let minutes = 0; minutes < 3000; minutes += 5) {
    const job = await next(temporary, minutes);
    if (job === undefined) continue;
    tries++;
    await commit(temporary, job, { error: "x" }, minutes);
  }
  assertEquals(tries, 9);
});

Deno.test("a delta whose file is gone does not hold up the next one", async () => {
  await using temporary = await TemporaryStore.create();
  const early = "2026-01-01T00:00:00.000Z";
  plant(temporary, OTHER, { createdAt: early }, { ended: NOW });
  plant(temporary, HERE);
  Deno.removeSync(temporary.store.layout.delta("bbbbbbbb-1.txt"));
  const job = await next(temporary);
  assertStringIncludes(job?.id ?? "", "aaaaaaaa-1");
});

Deno.test("an answer that says nothing of the work is refused", async () => {
  const answers = [
    "I can't help with that.",
    "I'm sorry, but I cannot summarise this.",
    "Here is the summary:",
  ];
  for (const answer of answers) {
    await using temporary = await TemporaryStore.create();
    plant(temporary, HERE);
    const job = await next(temporary);
    assert(job);
    const { outcome } = await commit(temporary, job, answered(answer));
    assertEquals(outcome, "refused", answer);
  }
});

Deno.test("a forged or late answer changes nothing", async () => {
  await using temporary = await TemporaryStore.create();
  const { store } = temporary;
  plant(temporary, HERE);
  await wantFacts(store, HERE, CLAIM);
  for (const id of ["delta/aaaaaaaa-1/scribe-x", `facts/${HERE}/scribe-x`]) {
    for (const brought of [answered("Forged."), { error: "x" }]) {
      const job = { id, system: "", prompt: "", maxTokens: 1 };
      const done = await commit(temporary, job, brought);
      assertEquals(done, { outcome: "gone", sections: 0, facts: 0 });
    }
  }
  assertEquals(usageDays(readIndex(store.layout)), {});
  assertEquals(isScribeAtWork(store, HERE), false, "no mark");
});
