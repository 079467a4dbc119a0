/** Whether the hooks module writes summaries, and how that went lately. */

import { plural } from "../../base/format_count.ts";
import { type DayUsage, usageDays } from "../../summary/model_usage.ts";
import type { CheckContext } from "./check_context.ts";
import { type Finding, type Findings, good, warning } from "./finding.ts";

const DAYS = 7;

export function checkSummaries(
  { store, world, index }: CheckContext,
): Findings {
  const known = index();
  if (known === undefined) return [];
  const { summaries } = store.config;
  if (summaries !== "auto") return good(`summaries: "${summaries}"`);
  const since = new Date(world.now().getTime() - DAYS * 24 * 60 * 60_000)
    .toISOString().slice(0, 10);
  const lately = Object.entries(usageDays(known))
    .filter(([day]) => day > since).map(([, usage]) => usage);
  return lately.length === 0 ? [] : [judgeUsage(lately)];
}

/** Pure: what completions of the last days say. */
export function judgeUsage(days: readonly DayUsage[]): Finding {
  const calls = days.reduce((sum, day) => sum + day.calls, 0);
  const failed = days.reduce((sum, day) => sum + day.failed, 0);
  const what = `${plural(calls, "call")} of the hooks module in seven days`;
  if (failed === 0) return good(`${what}, all recorded`);
  if (failed * 2 < calls) return good(`${what}, ${failed} failed`);
  return warning(
    `${what}, ${failed} failed`,
    'logs/keeper.log says why ("job=… why=…"); the work waits, and a digest ' +
      "is kept",
  );
}
