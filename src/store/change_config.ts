/** Change one setting in the user's own file; comments and layout stay. */

import { storeError, UserError } from "../base/errors.ts";
import type { ConfigName } from "./config_keys.ts";
import { gitignoreText, writeGitignore } from "./gitignore.ts";
import { projectStoreDir, storeLayout } from "./layout.ts";
import { withLock } from "./lock.ts";
import { parentOf } from "../base/path_text.ts";
import {
  globalConfigPath,
  type Project,
  projectConfigPath,
} from "./project.ts";
import { acceptStore } from "./owner.ts";
import { readExactText, resolveExisting, statFile } from "./read_file.ts";
import { ensureStore, openStore, type Store } from "./store.ts";
import { StoreFiles } from "./store_files.ts";
import { aboveTeam, teamFiles } from "./team_folder.ts";
import type { World } from "../base/world.ts";

const LOCK_WAIT_MS = 5000;

interface ConfigChange {
  readonly name: ConfigName;
  /** Undefined removes the key, so that the default applies again. */
  readonly value: unknown;
  readonly scope: "project" | "global";
}

/** Returns the file that was changed. */
export async function changeConfig(
  project: Project,
  world: World,
  { name, value, scope }: ConfigChange,
): Promise<string> {
  const target = scope === "project"
    ? await projectTarget(project, world)
    : globalTarget(world);
  const { path, files, lock } = target;
  const { editJsonc, parseJsonc } = await import("./_jsonc.ts");
  const claim = { path: lock, who: "config set", waitMs: LOCK_WAIT_MS };
  await withLock(files, claim, () => {
    const text = readExactText(path) ?? "";
    assertReadable(path, text, parseJsonc);
    files.replace(path, editJsonc(text, name.split("."), value));
  });
  if (name === "share" && scope === "project") {
    await openForGit(openStore(project), value === true || value === "ask");
  }
  return path;
}

/** A .gitignore that git tracks belongs to the team: others go on sharing. */
async function openForGit(store: Store, isShared: boolean): Promise<void> {
  const { isTracked } = await import("./tracked_files.ts");
  const { gitignore } = store.layout;
  if (!isShared && isTracked(gitignore)) return;
  writeGitignore(store, isShared);
  // The store is in the user's folder, or this is a linked worktree.
  const teams = `${aboveTeam(store)}/.gitignore`;
  if (teams !== gitignore && (isShared || statFile(teams))) {
    teamFiles(store).replace(teams, gitignoreText(store, isShared));
  }
}

interface Target {
  readonly path: string;
  readonly files: StoreFiles;
  readonly lock: string;
}

async function projectTarget(
  project: Project,
  world: World,
): Promise<Target> {
  if (project.foreign !== undefined) {
    throw new UserError(
      "refused",
      "The settings in this folder are not yours",
      [
        "memory-keeper trust makes its memory yours; --global is for all projects",
      ],
    );
  }
  const store = openStore(project);
  ensureStore(store);
  const path = projectConfigPath(project);
  const files = new StoreFiles(resolveExisting(project.home));
  const folder = projectStoreDir(project.home);
  if (project.storeDir !== folder) await claimFolder(world, files, folder);
  return {
    path,
    files,
    lock: path.replace(/config\.json$/, "state/config.lock"),
  };
}

/** With the store elsewhere, the settings alone would seem someone else's. */
async function claimFolder(
  world: World,
  files: StoreFiles,
  folder: string,
): Promise<void> {
  const { gitignore } = storeLayout(folder);
  if (!statFile(gitignore)) files.replace(gitignore, "*\n");
  await acceptStore(world, files, folder);
}

/** All projects share this file, so its lock is next to it. */
function globalTarget(world: World): Target {
  const path = globalConfigPath(world);
  if (path === undefined) {
    throw storeError(
      "Cannot find the home folder for the settings of all projects",
      "Set HOME, or leave out --global",
    );
  }
  return {
    path,
    files: new StoreFiles(resolveExisting(parentOf(path) ?? path)),
    lock: path.replace(/\.json$/, ".lock"),
  };
}

/** An edit would destroy a file that is not JSON. */
function assertReadable(
  path: string,
  text: string,
  parse: (text: string) => unknown,
): void {
  if (text.trim() === "") return;
  try {
    parse(text);
  } catch (cause) {
    throw storeError(
      `Cannot change "${path}": it is not valid JSON`,
      "Fix or remove the file first",
      cause,
    );
  }
}
