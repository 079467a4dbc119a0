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
  const known = days[day] ??
    { calls: 0, failed: 0, inputTokens: 0, outputTokens: 0 };
  const { inputTokens, outputTokens } = tokensOf(usage);
  const next = {
    ...days,
    [day]: {
      calls: known.calls + 1,
      failed: known.failed + (isFailed ? 1 : 0),
      inputTokens: known.inputTokens + inputTokens,
      outputTokens: known.outputTokens + outputTokens,
    },
  };
  const kept = Object.entries(next).sort(([a], [b]) => a < b ? -1 : 1)
    .slice(-DAYS_KEPT);
  return { ...index, usage: Object.fromEntries(kept) };
}

/** By day, as far as it can be read. */
export function usageDays(index: MemoryIndex): Record<string, DayUsage> {
  return Object.fromEntries(
    Object.entries(objectOf(index["usage"])).flatMap(([day, value]) =>
      isObject(value) && /^\d{4}-\d\d-\d\d$/.test(day)
        ? [[day, {
          calls: count(value, "calls"),
          failed: count(value, "failed"),
          inputTokens: count(value, "inputTokens"),
          outputTokens: count(value, "outputTokens"),
        }]]
        : []
    ),
  );
}

/** The API's four counts; what is read from a cache is input all the same. */
function tokensOf(
  usage: unknown,
): { inputTokens: number; outputTokens: number } {
  const raw = objectOf(usage);
  return {
    inputTokens: count(raw, "input_tokens") +
      count(raw, "cache_creation_input_tokens") +
      count(raw, "cache_read_input_tokens"),
    outputTokens: count(raw, "output_tokens"),
  };
}

function count(raw: JsonObject, key: string): number {
  const value = raw[key];
  return typeof value === "number" && Number.isFinite(value) && value >= 0
    ? Math.floor(value)
    : 0;
}
