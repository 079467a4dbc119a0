/**
 * What git tracks of a store comes with every pull, and a change of it would go
 * to everyone with the next commit. The user's memory goes on in local copies.
 */

import { LOCAL_NAMES, localName } from "./layout.ts";
import { readBytes } from "./read_file.ts";
import type { Store } from "./store.ts";
import { readTracked } from "./tracked_files.ts";

/** Returns the names of the files that have a copy now. */
export function copyTracked({ layout: { dir }, files }: Store): string[] {
  const tracked = readTracked(dir);
  return LOCAL_NAMES.filter((name) => {
    const local = `${dir}/${localName(name)}`;
    const bytes = tracked.has(name) ? readBytes(`${dir}/${name}`) : undefined;
    if (bytes === undefined || readBytes(local) !== undefined) return false;
    files.replace(local, bytes);
    return true;
  });
}
