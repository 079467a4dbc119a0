/**
 * Where this user's memory lies: a path a line in the user's folder, added when
 * a store is made. Nothing depends on it but the commands for all projects.
 */

import { readText, resolveExisting } from "./read_file.ts";
import type { Project } from "./project.ts";
import { StoreFiles } from "./store_files.ts";

const MOST_BYTES = 1_000_000;

const listIn = (folder: string) => `${folder}/known-projects`;

/** Never throws: memory is kept whether or not it is listed. */
export function noteProject({ home, userFolder }: Project): void {
  if (userFolder === undefined || home.includes("\n")) return;
  try {
    if (readKnownProjects(userFolder).includes(home)) return;
    const files = new StoreFiles(resolveExisting(userFolder));
    files.appendAtomically(listIn(userFolder), `${home}\n`);
  } catch {
    // A read-only or full folder: Claude Code's own folders name it too.
  }
}

/** The folders of projects, oldest first; some may be gone. */
export function readKnownProjects(userFolder: string): readonly string[] {
  try {
    const text = readText(listIn(userFolder), MOST_BYTES) ?? "";
    return text.split("\n").filter((line) => line !== "");
  } catch {
    return [];
  }
}
