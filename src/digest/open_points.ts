/** What the end of a session leaves to be done. */

import { cut } from "../base/cut_text.ts";
import { handsOver, isAnnouncement, leavesOpen } from "./cues.ts";
import {
  isDeclined,
  isInterrupted,
  isRefused,
  toolAction,
} from "./tool_actions.ts";
import { type FailedCommand, renderCommand, unfixed } from "./failures.ts";
import { distinct, type LineSection } from "./_layout_lines.ts";
import type { Turn } from "./turns.ts";
import { lastQuestion, unitsOf } from "./wording.ts";
import type { L1Entry, ToolEntry } from "../session/log_entry.ts";

const OPEN_SENTENCES = 4;
const FAILURES = 3;

export function openSection(
  turns: readonly Turn[],
  entries: readonly L1Entry[],
  failed: readonly FailedCommand[],
  uncommitted: string,
): LineSection {
  const turn = turns.at(-1);
  // A turn that broke off with a failure tells it itself.
  const failing = unfixed(failed).filter(({ at }) =>
    turn?.ended === true || entries[at] !== turn?.lastTool
  );
  const texts = [
    ...(turn === undefined
      ? []
      : turn.ended
      ? leftBy(turn, entries)
      : brokenOff(turn, turns)),
    stillFailing(failing),
    leftToUser(turns.at(-2)),
    uncommitted,
    ...unfinishedTodos(entries),
    putOff(turns, entries),
  ].filter((text) => text !== "");
  const lines = texts.map((text, rank) => ({ text, rank }));
  return {
    label: "Open at the end",
    share: 0.25,
    lines: distinct(lines),
    needed: true,
  };
}

/** What is left to be done while a session goes on, as its words have it. */
export function openPoints(
  turns: readonly Turn[],
  entries: readonly L1Entry[],
): string[] {
  const turn = turns.at(-1);
  return [
    ...unfinishedTodos(entries),
    ...(turn?.ended ? leftBy(turn, entries) : []),
    leftToUser(turns.at(-2)),
    putOff(turns, entries),
  ].filter((text) => text !== "");
}

/** Work is not proven while its checks fail, whatever its last words say. */
function stillFailing(failing: readonly FailedCommand[]): string {
  const telling = failing.filter(({ isCheck, times }) => isCheck || times > 1);
  if (telling.length === 0) return "";
  const more = telling.length - FAILURES;
  return `Failed and did not pass since: ${
    telling.slice(0, FAILURES).map(renderCommand).join(", ")
  }${more > 0 ? `, ${more} more` : ""}`;
}

/** What the last words of the session ask or leave to be done. */
export function leftBy(turn: Turn, entries: readonly L1Entry[]): string[] {
  const { words } = turn;
  const question = lastQuestion(words);
  const left = unitsOf(words).filter(({ text, open }) =>
    (open || leavesOpen(text)) && text !== question && !/[:：]$/.test(text)
  );
  return [
    question === "" ? "" : `Asked the user: ${cut(question, 180)}`,
    ...left.slice(-OPEN_SENTENCES).map(({ text }) => cut(text, 200)),
    unmentionedPoints(turn, entries),
  ];
}

/** What only the user can do does not end with the next request. */
function leftToUser(turn: Turn | undefined): string {
  const left = unitsOf(turn?.ended ? turn.words : "")
    .findLast(({ text }) => handsOver(text))?.text;
  return left === undefined ? "" : `Left to the user before: ${cut(left, 180)}`;
}

/** A turn without final words: what was done last, and how that ended. */
function brokenOff(turn: Turn, turns: readonly Turn[]): string[] {
  const { request, words, edited, lastTool } = turn;
  const names = [
    ...new Set(edited.map((path) => `\`${path.replace(/^.*[\\/]/, "")}\``)),
  ];
  const ended = lastTool === undefined ? "" : endOf(lastTool, turns);
  const changed = names.length === 0
    ? ""
    : `Changed for it: ${cut(names.join(", "), 120)}`;
  // What was said before the user said no is not what the session came to.
  if (lastTool !== undefined && isRefused(lastTool)) return [ended, changed];
  const said = unitsOf(words).findLast(({ text }) => !isAnnouncement(text));
  return [
    request === "" ? "" : "The last request has no final answer",
    changed,
    said === undefined ? "" : `Said on the way: ${cut(said.text, 160)}`,
    ended,
  ];
}

