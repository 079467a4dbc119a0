/**
 * Ingest transcripts the store has never seen: session log and search, but no
 * request to the model and nothing in memory.md. It is past work.
 */

import { SessionNames } from "../session/session_names.ts";
import type { Store } from "../store/store.ts";
import { describeFailure } from "../base/system_error.ts";
import { Deadline } from "../base/timeout.ts";
import type { World } from "../base/world.ts";
import { ingestAndFinish } from "./ingest_and_finish.ts";
import { type FoundTranscript, isDead } from "./found_transcript.ts";
import { hasSpoken } from "../session/mark_session.ts";
import {
  type Beginning,
  isKeptInProject,
  readBeginning,
} from "./transcript_beginning.ts";
import type { Ingested, IngestRequest } from "./ingest_session.ts";

/** How many are checked when time is up and none was ingested yet. */
const MOST_STRANGERS = 20;

export type Outcome = Ingested | "failed" | "empty";

/** A transcript that could not be ingested. */
export interface Failure {
  readonly transcript: string;
  readonly why: string;
}

type OnFailure = (failure: Failure) => void;

interface UnseenRequest {
  readonly who: string;
  readonly budget: Deadline;
  /** Called after each transcript, ingested or not. */
  readonly progress?: (one: FoundTranscript, outcome: Outcome) => void;
  readonly onFailure?: OnFailure;
  /** Sessions of other folders too. */
  readonly anyCwd?: boolean;
}

interface IngestedUnseen {
  readonly sessions: number;
  readonly failed: number;
  readonly complete: boolean;
}

export async function ingestUnseen(
  store: Store,
  world: World,
  unseen: readonly FoundTranscript[],
  { who, budget, progress, onFailure, anyCwd = false }: UnseenRequest,
): Promise<IngestedUnseen> {
  const done = { sessions: 0, failed: 0 };
  const names = new SessionNames(store);
  let tried = 0;
  for (const one of inOrderOfIntake(store, unseen, budget, anyCwd)) {
    // One at least, or a slow machine would never get on.
    if (tried++ > 0 && budget.passed) return { ...done, complete: false };
    const outcome = await tryIngest(store, world, {
      ...one,
      who,
      budget,
      names,
      close: isDead(store, world, one),
      isPast: !hasSpoken(store, one.sessionId),
    }, onFailure);
    if (outcome === "failed") done.failed++;
    else if (outcome !== "empty") done.sessions++;
    progress?.(one, outcome);
  }
  return { ...done, complete: !budget.passed };
}

/** A transcript that cannot be read must not stop the others. */
export async function tryIngest(
  store: Store,
  world: World,
  request: IngestRequest,
  onFailure: OnFailure = () => {},
): Promise<Outcome> {
  try {
    return await ingestAndFinish(store, world, request) ?? "empty";
  } catch (error) {
    const { transcript } = request;
    onFailure({ transcript, why: describeFailure(error) });
    return "failed";
  }
}

/**
 * Newest first, so that a new user soon has what matters; but a parent before
 * its fork, or the fork would keep the parent's entries. The search for parents
 * takes at most half of the time: with thousands of transcripts there would be
 * none left to ingest one.
 */
function* inOrderOfIntake(
  store: Store,
  unseen: readonly FoundTranscript[],
  budget: Deadline,
  anyCwd: boolean,
): Generator<FoundTranscript> {
  const waiting = unseen.toSorted((a, b) => b.modifiedMs - a.modifiedMs);
  const known = new Map<FoundTranscript, Beginning | undefined>();
  const beginningOf = (one: FoundTranscript) => {
    if (!known.has(one)) known.set(one, readBeginning(one.transcript));
    return known.get(one);
  };
  const look = new Deadline(budget.remainingMs() / 2);
  const begins = (one: FoundTranscript, uuid: string) =>
    (known.has(one) || !look.passed) && beginningOf(one)?.firstUuid === uuid;
  let [seen, given] = [0, 0];
  while (waiting.length > 0) {
    // Other projects' transcripts must not use up a slow machine's time.
    if (budget.passed && (given > 0 || seen++ >= MOST_STRANGERS)) return;
    const newest = waiting[0] as FoundTranscript;
    const firstUuid = beginningOf(newest)?.firstUuid;
    const family = firstUuid
      ? waiting.filter((one) => begins(one, firstUuid))
      : [newest];
    const next = family.at(-1) as FoundTranscript;
    waiting.splice(waiting.indexOf(next), 1);
    if (!isKeptInProject(store, beginningOf(next), anyCwd)) continue;
    given++;
    yield next;
  }
}
