/**
 * memory.md as text: a preamble and stamped sections, newest last. People edit
 * it, so whatever is read can be written back byte for byte. Only a stamped
 * header begins a section: a heading of the user's own belongs to the section
 * it is in, or to the preamble, which rotation keeps.
 */

import { keepBothSides } from "../base/conflict_markers.ts";
import { clip } from "../base/cut_text.ts";
import { MINUTE_MS } from "../base/durations.ts";
import { linesOf } from "../base/lines.ts";
import {
  closeFence,
  fenceAfter,
  isOpeningFence,
} from "../base/markdown_fence.ts";
import {
  disarmHeaders,
  disarmMarks,
  disarmOpenComment,
  normaliseText,
  oneLine,
  STAMP_HEADER,
} from "../base/safe_text.ts";
import { exactTime, minuteStamp } from "../base/utc_time.ts";
import {
  readWorkComment,
  renderWorkComment,
  type WorkTime,
} from "./work_time.ts";

export interface Section {
  /** The exact text, from its header to the next one. */
  readonly raw: string;
  readonly header: string;
  /** Absent when the stamp is no date, such as month 13. */
  readonly utc?: Date;
  readonly isDigest: boolean;
  /** The first 8 characters of the session's id. */
  readonly session?: string;
  /** L1 entries it covers: `from` inclusive, `to` exclusive, from 0. */
  readonly from?: number;
  readonly to?: number;
  readonly branch?: string;
  /** Where the checkout was when the work was cut. */
  readonly commit?: string;
  /** When the first and the last of these entries were made. */
  readonly work?: WorkTime;
  /** What follows header and comments, with `\n` line ends, trimmed. */
  readonly body: string;
}

export interface Memory {
  readonly preamble: string;
  readonly sections: readonly Section[];
}

export interface SectionParts {
  readonly at: Date;
  /** East of UTC is positive: `-date.getTimezoneOffset()`. */
  readonly localOffsetMinutes: number;
  /** Absent when a person wrote the text. */
  readonly session?: string | undefined;
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  readonly branch?: string | undefined;
  readonly commit?: string | undefined;
  readonly work?: WorkTime | undefined;
  readonly digest?: boolean | undefined;
  readonly text: string;
}

const BRANCH_CHARS = 200;
const COMMENT =
  /^<!--\s*session\s+([\w-]+)(?:\s*·\s*entries\s+(\d+)-(\d+))?(?:\s*·\s*branch\s+(.*?))?\s*-->\s*$/;

/**
 * `preamble` and every `raw` joined are the input, whatever it was; of a merge
 * conflict both sides, without its markers.
 */
export function parseMemory(text: string): Memory {
  const { preamble, sections } = splitSections(text);
  return { preamble, sections: sections.map(readSection) };
}

/** The same with each section as its lines, where only one is wanted. */
export function splitSections(text: string) {
  const lines = linesOf(keepBothSides(text));
  // A byte order mark before the first header belongs to the preamble.
  let preamble = "";
  if (lines[0]?.startsWith("\ufeff")) {
    preamble = "\ufeff";
    lines[0] = lines[0].slice(1);
  }
  const starts = findHeaders(lines);
  preamble += lines.slice(0, starts[0] ?? lines.length).join("");
  const sections = starts.map((start, i) =>
    lines.slice(start, starts[i + 1] ?? lines.length)
  );
  return { preamble, sections };
}

export function readSection(lines: readonly string[]): Section {
  const raw = lines.join("");
  const header = (lines[0] ?? "").trimEnd();
  const utc = readStamp(header);
  // A formatter puts a blank line between a header and what follows.
  let at = 1;
  while (lines[at]?.trim() === "") at++;
  const comment = COMMENT.exec(lines[at]?.trimEnd() ?? "");
  const [, session, from, to, branch] = comment ?? [];
  let next = comment ? at + 1 : 1;
  while (comment && lines[next]?.trim() === "") next++;
  const { work, commit } =
    (comment ? readWorkComment(lines[next] ?? "") : undefined) ?? {};
  const bodyAt = work ? next + 1 : comment ? at + 1 : 1;
  return {
    raw,
    header,
    ...(utc && { utc }),
    isDigest: /\(digest\)$/.test(header),
    ...(session !== undefined && { session }),
    ...(from !== undefined && { from: Number(from), to: Number(to) }),
    ...(branch !== undefined && { branch }),
    ...(commit !== undefined && { commit }),
    ...(work && { work }),
    body: lines.slice(bodyAt).join("")
      .replaceAll("\r\n", "\n").trim(),
  };
}

