/** A log of the earlier generation beside ours: which lines say something new. */

import { asEntry, isOlderLine, type ToolEntry } from "../session/log_entry.ts";
import { linesMissingInForm, parseLine } from "../session/log_lines.ts";

/**
 * The lines that a log of ours lacks in substance. An older log tells the same
 * call in two lines and without ids; what it says in ours is not kept twice.
 */
export function linesUntold(
  lines: readonly string[],
  ours: readonly string[],
): string[] {
  const missing = linesMissingInForm(lines, ours);
  if (!missing.some((line) => isOlderLine(parseLine(line)))) return missing;
  const told = new Set(ours.flatMap((line) => keysOf(parseLine(line))));
  return missing.filter((line) =>
    !keysOf(parseLine(line)).some((key) => told.has(key))
  );
}

/** What a line is known by: words by themselves, a call by its id or its time. */
function keysOf(value: unknown): string[] {
  const entry = asEntry(value);
  if (entry === undefined) return [];
  if (entry.role !== "tool") return [`${entry.role} ${entry.text.trim()}`];
  return [
    ...(entry.id === "" ? [] : [`id ${entry.id}`]),
    ...(entry.ts === undefined ? [] : [`at ${entry.ts} ${toolAction(entry)}`]),
  ];
}

function toolAction(entry: ToolEntry): string {
  const { name, target, cmd, pattern } = entry;
  return [name, target, cmd, pattern].filter(Boolean).join(" ");
}
