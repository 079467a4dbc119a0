/**
 * The folder of what a team shares. Items travel with the commits of a
 * checkout, so a linked worktree has its own; only one that is a repository of
 * its own serves all of them.
 */

import { parentOf } from "../base/path_text.ts";
import { projectStoreDir, teamFolderIn } from "./layout.ts";
import type { Project } from "./project.ts";
import { resolveExisting, statFile } from "./read_file.ts";
import type { Store } from "./store.ts";
import { StoreFiles } from "./store_files.ts";

export function teamFolder({ root, home, ...project }: Project): string {
  if (!project.hasTeam) return teamFolderIn(project.storeDir);
  const folderOf = (dir: string) => teamFolderIn(projectStoreDir(dir));
  const main = folderOf(home);
  return root !== home && isRepository(main) ? main : folderOf(root);
}

/** A clone, a submodule or a worktree of a branch for memory alone. */
export const isRepository = (team: string): boolean =>
  statFile(`${team}/.git`) !== undefined;

/** For writing below it; the store may be in another folder. */
export function teamFiles({ layout: { team }, project }: Store): StoreFiles {
  const { root, home } = project;
  const isHome = team === teamFolderIn(projectStoreDir(home));
  return new StoreFiles(resolveExisting(isHome ? home : root));
}

/** The folder that has the team's, with the .gitignore that opens it. */
export const aboveTeam = ({ layout: { team } }: Store): string =>
  parentOf(team) ?? team;
