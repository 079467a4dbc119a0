/** The team's items for the report: the newest, and who has how many. */

import { clip } from "../base/cut_text.ts";
import type { Layout } from "../store/layout.ts";
import { readOthers } from "../team/share_state.ts";
import { isSection, timeOf } from "../team/team_item.ts";
import { idOfStem } from "../team/team_names.ts";
import { describeAuthors } from "../team/team_set.ts";
import type { ReportTeam } from "./_report_data.ts";

const MOST_ITEMS = 300;
const TEXT_CHARS = 2000;

export function readReportTeam(layout: Layout): ReportTeam {
  const entries = readOthers(layout);
  const byAuthor = Map.groupBy(
    entries.flatMap(({ authors }) => authors),
    (name) => name,
  );
  return {
    total: entries.length,
    authors: [...byAuthor].map(([name, { length: count }]) => ({ name, count }))
      .sort((a, b) => b.count - a.count),
    items: entries.slice(0, MOST_ITEMS).map(({ stem, item, authors }) => ({
      id: idOfStem(stem),
      kind: item.kind,
      by: describeAuthors(authors),
      at: timeOf(item).getTime() === 0 ? null : timeOf(item).toISOString(),
      text: clip(isSection(item) ? item.body : item.content, TEXT_CHARS),
    })),
  };
}
