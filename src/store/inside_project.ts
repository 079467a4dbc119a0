/**
 * Whether a file of a store is a link that leads out of its project. A cloned
 * repository can contain such a link, and what a store holds is shown to the
 * model: such a file is neither read nor written.
 */

import { storeError } from "../base/errors.ts";
import { isInside } from "../base/path_text.ts";

/** The target if it is outside the project, else undefined. */
export function leadsOut(path: string): string | undefined {
  const enclosing = enclosingFolder(path);
  if (enclosing === undefined) return undefined;
  // Which store such a path is of could be forged.
  if (/[\\/]\.\.(?:[\\/]|$)/.test(path)) return path;
  try {
    const real = Deno.realPathSync(path);
    // No link on the way, which is nearly always the case.
    if (real === path) return undefined;
    return isInside(real, Deno.realPathSync(enclosing)) ? undefined : real;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}

export function assertInsideProject(path: string): void {
  const real = leadsOut(path);
  if (real === undefined) return;
  throw storeError(
    `Cannot read "${path}": it leads out of the project to "${real}"`,
    "Replace the link by its target, if that is yours",
  );
}

const IN_PROJECT = "/.claude/memory/";
const IN_HOME = "/memory-keeper/projects/";

/** The folder a store's file must not leave; undefined for any other file. */
function enclosingFolder(path: string): string | undefined {
  const project = `${path}/`.lastIndexOf(IN_PROJECT);
  if (project > 0) return path.slice(0, project);
  const home = path.lastIndexOf(IN_HOME);
  if (home < 0) return undefined;
  const end = path.indexOf("/", home + IN_HOME.length);
  return end < 0 ? undefined : path.slice(0, end);
}
