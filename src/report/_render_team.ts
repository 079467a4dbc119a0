/** What others in the team have shared, with their names. */

import { plural } from "../base/format_count.ts";
import { type LocalTime, plainDay } from "./_local_time.ts";
import { renderMarkdown } from "./_markdown.ts";
import { type Content, type Markup, markup } from "./_markup.ts";
import type { ReportTeam } from "./_report_data.ts";

export function renderTeam(
  { items, authors, total }: ReportTeam,
  local: LocalTime,
): Content {
  if (items.length === 0) return false;
  const rest = total - items.length;
  return markup`<section id="team" data-group>
<h2>Team</h2>
<p class="lead">${
    plural(total, "item")
  } of other people, under the names their files give: ${
    authors.map(({ name, count }, i) => [
      i > 0 && ", ",
      markup`<bdi>${name}</bdi> (${count})`,
    ])
  }.</p>
${items.map((item) => renderItem(item, local))}${
    rest > 0 &&
    markup`<p class="none">${
      plural(rest, "older item")
    }: memory-keeper search --layer team</p>`
  }</section>`;
}

function renderItem(
  { id, kind, by, at, text }: ReportTeam["items"][number],
  local: LocalTime,
): Markup {
  const day = at === null ? "" : plainDay(local.day(at));
  return markup`<article class="archive" data-item><p class="meta"><code>${id}</code> · ${
    kind.replace("_", " ")
  } · <bdi>${by}</bdi>${day !== "" && ` · ${day}`}</p>${
    renderMarkdown(text)
  }</article>
`;
}
