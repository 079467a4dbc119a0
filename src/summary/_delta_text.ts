/**
 * A delta: a stretch of L1 as text for the summarizer. Every line start marked
 * with ◆ is ours, so that no model takes the log for its conversation and no
 * text in the log passes for another speaker.
 */

import { lazyPattern } from "../base/lazy_pattern.ts";
import { clip, cutMiddle } from "../base/cut_text.ts";
import type { L1Entry, ToolEntry } from "../session/log_entry.ts";
import { normaliseText, oneLine } from "../base/safe_text.ts";

interface PlannedDelta {
  /** L1 entries: `from` inclusive, `to` exclusive. */
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

interface NamedConcept {
  readonly id: string;
  readonly name: string;
}

const DELTA_MAX_CHARS = 36_000;
export const CONCEPTS_SHOWN = 30;
const CONCEPT_CHARS = 60;
const NAME_CHARS = 80;
const ERROR_CHARS = 200;

const SPEAKERS = { user: "User", assistant: "Claude", summary: "Summary" };

/**
 * Every entry is in exactly one delta, oldest first. Entries stay whole; only
 * one that is larger than a delta is cut, in its middle. The newest concepts
 * come before them, so that a fact can name one.
 */
export function planDeltas(
  entries: readonly L1Entry[],
  firstIndex: number,
  { maxChars = DELTA_MAX_CHARS, concepts = [] }: {
    readonly maxChars?: number;
    readonly concepts?: readonly NamedConcept[];
  } = {},
): PlannedDelta[] {
  const heading = renderConcepts(concepts, maxChars / 4);
  const room = maxChars - heading.length;
  const deltas: PlannedDelta[] = [];
  let from = firstIndex;
  let text = "";
  for (const [i, entry] of entries.entries()) {
    const line = renderEntry(entry);
    if (text !== "" && text.length + line.length > room) {
      deltas.push({ from, to: firstIndex + i, text: heading + text });
      from = firstIndex + i;
      text = "";
    }
    text += cutMiddle(line, room);
  }
  if (text !== "") {
    const to = firstIndex + entries.length;
    deltas.push({ from, to, text: heading + text });
  }
  return deltas;
}

/** A whole session in the same form, however long it is. */
export function renderLog(
  entries: readonly L1Entry[],
  concepts: readonly NamedConcept[],
): string {
  const log = entries.map(renderEntry).join("");
  return renderConcepts(concepts, DELTA_MAX_CHARS / 4) + log;
}

/** How long the entries are as a delta, before any is cut. */
export function uncutChars(entries: readonly L1Entry[]): number {
  return entries.reduce((sum, entry) => sum + renderEntry(entry).length, 0);
}

/** An entry as it is in a delta, with its newline. */
export function renderEntry(entry: L1Entry): string {
  const agent = entry.agent ? `(agent ${nameOf(entry.agent)}) ` : "";
  const line = entry.role === "tool"
    ? `◆ Tool(${nameOf(entry.name)}): ${agent}${toolAction(entry)}${
      resultOf(entry)
    }`
    : `◆ ${SPEAKERS[entry.role]}: ${agent}${plainText(entry.text)}`;
  return `${line.trimEnd()}\n`;
}

/** What a call did; further lines are indented, they belong to the call. */
function toolAction(tool: ToolEntry): string {
  const { target, lines, size, pattern, path, cmd, info, diff } = tool;
  const words = [
    target !== undefined && lines ? `${target}:${lines}` : target,
    size !== undefined && `(${size} characters)`,
    pattern,
    path !== undefined && `in ${path}`,
    cmd,
    info,
  ].filter((part) => part).join(" ");
  const deed = diff ? `${words}\n${diff}` : words;
  return plainText(deed).replaceAll("\n", "\n  ");
}

function resultOf({ result, output }: ToolEntry): string {
  if (result === "ok") return "";
  if (result === undefined) return " → no result";
  return ` → error: ${
    clip(oneLine(output ?? "") || "no message", ERROR_CHARS)
  }`;
}

/** Our mark at the start of a line, whatever invisible precedes it. */
const FORGED_LINES = lazyPattern(
  String.raw`^((?:[^\S\n]|[\p{Cf}\p{M}])*)◆`,
  "gmu",
);

const plainText = (text: string) =>
  normaliseText(text).trim().replace(FORGED_LINES(), "$1◇");

function nameOf(name: string): string {
  return clip(oneLine(name).replace(/[()◆]/g, "_"), NAME_CHARS);
}

function renderConcepts(concepts: readonly NamedConcept[], max: number) {
  const lines = concepts.slice(0, CONCEPTS_SHOWN).map(({ id, name }) =>
    `${oneLine(id)} ${clip(oneLine(name), CONCEPT_CHARS)}`
      .replaceAll("◆", "◇")
  );
  if (lines.length === 0) return "";
  const heading = `Known concepts:\n${lines.join("\n")}\n\n`;
  return heading.length <= max ? heading : "";
}
