/**
 * Write team files: each once, never changed. Two people who write the same
 * item or the same tombstone write the same bytes under the same name.
 */

import { baseName } from "../base/path_text.ts";
import { gitignoreText } from "../store/gitignore.ts";
import { readText, statFile } from "../store/read_file.ts";
import type { Store } from "../store/store.ts";
import type { StoreFiles } from "../store/store_files.ts";
import { aboveTeam, teamFiles } from "../store/team_folder.ts";
import { pathOfStem, tombstonePath } from "./read_team.ts";
import { renderItem, stemOfItem, type TeamItem } from "./team_item.ts";
import { parseStem } from "./team_names.ts";

/** The stem of the file; nothing happens if it is there. */
export function writeItem(store: Store, item: TeamItem): string {
  const stem = stemOfItem(item);
  // First the new one: killed in between, both are there and the new one
  // still names the other.
  writeOnce(store, pathOfStem(stem, item.kind), renderItem(item));
  if (item.replaces) writeTombstone(store, item.replaces);
  return stem;
}

/** From now on the item is gone, also where a merge brings its file back. */
export function writeTombstone(store: Store, stem: string): void {
  if (parseStem(stem) === undefined) return;
  writeOnce(store, tombstonePath(stem), `removed ${stem}\n`);
}

/** Staged in the team's folder itself, where leftovers are looked for. */
function writeOnce(store: Store, below: string, text: string): void {
  const { team } = store.layout;
  const path = `${team}/${below}`;
  if (statFile(path) !== undefined) return;
  const files = teamFiles(store);
  openForGit(store, files);
  files.putStaged(files.stage(`${team}/${baseName(path)}`, text), path);
}

/** In a linked worktree the team's folder is not in the store. */
function openForGit(store: Store, files: StoreFiles): void {
  const gitignore = `${aboveTeam(store)}/.gitignore`;
  if (readText(gitignore) === undefined) {
    files.replace(gitignore, gitignoreText(store, true));
  }
}
