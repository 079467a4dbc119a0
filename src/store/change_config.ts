/** Change one setting in the user's own file; comments and layout stay. */

import { storeError, UserError } from "../base/errors.ts";
import type { ConfigName } from "./config_keys.ts";
import { writeGitignore } from "./gitignore.ts";
import { withLock } from "./lock.ts";
import { parentOf } from "../base/path_text.ts";
import {
  globalConfigPath,
  type Project,
  projectConfigPath,
} from "./project.ts";
import { readExactText, resolveExisting } from "./read_file.ts";
import { ensureStore, openStore, type Store } from "./store.ts";
import { StoreFiles } from "./store_files.ts";
import type { World } from "../base/world.ts";

const LOCK_WAIT_MS = 5000;

export interface ConfigChange {
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
    ? projectTarget(project)
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

/** A .gitignore that git tracks is the team's: others share on. */
async function openForGit(store: Store, isShared: boolean): Promise<void> {
  const { isTracked } = await import("./tracked_files.ts");
  if (!isShared && isTracked(store.layout.gitignore)) return;
  writeGitignore(store, isShared);
}

interface Target {
  readonly path: string;
  readonly files: StoreFiles;
  readonly lock: string;
}

function projectTarget(project: Project): Target {
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
  return {
    path,
    files: new StoreFiles(resolveExisting(project.home)),
    lock: path.replace(/config\.json$/, "state/config.lock"),
  };
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
