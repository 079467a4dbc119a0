/** What memory costs, day by day. */

import { formatCount, plural } from "../base/format_count.ts";
import { plainDay } from "./_local_time.ts";
import { type Content, markup } from "./_markup.ts";
import { formatDollars } from "../output/words.ts";
import type { CostReport } from "./read_cost.ts";

const MOST_DAYS = 30;
const HEADINGS = ["Starts", "Prompts", "Agents", "Calls", "Memory", "All"];

export function renderCostSection(cost: CostReport | undefined): Content {
  if (cost === undefined || cost.total.requests === 0) return null;
  const { total, days, sessions, pricesOf } = cost;
  const older = days.length - MOST_DAYS;
  return markup`<section id="cost" data-group>
<h2>Cost</h2>
<p class="lead">Memory cost about ${formatDollars(total.memoryDollars)} of ${
    formatDollars(total.dollars)
  } in ${plural(sessions.length, "session")} that Claude Code still has: ${
    formatDollars(total.memoryDollars / Math.max(1, sessions.length))
  } a session.</p>
<div class="scroll"><table><thead><tr><th scope="col">Day</th>${
    HEADINGS.map((name) => markup`<th scope="col">${name}</th>`)
  }</tr></thead><tbody>${
    days.slice(0, MOST_DAYS).map((one) =>
      markup`<tr><th scope="row">${
        /^\d/.test(one.day) ? plainDay(one.day) : one.day
      }</th>${
        [
          ...[one.starts, one.prompts, one.agents, one.memoryRequests]
            .map(formatCount),
          formatDollars(one.memoryDollars),
          formatDollars(one.dollars),
        ].map((cell) => markup`<td>${cell}</td>`)
      }</tr>`
    )
  }</tbody></table></div>
<p class="meta">Tokens given at starts, with prompts and to agents; requests made for memory; dollars for memory and for everything, at list prices of ${pricesOf}.${
    older > 0 && ` ${plural(older, "earlier day")} not shown.`
  }</p>
</section>`;
}
