/**
 * Recognises a store of the earlier generation by its index alone, cheap enough
 * for a session start.
 */

import type { World } from "../base/world.ts";
import { claudeFolder } from "../claude/folders.ts";
import { type MemoryIndex, olderNote } from "../session/memory_index.ts";
import { statFile } from "../store/read_file.ts";
import type { Store } from "../store/store.ts";

/** Files that only the earlier generation reads and writes. */
export const OLDER_MARKERS = [".l4-done", ".l2-pending", "counter.txt"];

/** Where stores of the home era are. */
export function homeStoresFolder(world: World): string | undefined {
  const folder = claudeFolder(world);
  return folder && `${folder}/memory-keeper/projects`;
}

export interface OlderMarks {
  /** The earlier generation created the store itself. */
  readonly inPlace: boolean;
  /** A store in the home folder with this project's name, not brought in yet. */
  readonly home: string | undefined;
}

export function findOlderMarks(
  { layout, project }: Store,
  world: World,
  index: MemoryIndex,
): OlderMarks {
  const folder = homeStoresFolder(world);
  const home = `${folder}/${project.name}`;
  const isNew = folder !== undefined && statFile(home)?.isDirectory &&
    olderNote(index).home[home] === undefined;
  return {
    // An index that was damaged and rebuilt has lost its version.
    inPlace: index.version < 2 ||
      [`${layout.dir}/${OLDER_MARKERS[0]}`, layout.olderDelta]
        .some((path) => statFile(path) !== undefined),
    home: isNew ? home : undefined,
  };
}
