/**
 * What of this store becomes team files: planned from the disk, carried out
 * under the store's lock. Killed anywhere and run again, it ends the same,
 * because a file's name follows from its content.
 */

import { Deadline } from "../base/timeout.ts";
import type { World } from "../base/world.ts";
import { findUnmergedBy } from "../memory/unmerged_work.ts";
import { createRedactor } from "../redact/create_redactor.ts";
import type { Redactor } from "../redact/redactor.ts";
import { History } from "../store/git/history.ts";
import type { Layout } from "../store/layout.ts";
import type { Store } from "../store/store.ts";
import { isRepository } from "../store/team_folder.ts";
import { readAuthor } from "./git_author.ts";
import { looksPrivate, looksSecret } from "./looks_private.ts";
import { type Own, type OwnItem, readOwn } from "./own_items.ts";
import {
  factFiles,
  MAX_ITEM_BYTES,
  readForgotten,
  readGone,
  sectionFiles,
  tombstones,
} from "./read_team.ts";
import {
  keepPrivate,
  loadShareState,
  readRemoved,
  readShareState,
  saveShareState,
  type ShareState,
} from "./share_state.ts";
import {
  isSection,
  renderItem,
  stemOfItem,
  type TeamFact,
  type TeamItem,
} from "./team_item.ts";
import { idOfStem } from "./team_names.ts";
import { writeItem, writeTombstone } from "./write_team.ts";

export interface Planned extends OwnItem {
  /** Ready to be written. */
  readonly item: TeamItem;
  readonly stem: string;
  /** What looks private in it. */
  readonly warnings: readonly string[];
  /** No other clone would read it. */
  readonly isTooLong: boolean;
  /** Committed here, it would tell a branch of work that it does not have. */
  readonly isUnmerged: boolean;
}

export interface SharePlan {
  /** New here, or changed since it was shared. */
  readonly write: readonly Planned[];
  /** Keys of what is gone here and still in the team. */
  readonly remove: readonly string[];
  /** Stems of what was removed or forgotten and has no tombstone any more. */
  readonly lost: readonly string[];
}

const NONE: ReadonlySet<string> = new Set();

/** So many at once were not removed by hand; something else happened. */
const MOST_REMOVED = 10;

export interface ShareRequest {
  /** With what stays private so far, and what was shared and is missing. */
  readonly isOlder?: boolean;
  /** With every archive; an event looks at the newest. */
  readonly isWhole?: boolean;
}

/** What sharing would do now; reads only. */
export function planShare(
  store: Store,
  world: World,
  { isOlder = false, isWhole = false }: ShareRequest = {},
): SharePlan {
  const author = readAuthor(store, world);
  const state = readShareState(store) ?? new Map();
  const own = readOwn(store, author, isWhole ? Infinity : undefined);
  const isLost = isOlder ? findLost(store.layout) : () => false;
  const open = own.items.filter((one) => {
    const known = state.get(one.key);
    if (known?.team === "") return isOlder;
    return known?.mark !== one.mark || isLost(known.team);
  });
  const gone = open.length === 0 ? NONE : readGone(store.layout)
    .union(new Set(readRemoved(store.layout)));
  const unmerged = findUnmergedItems(store, open);
  const write = open.map((one) => ({
    ...toPlanned(store, one, state.get(one.key)?.team, gone),
    isUnmerged: unmerged.has(one.place),
  }));
  // Before anything is called removed, every archive is looked at.
  const missing = findMissing(own, state);
  const remove = missing.length === 0 || isWhole
    ? missing
    : findMissing(readOwn(store, author, Infinity), state);
  const lost = isOlder ? lostTombstones(store.layout) : [];
  return { write, remove, lost };
}

const ANCESTRY_MS = 40;

/** In a repository of their own, items do not follow the project's branches. */
function findUnmergedItems(
  store: Store,
  items: readonly OwnItem[],
): ReadonlySet<unknown> {
  if (isRepository(store.layout.team)) return NONE;
  const places = items.flatMap(({ place }) => place ?? []);
  const budget = new Deadline(ANCESTRY_MS);
  return findUnmergedBy(History, store, places, { budget, keep: false });
}

function lostTombstones(layout: Layout): string[] {
  const removed = [...readRemoved(layout), ...readForgotten(layout)];
  return [...new Set(removed).difference(new Set(tombstones(layout)))];
}

/** A file that was not removed is missing: `git clean` took it, or a branch. */
function findLost(layout: Layout): (stem: string) => boolean {
  const known = readGone(layout);
  for (const { stem } of [...sectionFiles(layout), ...factFiles(layout)]) {
    known.add(stem);
  }
  return (stem) => !known.has(stem);
}

function toPlanned(
  store: Store,
  one: OwnItem,
  replaces: string | undefined,
  gone: ReadonlySet<string>,
): Omit<Planned, "isUnmerged"> {
  const clean = redactItem(createRedactor(store), one.item);
  const isChange = replaces && replaces !== stemOfItem(clean);
  const item = comeBack(isChange ? { ...clean, replaces } : clean, gone);
  return {
    ...one,
    item,
    stem: stemOfItem(item),
    warnings: looksPrivate(renderItem(clean)),
    isTooLong: byteLength(renderItem(item)) > MAX_ITEM_BYTES,
  };
}

const byteLength = (text: string) => new TextEncoder().encode(text).length;

