/**
 * What the program knows of a stretch of work, as lines below the model's
 * prose: files changed, commits made, what still fails, what is open. Judged
 * by the whole log as it is now, so that nothing is called open that was
 * settled since.
 */

import { cut } from "../base/cut_text.ts";
import { commitsOf } from "./commits.ts";
import { statesOpen } from "./cues.ts";
import { listOf } from "./digest.ts";
import { failedCommands, renderCommand, unfixed } from "./failures.ts";
import { changedFiles } from "./files.ts";
import { leftBy, notIn, spoken, unfinishedTodos } from "./open_points.ts";
import { isDeclined, isInterrupted, toolAction } from "./tool_actions.ts";
import { type Turn, turnsOf } from "./turns.ts";
import { shorten, unitsOf } from "./wording.ts";
import { oneLine } from "../base/safe_text.ts";
import type { L1Entry } from "../session/log_entry.ts";

export interface WorkStretch {
  /** Entries of the log, `to` exclusive. */
  readonly from: number;
  readonly to: number;
  /** The session is over: what has no answer now will get none. */
  readonly isOver: boolean;
  /** The folder that paths are told from. */
  readonly project: string;
}

const MOST_LINES = 6;
const FILES_CHARS = 300;
const COMMITS_CHARS = 300;
const COMMIT_CHARS = 90;
const MOST_FAILED = 3;
const OPEN_CHARS = 200;
const REQUEST_CHARS = 100;

/** At most six lines, none where there is nothing to say. */
export function workLines(
  entries: readonly L1Entry[],
  stretch: WorkStretch,
): string[] {
  const { from, to, project } = stretch;
  const files = changedFiles(entries.slice(0, to), project, from);
  const { subjects } = commitsOf(entries.slice(from, to));
  const told = [
    label("Files", listOf(files.names, files.count, FILES_CHARS)),
    label("Commits", listCommits(subjects)),
    label("Failed", listFailed(entries.slice(from), to - from)),
  ].filter((line) => line !== "");
  const open = openIn(entries, stretch).map((text) => label("Open", text));
  return [...told, ...open.slice(0, MOST_LINES - told.length)].map(oneLine);
}

const label = (name: string, text: string) =>
  text === "" ? "" : `${name}: ${text}`;

function listCommits(subjects: readonly string[]): string {
  const names = [...new Set(subjects)].map((one) => cut(one, COMMIT_CHARS));
  return listOf(names, names.length, COMMITS_CHARS, "; ");
}

/** What failed before `end` and did not pass since. */
function listFailed(entries: readonly L1Entry[], end: number): string {
  const failing = unfixed(
    failedCommands(entries).filter(({ at, matters }) => matters && at < end),
  );
  const names = failing.slice(0, MOST_FAILED).map((one) =>
    renderCommand(one) + (one.error === "" ? "" : ` (${one.error})`)
  );
  const more = failing.length - names.length;
  return names.join("; ") + (more > 0 ? `; ${more} more` : "");
}

/** The end of the session first, then what its answers left open. */
function openIn(
  entries: readonly L1Entry[],
  { from, to, isOver, project }: WorkStretch,
): string[] {
  const isNewest = to >= entries.length;
  const turns = turnsOf(entries);
  const last = isNewest ? turns.at(-1) : undefined;
  const stated = turns.flatMap((turn, at) =>
    turn === last || turn.wordsAt < from || turn.wordsAt >= to
      ? []
      : statedOpen(turn, entries.slice(turns[at + 1]?.from ?? entries.length))
  );
  const points = [
    last !== undefined && isOver ? unanswered(last) : "",
    isNewest ? uncommitted(entries, project) : "",
    ...(last?.ended ? leftBy(last, entries) : []),
    ...(isNewest ? unfinishedTodos(entries) : []),
    ...stated.reverse(),
  ].filter((text) => text !== "");
  return [...new Set(points)].map((text) => cut(text, OPEN_CHARS));
}

/** What an earlier answer called open, where nothing came back to it. */
function statedOpen(turn: Turn, since: readonly L1Entry[]): string[] {
  if (!turn.ended) return [];
  const points = unitsOf(turn.words)
    .filter(({ text, open }) => open || statesOpen(text))
    .map(({ text }) => text).filter((text) => !/[:：]$/.test(text));
  return points.length === 0 ? [] : notIn(points, spoken(since));
}

function unanswered({ request, ended, lastTool }: Turn): string {
  if (ended || request === "") return "";
  const asked = `“${shorten(request, REQUEST_CHARS)}”`;
  if (lastTool !== undefined && isInterrupted(lastTool)) {
    return `the user interrupted ${asked}`;
  }
  if (lastTool !== undefined && isDeclined(lastTool)) {
    return `${asked}; the user declined ${cut(toolAction(lastTool), 80)}`;
  }
  return `the last request has no final answer: ${asked}`;
}

/** Files that no commit of the session came after. */
function uncommitted(entries: readonly L1Entry[], project: string): string {
  const { usesGit, cleanAt } = commitsOf(entries);
  if (!usesGit) return "";
  const names = changedFiles(entries, project).since(cleanAt);
  return names.length === 0
    ? ""
    : `not committed here: ${listOf(names, names.length, OPEN_CHARS - 30)}`;
}
