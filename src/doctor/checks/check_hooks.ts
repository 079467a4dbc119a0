/** Whether each hook really ran in the last sessions, and what it gave. */

import { plural } from "../../base/format_count.ts";
import { localStamp } from "../../base/local_stamp.ts";
import type { World } from "../../base/world.ts";
import type { HookRun } from "../../claude/hook_trace.ts";
import { readHooksFile, type RegisteredHook } from "../../claude/hooks_file.ts";
import { readCarriedFiles } from "../../install/carried_files.ts";
import { joinText } from "../../output/words.ts";
import type { CheckContext } from "./check_context.ts";
import { bad, type Finding, type Findings, good, warning } from "./finding.ts";
import { type HookEvidence, weighEvidence } from "./hook_evidence.ts";
import type { TracedSession } from "./traced_sessions.ts";

export function checkHooks({ sessions, world }: CheckContext): Findings {
  const traced = sessions();
  const [newest] = traced;
  if (newest === undefined) return good("none with the plugin yet");
  const findings = [good(describeSessions(newest, traced.length, world))];
  const silent: string[] = [];
  for (const evidence of weighEvidence(ourHooks(), traced)) {
    const finding = judgeHook(evidence);
    if (finding) findings.push({ ...finding, check: evidence.event });
    else silent.push(evidence.event);
  }
  const others = good(`no occasion yet: ${silent.join(", ")}`);
  if (silent.length > 0) findings.push({ ...others, check: "others" });
  return findings;
}

function describeSessions(
  { trace }: TracedSession,
  number: number,
  world: World,
): string {
  const last = new Date(trace.lastAt ?? Number.NaN);
  const until = Number.isNaN(last.getTime())
    ? ""
    : `, until ${localStamp(last, world.localOffsetMinutes(last))}`;
  const which = number === 1 ? "the last one" : `the last ${number}`;
  return `${which} looked at${until}`;
}

/** As this version registers them, whatever the installation has. */
function ourHooks(): readonly RegisteredHook[] {
  const bytes = readCarriedFiles().get("plugin/hooks/hooks.json");
  return readHooksFile(new TextDecoder().decode(bytes), undefined).registered;
}

/** A prompt or the end of a turn waits for us; longer than this is slow. */
const SLOW_MS = 2000;
const WORDS_CHARS = 160;

const WAIT = "Run it again after the next session";
const REPORT = "Please report it; logs/keeper.log in the store says more";

/** Undefined if the event was never due. */
export function judgeHook(evidence: HookEvidence): Finding | undefined {
  const { event, sessions, came, unexplained, runs, since, newest } = evidence;
  const bads = runs.filter(({ outcome }) => outcome !== "ran");
  if (sessions === 0 && bads.length === 0) return undefined;
  const trouble = findTrouble(evidence, bads);
  if (trouble !== undefined && since !== "well") {
    return since === "untried"
      ? warning(`${trouble.reason}; no occasion since`, WAIT)
      : bad(trouble.reason, trouble.remedy);
  }
  if (came === 0) return judgeAbsence(evidence);
  const facts = describe(evidence);
  if (trouble !== undefined) {
    return good(`${facts}; earlier ${trouble.reason}, well since`);
  }
  const lastBad = bads.at(-1);
  if (lastBad !== undefined) {
    const told = `${facts}; ${describeRun(lastBad)}`;
    return since === "well"
      ? good(`${told}, well since`)
      : warning(`${told}, has run since`, remedyFor(lastBad));
  }
  const { median } = timesOf(newest.length > 0 ? newest : runs);
  if (median !== undefined && median > SLOW_MS) {
    return warning(facts, "Slow: is the store on a network drive?");
  }
  // A terminal that is closed hard, or kill -9, ends a session without it.
  if (unexplained > 0 && event !== "SessionEnd") {
    return warning(
      facts,
      "Started with --bare, --safe-mode or hooks switched off? Then it is correct",
    );
  }
  return good(facts);
}

