/**
 * Which items of this store are shared: shared.json, the store's own. What
 * is not in it is new; what is in it without a team file stays private. So what
 * waits to be shared is always computed, never kept in a list.
 */

import { isObject, type JsonObject } from "../base/json.ts";
import { loadForUpdate, loadJson, saveJson } from "../store/json_file.ts";
import type { Layout } from "../store/layout.ts";
import type { Store } from "../store/store.ts";
import type { OwnItem } from "./own_items.ts";
import { factFiles, readGone, readItems, sectionFiles } from "./read_team.ts";
import { type TeamEntry, teamSet } from "./team_set.ts";

export interface SharedItem {
  readonly mark: number;
  /** The file it was in when it was last seen. */
  readonly file: string;
  /** The stem of its team file; "" for one that stays private. */
  readonly team: string;
}

export type ShareState = ReadonlyMap<string, SharedItem>;

/** Undefined where nothing was ever shared. */
export function readShareState({ layout }: Store): ShareState | undefined {
  const loaded = loadJson(layout.shared, parse);
  return loaded.state === "ok" ? loaded.value : undefined;
}

/** The stems of what this store has shared. */
export function readOwnStems(layout: Layout): ReadonlySet<string> {
  const loaded = loadJson(layout.shared, parse);
  const items = loaded.state === "ok" ? loaded.value?.values() ?? [] : [];
  return new Set([...items].flatMap(({ team }) => team || []));
}

/** What others say: without the items of this store. */
export function readOthers(layout: Layout): TeamEntry[] {
  const own = readOwnStems(layout);
  const files = [...sectionFiles(layout), ...factFiles(layout)]
    .filter(({ stem }) => !own.has(stem));
  return teamSet(readItems(layout, files), readGone(layout));
}

/** For a change, under the store's lock: a damaged one is set aside. */
export function loadShareState(
  { files, layout }: Store,
): ShareState | undefined {
  return loadForUpdate(files, layout.shared, parse, () => undefined);
}

/** `removed` are stems that were removed or replaced just now. */
export function saveShareState(
  { files, layout }: Store,
  state: ShareState,
  removed: readonly string[] = [],
): void {
  const gone = new Set([...readRemoved(layout), ...removed]);
  saveJson(files, layout.shared, {
    version: 1,
    items: Object.fromEntries(state),
    ...(gone.size > 0 ? { gone: [...gone] } : {}),
  });
}

/** Stems that this store shared and took back: their tombstones may be lost. */
export function readRemoved(layout: Layout): string[] {
  const loaded = loadJson(layout.shared, ({ gone }) => gone);
  const gone = loaded.state === "ok" ? loaded.value : [];
  return Array.isArray(gone)
    ? gone.filter((one) => typeof one === "string")
    : [];
}

/** All of these stay private, unless they are shared already. */
export function keepPrivate(
  state: ShareState,
  items: readonly OwnItem[],
): ShareState {
  const next = new Map(state);
  for (const { key, mark, file } of items) {
    if (!next.has(key)) next.set(key, { mark, file, team: "" });
  }
  return next;
}

function parse(raw: JsonObject): ShareState | undefined {
  const items = isObject(raw["items"]) ? Object.entries(raw["items"]) : [];
  return new Map(items.flatMap(([key, value]) => {
    if (!isObject(value)) return [];
    const { mark, file, team } = value;
    const isWhole = typeof mark === "number" && typeof file === "string" &&
      typeof team === "string";
    return isWhole ? [[key, { mark, file, team }] as const] : [];
  }));
}
