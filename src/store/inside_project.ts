/**
 * Whether a file of a store is a link that leads out of its project. A cloned
 * repository can bring such a link, and what is read from a store is shown to
 * the model: then it is not read, as it is not written.
 */

import { storeError } from "../base/errors.ts";
import { isInside } from "../base/path_text.ts";

/** Where it leads, if that is out of the project; undefined if all is well. */
export function leadsOut(path: string): string | undefined {
  const enclosing = enclosingFolder(path);
  if (enclosing === undefined) return undefined;
  try {
    const real = Deno.realPathSync(path);
    // Nearly always: no link on the way.
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
    "Replace the link by what it leads to, if that is yours",
  );
}

const IN_PROJECT = "/.claude/memory/";
const IN_HOME = "/memory-keeper/projects/";

/** What a file of a store must not leave; undefined for any other file. */
function enclosingFolder(path: string): string | undefined {
  const project = `${path}/`.lastIndexOf(IN_PROJECT);
  if (project > 0) return path.slice(0, project);
  const home = path.lastIndexOf(IN_HOME);
  if (home < 0) return undefined;
  const end = path.indexOf("/", home + IN_HOME.length);
  return end < 0 ? undefined : path.slice(0, end);
}
