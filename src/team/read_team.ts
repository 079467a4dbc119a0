/**
 * Team files on disk. They come with every pull, from anyone: what is too large,
 * too many, no regular file, a link, not UTF-8 or has another name is no item.
 */

import { isSystemError, UserError } from "../base/errors.ts";
import { isObject } from "../base/json.ts";
import { lstat } from "../store/file_kinds.ts";
import { leadsOut } from "../store/inside_project.ts";
import { loadKeptOut } from "../store/kept_out_copy.ts";
import type { Layout } from "../store/layout.ts";
import {
  isSection,
  parseFact,
  parseSection,
  type TeamFact,
  type TeamItem,
} from "./team_item.ts";
import { idOfStem, isStem, parseStem } from "./team_names.ts";
import { type NamedItem, type TeamEntry, teamSet } from "./team_set.ts";
import type { HeldFact } from "../knowledge/reflection.ts";

/** A section has some hundred words; a saved text may be long. */
export const MAX_ITEM_BYTES = 256 * 1024;
/** In one folder; no team has more. */
const MOST_NAMES = 50_000;

/** A file of the team, by its name alone. */
export interface TeamFile {
  readonly stem: string;
  /** Below `team/`: `2026/11/<stem>.md`, `facts/<stem>.json`. */
  readonly path: string;
}

/** Where an item has its place. */
export function pathOfStem(stem: string, kind: TeamItem["kind"]): string {
  return kind === "section"
    ? `${stem.slice(0, 4)}/${stem.slice(5, 7)}/${stem}.md`
    : `facts/${stem}.json`;
}

export const tombstonePath = (stem: string) => `gone/${stem}`;

/** The names in a folder. */
export type List = (dir: string) => readonly string[];

/**
 * From the newest month back; a month is listed when it is wanted. Those after
 * `last` ("2026/11") come at the end: a name may say any year.
 */
export function* sectionMonths(
  { team }: Layout,
  last = "9999/99",
  list: List = names,
): Generator<TeamFile[]> {
  const years = folders(list(team), /^\d{4}$/);
  for (const isLater of [false, true]) {
    for (const year of years) {
      if (isLater ? year < last.slice(0, 4) : year > last.slice(0, 4)) continue;
      for (const month of folders(list(`${team}/${year}`), /^\d\d$/)) {
        const folder = `${year}/${month}`;
        if (folder > last === isLater) {
          yield [...filesIn(list(`${team}/${folder}`), folder, ".md")];
        }
      }
    }
  }
}

/** Sections, newest first. */
export const sectionFiles = (layout: Layout): TeamFile[] =>
  [...sectionMonths(layout)].flat();

/** Facts, newest first; each is made when it is wanted. */
export const newestFacts = (
  { team }: Layout,
  list: List = names,
): Generator<TeamFile> => filesIn(list(`${team}/facts`), "facts", ".json");

export const factFiles = (layout: Layout): TeamFile[] => [
  ...newestFacts(layout),
];

/** What was removed or replaced, by its tombstones, and what was forgotten. */
export function readGone(layout: Layout, list?: List): Set<string> {
  return new Set([...tombstones(layout, list), ...readForgotten(layout)]);
}

/** The stems of what has a tombstone in this checkout. */
export const tombstones = (
  { team }: Layout,
  list: List = names,
): readonly string[] => list(`${team}/gone`);

/** Its role in the list of what was forgotten; its stem is its id there. */
export const FORGOTTEN_ITEM = "team";

/** A branch may have an item and not its tombstone; see `keepItemOut()`. */
export function readForgotten({ forgotten, keptOut }: Layout): string[] {
  const loaded = loadKeptOut(forgotten, keptOut, ({ entries }) => entries);
  const entries = loaded.state === "ok" ? loaded.value : [];
  return (Array.isArray(entries) ? entries : []).flatMap((one) =>
    isObject(one) && one["role"] === FORGOTTEN_ITEM ? [String(one["id"])] : []
  );
}

