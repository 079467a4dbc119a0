/** What the earlier generation left in a store, without changing anything. */

import type { World } from "../base/world.ts";
import { readIndex } from "../session/memory_index.ts";
import type { Store } from "../store/store.ts";
import { findUnfinished } from "./_migration_backup.ts";
import { findOlderMarks, type OlderMarks } from "./_older_marks.ts";

export interface OlderState extends OlderMarks {
  /** A migration that was not finished. */
  readonly begun: "legacy" | "timezone" | undefined;
}

export function inspectOlder(store: Store, world: World): OlderState {
  const { layout } = store;
  return {
    begun: (["legacy", "timezone"] as const).find((what) =>
      findUnfinished(layout, what) !== undefined
    ),
    ...findOlderMarks(store, world, readIndex(layout)),
  };
}
