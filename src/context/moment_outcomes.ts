/**
 * What followed what was given: the same failure again, or success. A fix
 * and a rule are judged by the log of their session.
 */

import { UserError } from "../base/errors.ts";
import { lineKey } from "../digest/command_runs.ts";
import { isSameSignature, signatureOf } from "../digest/error_signature.ts";
import { hasPassed } from "../digest/printed_end.ts";
import { brokenRules, type ToolCall } from "../knowledge/trips.ts";
import type { Place } from "../knowledge/changed_files.ts";
import type { Tripwire } from "../knowledge/tripwire.ts";
import { placeOf, readTripwires } from "../knowledge/tripwire_table.ts";
import type { L1Entry, ToolEntry } from "../session/log_entry.ts";
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
  const rules = readTripwires(store);
  const place = { ...placeOf(store), cwd: store.project.root };
  const outcomes: MomentOutcome[] = [];
  for (const session of sessions) {
    const given = readMoments(store, session);
    const isJudged = given.some(({ kind }) =>
      kind === "fix" || kind === "rule"
    );
    const entries = isJudged ? await logOf(store, session) : [];
    outcomes.push(...given.map((moment, i) => {
      const { kind, id, at } = moment;
      const followed = kind === "fix"
        ? afterFix(entries, at)
        : kind === "rule"
        ? afterRule(
          entries,
          { at, before: given.slice(0, i).filter((one) => one.id === id) },
          rules.filter((rule) => rule.id === id),
          place,
        )
        : "not tried again";
      return { kind, id, followed } as const;
    }));
  }
  return outcomes;
}

interface ToldRule {
  readonly at: string;
  /** When the same rule was told before in this session. */
  readonly before: readonly GivenMoment[];
}

/**
 * Whether a rule was broken again after the call for which it was told: the
 * first that breaks it in its turn, or the next one for each refusal. The hooks
 * module says only at a turn's end what it has told.
 */
function afterRule(
  entries: readonly L1Entry[],
  { at, before }: ToldRule,
  rules: readonly Tripwire[],
  place: Place,
): Followed {
  const turnOf = (time: string) =>
    entries.findLastIndex(({ role, ts = "", agent }) =>
      role === "user" && agent === undefined && ts <= time
    );
  const turn = turnOf(at);
  const nth = before.filter((one) => turnOf(one.at) === turn).length;
  return followedRule(entries.slice(turn + 1), rules, place, nth);
}

/** Of a turn in which it was told, and all that came after. */
export function followedRule(
  entries: readonly L1Entry[],
  rules: readonly Tripwire[],
  place: Place,
  nth = 0,
): Followed {
  const calls = entries.filter((one) => one.role === "tool");
  const broken = calls.flatMap((one, i) =>
    brokenRules(rules, callOf(one), place).length > 0 ? [i] : []
  );
  const told = broken[Math.min(nth, broken.length - 1)];
  if (told === undefined || told === calls.length - 1) return "not tried again";
  return broken.at(-1) === told ? "success" : "same again";
}

const callOf = ({ name, cmd, target }: ToolEntry): ToolCall => ({
  tool: name,
  command: cmd,
  file_path: target,
});

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

async function logOf(store: Store, session: string): Promise<L1Entry[]> {
  try {
    return await readSessionLog(store, findSession(store, session).stem);
  } catch (error) {
    if (error instanceof UserError) return [];
    throw error;
  }
}