/** The folders whose times change when an item is added or removed. */
export function teamFolders({ team }: Layout): string[] {
  const all = names(team);
  if (all.length === 0) return [team];
  const years = folders(all, /^\d{4}$/).map((year) => `${team}/${year}`);
  const months = years.flatMap((dir) =>
    folders(names(dir), /^\d\d$/).map((month) => `${dir}/${month}`)
  );
  return [team, `${team}/facts`, `${team}/gone`, ...years, ...months];
}

/** Undefined for what is not an item, whatever the reason. */
function readItem(
  { team, hidesItem }: Layout,
  { stem, path }: TeamFile,
): TeamItem | undefined {
  const name = parseStem(stem);
  if (name === undefined) return undefined;
  const text = readItemText(`${team}/${path}`, hidesItem);
  if (text === undefined) return undefined;
  return path.endsWith(".md")
    ? parseSection(text, name.at)
    : parseFact(text, name.at);
}

/** Everything, where there is time. */
export function readTeam(layout: Layout): TeamEntry[] {
  const files = [...sectionFiles(layout), ...factFiles(layout)];
  return teamSet(readItems(layout, files), readGone(layout));
}

/** Every fact of the team, one's own as well. */
export function readFactEntries(layout: Layout): TeamEntry<TeamFact>[] {
  const items = readItems(layout, factFiles(layout));
  return teamSet(items, readGone(layout))
    .filter((one): one is TeamEntry<TeamFact> => !isSection(one.item));
}

export function readItems(
  layout: Layout,
  files: Iterable<TeamFile>,
): NamedItem[] {
  const items: NamedItem[] = [];
  for (const file of files) {
    const item = readItem(layout, file);
    if (item) items.push({ stem: file.stem, item });
  }
  return items;
}

function* filesIn(
  all: readonly string[],
  folder: string,
  end: string,
): Generator<TeamFile> {
  // A start takes the newest of thousands: a month is sorted when it is wanted.
  const months = Map.groupBy(all, monthOf);
  for (const month of [...months.keys()].sort().reverse()) {
    for (const name of months.get(month)?.sort().reverse() ?? []) {
      const stem = name.slice(0, -end.length);
      if (name.endsWith(end) && isStem(stem)) {
        yield { stem, path: `${folder}/${name}` };
      }
    }
  }
}

/** `2026-11-17_1010_…` → `2026-11` */
const monthOf = (name: string) => name.slice(0, 7);

const folders = (all: readonly string[], form: RegExp) =>
  all.filter((name) => form.test(name)).sort().reverse();

/** None of a folder that is missing, no folder, or leads out of the project. */
export function names(dir: string): string[] {
  try {
    if (leadsOut(dir) !== undefined) return [];
    const found: string[] = [];
    // Not through a generator: there may be thousands at each start.
    for (const { name } of Deno.readDirSync(dir)) {
      if (found.push(name) >= MOST_NAMES) break;
    }
    return found;
  } catch (error) {
    if (isSystemError(error)) return [];
    throw error;
  }
}

/** Undefined for what is no regular file, too large, not UTF-8, or hidden. */
export function readItemText(
  path: string,
  hides: Layout["hidesItem"],
): string | undefined {
  try {
    // No link, and its folder is inside the project.
    const info = lstat(path);
    if (!info?.isFile || info.size > MAX_ITEM_BYTES) return undefined;
    const text = new TextDecoder("utf-8", { fatal: true })
      .decode(Deno.readFileSync(path));
    return hides?.(text) ? undefined : text;
  } catch (error) {
    // Not UTF-8, not readable, or gone with a checkout meanwhile.
    const isExpected = error instanceof TypeError || isSystemError(error) ||
      error instanceof UserError;
    if (isExpected) return undefined;
    throw error;
  }
}

/** What several people in the team hold: it may be a rule for all of them. */
export function readHeldFacts(layout: Layout): HeldFact[] {
  return readFactEntries(layout).flatMap(({ stem, item, authors }) => {
    const { kind: type, content, evidence } = item;
    const isFact = type === "decision" || type === "pattern" ||
      type === "issue";
    if (!isFact || authors.length === 0) return [];
    const id = idOfStem(stem);
    return [{ id, type, content, evidence, people: authors }];
  });
}
