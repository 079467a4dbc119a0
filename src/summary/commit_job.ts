/**
 * What the scribe's model answered becomes memory. An answer that is no good
 * counts against its work; a model that could not be reached does not.
 */

import { agentOf, asksOf, changeArchive } from "./ask_for_archive_summary.ts";
import { commitArchiveSummary } from "./archive_summaries.ts";
import { commitDelta } from "./commit_delta.ts";
import { importFacts } from "./import_facts.ts";
import { rotateMemory } from "../memory/rotate_memory.ts";
import { findSession } from "../session/session_log.ts";
import { changeDelta, sessionOfDelta } from "../session/waiting_deltas.ts";
import { isObject } from "../base/json.ts";
import { updateIndex } from "../session/memory_index.ts";
import { withSession } from "../session/session.ts";
import { type Claim, type Store, withStoreLock } from "../store/store.ts";
import type { World } from "../base/world.ts";
import { addUsage } from "./model_usage.ts";
import type { JobId } from "./scribe_job.ts";
import { markScribe, readScribeMark } from "./scribe_mark.ts";
import {
  failWish,
  holderOfWish,
  releaseWish,
  settleWish,
} from "./wanted_facts.ts";

export interface JobOutcome {
  readonly outcome: "committed" | "refused" | "gone" | "failed";
  readonly sections: number;
  readonly facts: number;
  /** One word about why nothing was kept; nothing of the answer itself. */
  readonly why?: string;
}

/** What the module brings: the model's answer, or why there is none. */
export interface Brought {
  readonly text: string | undefined;
  readonly usage: unknown;
}

/** `{isAnswered, text, usage}` or `{error}`; anything else is no answer. */
export function parseBrought(stdin: string): Brought {
  let raw: unknown;
  try {
    raw = JSON.parse(stdin);
  } catch {
    raw = undefined;
  }
  if (!isObject(raw)) return { text: undefined, usage: undefined };
  const { isAnswered, text, usage } = raw;
  const isText = isAnswered === true && typeof text === "string";
  return { text: isText ? text : undefined, usage };
}

export async function commitJob(
  store: Store,
  world: World,
  job: JobId,
  { text, usage }: Brought,
  claim: Claim,
): Promise<JobOutcome> {
  const result = text === undefined
    ? await release(store, job, claim)
    : await record(store, world, job, text, claim);
  const day = world.now().toISOString().slice(0, 10);
  const isFailed = result.outcome !== "committed";
  await withStoreLock(store, claim, () => {
    updateIndex(
      store.files,
      store.layout,
      (index) => addUsage(index, day, usage, isFailed),
    );
  });
  return result;
}

const nothing = { sections: 0, facts: 0 };

function record(
  store: Store,
  world: World,
  job: JobId,
  message: string,
  claim: Claim,
): Promise<JobOutcome> {
  const { kind } = job;
  switch (kind) {
    case "delta":
      return recordDelta(store, world, job, message, claim);
    case "archive":
      return recordArchive(store, world, job, message, claim);
    case "facts":
      return recordFacts(store, world, job, message, claim);
    default:
      return kind satisfies never;
  }
}

async function recordDelta(
  store: Store,
  world: World,
  { target: deltaId, holder }: JobId,
  message: string,
  claim: Claim,
): Promise<JobOutcome> {
  const sessionId = sessionOfDelta(store, deltaId);
  if (sessionId === undefined) return { outcome: "gone", ...nothing };
  const commit = { sessionId, deltaId, message, holder };
  const done = await commitDelta(store, world, commit, claim);
  switch (done.kind) {
    case "committed": {
      await rotateMemory(store, world, claim, done);
      const facts = done.facts.kept.length;
      return { outcome: "committed", sections: 1, facts };
    }
    case "gone":
      return { outcome: "gone", ...nothing };
    case "refused":
      await withSession(store, sessionId, claim, (session) => {
        changeDelta(session, deltaId, (delta) => ({
          ...delta,
          asks: delta.asks + 1,
          askedAt: world.now().toISOString(),
        }));
      });
      return { outcome: "refused", ...nothing, why: done.why };
    default:
      return done satisfies never;
  }
}

async function recordArchive(
  store: Store,
  world: World,
  { target: archive, holder: agentId }: JobId,
  message: string,
  claim: Claim,
): Promise<JobOutcome> {
  const answer = { archive, agentId, message };
  const done = await commitArchiveSummary(store, world, answer, claim);
  if (done.kind === "committed") {
    return { outcome: "committed", sections: 0, facts: 0 };
  }
  if (done.kind === "gone") return { outcome: "gone", ...nothing };
  await changeArchive(store, archive, claim, (one) => ({
    ...one,
    asks: asksOf(one).asks + 1,
    askedAt: world.now().toISOString(),
  }));
  return { outcome: "refused", ...nothing, why: "summary" };
}

async function recordFacts(
  store: Store,
  world: World,
  { target: sessionId, holder }: JobId,
  message: string,
  claim: Claim,
): Promise<JobOutcome> {
  if (holderOfWish(store, sessionId) !== holder) {
    return { outcome: "gone", ...nothing };
  }
  const session = findSession(store, sessionId);
  const done = await importFacts(store, world, session, message, claim);
  if (done.kind === "refused") {
    await failWish(store, sessionId, claim);
    return { outcome: "refused", ...nothing, why: "facts" };
  }
  await settleWish(store, sessionId, claim);
  return { outcome: "committed", sections: 0, facts: done.kept.length };
}

/** The model could not be reached: the work waits for another try. */
async function release(
  store: Store,
  { kind, target, holder }: JobId,
  claim: Claim,
): Promise<JobOutcome> {
  const failed: JobOutcome = { outcome: "failed", ...nothing, why: "model" };
  if (kind === "delta") {
    const sessionId = sessionOfDelta(store, target);
    if (sessionId === undefined) return failed;
    await withSession(store, sessionId, claim, (session) => {
      changeDelta(session, target, (delta) => {
        const { agent, ...free } = delta;
        return agent?.id === holder ? free : delta;
      });
    });
  } else if (kind === "archive") {
    await changeArchive(store, target, claim, (one) => {
      const { agent: _, ...free } = one;
      return agentOf(one)?.id === holder ? free : one;
    });
  } else await releaseWish(store, target, claim);
  return failed;
}

/** What the user may be shown of it. */
export interface Shown {
  readonly status?: string;
  readonly toast?: string;
}

/** Remember how it went, for the pace and for what is shown. */
export function noteOutcome(
  store: Store,
  world: World,
  sessionId: string,
  done: JobOutcome,
): Shown {
  const isFailed = done.outcome === "failed" || done.outcome === "refused";
  const before = readScribeMark(store, sessionId)?.failures ?? 0;
  const failures = isFailed ? before + 1 : 0;
  const wroteAt = world.now().toISOString();
  markScribe(store, world, sessionId, { wroteAt, failures });
  return {
    ...(store.config.statusText ? { status: describe(done) } : {}),
    ...(failures === 2
      ? {
        toast:
          "Memory Keeper: two summaries failed in a row; the work waits. Run memory-keeper doctor",
      }
      : {}),
  };
}

function describe({ outcome, sections, facts }: JobOutcome): string {
  if (outcome !== "committed") return "";
  const kept = [
    ...(sections > 0 ? ["1 section"] : []),
    ...(facts > 0 ? [facts === 1 ? "1 fact" : `${facts} facts`] : []),
  ];
  return kept.length === 0 ? "memory: kept" : `memory: +${kept.join(", ")}`;
}
