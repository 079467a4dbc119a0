/** The team's items: files that came through git, from anyone. */

import { plural } from "../../base/format_count.ts";
import { oneLine } from "../../base/safe_text.ts";
import { lstat } from "../../store/file_kinds.ts";
import { leadsOut } from "../../store/inside_project.ts";
import { statFile } from "../../store/read_file.ts";
import { examineTeam } from "../../team/examine_team.ts";
import { describeHeld, readWaiting } from "../../team/share.ts";
import {
  type Finding,
  type Findings,
  firstOf,
  good,
  warning,
} from "./finding.ts";
import type { CheckContext } from "./check_context.ts";

export function checkTeam(context: CheckContext): Findings {
  return [checkItems(context), checkHeld(context)].flat();
}

/** What a hook has held back was said to no one. */
function checkHeld({ store, world }: CheckContext): Finding[] {
  const { secret, long } = readWaiting(store, world);
  return describeHeld([...secret, ...long]).map((line) =>
    warning(
      line,
      "memory-keeper share preview, then memory-keeper share push <id>",
    )
  );
}

function checkItems({ store }: CheckContext): Findings {
  const { team } = store.layout;
  const info = lstat(team);
  const isUsable = info === undefined ||
    statFile(team)?.isDirectory && leadsOut(team) === undefined;
  if (!isUsable) {
    return warning(
      ".claude/memory/team is no folder in this project: nothing in it is " +
        "read or shared",
      "Move it away, or put the folder itself there",
    );
  }
  const { items, edited, unread } = examineTeam(store.layout);
  if (items + unread.length === 0) return [];
  const faults = [
    ...describe(
      edited,
      "was edited and is read as it is",
      "were edited and are read as they are",
    ),
    ...describe(
      unread,
      "is no item and is not read",
      "are no items and are not read",
    ),
  ];
  return faults.length === 0
    ? good(`${plural(items, "item")}, as they were written`)
    : warning(
      faults.join("; "),
      "git log -p -- .claude/memory/team shows who changed what; after " +
        "memory-keeper reindex a search knows it",
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
