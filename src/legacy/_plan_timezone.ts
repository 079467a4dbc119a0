/** What in a store was written in local time, and what it would become. */

import { isObject, type JsonObject } from "../base/json.ts";
import {
  field,
  loadForUpdate,
  readJson,
  saveJson,
} from "../store/json_file.ts";
import { isArchiveName, isSummaryName, type Layout } from "../store/layout.ts";
import type { WallClock } from "./_local_clock.ts";
import { type HeaderChange, shiftHeaders } from "./_shift_headers.ts";
import { type NamedFile, planRenames, type Rename } from "./_shift_names.ts";
import {
  isFromName,
  listArchives,
  readIndex,
} from "../session/memory_index.ts";
import { listNames, readExactText, statFile } from "../store/read_file.ts";
import type { Store } from "../store/store.ts";
import { readPart } from "../store/growing_file.ts";
import { stemOwners } from "../capture/dedupe_logs.ts";
import { orLeft } from "./_migration.ts";

export interface WallTimes {
  readonly clock: WallClock;
  /** A wall time: anything written later is UTC already. */
  readonly before?: number | undefined;
}

export interface TimezonePlan {
  readonly headers: readonly {
    readonly file: string;
    readonly changes: readonly HeaderChange[];
  }[];
  /** Paths below the store, in the order to do it. */
  readonly renames: readonly Rename[];
  readonly left: readonly string[];
}

const SESSION_FILE =
  /^\d{4}-\d\d-\d\d_.*\.(?:l1\.jsonl(?:\.gz)?|l2\.json|raw\.jsonl|md)$/;
const TIMES = /"(?:ts|timestamp)":\s*"([^"]+)"/g;
const LOOKED_AT_BYTES = 64 * 1024;

export function planTimezone(store: Store, local: WallTimes): TimezonePlan {
  const { layout } = store;
  const left: string[] = [];
  const headers = ["memory.md", ...listArchives(layout)].flatMap((file) => {
    const path = `${layout.dir}/${file}`;
    const text = orLeft(left, file, () => readExactText(path));
    if (text === undefined) return [];
    const shifted = shiftHeaders(text, local.clock, local.before);
    for (const { line, header } of shifted.broken) {
      left.push(`${file} line ${line}: "${header}" has no readable time`);
    }
    return shifted.changes.length > 0
      ? [{ file, changes: shifted.changes }]
      : [];
  });
  const shifted = new Set(headers.map(({ file }) => file));
  return { headers, renames: planNames(store, local, shifted, left), left };
}

function planNames(
  store: Store,
  { clock, before }: WallTimes,
  shifted: ReadonlySet<string>,
  left: string[],
): Rename[] {
  const { layout } = store;
  const { renamed, doing } = readRenamed(layout);
  const done = new Set([...renamed, ...doing].map(({ to }) => to));
  const renames = ["", "sessions/"].flatMap((folder) => {
    const files = listNames(`${layout.dir}/${folder}`)
      .filter((name) => !done.has(`${folder}${name}`));
    const named = [
      ...(folder === "" ? archiveFiles(store, files, shifted) : []),
      ...sessionFiles(store, folder, files),
    ];
    return planRenames(named, clock, before).map(({ from, to }) => ({
      from: `${folder}${from}`,
      to: `${folder}${to}`,
    }));
  });
  const going = new Set(renames.map(({ from }) => from));
  return renames.filter(({ from, to }) => {
    const isFree = going.has(to) || !statFile(`${layout.dir}/${to}`);
    if (!isFree) left.push(`${from}: there is a file ${to} already`);
    return isFree;
  });
}

/**
 * The index says when an archive was made. If it knows that only from the name,
 * the headers inside the archive are used.
 */
function archiveFiles(
  { layout }: Store,
  names: readonly string[],
  shifted: ReadonlySet<string>,
): NamedFile[] {
  const times = new Map(
    readIndex(layout).rotatedFiles
      .filter((one) => !(isFromName(one) && shifted.has(one.file)))
      .map(({ file, rotatedAt }) => [
        file.replace(/\.md$/, ""),
        Date.parse(rotatedAt ?? ""),
      ]),
  );
  return names.filter((name) => isArchiveName(name) || isSummaryName(name))
    .map((name) => {
      const at = times.get(name.replace(/\.(?:md|summary\.json)$/, ""));
      return at === undefined || isNaN(at)
        ? { name }
        : { name, written: { from: at, to: at } };
    });
}

/** Without our own sessions' files, which are named in UTC. */
function sessionFiles(
  store: Store,
  folder: string,
  names: readonly string[],
): NamedFile[] {
  const owners = stemOwners(store);
  const files = names.filter((name) =>
    SESSION_FILE.test(name) && !owners.has(stemOf(name)) &&
    statFile(`${store.layout.dir}/${folder}${name}`)?.isFile
  );
  const written = new Map<string, NamedFile["written"]>();
  for (const name of files) {
    if (!/\.(?:l1|raw)\.jsonl$/.test(name)) continue;
    const times = timesIn(`${store.layout.dir}/${folder}${name}`);
    if (times) written.set(stemOf(name), times);
  }
  return files.map((name) => {
    const times = written.get(stemOf(name));
    return times ? { name, written: times } : { name };
  });
}

const stemOf = (name: string) => name.replace(/\..*$/, "");

/** The first and the last time in a log. */
function timesIn(path: string): NamedFile["written"] {
  const size = statFile(path)?.size ?? 0;
  const length = Math.min(size, LOOKED_AT_BYTES);
  const read = (offset: number) =>
    Array.from(
      new TextDecoder().decode(readPart(path, offset, length)).matchAll(TIMES),
      ([, time = ""]) => Date.parse(time),
    ).filter((time) => !isNaN(time));
  const [from] = read(0);
  const to = read(size - length).at(-1);
  return from === undefined || to === undefined ? undefined : { from, to };
}

/**
 * `timezone.json`: which files got a name in UTC, and from which local one. It
 * keeps the local time, prevents a second rename, and lists what a killed run
 * was about to do. Paths below the store.
 */
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