/** How the last call of a session ended, where it did not do its work. */
function endOf(tool: ToolEntry, turns: readonly Turn[]): string {
  const action = cut(toolAction(tool), 120);
  if (tool.result === "ok") return "";
  if (isInterrupted(tool)) return `The user interrupted: ${action}`;
  if (tool.result === undefined) return `Its result is not known: ${action}`;
  if (!isRefused(tool)) return `Did not succeed: ${action}`;
  if (!isDeclined(tool)) return `Was not permitted: ${action}`;
  const before = turns.flatMap(({ refused }) => refused)
    .filter(({ name }) => name === tool.name).length;
  return tool.name !== "ExitPlanMode"
    ? `The user declined: ${action}`
    : `Not approved by the user${
      before > 1 ? `, shown ${before} times` : ""
    }: ${action}`;
}

/** The log cuts a list here, in the middle of a word. */
const LIST_CHARS = 200;

/** What the last to-do list of the session had not ticked off. */
export function unfinishedTodos(entries: readonly L1Entry[]): string[] {
  const list = entries.findLast((entry) =>
    entry.role === "tool" && entry.name === "TodoWrite" &&
    entry.agent === undefined
  );
  if (list?.role !== "tool" || list.info === undefined) return [];
  const isCut = list.info.length >= LIST_CHARS;
  const todos = list.info.split("; ");
  return todos.flatMap((todo, at) => {
    const [, what] = /^(?:in_progress|pending): (.+)$/s.exec(todo) ?? [];
    const rest = isCut && at === todos.length - 1 ? "…" : "";
    return what === undefined ? [] : [`To do: ${what}${rest}`];
  });
}

/**
 * The points of a list that were not taken up again: asked for and not spoken of,
 * or put off and not taken up again. Judged by their words.
 */
const MOST_POINTS = 3;
const POINT_CHARS = 60;
/** A longer list is material, not a list of wishes. */
const MOST_ASKED = 12;
/** Of a point's words, how many make it one that was spoken of. */
const MENTIONED_SHARE = 0.7;
/** Inflection changes the end of a word. */
const STEM_CHARS = 5;
const TELLING_WORD = /[\p{L}\p{N}_]{4,}|[\u1100-\uffdc]{2,}/gu;

/** Points of a request that nothing said or done since mentions. */
function unmentionedPoints(
  { request, from }: Turn,
  entries: readonly L1Entry[],
): string {
  const points = unitsOf(request).filter(({ item }) => item)
    .map(({ text }) => text);
  if (points.length < 2 || points.length > MOST_ASKED) return "";
  const missing = notIn(points, spoken(entries.slice(from + 1)));
  // An answer that repeats hardly any point uses other words, that is all.
  return missing.length * 2 > points.length
    ? ""
    : list("Asked for and not mentioned since", missing);
}

/** What the newest such list left to do, where nothing came back to it. */
function putOff(
  turns: readonly Turn[],
  entries: readonly L1Entry[],
): string {
  const earlier = turns.slice(0, -1).map((turn, at) => ({
    next: turns[at + 1]?.from ?? entries.length,
    points: turn.ended
      ? unitsOf(turn.words).filter(({ text, open }) =>
        open && !/[:：]$/.test(text)
      )
      : [],
  }));
  const newest = earlier.findLast(({ points }) => points.length > 0);
  if (newest === undefined) return "";
  return list(
    "Put off before",
    notIn(
      newest.points.map(({ text }) => text),
      spoken(entries.slice(newest.next)),
    ),
  );
}

function list(label: string, points: readonly string[]): string {
  if (points.length === 0) return "";
  const shown = points.slice(0, MOST_POINTS)
    .map((point) => cut(point, POINT_CHARS)).join("; ");
  const more = points.length - MOST_POINTS;
  return `${label}: ${shown}${more > 0 ? `; ${more} more` : ""}`;
}

/** All that was asked, said and done. */
export function spoken(entries: readonly L1Entry[]): string {
  return entries.map((entry) =>
    entry.role === "tool"
      ? `${entry.cmd ?? ""} ${entry.info ?? ""} ${entry.target ?? ""}`
      : entry.text
  ).join("\n").toLowerCase();
}

export function notIn(points: readonly string[], text: string): string[] {
  return points.filter((point) => {
    const words = point.toLowerCase().match(TELLING_WORD) ?? [];
    const found = words.filter((word) =>
      text.includes(word.slice(0, STEM_CHARS))
    );
    return found.length < MENTIONED_SHARE * words.length;
  });
}
