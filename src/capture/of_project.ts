/** Whether a transcript was recorded in this project. */

import { isHeadlessEntrypoint } from "../claude/headless.ts";
import { isInside } from "../base/path_text.ts";
import { resolveExisting } from "../store/read_file.ts";
import type { Store } from "../store/store.ts";
import type { Beginning } from "./transcript_beginning.ts";

/** Claude Code's folder names can collide; the recorded folder tells. */
export function isOfProject(
  { project }: Store,
  beginning: Beginning | undefined,
): boolean {
  if (beginning?.cwd === undefined) return false;
  const cwd = resolveExisting(beginning.cwd);
  return [project.root, project.home].some((root) =>
    isInside(cwd, resolveExisting(root))
  );
}

/** The same, and the user wants sessions of its kind to be kept. */
export function isKeptInProject(
  store: Store,
  beginning: Beginning | undefined,
): boolean {
  const isUnwanted = store.config.headless === "off" &&
    isHeadlessEntrypoint(beginning?.entrypoint);
  return !isUnwanted && isOfProject(store, beginning);
}
