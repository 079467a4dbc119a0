/** What memory costs, per day and per session. */

import { hereOf } from "../../base/local_stamp.ts";
import { givenMarks } from "../../context/given_marks.ts";
import { countOutcomes, readOutcomes } from "../../context/moment_outcomes.ts";
import { dim } from "@std/fmt/colors";
import {
  formatCount,
  formatDollars,
  joinText,
  localTime,
  plural,
} from "../../output/words.ts";
import { displayWidth, renderTable } from "../../output/table.ts";
import {
  type Cost,
  type CostReport,
  readCost,
} from "../../report/read_cost.ts";
import type { CommandCall } from "../command.ts";
import { renderMoments } from "../render_moments.ts";
import { readBounds, readNumber } from "../search_options.ts";

export async function run({ args, openStore, output, world }: CommandCall) {
  const here = hereOf(world);
  const { since, until } = readBounds(args, here);
  const limit = readNumber(args, "limit", 10, [1, 10_000]);
  const store = await openStore();
  const report = readCost(store, world, {
    ...givenMarks(store),
    since,
    until,
    progress: (done, total) => output.progress("reading", done, total),
  });
  const moments = countOutcomes(await readOutcomes(store));
  output.result({ ...report, moments }, () => [
    report.total.requests === 0
      ? "Claude Code has no transcripts of this project" +
        (since ?? until ? " in that time" : "")
      : renderCost(report, limit, (at) => localTime(at, here)),
    moments.length > 0 &&
    ["", "At a moment, in seven days:", renderMoments(moments)],
  ]);
  return report.total.requests > 0 ? 0 : 1;
}

function renderCost(
  report: CostReport,
  limit: number,
  local: (at: string) => string,
): string {
  const { total, days, sessions } = report;
  return joinText([
    ...renderTotal(report),
    "",
    columns([
      ["Day", "Sessions", ...COLUMNS],
      ...days.slice(0, limit).map((one) => [
        one.day,
        String(one.sessions),
        ...cells(one),
      ]),
    ], 1),
    ...more(days.length - limit, "day"),
    "",
    columns([
      ["Session", "Began", ...COLUMNS],
      ...sessions.slice(0, limit).map((one) => [
        one.session.slice(0, 8),
        local(one.started),
        ...cells(one),
      ]),
    ], 2),
    ...more(sessions.length - limit, "session"),
    "",
    dim(
      `About: list prices of ${report.pricesOf}; a subscription is not billed ` +
        "by tokens.",
    ),
    total.unpriced > 0 &&
    dim(`${plural(total.unpriced, "request")} of models without a price`),
  ]);
}

function renderTotal({ total, sessions }: CostReport): string[] {
  const count = Math.max(1, sessions.length);
  const { memoryDollars, dollars } = total;
  const share = dollars > 0 ? 100 * memoryDollars / dollars : 0;
  return [
    `Memory cost about ${formatDollars(memoryDollars)} of ` +
    `${formatDollars(dollars)} in ${plural(sessions.length, "session")} ` +
    `(${share.toFixed(1)} %)`,
    `A session costs about ${formatDollars(dollars / count)}, ` +
    `${formatDollars(memoryDollars / count)} of it for memory`,
    `Given: ${formatCount(total.starts)} tokens at starts, ` +
    `${formatCount(total.prompts)} with prompts, ` +
    `${formatCount(total.agents)} to agents`,
    `Requests for memory: ${formatCount(total.memoryRequests)} of ` +
    `${formatCount(total.requests)}; ${formatCount(total.memorySent)} tokens ` +
    `sent, ${formatCount(total.memoryAnswered)} answered`,
  ];
}

const COLUMNS = ["Starts", "Prompts", "Agents", "Calls", "Memory", "All"];

const cells = (cost: Cost) => [
  ...[cost.starts, cost.prompts, cost.agents, cost.memoryRequests]
    .map(formatCount),
  formatDollars(cost.memoryDollars),
  formatDollars(cost.dollars),
];

/** Numbers, from the column `from` on, are right-aligned. */
function columns(rows: readonly (readonly string[])[], from: number): string {
  const widths = (rows[0] ?? []).map((_, i) =>
    Math.max(...rows.map((row) => displayWidth(row[i] ?? "")))
  );
  const padded = rows.map((row) =>
    row.map((cell, i) => i < from ? cell : cell.padStart(widths[i] ?? 0))
  );
  return renderTable(padded);
}

const more = (count: number, what: string) =>
  count > 0 ? [dim(`${plural(count, `more ${what}`)}: --limit`)] : [];
