/**
 * Recognises a store of the earlier generation by its index alone, cheap enough
 * for a session start.
 */

import type { World } from "../base/world.ts";
import { claudeFolder } from "../claude/folders.ts";
import {
  type MemoryIndex,
  olderNote,
  withOlderNote,
} from "../session/memory_index.ts";
import type { Snapshot } from "../session/snapshot.ts";
import { statFile } from "../store/read_file.ts";
import type { Claim, Store } from "../store/store.ts";

/** Files that only the earlier generation reads and writes. */
export const OLDER_MARKERS = [".l4-done", ".l2-pending", "counter.txt"];

/** Where stores of the home era are. */
export function homeStoresFolder(world: World): string | undefined {
  const folder = claudeFolder(world);
  return folder && `${folder}/memory-keeper/projects`;
}

interface OlderMarks {
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

/**
 * The line by which a session says that there is data of an earlier tool, the
 * first time; the index notes that it was said.
 */
export async function mentionOlder(
  store: Store,
  world: World,
  claim: Claim,
  snapshot: Snapshot,
): Promise<string | undefined> {
  const { index } = snapshot;
  const { toldAt, migratedAt } = olderNote(index);
  if (toldAt !== undefined || migratedAt !== undefined) return undefined;
  const { inPlace, home } = findOlderMarks(store, world, index);
  if (!inPlace && home === undefined) return undefined;
  const note = { toldAt: world.now().toISOString() };
  await snapshot.changeIndex(claim, (now) => withOlderNote(now, note));
  return inPlace
    ? "An earlier tool's memory is in use here as it is; " +
      '"memory-keeper migrate legacy" shows what it would tidy up'
    : "An earlier tool kept memory for a project of this name; " +
      '"memory-keeper migrate legacy" shows how to bring it in';
}