function readStamp(header: string): Date | undefined {
  const [, year, month, day, hour, minute] = STAMP_HEADER.exec(header) ?? [];
  const time = exactTime(`${year}-${month}-${day}T${hour}:${minute}:00.000Z`);
  return time === undefined ? undefined : new Date(time);
}

export function renderPreamble(projectName: string): string {
  return `# Project Memory: ${oneLine(projectName)}\n\n`;
}

/** Header, comments, text and a blank line; the text cannot forge them. */
export function renderSection(section: SectionParts): string {
  const { at, localOffsetMinutes, text } = section;
  const header = renderHeader(at, localOffsetMinutes) +
    (section.digest ? " (digest)" : "");
  const safe = disarmOpenComment(
    disarmHeaders(disarmMarks(normaliseText(text).trim())),
  );
  const lines = [header, ...commentOf(section), closeFence(safe)];
  return `${lines.join("\n").trimEnd()}\n\n`;
}

/** `## YYYY-MM-DD_HHMM (local MM-DD_HHMM)` */
export function renderHeader(at: Date, localOffsetMinutes: number): string {
  const local = new Date(at.getTime() + localOffsetMinutes * MINUTE_MS);
  return `## ${minuteStamp(at)} (local ${minuteStamp(local).slice(5)})`;
}

/**
 * A section behind what is there: never glued to a line without an end, and
 * with the line ends that are there already.
 */
export function joinSection(memory: string, section: string): string {
  const isApart = memory === "" || /\n\r?\n$/.test(memory);
  const between = isApart ? "" : memory.endsWith("\n") ? "\n" : "\n\n";
  return memory + withEndsOf(memory, between + section);
}

/** New lines with the line ends that `memory` has already. */
export const withEndsOf = (memory: string, lines: string) =>
  hasWindowsEnds(memory) ? lines.replace(/\r?\n/g, "\r\n") : lines;

/** Whether an editor of Windows wrote most of these lines. */
function hasWindowsEnds(text: string): boolean {
  const all = text.split("\n").length - 1;
  return all > 0 && (text.split("\r\n").length - 1) * 2 > all;
}

function commentOf(section: SectionParts): string[] {
  const { session, from, to, branch, commit, work } = section;
  const id = session?.replace(/[^0-9A-Za-z_-]/g, "").slice(0, 8);
  if (!id) return [];
  const parts = [`session ${id}`];
  if (from !== undefined && to !== undefined) {
    parts.push(`entries ${from}-${to}`);
  }
  // `>` could end the comment, and git allows it in a branch's name.
  const name = clip(oneLine(branch ?? "").replace(/[<>]/g, "_"), BRANCH_CHARS);
  if (name !== "") parts.push(`branch ${name}`);
  return [
    `<!-- ${parts.join(" · ")} -->`,
    // Of its own: version 0.1 knows a section by the line above, as it is.
    ...(work ? [renderWorkComment(work, commit)] : []),
  ];
}

/** What is quoted in a fence with headers in it ends within so many lines. */
const LOOK_AHEAD_LINES = 200;

export function findHeaders(lines: readonly string[]): number[] {
  const headers: number[] = [];
  let open: string | undefined;
  for (const [i, line] of lines.entries()) {
    if (STAMP_HEADER.test(line)) {
      if (open !== undefined && isForgotten(open, lines, i)) open = undefined;
      if (open === undefined) headers.push(i);
    }
    open = fenceAfter(open, line);
  }
  return headers;
}

/**
 * Whether the fence open at a header was never meant to reach there. A header
 * with our comment below it gets the benefit of the doubt: the reading that
 * leaves fewer fences wrong is the right one.
 */
function isForgotten(open: string, lines: readonly string[], at: number) {
  const ahead = lines.slice(at, at + LOOK_AHEAD_LINES);
  const closed = ahead.some((line) => fenceAfter(open, line) === undefined);
  if (!closed) return true;
  const ours = /^<!--\s*session\b/.test(ahead[1] ?? "");
  return ours && countFaults(undefined, ahead) < countFaults(open, ahead);
}

/** Fences that would be wrong in these lines, if `open` is open before them. */
function countFaults(open: string | undefined, lines: readonly string[]) {
  let faults = 0;
  let now = open;
  for (const line of lines) {
    if (now !== undefined && isOpeningFence(line)) faults++;
    now = fenceAfter(now, line);
  }
  return now === undefined ? faults : faults + 1;
}
