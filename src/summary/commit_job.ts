/**
 * What the scribe's model answered becomes memory. An answer that is no good
 * counts against its work; a model that could not be reached does not.
 */

import {
  agentOf,
  asksOf,
  changeArchive,
  pendingArchives,
  releaseArchive,
} from "./ask_for_archive_summary.ts";
import { commitArchiveSummary } from "./archive_summaries.ts";
import { commitDelta } from "./commit_delta.ts";
import { importFacts } from "./import_facts.ts";
import { rotateMemory } from "../memory/rotate_memory.ts";
import { findSession } from "../session/session_log.ts";
import { changeDelta, waitingDeltas } from "../session/waiting_deltas.ts";
import { objectOf, tryParseJson } from "../base/json.ts";
import { dayOf } from "../base/utc_time.ts";
import { withSession } from "../session/session.ts";
import { Snapshot } from "../session/snapshot.ts";
import type { Delta } from "../session/session_state.ts";
import { type Claim, type Store, storeExists } from "../store/store.ts";
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

interface JobOutcome {
  readonly outcome: "committed" | "refused" | "gone" | "failed";
  readonly sections: number;
  readonly facts: number;
  /** One word about why nothing was kept; nothing of the answer itself. */
  readonly why?: string;
}

/** What the module brings: the model's answer, or why there is none. */
interface Brought {
  readonly text: string | undefined;
  readonly usage: unknown;
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
  const work = { store, world, claim, snapshot };
  const { kind, target, holder } = job;
  const { holderOf, record, release } = KINDS[kind];
  if (!storeExists(store) || holderOf(work, target) !== holder) return GONE;
  if (text === undefined) await release(work, target);
  const result = text === undefined
    ? { outcome: "failed" as const, ...NOTHING, why }
    : await record(work, job, text);
  const day = dayOf(world.now());
  const isFailed = result.outcome !== "committed";
  await snapshot.changeIndex(
    claim,
    (index) => addUsage(index, day, usage, isFailed),
  );
  return result;
}

const NOTHING = { sections: 0, facts: 0 };
const GONE: JobOutcome = { outcome: "gone", ...NOTHING };

const refused = (why: string): JobOutcome => (
  { outcome: "refused", ...NOTHING, why }
);

interface Work {
  readonly store: Store;
  readonly world: World;
  readonly claim: Claim;
  readonly snapshot: Snapshot;
}

interface Kind {
  /** Who has the work now; a claim may have run out and gone to another. */
  holderOf(work: Work, target: string): string | undefined;
  record(work: Work, job: JobId, message: string): Promise<JobOutcome>;
  /** The model could not be reached: the work waits for another try. */
  release(work: Work, target: string): Promise<void>;
}

const KINDS: Readonly<Record<JobId["kind"], Kind>> = {
  delta: {
    holderOf: (work, id) => findDelta(work, id)?.delta.agent?.id,
    record: recordDelta,
    release(work, id) {
      const sessionId = findDelta(work, id)?.sessionId ?? "";
      return changeIn(work, sessionId, id, afterFailure);
    },
  },
  archive: {
    holderOf({ store, snapshot }, name) {
      const one = pendingArchives(store, snapshot)
        .find(({ file }) => file === name);
      return one && agentOf(one)?.id;
    },
    record: recordArchive,
    release: ({ store, claim }, name) => releaseArchive(store, name, claim),
  },
  facts: {
    holderOf: ({ store }, id) => holderOfWish(store, id),
    record: recordFacts,
    release: ({ store, claim }, id) => releaseWish(store, id, claim),
  },
};

const findDelta = ({ store, snapshot }: Work, id: string) =>
  waitingDeltas(store, snapshot).find(({ delta }) => delta.id === id);

async function changeIn(
  { store, world, claim, snapshot }: Work,
  sessionId: string,
  deltaId: string,
  change: (delta: Delta, world: World) => Delta,
): Promise<void> {
  await withSession(store, sessionId, claim, (session) => {
    changeDelta(session, deltaId, (delta) => change(delta, world));
  }, snapshot);
}

async function recordDelta(
  work: Work,
  { target: deltaId, holder }: JobId,
  message: string,
): Promise<JobOutcome> {
  const { store, world, claim, snapshot } = work;
  const sessionId = findDelta(work, deltaId)?.sessionId;
  if (sessionId === undefined) return GONE;
  const commit = { sessionId, deltaId, message, holder };
  const done = await commitDelta(store, world, commit, claim, snapshot);
  switch (done.kind) {
    case "committed": {
      await rotateMemory(store, world, claim, done);
      const facts = done.facts.kept.length;
      return { outcome: "committed", sections: 1, facts };
    }
    case "gone":
      return GONE;
    case "refused":
      await changeIn(work, sessionId, deltaId, askedAgain);
      return refused(done.why);
    default:
      return done satisfies never;
  }
}

async function recordArchive(
  { store, world, claim }: Work,
  { target: archive, holder: agentId }: JobId,
  message: string,
): Promise<JobOutcome> {
  const answer = { archive, agentId, message };
  const done = await commitArchiveSummary(store, world, answer, claim);
  if (done.kind === "committed") return { outcome: "committed", ...NOTHING };
  if (done.kind === "gone") return GONE;
  await changeArchive(
    store,
    archive,
    claim,
    (one) => askedAgain({ ...one, ...asksOf(one) }, world),
  );
  return refused("summary");
}

async function recordFacts(
  { store, world, claim }: Work,
  { target: sessionId }: JobId,
  message: string,
): Promise<JobOutcome> {
  const session = findSession(store, sessionId);
  const done = await importFacts(store, world, session, message, claim);
  if (done.kind === "refused") {
    await failWish(store, sessionId, claim);
    return refused("facts");
  }
  await settleWish(store, sessionId, claim);
  return { outcome: "committed", sections: 0, facts: done.kept.length };
}

const askedAgain = <T extends { readonly asks: number }>(
  one: T,
  world: World,
): T => ({ ...one, asks: one.asks + 1, askedAt: world.now().toISOString() });

/** A text that no model ever answers must not be tried again and again. */
function afterFailure({ agent: _, ...free }: Delta, world: World): Delta {
  const failures = (free.failures ?? 0) + 1;
  const next = { ...free, failures };
  return failures % FAILURES_AS_ONE_ASK === 0 ? askedAgain(next, world) : next;
}

const FAILURES_AS_ONE_ASK = 3;

/** Remember how it went, for the pace. Returns what the user may be shown. */
export function noteOutcome(
  store: Store,
  world: World,
  sessionId: string,
  done: JobOutcome,
) {
  // Another one's work, or none: it says nothing about this session's scribe.
  if (done.outcome === "gone") return {};
  const isFailed = done.outcome !== "committed";
  const before = readScribeMark(store, sessionId)?.failures ?? 0;
  const failures = isFailed ? before + 1 : 0;
  const wroteAt = world.now().toISOString();
  markScribe(store, sessionId, { wroteAt, failures });
  return {
    ...(store.config.statusText ? { status: describe(done) } : {}),
    ...(failures === 2 ? { toast: TWO_FAILED } : {}),
  };
}

const TWO_FAILED = "Memory Keeper: two summaries failed in a row; " +
  "the work waits. Run memory-keeper doctor";

function describe({ outcome, sections, facts }: JobOutcome): string {
  if (outcome !== "committed") return "";
  const kept = [
    ...(sections > 0 ? ["1 section"] : []),
    ...(facts > 0 ? [facts === 1 ? "1 fact" : `${facts} facts`] : []),
  ];
  return kept.length === 0 ? "memory: kept" : `memory: +${kept.join(", ")}`;
}
