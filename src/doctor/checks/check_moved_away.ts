/** Memory that `clear all` or an import moved away lies in the project as well. */

import { baseName } from "../../base/path_text.ts";
import {
  hideFromGit,
  isHidden,
  listMovedAway,
} from "../../memory/clear_memory.ts";
import type { CheckContext } from "./check_context.ts";
import { type Findings, firstOf, warning } from "./finding.ts";

export function checkMovedAway({ store }: CheckContext): Findings {
  const open = listMovedAway(store).filter((path) => !isHidden(path));
  if (open.length === 0) return [];
  const names = open.map((path) => baseName(path));
  return warning(
    `git may see memory that was moved away: ${firstOf(names)}`,
    "memory-keeper doctor --fix hides it; what is committed already stays",
    {
      done: "Hid what was moved away from git",
      apply: () => open.forEach(hideFromGit),
    },
  );
}
