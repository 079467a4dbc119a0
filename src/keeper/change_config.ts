/** Change one setting in the user's own file; comments and layout stay. */

import { storeError } from "../errors.ts";
import type { ConfigName } from "../store/config_keys.ts";
import { parentOf } from "../store/path_text.ts";
import { globalConfigPath, projectConfigPath } from "../store/project.ts";
import { readText, resolveExisting } from "../store/read_file.ts";
import { ensureStore, type Store, withStoreLock } from "../store/store.ts";
import { StoreFiles } from "../store/store_files.ts";
import type { World } from "../world.ts";

const LOCK_WAIT_MS = 5000;

export interface ConfigChange {
  readonly name: ConfigName;
  /** Undefined removes the key, so that the default holds again. */
  readonly value: unknown;
  readonly scope: "project" | "global";
}

/** Returns the file that was changed. */
export async function changeConfig(
  store: Store,
  world: World,
  { name, value, scope }: ConfigChange,
): Promise<string> {
  const path = scope === "project"
    ? projectConfigPath(store.project)
    : globalConfigPath(world);
  if (path === undefined) {
    throw storeError(
      "Cannot find the home folder for the settings of all projects",
      "Set HOME, or leave --global away",
    );
  }
  ensureStore(store);
  const files = new StoreFiles(resolveExisting(parentOf(path) ?? path));
  const { editJsonc, parseJsonc } = await import("../store/jsonc.ts");
  await withStoreLock(
    store,
    { who: "config set", waitMs: LOCK_WAIT_MS },
    () => {
      const text = readText(path) ?? "";
      assertReadable(path, text, parseJsonc);
      files.replace(path, editJsonc(text, name.split("."), value));
    },
  );
  return path;
}

/** A file that is not JSON would be cut to pieces by an edit. */
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
      "Mend or remove the file first",
      cause,
    );
  }
}
