/**
 * A session told without a model: what was asked, concluded and committed,
 * which files changed, what failed, what is open. It quotes, so it speaks the
 * session's language; its reader has not seen the session.
 */

import { cut } from "../base/cut_text.ts";
import { askedSection } from "./_asked.ts";
import { type Commits, commitsOf } from "./commits.ts";
import { cueScore, isHousekeeping, statesCause } from "./cues.ts";
import { isWork, toolAction } from "./tool_actions.ts";
import {
  type FailedCommand,
  failedCommands,
  lastCheck,
  renderCommand,
} from "./failures.ts";
import { type ChangedFiles, changedFiles } from "./files.ts";
import {
  CANDIDATES,
  distinct,
  layOut,
  type Line,
  type LineSection,
} from "./_layout_lines.ts";
import { openSection } from "./open_points.ts";
import { type Turn, turnsOf } from "./turns.ts";
import { gistOf, lastQuestion, shorten, unitsOf } from "./wording.ts";
import type { L1Entry } from "../session/log_entry.ts";

interface DigestOptions {
  readonly maxChars: number;
  /** The project's folder: files in it are told from there. */
  readonly project?: string;
}

/** Where requests and conclusions leave so much room, the latter say more. */
const ROOMY_SHARE = 0.65;
const COMMIT_CHARS = 90;
const REFUSED_CHARS = 70;
const WISH_CHARS = 80;
/** A shorter quote that names no result is an aside. */
const ASIDE_CHARS = 50;

/** Fewer than ten entries or no tool call: the digest is enough. */
export function isShort(entries: readonly L1Entry[]): boolean {
  return entries.length < 10 || !entries.some(({ role }) => role === "tool");
}

/** A single prompt that changed nothing, as scripts send them by the hundred. */
export function shouldKeepOnlyL1(entries: readonly L1Entry[]): boolean {
  const prompts = entries.filter((entry) =>
    entry.role === "user" && entry.agent === undefined &&
    !isHousekeeping(entry.text)
  );
  return prompts.length <= 1 && !entries.some(isWork);
}

export function digestOf(
  entries: readonly L1Entry[],
  { maxChars, project }: DigestOptions,
): string {
  const turns = turnsOf(entries);
  const failed = failedCommands(entries).filter(({ matters }) => matters);
  const commits = commitsOf(entries);
  const files = changedFiles(entries, project ?? "");
  const asked = askedSection(turns, maxChars);
  const tight = concludedSection(turns, maxChars);
  const isRoomy = charsOf(asked) + charsOf(tight) < maxChars * ROOMY_SHARE;
  const concluded = isRoomy ? concludedSection(turns, maxChars * 1.6) : tight;
  const sections = [
    asked,
    concluded,
    refusedSection(turns),
    commitsSection(commits),
    filesSection(files, commits, maxChars),
    failedSection(failed),
    checkedSection(entries),
    openSection(turns, entries, failed, uncommitted(files, commits, turns)),
  ];
  const little = asked.lines.length === 0 || concluded.lines.length === 0;
  if (little) sections.unshift(beforeSection(entries));
  return layOut(sections, maxChars);
}

function charsOf({ lines }: LineSection): number {
  return lines.reduce((sum, { text }) => sum + text.length, 0);
}

/** The last turn first, then those that changed files, then the newer ones. */
function concludedSection(
  turns: readonly Turn[],
  maxChars: number,
): LineSection {
  const ended = turns.map((turn, at) => ({ turn, at }))
    .filter(({ turn }) => turn.ended);
  const last = ended.at(-1)?.at;
  const few = ended.length <= 4;
  const lines = ended.map(({ turn, at }) => ({
    turn,
    at,
    rank: at === last
      ? -1e9
      : isToldElsewhere(turn) || saysLittle(turn)
      ? turns.length - at
      : -at - Math.min(turn.edited.length, 4) * turns.length / 2,
  })).sort((a, b) => a.rank - b.rank).slice(0, CANDIDATES)
    .sort((a, b) => a.at - b.at)
    .flatMap(({ turn, at, rank }): Line[] => {
      const share = at === last ? 0.17 : few ? 0.11 : 0.07;
      const gist = gistOf(turn.words, Math.floor(maxChars * share));
      const isTelling = few || at === last || gist.length >= ASIDE_CHARS;
      if (!isTelling && saysLittle(turn)) return [];
      const words = gist !== "" && !statesCause(gist) && isProposal(turn)
        ? `Proposed: ${gist}`
        : gist;
      const cause = few && !statesCause(words) ? causeOf(turn) : "";
      return [
        ...(cause === "" ? [] : [{ text: cause, rank: turns.length }]),
        ...(words === "" ? [] : [{ text: words, rank }]),
      ];
    });
  return { label: "Concluded", share: 0.26, lines: distinct(lines) };
}

/** By the message of its commit, or by what the user said to its question. */
function isToldElsewhere(turn: Turn): boolean {
  return turn.committed || isProposal(turn);
}

