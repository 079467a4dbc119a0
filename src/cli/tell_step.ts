/** What a step of the journal changed, a line for each file. */

import { oneLine } from "../base/safe_text.ts";
import { tellChange } from "../control/told_changes.ts";
import type { Step } from "../control/undo.ts";
import { clipToWidth } from "../output/table.ts";
import type { Store } from "../store/store.ts";

const WORDS_COLUMNS = 48;

/** `memory.md: added "Rounded last…"` */
export function tellStep(store: Store, step: Step): string[] {
  const dir = step.isGlobal ? store.project.userFolder : store.layout.dir;
  return step.changes.map((change) => {
    const { path, how, words } = tellChange(dir ?? "", change);
    const where = step.isGlobal ? `${path} of every project` : path;
    const said = clipToWidth(oneLine(words), WORDS_COLUMNS);
    return `${where}: ${how}${said === "" ? "" : ` "${said}"`}`;
  });
}
