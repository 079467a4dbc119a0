/**
 * One page from which another person or agent can go on with a session's work:
 * goal, state, decisions, files, open points, commands that work, what failed.
 * No model: it quotes, and each line says where it is from.
 */

import { cut } from "../base/cut_text.ts";
import { oneLine } from "../base/safe_text.ts";
import { layOut, type Line, type LineSection } from "./_layout_lines.ts";
import { commitsOf } from "./commits.ts";
import { workLines } from "./work_lines.ts";
import { commandOutcome, failedCommands, renderCommand } from "./failures.ts";
import { changedFiles } from "./files.ts";
import { openPoints } from "./open_points.ts";
import { asCode, isCommand, isEdit, isWork } from "./tool_actions.ts";
import { isPromptsAlone, type Turn, turnsOf } from "./turns.ts";
import { gistOf, shorten } from "./wording.ts";
import type { L1Entry } from "../session/log_entry.ts";

export const HANDOFF_MAX_CHARS = 6000;
const GOAL_CHARS = 500;
const STATE_CHARS = 600;
const LINE_CHARS = 240;
const MOST_COMMANDS = 10;
const MOST_FILES = 25;

interface HandoffOptions {
  /** The session's short id: entries are `<short>#<number>`. */
  readonly short: string;
  /** When it began and last spoke. */
  readonly from: string;
  readonly to: string;
  readonly project: string;
  /** Decisions with their reasons and ids, the newest first. */
  readonly decisions: readonly string[];
  /** The user's rules, with ids. */
  readonly rules: readonly string[];
}

export function handoffOf(
  entries: readonly L1Entry[],
  options: HandoffOptions,
): string {
  const { short, from, to, project } = options;
  const id = (at: number) => `(${short}#${at})`;
  const turns = turnsOf(entries);
  const head = `# Handoff of session ${short}\n\n${from} – ${to} UTC. Ids in ` +
    `brackets are opened by \`memory-keeper show <id>\`.\n\n`;
  const sections: LineSection[] = [
    section("Goal", 0.2, goalLines(turns, id), true),
    section("State", 0.22, stateLines(entries, turns, id), true),
    section("Open points", 0.15, openLines(entries, turns, project, id), true),
    section("Decisions", 0.2, options.decisions),
    section("Rules of the user", 0.1, options.rules),
    section("Files", 0.1, fileLines(entries, project, id)),
    section("Commands that work", 0.1, workingCommands(entries, id)),
    section("What failed", 0.1, failures(entries, id)),
  ];
  return `${head}${layOut(sections, HANDOFF_MAX_CHARS - head.length - 1)}\n`;
}

type IdOf = (at: number) => string;

function section(
  label: string,
  share: number,
  texts: readonly string[],
  needed = false,
): LineSection {
  const lines = [...new Set(texts)].filter((text) => text !== "")
    .map((text, rank): Line => ({ text: oneLine(text), rank }));
  return { label, share, lines, ...(needed ? { needed } : {}) };
}

/** What was asked first, and what was asked last. */
function goalLines(turns: readonly Turn[], id: IdOf): string[] {
  const asked = turns.filter(({ request }) => request !== "");
  const [first, last] = [asked[0], asked.at(-1)];
  if (first === undefined || last === undefined) return [];
  const told = ({ request, from }: Turn) =>
    `${shorten(request, GOAL_CHARS)} ${id(from)}`;
  return first === last
    ? [told(first)]
    : [told(first), `Last request: ${told(last)}`];
}

function stateLines(
  entries: readonly L1Entry[],
  turns: readonly Turn[],
  id: IdOf,
): string[] {
  // "Done." says nothing.
  const ended = turns.findLast(({ words }) =>
    gistOf(words, STATE_CHARS) !== ""
  );
  const { subjects, pushed, hasCommit } = commitsOf(entries);
  const commits = [...new Set(subjects)].slice(-4).map((one) => cut(one, 80));
  const push = hasCommit ? pushed ? ", pushed" : ", not pushed" : "";
  const alone = entries.findIndex(isPromptsAlone);
  const told = entries[alone];
  return [
    told && isPromptsAlone(told)
      ? `${cut(oneLine(told.text), STATE_CHARS)} ${id(alone)}`
      : "",
    ended ? `${gistOf(ended.words, STATE_CHARS)} ${id(ended.wordsAt)}` : "",
    commits.length > 0
      ? `Commits: ${commits.join("; ")}${push} ${id(lastCommitAt(entries))}`
      : "",
    lastCheckLine(entries, id),
  ];
}

