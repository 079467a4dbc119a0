/** Which lines of an earlier generation's log say something new. */

import { tryParseJson } from "../base/json.ts";
import { asEntry, isOlderLine, type ToolEntry } from "../session/log_entry.ts";
import { linesMissingInForm } from "../session/log_lines.ts";

/**
 * The lines whose content our log lacks. An older log has two lines for one
 * call, without ids; what our log says already is not kept twice.
 */
export function linesNotInLog(
  lines: readonly string[],
  ours: readonly string[],
): string[] {
  const missing = linesMissingInForm(lines, ours);
  if (!missing.some((line) => isOlderLine(tryParseJson(line)))) return missing;
  const told = new Set(ours.flatMap((line) => keysOf(tryParseJson(line))));
  return missing.filter((line) =>
    !keysOf(tryParseJson(line)).some((key) => told.has(key))
  );
}

/** What identifies a line: its words, or a call's id or time. */
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
