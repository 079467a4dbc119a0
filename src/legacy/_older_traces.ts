/**
 * What the earlier generation wrote into the user's files: a block of rules in
 * CLAUDE.md, between two lines, and a notice in the built-in MEMORY.md.
 * Everything else in them stays byte for byte.
 */

import { linesOf } from "../base/lines.ts";

const BLOCK_BEGIN = "## CRITICAL RULES (Core Principles Alignment)";
const BLOCK_END = "---Add your project-specific rules below this line---";
/** Only at the start of a line; a line that mentions it is the user's. */
const NOTICE = /^[^\p{L}\p{N}]*Memory Keeper Plugin\b/u;

/** Lines to remove, from 0; `to` is the line after the last one. */
export interface LineRange {
  readonly from: number;
  readonly to: number;
}

/** The blocks in CLAUDE.md. One without its end is not touched. */
export function findRulesBlock(text: string): LineRange[] {
  const lines = linesOf(text);
  const found: LineRange[] = [];
  for (let at = 0; at < lines.length; at++) {
    if (lines[at]?.trim() !== BLOCK_BEGIN) continue;
    const end = lines.findIndex((line, i) =>
      i > at && line.trim() === BLOCK_END
    );
    if (end < 0) break;
    const next = lines.findIndex((line, i) =>
      i > at && i < end && line.trim() === BLOCK_BEGIN
    );
    // A second beginning before the end: unclear which lines are the user's.
    if (next >= 0) continue;
    found.push(withBlankLine(lines, { from: at, to: end + 1 }));
    at = end;
  }
  return found;
}

/** Whether a block has no end line: only the user knows where it ends. */
export function hasOpenRulesBlock(text: string): boolean {
  const rest = withoutLines(text, findRulesBlock(text));
  return linesOf(rest).some((line) => line.trim() === BLOCK_BEGIN);
}

/**
 * The notice in MEMORY.md: a heading or a comment with the lines that follow
 * it, up to a blank line or a closing comment; in any other text only the line
 * itself.
 */
export function findNotice(text: string): LineRange[] {
  const lines = linesOf(text);
  const from = lines.findIndex((line) => NOTICE.test(line));
  if (from < 0) return [];
  const hasText = /^\s*(?:#|<!--)/.test(lines[from] ?? "");
  let to = from + 1;
  while (hasText && to < lines.length && isOfNotice(lines[to] ?? "")) to++;
  const isEnd = /^\s*<!--/.test(lines[to] ?? "") &&
    NOTICE.test(lines[to] ?? "");
  if (hasText && isEnd) to++;
  return [withBlankLine(lines, { from, to })];
}

const isOfNotice = (line: string) =>
  line.trim() !== "" && !/^\s*(?:#|<!--)/.test(line);

export function withoutLines(text: string, ranges: readonly LineRange[]) {
  return linesOf(text).filter((_, i) =>
    !ranges.some(({ from, to }) => i >= from && i < to)
  ).join("");
}

/** The removed lines with some context, as a diff. */
export function renderRemoval(
  name: string,
  text: string,
  ranges: readonly LineRange[],
): string {
  const lines = linesOf(text).map((line) => line.replace(/\r?\n$/, ""));
  const hunks = ranges.flatMap(({ from, to }) => {
    const before = lines.slice(Math.max(0, from - 2), from);
    const after = lines.slice(to, to + 2);
    return [
      `@@ line ${from + 1} to ${to} @@`,
      ...before.map((line) => ` ${line}`),
      ...lines.slice(from, to).map((line) => `-${line}`),
      ...after.map((line) => ` ${line}`),
    ];
  });
  return [`--- ${name}`, ...hunks].map((line) => line.trimEnd()).join("\n");
}

/** Also removes the blank line after it, if one or nothing comes before it. */
function withBlankLine(
  lines: readonly string[],
  { from, to }: LineRange,
): LineRange {
  const isBlank = (line: string | undefined) => line?.trim() === "";
  const isAlone = from === 0 || isBlank(lines[from - 1]);
  return { from, to: isAlone && isBlank(lines[to]) ? to + 1 : to };
}
