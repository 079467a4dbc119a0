/** What was given at a moment, and what followed, in a line a kind. */

import { plural } from "../base/format_count.ts";
import type { MomentCount } from "../context/moment_outcomes.ts";

const NAMES = {
  fix: "fixes",
  file: "memories of a file",
  rule: "reminders of a rule",
  recall: "passages with a prompt",
} as const;

/** Nothing shows whether a passage or a memory of a file helped. */
export function renderMoments(counts: readonly MomentCount[]): string {
  return counts.map(({ kind, given, sameAgain, success }) => {
    const what = `${NAMES[kind]}: given ${plural(given, "time")}`;
    if (kind === "recall" || kind === "file") return what;
    const again = kind === "rule" ? "broken again" : "same failure afterwards";
    return `${what}, ${again} ${plural(sameAgain, "time")}, ` +
      `success ${plural(success, "time")}`;
  }).join("\n");
}
