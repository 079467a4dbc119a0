/**
 * The one line the user sees when a session starts: when something was last
 * recorded and what, what is open, and how much there is. It says nothing that
 * memory does not say.
 */

import { oneLine } from "../base/safe_text.ts";
import type { LocalClock } from "./local_clock.ts";

/** The newest of what a session is given. */
export interface NewestRecord {
  /** Absent where the record has a day and no time. */
  readonly at?: Date;
  /** As it is in memory.md, or a digest. */
  readonly body: string;
  /** " (branch feature/x, not merged)", where this checkout does not have it. */
  readonly unmerged?: string;
}

export interface ReceiptFacts {
  readonly newest?: NewestRecord | undefined;
  readonly decisions: number;
  readonly rules: number;
  readonly issues: number;
  /** Earlier sessions have left a log, if nothing else. */
  readonly hasLogs: boolean;
  /** Others have shared something that is given. */
  readonly hasTeam?: boolean;
}

export const RECEIPT_COLUMNS = 100;
const LEAST_TOPIC = 36;
const LEAST_SENTENCE = 10;
const OPEN_SHARE = 0.5;
const PLACE_COLUMNS = 50;

export function renderReceipt(
  { newest, decisions, rules, issues, hasLogs, hasTeam }: ReceiptFacts,
  added: number,
  clock: LocalClock,
): string {
  const count = (n: number, one: string, many = `${one}s`) =>
    n === 0 ? [] : [`${n} ${n === 1 ? one : many}`];
  const counts = [
    ...count(decisions, "decision"),
    ...count(rules, "rule"),
    ...count(issues, "open issue"),
    ...count(added, "session added", "sessions added"),
  ];
  const when = newest?.at ? clock.short(newest.at) : "";
  const place = clipColumns(newest?.unmerged ?? "", PLACE_COLUMNS);
  const start = `Memory: ${when || place ? `${when}${place}: ` : ""}`;
  const room = RECEIPT_COLUMNS - columnsOf(start);
  const wanted = newest ? columnsOf(topicOf(newest.body, room)) : 0;
  const least = Math.min(wanted, LEAST_TOPIC);
  while (counts.length > 0 && columnsOf(tailOf(counts)) > room - least) {
    counts.pop();
  }
  const tail = tailOf(counts);
  const topic = newest ? topicOf(newest.body, room - columnsOf(tail)) : "";
  if (topic !== "") return start + topic + tail;
  if (counts.length > 0) return `Memory: ${counts.join(" · ")}`;
  if (hasTeam) return "Memory: none of your own yet; your team's is given";
  return hasLogs
    ? "Memory: earlier sessions are logged, nothing is summarised yet"
    : "Memory: none yet; it begins with this session";
}

const tailOf = (counts: readonly string[]) =>
  counts.map((one) => ` · ${one}`).join("");

const DEED = /^(?:Files|Commits|Failed|Open):\s/;
const OPEN_LINE = /^Open:\s+(.+)$/;
const HEADING = /^(?:#{1,6}\s.*|\*\*[^*]+\*\*:?|<!--.*)$/;
const OPEN_HEADING = /^\W*(?:still\s+)?open\b[^.]*$/i;

/** What it was about, and the first open point, in so many columns. */
function topicOf(body: string, room: number): string {
  const lines = body.split("\n").map((line) => line.trim())
    .filter((line) => line !== "");
  const open = openPointIn(lines);
  const words = plain(
    lines.find((line) => !HEADING.test(line) && !DEED.test(line)) ?? "",
  );
  const about = open !== undefined && words === open ? "" : words;
  if (open === undefined) return clipColumns(firstSentence(about), room);
  if (about === "") return clipColumns(`open: ${open}`, room);
  const mark = "; open: ";
  const most = Math.floor((room - mark.length) * OPEN_SHARE);
  const point = clipColumns(firstSentence(open), most);
  const rest = room - mark.length - columnsOf(point);
  return clipColumns(firstSentence(about), rest) + mark + point;
}

function openPointIn(lines: readonly string[]): string | undefined {
  const stated = lines.map((line) => OPEN_LINE.exec(line)?.[1])
    .find((text) => text !== undefined);
  if (stated !== undefined) return plain(stated);
  const at = lines.findIndex((line) =>
    HEADING.test(line) && OPEN_HEADING.test(line)
  );
  const next = at < 0 ? undefined : lines[at + 1];
  return next === undefined || HEADING.test(next) ? undefined : plain(next);
}

/** Without bullets and Markdown's marks. */
function plain(line: string): string {
  return oneLine(line).replace(/^(?:[-*+>]|\d+[.)])\s+/, "")
    .replace(/\*\*|`/g, "");
}

/** "Good." and "Yes!" say nothing: the sentence after them belongs to it. */
function firstSentence(text: string): string {
  const end = Array.from(text.matchAll(/[.!?](?=\s)|[。！？]/g), (m) => m.index)
    .find((at) => columnsOf(text.slice(0, at)) >= LEAST_SENTENCE);
  const sentence = end === undefined ? text : text.slice(0, end + 1);
  return sentence.replace(/[.。;,]$/, "");
}

function clipColumns(text: string, room: number): string {
  if (columnsOf(text) <= room) return text;
  let clipped = "";
  let left = room - 1;
  for (const char of text) {
    left -= columnsOf(char);
    if (left < 0) break;
    clipped += char;
  }
  const space = clipped.lastIndexOf(" ");
  const word = space > clipped.length / 2 ? clipped.slice(0, space) : clipped;
  return `${word.replace(/[\s,;:.]+$/, "")}…`;
}

/** Columns on a terminal; rather too many than too few. */
export function columnsOf(text: string): number {
  let columns = 0;
  for (const char of text) {
    const code = char.codePointAt(0) ?? 0;
    const isWide = code >= 0x1100 && (code < 0x2000 || code >= 0x2c00);
    columns += isWide ? 2 : 1;
  }
  return columns;
}
