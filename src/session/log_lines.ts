/** The lines of session logs: whole, counted, and of several logs as one. */

import { compareTexts } from "../base/compare_texts.ts";
import { tryParseJson } from "../base/json.ts";
import { asEntry } from "./log_entry.ts";

/** Whole lines, each with its newline; empty ones are none. */
export function splitLines(text: string): string[] {
  return text.match(/[^\n]+(?:\n|$)/g)?.map((line) =>
    line.endsWith("\n") ? line : `${line}\n`
  ) ?? [];
}

/** The lines of `all` that `known` does not have, each as often as needed. */
export function linesMissing(
  all: readonly string[],
  known: readonly string[],
  formOf = (line: string) => line,
): string[] {
  const missing = placesMissing(all.map(formOf), known.map(formOf));
  return all.filter((_, i) => missing.has(i));
}

/** As `linesMissing()`, for lines that several writers wrote. */
export const linesMissingInForm = (
  all: readonly string[],
  known: readonly string[],
) => linesMissing(all, known, plainForm);

function placesMissing(
  all: readonly string[],
  known: readonly string[],
): ReadonlySet<number> {
  const counts = new Map<string, number>();
  for (const line of known) counts.set(line, (counts.get(line) ?? 0) + 1);
  const missing = new Set<number>();
  all.forEach((line, i) => {
    const left = counts.get(line) ?? 0;
    if (left > 0) counts.set(line, left - 1);
    else missing.add(i);
  });
  return missing;
}

/** A line without the blanks that another writer put between its fields. */
function plainForm(line: string): string {
  const value = tryParseJson(line);
  return value === undefined ? line : JSON.stringify(value);
}

/**
 * Several logs of one session as one: every line as often as in the log that
 * has it most often, by time; each log keeps its own order.
 */
export function mergeLogs(logs: readonly (readonly string[])[]): string[] {
  const merged: { line: string; form: string; ts: string }[] = [];
  for (const lines of logs) {
    const forms = lines.map(plainForm);
    const missing = placesMissing(forms, merged.map(({ form }) => form));
    let ts = "";
    lines.forEach((line, i) => {
      const own = asEntry(tryParseJson(line))?.ts;
      if (typeof own === "string" && own > ts) ts = own;
      if (missing.has(i)) merged.push({ line, form: forms[i] ?? line, ts });
    });
  }
  return merged.sort((a, b) => compareTexts(a.ts, b.ts))
    .map(({ line }) => line);
}
