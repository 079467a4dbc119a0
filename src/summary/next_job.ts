/**
 * What the scribe does next. Everything is decided here: what is due, how
 * often, which text. The module that asks only carries it to the model.
 */

import {
  claimArchive,
  isArchiveDue,
  pendingArchives,
} from "./ask_for_archive_summary.ts";
import {
  changeDelta,
  countedAsks,
  hasLiveAgent,
  mayAsk,
  minutesSince,
  type Waiting,
  waitingDeltas,
} from "../session/waiting_deltas.ts";
import { shortenEvenly } from "./_text_parts.ts";
import type { RotatedFile } from "../session/memory_index.ts";
import { readText } from "../store/read_file.ts";
import { isOver } from "../session/phase.ts";
import { withSession } from "../session/session.ts";
import { type Claim, type Store, storeExists } from "../store/store.ts";
import type { World } from "../base/world.ts";
import { formatJobId, newHolder, type ScribeJob } from "./scribe_job.ts";
import { markScribe, type ScribeMark } from "./scribe_mark.ts";
import {
  ARCHIVE_SYSTEM,
  DELTA_SYSTEM,
  SESSION_SYSTEM,
} from "./_scribe_texts.ts";
import { claimWantedSession } from "./wanted_facts.ts";

/** An archive or a whole session that is longer is shortened evenly. */
const PROMPT_MAX_CHARS = 120_000;
const DELTA_MAX_TOKENS = 3000;
const OTHER_MAX_TOKENS = 4000;

/** The module's session, and whether it runs without a person. */
export interface ScribeSession {
  readonly sessionId: string;
  readonly isHeadless: boolean;
}

/** Whether the scribe may write in this session at all. */
export function mayWrite(
  { config }: Store,
  world: World,
  { isHeadless }: ScribeSession,
): boolean {
  if (world.env("MEMORY_KEEPER_DISABLED")) return false;
  return config.summaries === "auto" &&
    (!isHeadless || config.headless === "full");
}

/** The next job, claimed for a quarter of an hour; undefined if none is due. */
export async function nextJob(
  store: Store,
  world: World,
  session: ScribeSession,
  claim: Claim,
): Promise<ScribeJob | undefined> {
  if (!storeExists(store) || !mayWrite(store, world, session)) return undefined;
  const mark = markScribe(store, world, session.sessionId);
  const now = world.now();
  const isRested = hasRested(store, mark, now);
  if (mark.failures > 0 && !isRested) return undefined;
  const job = await deltaJob(store, session.sessionId, now, isRested, claim) ??
    await archiveJob(store, now, claim) ?? await factsJob(store, now, claim);
  if (job === undefined) return undefined;
  const status = store.config.statusText ? { status: "memory: writing" } : {};
  return { ...job, ...status };
}

async function deltaJob(
  store: Store,
  here: string,
  now: Date,
  isRested: boolean,
  claim: Claim,
): Promise<ScribeJob | undefined> {
  const due = waitingDeltas(store).find((one) =>
    isDue(one, here, now, isRested)
  );
  if (due === undefined) return undefined;
  const holder = newHolder();
  const { sessionId, delta: { id, file } } = due;
  const isMine = await withSession(store, sessionId, claim, (session) => {
    let isFree = false;
    changeDelta(session, id, (delta) => {
      isFree = !hasLiveAgent(delta, now);
      if (!isFree) return delta;
      return { ...delta, agent: { id: holder, at: now.toISOString() } };
    });
    return isFree;
  });
  const prompt = readText(store.layout.delta(file));
  if (!isMine || prompt === undefined) return undefined;
  return {
    id: formatJobId({ kind: "delta", target: id, holder }),
    system: DELTA_SYSTEM,
    prompt,
    maxTokens: DELTA_MAX_TOKENS,
  };
}

/** Earlier sessions' work at once; this session's own at its pace. */
function isDue(
  { sessionId: origin, state, delta }: Waiting,
  here: string,
  now: Date,
  isRested: boolean,
): boolean {
  if (hasLiveAgent(delta, now)) return false;
  if (!isOver(state) && (origin !== here || !isRested)) return false;
  return mayAsk({ ...delta, asks: countedAsks(delta) }, now);
}

/** `askEveryMinutes` between two completions, and after failures of the model. */
function hasRested(
  { config }: Store,
  { wroteAt }: ScribeMark,
  now: Date,
): boolean {
  return wroteAt === undefined ||
    minutesSince(wroteAt, now) >= config.askEveryMinutes;
}

async function archiveJob(
  store: Store,
  now: Date,
  claim: Claim,
): Promise<ScribeJob | undefined> {
  const isWanted = (one: RotatedFile) => isArchiveDue(one, now);
  // Mostly there is none: then no lock is taken.
  if (!pendingArchives(store).some(isWanted)) return undefined;
  const holder = newHolder();
  const mine = { agentId: holder, now, isWanted };
  const file = await claimArchive(store, mine, claim);
  const text = file && readText(`${store.layout.dir}/${file}`);
  if (!file || !text) return undefined;
  return {
    id: formatJobId({ kind: "archive", target: file, holder }),
    system: ARCHIVE_SYSTEM,
    prompt: shortenEvenly(text, PROMPT_MAX_CHARS),
    maxTokens: OTHER_MAX_TOKENS,
  };
}

async function factsJob(
  store: Store,
  now: Date,
  claim: Claim,
): Promise<ScribeJob | undefined> {
  const holder = newHolder();
  const wanted = await claimWantedSession(store, now, holder, claim);
  if (wanted === undefined) return undefined;
  return {
    id: formatJobId({ kind: "facts", target: wanted.sessionId, holder }),
    system: SESSION_SYSTEM,
    prompt: shortenEvenly(wanted.text, PROMPT_MAX_CHARS),
    maxTokens: OTHER_MAX_TOKENS,
  };
}
