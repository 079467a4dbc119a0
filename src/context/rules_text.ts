/**
 * The rules a prompt is given: the user's own, from rules.md and from what was
 * said with "remember:", or ours where there are none.
 */

import { clip } from "../base/cut_text.ts";
import { disarmForModel, oneLine } from "../base/safe_text.ts";

/** Longer ones leave no room for what belongs to the prompt. */
export const RULES_MAX_UNITS = 2000;
/** What rules.md leaves to rules that were said, however long it is. */
const SAID_UNITS = 700;
const CUT_MARK = "[… rules.md goes on; memory-keeper notes get rules]";
const SAID_TITLE = "Rules the user has stated:";
const EVERYWHERE_TITLE = "Rules the user has stated for every project:";

export const DEFAULT_RULES =
  `Working rules (Memory Keeper's default; memory-keeper config set rules off):
1. Say in a sentence what was asked; ask if it is unclear.
2. Never delete files without asking.
3. Verify instead of assuming or agreeing.
4. Follow the method the user named; cut no corners.
5. On criticism check again and explain; do not just apologise.
6. After a restart or compaction read memory first.`;

/** How the default rules of version 0.1 began; transcripts still have them. */
export const FORMER_RULES_START =
  "Rules for this project, repeated so that they are not forgotten:";

/** Undefined if the user has none; `said` are the newest first. */
export function ownRulesText(
  written: string | undefined,
  said: readonly string[] = [],
): string | undefined {
  const file = writtenRules(written);
  const known = new Set(file.split("\n").map(fold));
  const lines = said.map((rule) => `- ${oneLine(disarmForModel(rule))}`)
    .filter((line) => line !== "- " && !known.has(fold(line)));
  if (lines.length === 0) return file === "" ? undefined : cutRules(file);
  const room = Math.max(SAID_UNITS, RULES_MAX_UNITS - file.length - 2);
  const list = renderSaid(lines, file === "" ? RULES_MAX_UNITS : room);
  if (file === "") return list;
  return `${cutRules(file, RULES_MAX_UNITS - list.length - 2)}\n\n${list}`;
}

/** The rules of a project, after those that hold in every one. */
export function withUserRules(
  own: string | undefined,
  rules: readonly string[],
): string | undefined {
  const known = new Set(own?.split("\n").map(fold));
  const lines = rules.map((rule) => `- ${oneLine(disarmForModel(rule))}`)
    .filter((line) => line !== "- " && !known.has(fold(line)));
  if (lines.length === 0) return own;
  const list = renderSaid(lines, SAID_UNITS, EVERYWHERE_TITLE);
  return own === undefined ? list : `${list}\n\n${own}`;
}

/** A template asks in comments, under bare headings: that is no rule. */
function writtenRules(written = ""): string {
  const text = disarmForModel(written).trim();
  const words = text.replace(/<!--.*?(?:-->|$)/gs, "");
  return words.split("\n").some((line) => !/^\s*(?:#|$)/.test(line))
    ? text
    : "";
}

function cutRules(text: string, max = RULES_MAX_UNITS): string {
  if (text.length <= max) return text;
  const head = clip(text, max - CUT_MARK.length - 1);
  const lineEnd = head.lastIndexOf("\n");
  const whole = lineEnd > 0 ? head.slice(0, lineEnd) : head;
  return `${whole.trimEnd()}\n${CUT_MARK}`;
}

/** The newest that fit, and how many more there are. */
function renderSaid(
  lines: readonly string[],
  max: number,
  title = SAID_TITLE,
): string {
  const moreMark = (count: number) =>
    `[… ${count} more; memory-keeper rules list]`;
  const shown = [title];
  let left = max - title.length - moreMark(lines.length).length - 1;
  for (const line of lines) {
    const isFirst = shown.length === 1;
    if (line.length + 1 > left && !isFirst) break;
    shown.push(clip(line, Math.max(0, left - 1)));
    left -= line.length + 1;
  }
  const more = lines.length - (shown.length - 1);
  return [...shown, ...(more > 0 ? [moreMark(more)] : [])].join("\n");
}

/** A rule is the same with another bullet, case or stop. */
function fold(line: string): string {
  return line.toLowerCase().replace(/^[\s>*+-]*(?:\d+[.)])?\s*/, "")
    .replace(/[\s.!。]+$/, "");
}
