/**
 * A text for an agent, in parts that each fit one hook's answer. Claude Code
 * hands over up to 10,000 UTF-16 units of each; above that the agent would see
 * a preview. The parts arrive in any order, hence their first line, and the
 * client puts text of its own behind the last one, hence their last.
 */

import { linesOf } from "../base/lines.ts";
import { clip, cutMiddle, shareOf } from "../base/cut_text.ts";

const PART_MAX_UNITS = 9900;

/** Fewer units than this tell nothing of a section besides its mark. */
const LEAST_SECTION_UNITS = 400;
/** Into how many blocks a text without headers is divided. */
const LINE_BLOCKS = 40;

/**
 * At most `maxParts` parts of at most `maxUnits`, first and last lines included.
 * Without those they join to the text, shortened only if it does not fit.
 */
export function splitParts(
  text: string,
  maxParts: number,
  maxUnits = PART_MAX_UNITS,
): string[] {
  const room = maxUnits - frame("", maxParts, maxParts).length;
  if (maxParts < 1 || room < 2) {
    throw new RangeError(`Cannot split into ${maxParts} × ${maxUnits}`);
  }
  let pieces = cutPieces(text, room);
  if (pieces.length > maxParts) {
    // Each cut may fall one unit short, before a surrogate pair.
    const capacity = maxParts * room - (maxParts - 1);
    pieces = cutPieces(shortenEvenly(text, capacity), room);
  }
  return pieces.map((piece, i) => frame(piece, i + 1, pieces.length));
}

function frame(piece: string, part: number, parts: number): string {
  return `part ${part} of ${parts}\n${piece}\n— end of part ${part} of ${parts} —`;
}

/** At least one piece, so that an empty text is handed over as such. */
function cutPieces(text: string, max: number): string[] {
  const pieces: string[] = [];
  let at = 0;
  do {
    const piece = clip(text.slice(at, at + max + 1), max);
    pieces.push(piece);
    at += piece.length;
  } while (at < text.length);
  return pieces;
}

/**
 * At most `max` units: no section may be longer than another's share, so the
 * short ones stay whole. Every shortened one says how much is missing.
 */
export function shortenEvenly(text: string, max: number): string {
  if (text.length <= max) return text;
  const sections = joinNeighbours(
    sectionsOf(text),
    Math.max(1, Math.floor(max / LEAST_SECTION_UNITS)),
  );
  const share = shareOf(sections.map(({ length }) => length), max);
  return sections.map((section) => cutMiddle(section, share)).join("");
}

function sectionsOf(text: string): string[] {
  const sections = text.split(/^(?=## )/m);
  return sections.length > 1 ? sections : lineBlocks(text);
}

/** Whole lines, in blocks of about the same length. */
function lineBlocks(text: string): string[] {
  return joinUpTo(linesOf(text), Math.ceil(text.length / LINE_BLOCKS));
}

function joinNeighbours(sections: readonly string[], most: number): string[] {
  let joined = [...sections];
  const total = joined.reduce((sum, { length }) => sum + length, 0);
  for (let size = total / most; joined.length > most; size *= 1.25) {
    joined = joinUpTo(joined, size);
  }
  return joined;
}

/** Neighbours joined while they stay within a size. */
function joinUpTo(pieces: readonly string[], size: number): string[] {
  const joined: string[] = [];
  let last = "";
  for (const piece of pieces) {
    if (last !== "" && last.length + piece.length > size) {
      joined.push(last);
      last = "";
    }
    last += piece;
  }
  joined.push(last);
  return joined;
}