/** It changed nothing, and none of its words name a result or a cause. */
function saysLittle({ worked, words }: Turn): boolean {
  return !worked && !unitsOf(words).some(({ text }) => cueScore(text) >= 2);
}

/** It changed nothing and asks whether it should. */
function isProposal({ worked, words }: Turn): boolean {
  return !worked && lastQuestion(words) !== "";
}

/** What the assistant found on its way, which its last words may leave out. */
function causeOf(turn: Turn): string {
  const sentence = unitsOf(turn.causes.at(-1) ?? "")
    .find(({ text }) => statesCause(text))?.text ?? "";
  return sentence.length < 40 ? "" : `Found on the way: ${cut(sentence, 180)}`;
}

/**
 * What the user said no to, and the words that followed. The last refusal of a
 * session that ends with it is told as what is open.
 */
function refusedSection(turns: readonly Turn[]): LineSection {
  const lines = turns.flatMap(({ refused, lastTool }, at): Line[] => {
    const next = turns[at + 1]?.request;
    const told = next === undefined
      ? refused.filter((tool) => tool !== lastTool)
      : refused;
    const actions = [
      ...new Set(told.map((tool) => cut(toolAction(tool), REFUSED_CHARS))),
    ];
    if (actions.length === 0) return [];
    const wish = next ? `; then said: “${shorten(next, WISH_CHARS)}”` : "";
    return [{ text: `${actions.join(", ")}${wish}`, rank: -at }];
  });
  return { label: "Declined by the user", share: 0.12, lines };
}

/** The newest first where not all have room. */
function commitsSection({ subjects, hasCommit, pushed }: Commits): LineSection {
  const lines = subjects.slice(-CANDIDATES).map((subject, at) => ({
    text: cut(subject, COMMIT_CHARS),
    rank: -at,
  }));
  return {
    label: !hasCommit
      ? "Published"
      : pushed
      ? "Committed and pushed"
      : "Committed, not pushed here",
    share: 0.18,
    lines: distinct(lines),
  };
}

function filesSection(
  { count, root, names }: ChangedFiles,
  { usesGit }: Commits,
  maxChars: number,
): LineSection {
  const where = root === "" ? "" : ` (in …/${cut(root, 50)})`;
  const room = Math.max(60, Math.floor(0.12 * maxChars) - where.length - 60);
  const list = listOf(names, count, room);
  const lines = list === "" ? [] : [{ text: list, rank: 0 }];
  const label = `Files changed${usesGit ? "" : ", no commit"}${where}`;
  return { label, share: 0.15, lines };
}

/** What the session leaves to be committed, and what it was changed for. */
function uncommitted(
  files: ChangedFiles,
  { cleanAt, usesGit }: Commits,
  turns: readonly Turn[],
): string {
  const names = usesGit ? files.since(cleanAt) : [];
  if (names.length === 0) return "";
  if (cleanAt < 0) return "None of the changed files was committed here";
  const [first, ...others] = turns.filter(({ request, editedAt }) =>
    request !== "" && editedAt > cleanAt
  );
  const wishes = [first, others.at(-1)].flatMap((turn) =>
    turn ? [`“${shorten(turn.request, 60)}”`] : []
  );
  return `Changed after the last commit: ${listOf(names, names.length, 120)}${
    wishes.length > 0 ? `, for ${wishes.join(" and ")}` : ""
  }`;
}

/** Names from the first on while they fit, and how many more there are. */
export function listOf(
  names: readonly string[],
  count: number,
  room: number,
  joint = ", ",
): string {
  let list = "";
  let shown = 0;
  for (const name of names) {
    const longer = list === "" ? cut(name, room) : `${list}${joint}${name}`;
    if (longer.length > room) break;
    list = longer;
    shown++;
  }
  return count > shown ? `${list}${joint}${count - shown} more` : list;
}

function failedSection(failed: readonly FailedCommand[]): LineSection {
  const lines = failed.map((one, at) => ({
    rank: (one.followed.endsWith(" later") ? failed.length * 2 : 0) - at,
    text: renderCommand(one) + (one.error === "" ? "" : `: ${one.error}`) +
      ` → ${one.followed}`,
  }));
  return { label: "Failed", share: 0.06, lines };
}

function checkedSection(entries: readonly L1Entry[]): LineSection {
  const text = lastCheck(entries);
  const lines = text === "" ? [] : [{ text, rank: 0 }];
  return { label: "Checked last", share: 0.06, lines };
}

/** What a compaction says went before, where the words themselves say little. */
function beforeSection(entries: readonly L1Entry[]): LineSection {
  const summary = entries.find(({ role }) => role === "summary");
  if (summary?.role !== "summary") return { label: "", share: 0, lines: [] };
  const start = summary.text.search(/Primary Request and Intent/);
  const text = gistOf(summary.text.slice(Math.max(0, start)), 400);
  return { label: "Before", share: 0.25, lines: [{ text, rank: 0 }] };
}
