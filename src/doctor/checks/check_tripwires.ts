/** Whether rules that name a command or a path are told in time. */

import { plural } from "../../base/format_count.ts";
import { tripwiresOf } from "../../knowledge/tripwire_table.ts";
import { listNames } from "../../store/read_file.ts";
import type { CheckContext } from "./check_context.ts";
import { type Findings, good, warning } from "./finding.ts";

export function checkTripwires({ store }: CheckContext): Findings {
  const wires = tripwiresOf(store);
  if (wires.length === 0) return [];
  // A rule may trip in several ways.
  const { size } = new Set(wires.map(({ id }) => id));
  const what = `${plural(size, "rule")} about commands and files`;
  // Such notes are swept away after a week.
  const hasModule = listNames(`${store.layout.dir}/.cache/given`)
    .some((name) => name.endsWith(".module"));
  if (hasModule) return good(`${what}, told at the call`);
  const late = `${what}: no hooks module ran lately, so reminders come ` +
    "after the call";
  if (!wires.some(({ deny }) => deny)) return good(late);
  const remedy = "Use Claude Code 2.1.287 or later";
  return warning(`${late}, and nothing is refused`, remedy);
}
