/**
 * Stores of the user's other projects that may know an error, for the setting
 * `crossProject`. Their lists of known errors are read first, so that nearly
 * always no project is opened.
 */

import { isSystemError, UserError } from "../base/errors.ts";
import { periodAt, periodsOf } from "../base/off_period.ts";
import type { Deadline } from "../base/timeout.ts";
import type { World } from "../base/world.ts";
import { knownFixes } from "../search/known_fixes.ts";
import { readKnownProjects } from "../store/known_projects.ts";
import { type Layout, projectStoreDir, storeLayout } from "../store/layout.ts";
import { loadOff } from "../store/off.ts";
import { homeStoreDir, openProject } from "../store/project.ts";
import { openStore, type Store, storeExists } from "../store/store.ts";

/** The ones that were added last. */
const MOST_PROJECTS = 50;

/** As long as there is time; a project that cannot be opened is left out. */
export async function* otherStoresWith(
  { project: { userFolder, home } }: Store,
  world: World,
  error: string,
  budget: Deadline,
): AsyncGenerator<Store> {
  if (userFolder === undefined) return;
  const roots = readKnownProjects(userFolder).toReversed()
    .filter((root) => root !== home).slice(0, MOST_PROJECTS);
  for (const root of roots) {
    if (budget.passed) return;
    const dirs = [projectStoreDir(root), homeStoreDir(world, root) ?? ""];
    if (!dirs.some((dir) => isOnList(storeLayout(dir), error))) continue;
    const store = await openOther(world, root);
    if (store && isOnList(store.layout, error)) yield store;
  }
}

const isOnList = (layout: Layout, error: string) =>
  (knownFixes(layout, error) ?? []).length > 0;

async function openOther(
  world: World,
  root: string,
): Promise<Store | undefined> {
  try {
    const store = openStore(await openProject(world, root));
    return storeExists(store) && isOpenToOthers(store, world)
      ? store
      : undefined;
  } catch (error) {
    // Deleted, moved, or its off.json says nothing that can be understood.
    if (error instanceof UserError || isSystemError(error)) return undefined;
    throw error;
  }
}

/** Not while it is off, and not where the user has said no. */
function isOpenToOthers(
  { project, config, layout }: Store,
  world: World,
): boolean {
  const isRefused = !config.crossProject &&
    project.config.origins.crossProject !== undefined;
  const nowMs = world.now().getTime();
  return !isRefused && !periodAt(periodsOf(loadOff(layout)), nowMs);
}
