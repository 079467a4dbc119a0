/** The team's items: files that came through git, from anyone. */

import { plural } from "../../base/format_count.ts";
import { oneLine } from "../../base/safe_text.ts";
import { examineTeam } from "../../team/examine_team.ts";
import { type Findings, firstOf, good, warning } from "./finding.ts";
import type { CheckContext } from "./check_context.ts";

export function checkTeam({ store }: CheckContext): Findings {
  const { items, edited, unread } = examineTeam(store.layout);
  if (items + unread.length === 0) return [];
  const faults = [
    ...describe(
      edited,
      "was edited and is read as it is",
      "were edited " +
        "and are read as they are",
    ),
    ...describe(
      unread,
      "is no item and is not read",
      "are no items and are " +
        "not read",
    ),
  ];
  return faults.length === 0
    ? good(`${plural(items, "item")}, as they were written`)
    : warning(
      faults.join("; "),
      "git log -p -- .claude/memory/team shows who changed what",
    );
}

function describe(
  names: readonly string[],
  one: string,
  several: string,
): string[] {
  if (names.length === 0) return [];
  const shown = firstOf(names.map(oneLine));
  return [`${shown} ${names.length === 1 ? one : several}`];
}
