/**
 * Which units hold a word, many of them in one text: with a row for each, half
 * of the index would be what SQLite says about its rows. A part is what shares
 * a text: the logs of some files, or their documents. Of each unit it has the
 * file, within the part; in which document of it; how often the word is said
 * and in tool lines; and the places, up to a semicolon.
 */

import { entryOfDoc, isLogUnit, PER_SOURCE, sourceOfDoc } from "./doc_id.ts";
import { encodeNumber, LetterReader, MORE, VALUES } from "./_place_list.ts";
import type { Posting } from "./_unit_words.ts";

/** As many as one letter can tell apart. */
const SOURCES = 32;
/** Of one file, so that a turn never writes a long text again. */
const DOCS = 256;
/** The first part of some files is their logs, the others their documents. */
const PARTS_EACH = 64;
/** So many a word can have: its rows are numbered from its number times this. */
export const PARTS = 2 ** 20;
const LAST = PARTS / PARTS_EACH - 1;
const END = ";";

export function partOf(unit: number): number {
  const isLog = isLogUnit(unit);
  const source = isLog ? unit : sourceOfDoc(unit);
  const files = Math.min(Math.floor(source / SOURCES), LAST);
  const chunk = isLog ? 0 : 1 + Math.floor(entryOfDoc(unit) / DOCS);
  return files * PARTS_EACH + Math.min(chunk, PARTS_EACH - 1);
}

const firstOf = (part: number) => Math.floor(part / PARTS_EACH) * SOURCES;

/** How a unit begins in the text of its part; no other begins so. */
export function headOf(unit: number): string {
  const first = firstOf(partOf(unit));
  return isLogUnit(unit)
    ? encodeNumber(unit - first)
    : encodeNumber(sourceOfDoc(unit) - first) + encodeNumber(unit % PER_SOURCE);
}

export function packUnit(
  head: string,
  { count, tools, places }: Posting,
): string {
  return tools === 0
    ? `${head}${encodeNumber(2 * count)}${places}${END}`
    : `${head}${encodeNumber(2 * count + 1)}${
      encodeNumber(tools)
    }${places}${END}`;
}

export interface HeldRow {
  readonly part: number;
  readonly text: string;
}

/** `places` are from one character of the text up to before another. */
type Visit = (
  unit: number,
  count: number,
  tools: number,
  from: number,
  to: number,
) => void;

export function readUnits({ part, text }: HeldRow, visit: Visit): void {
  const first = firstOf(part);
  const isLogs = part % PARTS_EACH === 0;
  const letters = new LetterReader(text);
  while (letters.at < text.length) {
    const source = first + letters.number();
    const unit = isLogs ? source : source * PER_SOURCE + letters.number();
    const counts = letters.number();
    const tools = counts % 2 === 0 ? 0 : letters.number();
    const found = text.indexOf(END, letters.at);
    const end = found < 0 ? text.length : found;
    visit(unit, counts >> 1, tools, letters.at, end);
    letters.at = end + END.length;
  }
}

/** Units, and for each of them its two counts. */
export type UnitColumns = readonly [
  units: number[],
  counts: number[],
  tools: number[],
];

/**
 * Adds the units of a row to those of others. A question goes through thousands of
 * them before any of this is compiled: numbers of one letter, which nearly all
 * are, are read without a call.
 */
export function addUnits(
  { part, text }: HeldRow,
  [units, said, inTools]: UnitColumns,
): void {
  const first = firstOf(part);
  const isLogs = part % PARTS_EACH === 0;
  const letters = new LetterReader(text);
  let at = 0;
  const long = () => {
    letters.at = at;
    const number = letters.number();
    at = letters.at - 1;
    return number;
  };
  for (; at < text.length; at++) {
    let source = VALUES[text.charCodeAt(at)] as number;
    if (source >= MORE) source = long();
    let unit = first + source;
    if (!isLogs) {
      at++;
      unit = unit * PER_SOURCE + long();
    }
    at++;
    let counts = VALUES[text.charCodeAt(at)] as number;
    if (counts >= MORE) counts = long();
    let tools = 0;
    if (counts % 2 === 1) {
      at++;
      tools = VALUES[text.charCodeAt(at)] as number;
      if (tools >= MORE) tools = long();
    }
    units.push(unit);
    said.push(counts >> 1);
    inTools.push(tools);
    at = text.indexOf(END, at);
    if (at < 0) return;
  }
}

/** A bit for each log of a part: which say the word, and which have it at all. */
export function bitsOf(row: HeldRow): [said: number, logs: number] {
  let [said, logs] = [0, 0];
  if (row.part % PARTS_EACH > 0) return [said, logs];
  const first = firstOf(row.part);
  readUnits(row, (unit, count) => {
    const bit = 1 << (unit - first);
    logs |= bit;
    if (count > 0) said |= bit;
  });
  return [said >>> 0, logs >>> 0];
}

/** The text of a part without one unit, which is not always in it. */
export function withoutUnit(text: string, head: string): string {
  const at = placeOf(text, head);
  if (at < 0) return text;
  return text.slice(0, at) + text.slice(text.indexOf(END, at) + END.length);
}

/** With what is new of a unit that is in it already. */
export function withMore(text: string, head: string, more: Posting): string {
  const at = placeOf(text, head);
  if (at < 0) return text + packUnit(head, more);
  const end = text.indexOf(END, at);
  const letters = new LetterReader(text, at + head.length);
  const counts = letters.number();
  const tools = counts % 2 === 0 ? 0 : letters.number();
  const known = text.slice(letters.at, end);
  const whole = packUnit(head, {
    count: (counts >> 1) + more.count,
    tools: tools + more.tools,
    places: known === "" ? more.places : `${known},${more.places}`,
  });
  return text.slice(0, at) + whole + text.slice(end + END.length);
}

function placeOf(text: string, head: string): number {
  if (text.startsWith(head)) return 0;
  const before = text.indexOf(`${END}${head}`);
  return before < 0 ? -1 : before + END.length;
}