/** What is said again after its removal is a new item that names the old one. */
export function comeBack(item: TeamItem, gone: ReadonlySet<string>): TeamItem {
  let next = item;
  for (let stem = stemOfItem(next); gone.has(stem); stem = stemOfItem(next)) {
    next = { ...next, replaces: stem };
  }
  return next;
}

/** Before it leaves: secrets are looked for once more. */
export function redactItem(redactor: Redactor, item: TeamItem): TeamItem {
  const clean = (text: string) => redactor.text(text);
  return isSection(item)
    ? { ...item, body: clean(item.body), branch: clean(item.branch) }
    : redactor.value(item) as TeamFact;
}

/**
 * What was in a file that is still there, and is not in it any more: undone,
 * removed, forgotten or edited out. A file that is gone says nothing.
 */
function findMissing({ items, files }: Own, state: ShareState): string[] {
  const keys = new Set(items.map(({ key }) => key));
  return [...state].filter(([key, { file, team }]) =>
    team !== "" && !keys.has(key) && files.has(file)
  ).map(([key]) => key);
}

export interface Shared {
  readonly written: readonly Planned[];
  readonly removed: readonly string[];
  /** Not written: not chosen, or for a reason that describeHeld() gives. */
  readonly held: readonly Planned[];
}

/**
 * Carry a plan out. The caller holds the store's lock. `only` are the keys that
 * were looked at; without it, what a person should decide is held back.
 */
export function carryOutShare(
  store: Store,
  { write, remove, lost }: SharePlan,
  only?: ReadonlySet<string>,
): Shared {
  const next = new Map(loadShareState(store) ?? []);
  const written: Planned[] = [];
  const held: Planned[] = [];
  const replaced: string[] = [];
  for (const one of write) {
    if (one.isTooLong || (only ? !only.has(one.key) : isHeld(one))) {
      held.push(one);
      continue;
    }
    const { key, mark, file, item } = one;
    const before = next.get(key)?.team ?? "";
    const team = writeItem(store, item);
    if (before !== "" && before !== team) {
      writeTombstone(store, before);
      replaced.push(before);
    }
    next.set(key, { mark, file, team });
    written.push(one);
  }
  const removed = remove.flatMap((key) => next.get(key)?.team || []);
  for (const stem of [...removed, ...lost]) writeTombstone(store, stem);
  for (const key of remove) next.delete(key);
  if (written.length + removed.length > 0) {
    saveShareState(store, next, [...replaced, ...removed]);
  }
  return { written, removed: [...removed, ...lost], held };
}

/** What it is called where the user has to choose. */
export const nameOf = ({ stem }: Planned): string => idOfStem(stem);

export const isHeld = (one: Planned): boolean =>
  one.isUnmerged || looksSecret(one.warnings);

export interface Waiting {
  /** What share push writes. */
  readonly ready: readonly Planned[];
  /** What looks like a secret, and is written if it is named. */
  readonly secret: readonly Planned[];
  /** What is written once its branch is merged or checked out. */
  readonly unmerged: readonly Planned[];
  /** What is never written. */
  readonly long: readonly Planned[];
}

export function sortWaiting(write: readonly Planned[]): Waiting {
  const { ready = [], secret = [], unmerged = [], long = [] } = Object.groupBy(
    write,
    (one) => {
      if (one.isTooLong) return "long";
      if (looksSecret(one.warnings)) return "secret";
      return one.isUnmerged ? "unmerged" : "ready";
    },
  );
  return { ready, secret, unmerged, long };
}

/** What is new and not shared; reads only. */
export function readWaiting(store: Store, world: World): Waiting {
  const isShared = store.config.share !== false &&
    readShareState(store) !== undefined;
  return sortWaiting(isShared ? planShare(store, world).write : []);
}

/** Why items were not written, a line for each reason. */
export function describeHeld(held: readonly Planned[]): string[] {
  const { secret, unmerged, long } = sortWaiting(held);
  const names = (items: readonly Planned[]) => items.map(nameOf).join(", ");
  return [
    ...(secret.length === 0 ? [] : [
      `Not shared, because it looks like a secret: ${names(secret)}; ` +
      "memory-keeper share preview shows it, share push with that name " +
      "shares it",
    ]),
    ...(unmerged.length === 0 ? [] : [
      "Not shared yet, because its branch is not merged here: " +
      `${names(unmerged)}; it is shared on its branch or after the merge, ` +
      "and by share push with that name",
    ]),
    ...(long.length === 0 ? [] : [
      `Not shared, because it is longer than ${MAX_ITEM_BYTES / 1024} KB: ` +
      names(long),
    ]),
  ];
}

/** A line for what was shared and a person should look at. */
export const describePrivate = (one: Planned): string[] =>
  one.warnings.length === 0
    ? []
    : [`Shared ${nameOf(one)}, which has ${one.warnings.join(" and ")}`];

/** From now on only what is new is shared; the store's lock is held. */
export function beginSharing(store: Store, world: World): void {
  const { items } = readOwn(store, readAuthor(store, world), Infinity);
  saveShareState(
    store,
    keepPrivate(loadShareState(store) ?? new Map(), items),
  );
}

/** After a change, with `share: true`: what is new becomes team files. */
export function shareNew(store: Store, world: World): Shared | undefined {
  if (loadShareState(store) !== undefined) {
    const plan = planShare(store, world);
    const isByHand = plan.remove.length <= MOST_REMOVED;
    return carryOutShare(store, isByHand ? plan : { ...plan, remove: [] });
  }
  beginSharing(store, world);
  return undefined;
}
