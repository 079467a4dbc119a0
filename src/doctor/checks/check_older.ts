/** What the doctor says of the earlier generation: its stores, and its plugin. */

import { findOlderPlugins } from "../../claude/older_plugins.ts";
import { readIndex } from "../../session/memory_index.ts";
import { findUnfinished } from "../../legacy/migration_backup.ts";
import { findOlderMarks } from "../../legacy/older_marks.ts";
import { olderNote } from "../../legacy/migration.ts";
import { type Finding, warning } from "./finding.ts";
import type { Patient } from "./check_context.ts";

const CHECK = "earlier tool";

/** Said only when there is something: nothing of it is wrong. */
export function checkOlderStore({ store, world }: Patient): Finding[] {
  const { layout } = store;
  const begun = (["legacy", "timezone"] as const).find((what) =>
    findUnfinished(layout, what) !== undefined
  );
  if (begun !== undefined) {
    return [warning(
      CHECK,
      "a migration was not finished; nothing is lost",
      begun === "legacy"
        ? "memory-keeper migrate legacy"
        : "memory-keeper migrate timezone --apply, with the same offset",
    )];
  }
  const index = readIndex(layout);
  const { inPlace, home } = findOlderMarks(store, world, index);
  const isNew = home !== undefined &&
    olderNote(index).home[home] === undefined;
  if (!inPlace && !isNew) return [];
  return [warning(
    CHECK,
    inPlace
      ? "its store is in use here as it is"
      : `it kept memory for a project of this name in ${home}`,
    "memory-keeper migrate legacy shows what it would do",
  )];
}

export function checkOlderPlugin({ settings }: Patient): Finding[] {
  return findOlderPlugins(settings())
    .map(({ what, remedy }) => warning(CHECK, what, remedy));
}