/** What went wrong last, unless a good run followed it. */
function findTrouble(
  { runs, texts }: HookEvidence,
  bads: readonly HookRun[],
): { readonly reason: string; readonly remedy: string } | undefined {
  const cut = texts.filter(({ isCut }) => isCut).length;
  if (cut > 0) {
    return {
      reason: `${cut} of ${plural(texts.length, "text")} longer than Claude ` +
        "Code allows: the model got the beginning only",
      remedy: REPORT,
    };
  }
  const last = runs.at(-1);
  if (last === undefined || last.outcome === "ran") return undefined;
  const others = bads.length > 1 ? ` (${bads.length} times in all)` : "";
  return { reason: `${describeRun(last)}${others}`, remedy: remedyFor(last) };
}

function judgeAbsence({ event, sessions, heard }: HookEvidence): Finding {
  const reason = `did not come in ${plural(sessions, "session")}`;
  if (event === "SessionEnd") {
    return good(`${reason} that were killed; the next start ingests the rest`);
  }
  return heard > 0
    ? warning(
      `left no trace in ${plural(sessions, "session")}; other events came`,
      WAIT,
    )
    : bad(
      reason,
      "See plugin, hooks.json and settings above; a session that runs since " +
        "before the installation must be restarted",
    );
}

function describe(evidence: HookEvidence): string {
  const { event, sessions, came, runs, texts, counted } = evidence;
  const { median, p95 } = timesOf(runs);
  const longest = Math.max(0, ...texts.map(({ chars }) => chars));
  return joinText([
    `in ${came} of ${plural(sessions, "session")}`,
    median !== undefined &&
    `median ${Math.round(median)} ms, p95 ${Math.round(p95 ?? 0)} ms`,
    event === "PostToolUse" && `${plural(counted, "tool use")} counted`,
    longest > 0 &&
    `${plural(texts.length, "text")} for the model, up to ${longest} chars`,
  ], "; ");
}

export function timesOf(
  runs: readonly HookRun[],
): { readonly median?: number; readonly p95?: number } {
  const times = runs.filter(({ outcome }) => outcome === "ran")
    .flatMap(({ ms }) => ms ?? []).toSorted((a, b) => a - b);
  const rank = (share: number) =>
    times[Math.max(0, Math.ceil(times.length * share) - 1)] as number;
  const middle = rank(0.5) + (times[Math.floor(times.length / 2)] as number);
  return times.length === 0 ? {} : { median: middle / 2, p95: rank(0.95) };
}

function describeRun({ outcome, ms, at, words }: HookRun): string {
  const when = at === ""
    ? ""
    : ` on ${at.slice(0, 10)} at ${at.slice(11, 16)} UTC`;
  switch (outcome) {
    case "timed out":
      return `was ended after ${Math.round((ms ?? 0) / 1000)} s${when}`;
    case "cancelled":
      return `was cancelled${when}`;
    case "failed":
      return `failed${when}${explain(words)}`;
    case "ran":
      return `ran${when}`;
    default:
      return outcome satisfies never;
  }
}

const isMissing = (words: string) =>
  /ENOENT|no such file|Executable not found/i.test(words);
const isForbidden = (words: string) => /EACCES|permission denied/i.test(words);

function explain(words: string): string {
  if (isMissing(words)) return ": its executable was missing";
  if (isForbidden(words)) return ": its executable could not be started";
  const line = words.replace(/^Failed with non-blocking status code:/, "")
    .replace(/\s+/g, " ").trim();
  const short = line.length > WORDS_CHARS
    ? `${line.slice(0, WORDS_CHARS)}…`
    : line;
  return short === "" ? "" : `: ${short}`;
}

function remedyFor({ outcome, words }: HookRun): string {
  if (isMissing(words) || isForbidden(words)) {
    return "See installation above; if that is fine, the next session will be too";
  }
  return outcome === "failed"
    ? REPORT
    : "Is the disk slow or full, or the machine very busy?";
}
