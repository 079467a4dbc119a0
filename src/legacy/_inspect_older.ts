/** What the earlier generation left in a store, without changing anything. */

import type { World } from "../base/world.ts";
import { olderNote, readIndex } from "../session/memory_index.ts";
import type { Store } from "../store/store.ts";
import { findUnfinished } from "./_migration_backup.ts";
import { findOlderMarks } from "./_older_marks.ts";

export interface OlderState {
  /** A migration that was not finished. */
  readonly begun: "legacy" | "timezone" | undefined;
  /** The earlier generation created the store itself. */
  readonly inPlace: boolean;
  /** A store in the home folder that was not brought in. */
  readonly home: string | undefined;
}

export function inspectOlder(store: Store, world: World): OlderState {
  const { layout } = store;
  const index = readIndex(layout);
  const { inPlace, home } = findOlderMarks(store, world, index);
  const isNew = home !== undefined &&
    olderNote(index).home[home] === undefined;
  return {
    begun: (["legacy", "timezone"] as const).find((what) =>
      findUnfinished(layout, what) !== undefined
    ),
    inPlace,
    home: isNew ? home : undefined,
  };
}