const lastCommitAt = (entries: readonly L1Entry[]) =>
  Math.max(
    entries.findLastIndex((entry) =>
      isCommand(entry) && entry.result === "ok" &&
      /\bgit\b.*\bcommit\b/s.test(entry.cmd)
    ),
    0,
  );

function lastCheckLine(entries: readonly L1Entry[], id: IdOf): string {
  const at = entries.findLastIndex((entry) => commandOutcome(entry)?.isCheck);
  const last = at < 0 ? undefined : commandOutcome(entries[at] as L1Entry);
  if (last === undefined) return "";
  const how = last.failed
    ? "failed"
    : last.passed
    ? "passed"
    : "was run; its end is not in the log";
  return `Last check: \`${cut(last.core, 100)}\` ${how} ${id(at)}`;
}

function openLines(
  entries: readonly L1Entry[],
  turns: readonly Turn[],
  project: string,
  id: IdOf,
): string[] {
  const whole = { from: 0, to: entries.length, isOver: true, project };
  const open = workLines(entries, whole).filter((line) =>
    line.startsWith("Open: ")
  ).map((line) => line.slice("Open: ".length));
  const points = [...open, ...openPoints(turns, entries)]
    .map((text) => cut(text, LINE_CHARS));
  return points.map((text) => `${text} ${id(saidAt(text, entries, turns))}`);
}

/** So much of a point tells where it was said. */
const POINT_LETTERS = 30;
const lettersOf = (text: string) =>
  text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");

/** The newest entry with the point's words, or else the end of the work. */
function saidAt(
  point: string,
  entries: readonly L1Entry[],
  turns: readonly Turn[],
): number {
  const words = lettersOf(point.replace(/^[A-Za-z ]{3,40}: /, ""))
    .slice(0, POINT_LETTERS);
  const at = words === ""
    ? -1
    : entries.findLastIndex((entry) =>
      lettersOf(entry.role === "tool" ? entry.output ?? "" : entry.text)
        .includes(words)
    );
  const { wordsAt = 0, from = 0 } = turns.at(-1) ?? {};
  return at >= 0 ? at : wordsAt >= 0 ? wordsAt : from;
}

/** With the entry that changed each last. */
function fileLines(
  entries: readonly L1Entry[],
  project: string,
  id: IdOf,
): string[] {
  const { names } = changedFiles(entries, project);
  return names.slice(0, MOST_FILES).map((name) => {
    const path = name.replace(/ (?:×\d+|\([^)]*\))+$/, "").replaceAll("`", "");
    const at = entries.findLastIndex((entry) =>
      isEdit(entry) && entry.target.replaceAll("\\", "/").endsWith(path)
    );
    const file = path.replace(/^.*\//, "");
    // Else a command has changed it.
    const by = at >= 0
      ? at
      : entries.findLastIndex((entry) =>
        isCommand(entry) && entry.cmd.includes(file)
      );
    return by < 0 ? name : `${name} ${id(by)}`;
  });
}

/** Checks first, then what else passed last and did more than look around. */
function workingCommands(entries: readonly L1Entry[], id: IdOf): string[] {
  const passed = new Map<string, { at: number; isCheck: boolean }>();
  for (const [at, entry] of entries.entries()) {
    const outcome = commandOutcome(entry);
    if (outcome === undefined || outcome.isLook) continue;
    const { core, isCheck } = outcome;
    passed.delete(core);
    if (!outcome.passed || core.length > LINE_CHARS / 2) continue;
    if (isCheck || !isWork(entry)) passed.set(core, { at, isCheck });
  }
  return [...passed].reverse()
    .toSorted(([, a], [, b]) => Number(b.isCheck) - Number(a.isCheck))
    .slice(0, MOST_COMMANDS)
    .map(([core, { at }]) => `${asCode(core)} ${id(at)}`);
}

/** What still fails first. */
function failures(entries: readonly L1Entry[], id: IdOf): string[] {
  const failed = failedCommands(entries).filter(({ matters }) => matters);
  const isFixed = (followed: string) => followed === "passed later";
  return failed.toSorted((a, b) =>
    Number(isFixed(a.followed)) - Number(isFixed(b.followed)) || b.at - a.at
  ).map((one) =>
    `${renderCommand(one)}${one.error ? `: ${one.error}` : ""} – ` +
    `${one.followed} ${id(one.at)}`
  );
}
