/**
 * What the scribe's model answered becomes memory. An answer that is no good
 * counts against its work; a model that could not be reached does not.
 */

import {
  agentOf,
  asksOf,
  changeArchive,
  pendingArchives,
} from "./ask_for_archive_summary.ts";
import { commitArchiveSummary } from "./archive_summaries.ts";
import { commitDelta } from "./commit_delta.ts";
import { importFacts } from "./import_facts.ts";
import { rotateMemory } from "../memory/rotate_memory.ts";
import { findSession } from "../session/session_log.ts";
import { changeDelta, waitingDeltas } from "../session/waiting_deltas.ts";
import { objectOf, tryParseJson } from "../base/json.ts";
import { withSession } from "../session/session.ts";
import { Snapshot } from "../session/snapshot.ts";
import type { Delta } from "../session/session_state.ts";
import {
  type Claim,
  type Store,
  storeExists,
  withStoreLock,
} from "../store/store.ts";
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
  /** A word about why there is no answer. */
  readonly why: string;
}

/** It goes into the event log, which has nothing of the user's in it. */
const isPlainWord = (value: unknown) =>
  /^[\w-]{1,30}$/.test(String(value)) && value !== undefined;

/** `{isAnswered, text, usage}` or `{error}`; anything else is no answer. */
export function parseBrought(stdin: string): Brought {
  const { isAnswered, text, usage, reason, status } = objectOf(
    tryParseJson(stdin),
  );
  const isText = isAnswered === true && typeof text === "string";
  const why = [reason, status].filter(isPlainWord).join("-") || "model";
  return { text: isText ? text : undefined, usage, why };
}

export async function commitJob(
  store: Store,
  world: World,
  job: JobId,
  { text, usage, why }: Brought,
  claim: Claim,
): Promise<JobOutcome> {
  const snapshot = new Snapshot(store);
  if (!storeExists(store) || holderOf(snapshot, job) !== job.holder) {
    return { outcome: "gone", ...nothing };
  }
  const result = text === undefined
    ? await release(snapshot, world, job, why, claim)
    : await record(snapshot, world, job, text, claim);
  const day = world.now().toISOString().slice(0, 10);
  const isFailed = result.outcome !== "committed";
  await withStoreLock(store, claim, () => {
    snapshot.updateIndex((index) => addUsage(index, day, usage, isFailed));
  });
  return result;
}

const nothing = { sections: 0, facts: 0 };

/** Who has the work now; a claim may have run out and gone to another. */
function holderOf(
  snapshot: Snapshot,
  { kind, target }: JobId,
): string | undefined {
  const { store } = snapshot;
  switch (kind) {
    case "delta":
      return findDelta(snapshot, target)?.delta.agent?.id;
    case "archive": {
      const one = pendingArchives(store, snapshot)
        .find(({ file }) => file === target);
      return one && agentOf(one)?.id;
    }
    case "facts":
      return holderOfWish(store, target);
    default:
      return kind satisfies never;
  }
}

const findDelta = (snapshot: Snapshot, id: string) =>
  waitingDeltas(snapshot.store, snapshot).find(({ delta }) => delta.id === id);

function record(
  snapshot: Snapshot,
  world: World,
  job: JobId,
  message: string,
  claim: Claim,
): Promise<JobOutcome> {
  const { store } = snapshot;
  const { kind } = job;
  switch (kind) {
    case "delta":
      return recordDelta(snapshot, world, job, message, claim);
    case "archive":
      return recordArchive(store, world, job, message, claim);
    case "facts":
      return recordFacts(store, world, job, message, claim);
    default:
      return kind satisfies never;
  }
}

async function recordDelta(
  snapshot: Snapshot,
  world: World,
  { target: deltaId, holder }: JobId,
  message: string,
  claim: Claim,
): Promise<JobOutcome> {
  const { store } = snapshot;
  const sessionId = findDelta(snapshot, deltaId)?.sessionId;
  if (sessionId === undefined) return { outcome: "gone", ...nothing };
  const commit = { sessionId, deltaId, message, holder };
  const done = await commitDelta(store, world, commit, claim, snapshot);
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
      }, snapshot);
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
  { target: sessionId }: JobId,
  message: string,
  claim: Claim,
): Promise<JobOutcome> {
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
  snapshot: Snapshot,
  world: World,
  { kind, target }: JobId,
  why: string,
  claim: Claim,
): Promise<JobOutcome> {
  const { store } = snapshot;
  switch (kind) {
    case "delta": {
      const sessionId = findDelta(snapshot, target)?.sessionId ?? "";
      await withSession(store, sessionId, claim, (session) => {
        changeDelta(session, target, (delta) => afterFailure(delta, world));
      }, snapshot);
      break;
    }
    case "archive":
      await changeArchive(
        store,
        target,
        claim,
        ({ agent: _, ...free }) => free,
      );
      break;
    case "facts":
      await releaseWish(store, target, claim);
      break;
    default:
      kind satisfies never;
  }
  return { outcome: "failed", ...nothing, why };
}

/** A text that no model ever answers must not be tried for ever. */
function afterFailure({ agent: _, ...free }: Delta, world: World): Delta {
  const failures = (free.failures ?? 0) + 1;
  return failures % FAILURES_AS_ONE_ASK !== 0 ? { ...free, failures } : {
    ...free,
    failures,
    asks: free.asks + 1,
    askedAt: world.now().toISOString(),
  };
}

const FAILURES_AS_ONE_ASK = 3;

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
  // Another one's work, or none: it says nothing about this session's scribe.
  if (done.outcome === "gone") return {};
  const isFailed = done.outcome !== "committed";
  const before = readScribeMark(store, sessionId)?.failures ?? 0;
  const failures = isFailed ? before + 1 : 0;
  const wroteAt = world.now().toISOString();
  markScribe(store, sessionId, { wroteAt, failures });
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
