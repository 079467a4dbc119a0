/** How memory grew, and how much work there was. */

import { plural } from "../output/sizes.ts";
import { formatCount } from "../base/format_count.ts";
import type { LocalTime } from "./_local_time.ts";
import { type Content, markup } from "./_markup.ts";
import { bucketStart, planTimeAxis } from "./_plan_axis.ts";
import { planGrowth } from "./_plan_growth.ts";
import { renderActivity, renderGrowth } from "./_render_charts.ts";
import type { ReportData } from "./_report_data.ts";

export function renderGrowthSection(
  { sessions, generations, tokens, isCounted, rotateAt }: ReportData,
  local: LocalTime,
): Content {
  const growth = planGrowth(generations, (iso) => local.msOf(iso));
  const moments = sessions.filter(({ id }) => id !== null)
    .flatMap(({ started }) => local.msOf(started) ?? []);
  const axis = planTimeAxis([...moments, ...growth.points.map(({ at }) => at)]);
  if (axis === undefined) return null;
  const { points, rotations } = growth;
  const now = `${isCounted ? "" : "about "}${formatCount(tokens)}`;
  const count = rotations.length;
  const times = count > 0 &&
    `, archived ${count === 1 ? "once" : plural(count, "time")} so far`;
  return markup`<section id="growth" data-group>
<h2>Growth</h2>
${
    points.length > 0 &&
    markup`<figure><figcaption>memory.md: ${now} tokens now${times}</figcaption>
${renderGrowth(growth, axis, { now, rotateAt })}</figure>`
  }
${
    // One or two bars alone say less than their numbers do.
    new Set(moments.map((ms) => bucketStart(ms, axis.bucket))).size > 2 &&
    markup`<figure><figcaption>Sessions a ${axis.bucket}</figcaption>
${renderActivity(moments, axis)}</figure>`}
</section>`;
}
