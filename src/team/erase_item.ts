/**
 * Remove what was forgotten from the team's folder, and keep it out of what is
 * read: a tombstone works on the branches that have it, the list of forgotten
 * items on all of them.
 */

import type { World } from "../base/world.ts";
import { copyKeptOut } from "../store/kept_out_copy.ts";
import type { Store } from "../store/store.ts";
import { teamFiles } from "../store/team_folder.ts";
import { addTombstones } from "../store/tombstones.ts";
import { FORGOTTEN_ITEM, pathOfStem } from "./read_team.ts";
import { type Planned, planShare } from "./share.ts";
import { loadShareState, saveShareState } from "./share_state.ts";
import { isSection } from "./team_item.ts";
import { parseStem } from "./team_names.ts";
import { writeTombstone } from "./write_team.ts";

/** Before its file goes: killed in between, it is found and erased again. */
export function keepItemOut(store: Store, stem: string): void {
  const name = parseStem(stem);
  if (name === undefined) return;
  const ts = name.at.toISOString();
  addTombstones(store.files, store.layout, {
    version: 1,
    key: null,
    texts: [],
    entries: [{ session: "", ts, role: FORGOTTEN_ITEM, id: stem }],
    sessions: [],
    beginnings: [],
    times: [],
  });
  copyKeptOut(store);
  writeTombstone(store, stem);
}

function eraseItem(store: Store, stem: string): void {
  keepItemOut(store, stem);
  const files = teamFiles(store);
  for (const kind of ["section", "decision"] as const) {
    files.remove(`${store.layout.team}/${pathOfStem(stem, kind)}`);
  }
}

/** After something was forgotten: its words go from the team's folder too. */
export function eraseRemoved(store: Store, world: World): void {
  const state = loadShareState(store);
  if (state === undefined) return;
  const { write, remove } = planShare(store, world, { isWhole: true });
  const next = new Map(state);
  const open = new Set(write.filter(({ key }) => !state.has(key)));
  for (const key of remove) {
    const stem = state.get(key)?.team ?? "";
    eraseItem(store, stem);
    next.delete(key);
    const rest = [...open].find((one) => isRestOf(one, stem));
    if (rest === undefined) continue;
    open.delete(rest);
    next.set(rest.key, { mark: NOT_SHARED, file: rest.file, team: stem });
  }
  if (remove.length > 0) saveShareState(store, next);
}

/** No item has this mark, so what is known under it is shared again. */
const NOT_SHARED = -1;

/**
 * What is left of a section has its time and author. It will name the one it
 * comes from: else git takes it for that file under a new name, and calls it a
 * conflict where others have erased it too.
 */
const isRestOf = ({ item, stem }: Planned, erased: string) =>
  isSection(item) && withoutId(stem) === withoutId(erased);

const withoutId = (stem: string) => stem.slice(0, stem.lastIndexOf("_"));
