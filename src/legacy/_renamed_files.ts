/**
 * `timezone.json`: which files got a name in UTC, and from which local one. It
 * keeps the local time, prevents a second rename, and lists what a killed run
 * was about to do.
 */

import { isObject, type JsonObject } from "../base/json.ts";
import type { Rename } from "./_shift_names.ts";
import {
  field,
  loadForUpdate,
  readJson,
  saveJson,
} from "../store/json_file.ts";
import type { Layout } from "../store/layout.ts";
import type { Store } from "../store/store.ts";

/** Paths below the store. */
interface RenamedFiles extends JsonObject {
  readonly renamed: readonly Rename[];
  /** In this order; some of it may be done. */
  readonly doing: readonly Rename[];
}

const NONE: RenamedFiles = { renamed: [], doing: [] };

export function readRenamed({ timezone }: Layout): RenamedFiles {
  return readJson(timezone, parse) ?? NONE;
}

/** The caller holds the lock of migrations. */
export function changeRenamed(
  { files, layout: { timezone } }: Store,
  change: (before: RenamedFiles) => RenamedFiles,
): void {
  const before = loadForUpdate(files, timezone, parse, () => NONE);
  saveJson(files, timezone, change(before));
}

function parse(raw: JsonObject): RenamedFiles {
  return {
    ...raw,
    renamed: field.list(raw, "renamed", isRename),
    doing: field.list(raw, "doing", isRename),
  };
}

function isRename(value: unknown): value is Rename {
  return isObject(value) && typeof value["from"] === "string" &&
    typeof value["to"] === "string";
}
