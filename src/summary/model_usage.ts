/**
 * What summaries cost: completions, failures and tokens, a row a day in the
 * index. Information only; nothing is decided by it.
 */

import { isObject, type JsonObject, objectOf } from "../base/json.ts";
import type { MemoryIndex } from "../session/memory_index.ts";

export interface DayUsage {
  readonly calls: number;
  readonly failed: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
}

const DAYS_KEPT = 90;

/** The index with one more completion. */
export function addUsage(
  index: MemoryIndex,
  day: string,
  usage: unknown,
  isFailed: boolean,
): MemoryIndex {
  const days = usageDays(index);
  const known = days[day] ?? dayUsage({});
  const raw = objectOf(usage);
  days[day] = {
    calls: known.calls + 1,
    failed: known.failed + (isFailed ? 1 : 0),
    // What is read from a cache is input all the same.
    inputTokens: known.inputTokens + count(raw, "input_tokens") +
      count(raw, "cache_creation_input_tokens") +
      count(raw, "cache_read_input_tokens"),
    outputTokens: known.outputTokens + count(raw, "output_tokens"),
  };
  const kept = Object.entries(days).sort(([a], [b]) => a < b ? -1 : 1)
    .slice(-DAYS_KEPT);
  return { ...index, usage: Object.fromEntries(kept) };
}

/** By day, as far as it can be read. */
export function usageDays(index: MemoryIndex): Record<string, DayUsage> {
  return Object.fromEntries(
    Object.entries(objectOf(index["usage"])).flatMap(([day, value]) =>
      isObject(value) && /^\d{4}-\d\d-\d\d$/.test(day)
        ? [[day, dayUsage(value)]]
        : []
    ),
  );
}

const dayUsage = (raw: JsonObject): DayUsage => ({
  calls: count(raw, "calls"),
  failed: count(raw, "failed"),
  inputTokens: count(raw, "inputTokens"),
  outputTokens: count(raw, "outputTokens"),
});

function count(raw: JsonObject, key: string): number {
  const value = raw[key];
  return typeof value === "number" && Number.isFinite(value) && value >= 0
    ? Math.floor(value)
    : 0;
}
