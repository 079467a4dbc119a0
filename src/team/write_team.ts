/**
 * Write team files: each once, never changed. Two people who write the same
 * item or the same tombstone write the same bytes under the same name.
 */

import { parentOf } from "../base/path_text.ts";
import { gitignoreText } from "../store/gitignore.ts";
import { readText, resolveExisting, statFile } from "../store/read_file.ts";
import type { Store } from "../store/store.ts";
import { StoreFiles } from "../store/store_files.ts";
import { pathOfStem, tombstonePath } from "./read_team.ts";
import { renderItem, stemOfItem, type TeamItem } from "./team_item.ts";
import { parseStem } from "./team_names.ts";

/** The stem of the file; nothing happens if it is there. */
export function writeItem(store: Store, item: TeamItem): string {
  const stem = stemOfItem(item);
  const path = `${store.layout.team}/${pathOfStem(stem, item.kind)}`;
  if (statFile(path) === undefined) {
    const files = openTeam(store);
    // First the new one: killed in between, both are there and the new one
    // still names the other.
    files.replace(path, renderItem(item));
  }
  if (item.replaces) writeTombstone(store, item.replaces);
  return stem;
}

/** From now on the item is gone, also where a merge brings its file back. */
export function writeTombstone(store: Store, stem: string): void {
  if (parseStem(stem) === undefined) return;
  const path = `${store.layout.team}/${tombstonePath(stem)}`;
  if (statFile(path) === undefined) {
    openTeam(store).replace(path, `removed ${stem}\n`);
  }
}

/** Its words go as well; a tombstone keeps them out. */
export function eraseItem(store: Store, stem: string): void {
  writeTombstone(store, stem);
  const files = openTeam(store);
  for (const kind of ["section", "decision"] as const) {
    files.remove(`${store.layout.team}/${pathOfStem(stem, kind)}`);
  }
}

/**
 * In a linked worktree the team's folder is the worktree's own, because items
 * travel with its commits; the rest of the store is the main one's.
 */
function openTeam({ project, layout }: Store): StoreFiles {
  const files = new StoreFiles(resolveExisting(project.root));
  const gitignore = `${parentOf(layout.team)}/.gitignore`;
  if (readText(gitignore) === undefined) {
    files.replace(gitignore, gitignoreText(true));
  }
  return files;
}
