/**
 * What followed what was given: the same failure again, or success. A fix is
 * judged by the log of its session, a rule by whether it was broken again.
 */

import { UserError } from "../base/errors.ts";
import { lineKey } from "../digest/command_runs.ts";
import { isSameSignature, signatureOf } from "../digest/error_signature.ts";
import { hasPassed } from "../digest/fix_story.ts";
import type { L1Entry } from "../session/log_entry.ts";
import { findSession, readSessionLog } from "../session/session_log.ts";
import { listNames } from "../store/read_file.ts";
import type { Store } from "../store/store.ts";
import type { GivenMoment, MomentKind } from "./moment_budget.ts";
import { readMoments } from "./moments.ts";

export type Followed = "same again" | "success" | "not tried again";

export interface MomentCount {
  readonly kind: MomentKind;
  readonly given: number;
  readonly sameAgain: number;
  readonly success: number;
}

/** A hook's clock may be a little ahead of the transcript's. */
const APART_MS = 5000;

/** What became of the command that failed when a fix was given. */
function afterFix(entries: readonly L1Entry[], at: string): Followed {
  const until = new Date(Date.parse(at) + APART_MS).toISOString();
  const failedAt = entries.findLastIndex((entry) =>
    (entry.ts ?? "") <= until && signatureOf(entry) !== undefined
  );
  const failure = entries[failedAt];
  return failure === undefined
    ? "not tried again"
    : followedBy(failure, entries.slice(failedAt + 1));
}

/** What the entries after a failure say of it. */
export function followedBy(
  failure: L1Entry,
  later: readonly L1Entry[],
): Followed {
  const signature = signatureOf(failure);
  if (signature === undefined || failure.role !== "tool") {
    return "not tried again";
  }
  const key = lineKey(failure.cmd ?? "");
  let found: Followed = "not tried again";
  for (const entry of later) {
    if (isSameSignature(signatureOf(entry), signature)) return "same again";
    if (hasPassed(entry, key)) found = "success";
  }
  return found;
}

export interface MomentOutcome extends Pick<GivenMoment, "kind" | "id"> {
  readonly followed: Followed;
}

/** Of all sessions whose notes are still there: those of a week. */
export async function readOutcomes(store: Store): Promise<MomentOutcome[]> {
  const sessions = listNames(`${store.layout.dir}/.cache/given`)
    .flatMap((name) => /^(.+)\.moments$/.exec(name)?.[1] ?? []);
  const outcomes: MomentOutcome[] = [];
  for (const session of sessions) {
    const given = readMoments(store, session);
    const entries = given.some(({ kind }) => kind === "fix")
      ? await logOf(store, session)
      : [];
    outcomes.push(...given.map((one) => ({
      kind: one.kind,
      id: one.id,
      followed: judge(one, given, entries),
    })));
  }
  return outcomes;
}

export function countOutcomes(
  outcomes: readonly MomentOutcome[],
): MomentCount[] {
  return (["fix", "file", "rule", "recall"] as const).map((kind) => {
    const own = outcomes.filter((one) => one.kind === kind);
    const count = (what: Followed) =>
      own.filter(({ followed }) => followed === what).length;
    return {
      kind,
      given: own.length,
      sameAgain: count("same again"),
      success: count("success"),
    };
  }).filter(({ given }) => given > 0);
}

function judge(
  moment: GivenMoment,
  given: readonly GivenMoment[],
  entries: readonly L1Entry[],
): Followed {
  if (moment.kind === "fix") return afterFix(entries, moment.at);
  if (moment.kind !== "rule") return "not tried again";
  const isAgain = given.some(({ kind, id, at }) =>
    kind === "rule" && id === moment.id && at > moment.at
  );
  return isAgain ? "same again" : "success";
}

async function logOf(store: Store, session: string): Promise<L1Entry[]> {
  try {
    return await readSessionLog(store, findSession(store, session).stem);
  } catch (error) {
    if (error instanceof UserError) return [];
    throw error;
  }
}
