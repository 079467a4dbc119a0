/**
 * Splits an oversized memory.md: archives of whole sections, and the newest
 * sections as the new memory.md. Unlike in a rotation nothing is in both: every
 * line is in exactly one piece.
 */

import { parseMemory, renderHeader } from "../memory/memory_text.ts";
import {
  carryoverTokens,
  rotateAtTokens,
  type RotationLimits,
  titleLine,
} from "../memory/rotation.ts";

export interface MemoryPiece {
  readonly text: string;
  readonly tokens: number;
  /** The newest time in it; absent if it has none. */
  readonly until?: Date;
}

export interface Split {
  /** Oldest first. */
  readonly archives: readonly MemoryPiece[];
  readonly current: string;
}

type Count = (text: string) => number;

/** Undefined if it is not oversized. */
export function planSplit(
  text: string,
  count: Count,
  limits: RotationLimits,
): Split | undefined {
  const max = rotateAtTokens(limits);
  const { preamble, sections } = parseMemory(text);
  const above = count(preamble);
  const parts = sections.map(({ raw, utc }) => ({
    raw,
    utc,
    tokens: count(raw),
  }));
  if (sumOf(parts) + above < max) return undefined;
  const kept = above < max / 2 ? preamble : titleLine(preamble);
  const newest = keptParts(parts, max / 2, carryoverTokens(limits));
  return {
    archives: gather([
      ...splitLoose(preamble.slice(kept.length), count, max),
      ...parts.slice(0, parts.length - newest.length),
    ], max),
    current: kept + newest.map(({ raw }) => raw).join(""),
  };
}

/** An archive that is too large for one summary, as several. */
export function splitArchive(
  text: string,
  count: Count,
  limits: RotationLimits,
): readonly MemoryPiece[] {
  const max = rotateAtTokens(limits);
  const { preamble, sections } = parseMemory(text);
  return gather([
    ...splitLoose(preamble, count, max),
    ...sections.map(({ raw, utc }) => ({ raw, utc, tokens: count(raw) })),
  ], max);
}

interface Part {
  readonly raw: string;
  readonly utc: Date | undefined;
  readonly tokens: number;
}

const sumOf = (parts: readonly Part[]) =>
  parts.reduce((sum, { tokens }) => sum + tokens, 0);

/** As many sections as a rotation would carry over; none if the newest is huge. */
function keptParts(
  parts: readonly Part[],
  huge: number,
  most: number,
): readonly Part[] {
  let first = parts.length;
  while (first > 0) {
    const more = parts.slice(first - 1);
    const isFirst = first === parts.length;
    if (sumOf(more) > (isFirst ? huge : most)) break;
    first--;
  }
  return parts.slice(first);
}

/** Groups neighbours as long as they fit. A section stays whole. */
function gather(parts: readonly Part[], max: number): MemoryPiece[] {
  const pieces: { text: string; tokens: number; until?: Date }[] = [];
  for (const { raw, utc, tokens } of parts) {
    const last = pieces.at(-1);
    const piece = last && last.tokens + tokens < max
      ? last
      : { text: "", tokens: 0 };
    if (piece !== last) pieces.push(piece);
    piece.text += raw;
    piece.tokens += tokens;
    if (utc && (piece.until === undefined || utc > piece.until)) {
      piece.until = utc;
    }
  }
  return pieces;
}

/**
 * Text above the first stamped section has no sections: it is cut at its
 * headings, larger parts at blank lines, and in the worst case between lines.
 */
function splitLoose(text: string, count: Count, max: number): Part[] {
  const cut = (piece: string, rules: readonly RegExp[]): Part[] => {
    const tokens = count(piece);
    const [rule, ...finer] = rules;
    if (tokens < max || rule === undefined) {
      return [{ raw: piece, utc: undefined, tokens }];
    }
    return piece.split(rule).flatMap((part) => cut(part, finer));
  };
  if (text === "") return [];
  return cut(text, [/^(?=#{1,6} )/m, /(?<=\n\r?\n)(?=[^\r\n])/, /(?<=\n)/]);
}

/**
 * Turns a memory.md from before sections had stamps (Core Decisions, Current
 * State, Recent Context, Known Issues) into one section with a date, so that it
 * is shown, rotated and found like any other. Every line stays.
 */
export function datedMemory(
  text: string,
  at: Date,
  localOffsetMinutes: number,
): string {
  const { preamble, sections } = parseMemory(text);
  if (sections.length > 0) return text;
  const title = titleLine(preamble);
  const rest = preamble.slice(title.length);
  if (rest.trim() === "") return text;
  const glue = title === "" || title.endsWith("\n") ? "" : "\n";
  return `${title}${glue}${renderHeader(at, localOffsetMinutes)}\n${rest}`;
}
