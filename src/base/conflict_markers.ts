/**
 * Text that git left with conflict markers. Memory only grows, so both sides
 * belong there: the markers go, what both have stays once. A conflict quoted in
 * a fenced block is text.
 */

import { isObject } from "./json.ts";
import { linesOf } from "./lines.ts";
import { fenceAfter } from "./markdown_fence.ts";

const START = /^<{7}(?: .*)?\r?\n?$/;
const BASE = /^\|{7}(?: .*)?\r?\n?$/;
const MIDDLE = /^={7}\r?\n?$/;
const END = /^>{7}(?: .*)?\r?\n?$/;

interface Hunk {
  readonly ours: readonly string[];
  readonly theirs: readonly string[];
}

/** Lines as they are, and hunks in their place; undefined without any. */
function findHunks(text: string): readonly (string | Hunk)[] | undefined {
  if (!text.includes("<<<<<<<") || !text.includes(">>>>>>>")) return undefined;
  const lines = linesOf(text);
  const parts: (string | Hunk)[] = [];
  let fence: string | undefined;
  let isFound = false;
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i] as string;
    const hunk = fence === undefined && START.test(line)
      ? readHunk(lines, i)
      : undefined;
    if (hunk === undefined) {
      parts.push(line);
      fence = fenceAfter(fence, line);
    } else {
      parts.push(hunk);
      i = hunk.end;
      isFound = true;
    }
  }
  return isFound ? parts : undefined;
}

function readHunk(
  lines: readonly string[],
  start: number,
): Hunk & { readonly end: number } | undefined {
  const sides: Record<"ours" | "base" | "theirs", string[]> = {
    ours: [],
    base: [],
    theirs: [],
  };
  let side: keyof typeof sides = "ours";
  for (let i = start + 1; i < lines.length; i++) {
    const line = lines[i] as string;
    if (START.test(line)) return undefined;
    if (side === "theirs" && END.test(line)) return { ...sides, end: i };
    if (side === "ours" && BASE.test(line)) side = "base";
    else if (side !== "theirs" && MIDDLE.test(line)) side = "theirs";
    else sides[side].push(line);
  }
  return undefined;
}

export const hasConflict = (text: string): boolean =>
  findHunks(text) !== undefined;

/** What is said of a file in which git had left a conflict. */
export const bothKept = (file: string): string =>
  `${file} had a merge conflict; both sides are kept`;

/** The same of a file that git tracks for version 0.1: it is not written. */
export const bothRead = (file: string): string =>
  `${file} has a merge conflict in git; both sides are read`;

/** Both sides one after the other; the same text if there is no conflict. */
export function keepBothSides(text: string): string {
  const parts = findHunks(text);
  if (parts === undefined) return text;
  return parts.map((part) => {
    if (typeof part === "string") return part;
    const [ours, theirs] = [part.ours.join(""), part.theirs.join("")];
    if (theirs.trim() === "" || ours.includes(theirs.trim())) return ours;
    return theirs.includes(ours.trim()) ? theirs : ours + theirs;
  }).join("");
}

/** JSON whose two sides are joined; throws what `JSON.parse()` would. */
export function parseBothSides(
  text: string,
): { readonly value: unknown; readonly isJoined: boolean } {
  try {
    return { value: JSON.parse(text), isJoined: false };
  } catch (error) {
    const parts = findHunks(text);
    if (parts === undefined) throw error;
    const sideOf = (side: keyof Hunk) =>
      JSON.parse(
        parts.map((part) =>
          typeof part === "string" ? part : part[side].join("")
        ).join(""),
      );
    return {
      value: joinValues(sideOf("ours"), sideOf("theirs")),
      isJoined: true,
    };
  }
}

/**
 * Lists have what either side has: items with the same id and other words
 * both stay, and the reader of the file gives the second a new id. Counters go on
 * from the higher one.
 */
function joinValues(ours: unknown, theirs: unknown): unknown {
  if (Array.isArray(ours) && Array.isArray(theirs)) {
    const known = new Set(ours.map((one) => JSON.stringify(one)));
    const added = theirs.filter((one) => !known.has(JSON.stringify(one)));
    return [...ours, ...added];
  }
  if (isObject(ours) && isObject(theirs)) {
    const both = Object.keys(ours).filter((key) => key in theirs)
      .map((key) => [key, joinValues(ours[key], theirs[key])]);
    return { ...ours, ...theirs, ...Object.fromEntries(both) };
  }
  return typeof ours === "number" && typeof theirs === "number"
    ? Math.max(ours, theirs)
    : ours;
}
