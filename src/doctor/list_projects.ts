/** The projects with a memory, from our list and Claude Code's folders. */

import { claudeFolder } from "../claude/folders.ts";
import { projectFolderName } from "../claude/memory_folder.ts";
import { findTranscripts } from "../capture/found_transcript.ts";
import { readBeginning } from "../capture/transcript_beginning.ts";
import { readKnownProjects } from "../store/known_projects.ts";
import { nearestProject, openProject } from "../store/project.ts";
import { changedAt, listNames, statFile } from "../store/read_file.ts";
import { openStore, type Store, storeExists } from "../store/store.ts";
import { userFolder } from "../store/user_key.ts";
import type { World } from "../base/world.ts";

/** Of Claude Code's folders; each costs a look into a transcript. */
const MOST_FOLDERS = 500;
const MOST_PROJECTS = 100;

/** Their stores, the one used last first. What cannot be opened is left out. */
export async function listProjects(world: World): Promise<Store[]> {
  const folder = userFolder(world);
  const known = folder ? readKnownProjects(folder) : [];
  const stores = new Map<string, { store: Store; usedMs: number }>();
  for (const root of [...known, ...recordedRoots(world, known)]) {
    const store = await open(world, root);
    // Worktrees share a store.
    if (store === undefined || stores.has(store.layout.dir)) continue;
    stores.set(store.layout.dir, { store, usedMs: usedAt(store) });
  }
  return [...stores.values()].sort((a, b) => b.usedMs - a.usedMs)
    .slice(0, MOST_PROJECTS).map(({ store }) => store);
}

async function open(world: World, root: string): Promise<Store | undefined> {
  try {
    const store = openStore(await openProject(world, root));
    return storeExists(store) ? store : undefined;
  } catch {
    return undefined; // Deleted, moved, on a disk that is not there.
  }
}

const usedAt = ({ layout }: Store) =>
  Math.max(
    ...[layout.sessions, layout.memory, layout.log]
      .map((path) => changedAt(statFile(path))),
  );

/** Where Claude Code's newest session of each folder was started. */
function recordedRoots(world: World, known: readonly string[]): string[] {
  const folder = claudeFolder(world);
  const names = new Set(known.map(projectFolderName));
  return listNames(`${folder}/projects`).slice(0, MOST_FOLDERS)
    .filter((name) => !names.has(name))
    .flatMap((name) => {
      const [newest] = findTranscripts(`${folder}/projects/${name}`)
        .sort((a, b) => b.modifiedMs - a.modifiedMs);
      const cwd = newest && readBeginning(newest.transcript)?.cwd;
      if (cwd === undefined || !statFile(cwd)?.isDirectory) return [];
      return [nearestProject(world, cwd)];
    });
}
