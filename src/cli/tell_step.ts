/** What a step of the journal changed, a line for each file. */

import { oneLine } from "../base/safe_text.ts";
import type { JournalStep } from "../control/undo.ts";
import { clipToWidth } from "../output/table.ts";

const WORDS_COLUMNS = 48;

/** `memory.md: added "Rounded last…"` */
export function tellStep({ changes, isGlobal }: JournalStep): string[] {
  return changes.map(({ path, told }) => {
    const { how = "changed", words = "" } = told ?? {};
    const where = isGlobal ? `${path} of every project` : path;
    const said = clipToWidth(oneLine(words), WORDS_COLUMNS);
    return `${where}: ${how}${said === "" ? "" : ` "${said}"`}`;
  });
}
