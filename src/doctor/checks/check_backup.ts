/** The copies outside of the project, for when the store is deleted. */

import { isBackedUp, listBackups } from "../../store/backup.ts";
import { hasMemory } from "../../store/store.ts";
import type { CheckContext } from "./check_context.ts";
import { type Findings, good, warning } from "./finding.ts";

export function checkBackup({ store, hasStore }: CheckContext): Findings {
  if (!isBackedUp(store)) return [];
  const folder = `${store.project.userFolder}/backup`;
  if (listBackups(store.project).length > 0) {
    return good(`copies of memory lie in ${folder}`);
  }
  if (!hasStore() || !hasMemory(store.layout)) return [];
  return warning(
    "there is no copy of memory outside of the project yet",
    `The next change makes one; if not, check ${folder}`,
  );
}
