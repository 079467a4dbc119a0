/** Claude Code's transcripts: what we read, and what it deletes. */

import { plural } from "../../base/format_count.ts";
import { transcriptDays } from "../../claude/plugin_settings.ts";
import {
  readTranscriptStatus,
  type TranscriptStatus,
} from "../_transcript_status.ts";
import { bad, type Finding, type Findings, good, warning } from "./finding.ts";
import type { CheckContext } from "./check_context.ts";

export function checkTranscripts(context: CheckContext): Findings {
  const { store, world } = context;
  const { path } = transcriptDays(context.settings());
  return judgeTranscripts(readTranscriptStatus(store, world, 0), path);
}

/** `path` is the settings file that says how long they are kept. */
export function judgeTranscripts(
  { count: number, known, daysKept, purgedSoonUnseen, unseen }:
    TranscriptStatus,
  path: string,
): Finding {
  if (daysKept === 0) {
    return bad(
      `cleanupPeriodDays is 0 in ${path}: Claude Code writes none`,
      "Remove it, or set a large number; without them nothing can be saved",
    );
  }
  const days = plural(daysKept, "day");
  if (unseen > 0) {
    const soon = purgedSoonUnseen === 0
      ? ""
      : `; Claude Code deletes ${purgedSoonUnseen} of them within seven days`;
    return warning(
      `${unseen} of ${number} are not in memory yet${soon}`,
      "memory-keeper import",
    );
  }
  if (number === 0) {
    return good(`none of this project yet; they are kept ${days}`);
  }
  const kept = known === number ? "all in memory" : `${known} in memory so far`;
  return good(`${number} of this project, ${kept}; deleted after ${days}`);
}
