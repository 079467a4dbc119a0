/**
 * memory-index.json: rotation history, the counter and what is pending. Read
 * freely, changed only under the store's lock. Version 1 files are read as they
 * are; whatever this version does not know is written back unchanged.
 */

import { isText } from "../base/json_values.ts";
import { isObject, type JsonObject, objectOf } from "../base/json.ts";
import { isArchiveName, type Layout } from "../store/layout.ts";
import {
  field,
  type Loaded,
  loadForUpdate,
  loadJson,
  saveJson,
} from "../store/json_file.ts";
import { listNames, statFile } from "../store/read_file.ts";
import { isOpen, listSessionIds, readStates } from "./session_state.ts";
import type { StoreFiles } from "../store/store_files.ts";
import { textDigest } from "../base/text_digest.ts";
import { readCache, writeCache } from "../store/cache_file.ts";

export const INDEX_VERSION = 2;

export interface RotatedFile extends JsonObject {
  readonly file: string;
  readonly rotatedAt: string | null;
  readonly tokens: number | null;
  readonly bytes: number | null;
  readonly summary: string | null;
  readonly summaryGenerated: boolean;
}

export interface MemoryIndex extends JsonObject {
  readonly version: number;
  readonly current: string;
  readonly rotatedFiles: readonly RotatedFile[];
  readonly stats: JsonObject & {
    readonly totalRotations: number;
    readonly lastRotation: string | null;
  };
  readonly counter: number;
  readonly lastMemoryUpdateTs: string | null;
  readonly rulesInjectionCount: number;
  readonly pending: readonly string[];
}

export function loadIndex(layout: Layout): Loaded<MemoryIndex> {
  return loadJson(layout.index, parseIndex);
}

/** The index, or one rebuilt from the disk if it is missing or damaged. */
export function readIndex(layout: Layout): MemoryIndex {
  const loaded = loadIndex(layout);
  return loaded.state === "ok" ? loaded.value : rebuildIndex(layout);
}

/** The archives an index names. A name that is none must not become a path. */
export function archivesIn({ rotatedFiles }: MemoryIndex): RotatedFile[] {
  return rotatedFiles.filter(({ file }) => isArchiveName(file));
}

/**
 * Change the index. The caller holds the store's lock; `known` is the index as
 * its file has it now, where the caller has read it.
 */
export function updateIndex(
  files: StoreFiles,
  layout: Layout,
  change: (index: MemoryIndex) => MemoryIndex,
  known?: MemoryIndex,
): MemoryIndex {
  // The work of every session waits for this file: whatever is in its
  // place makes way.
  if (files.isUnwritable(layout.index)) files.moveAside(layout.index);
  let isRebuilt = false;
  const index = known ?? loadForUpdate(files, layout.index, parseIndex, () => {
    isRebuilt = true;
    return rebuildIndex(layout);
  });
  const next = change(index);
  saveJson(files, layout.index, next);
  if (isRebuilt || next.pending !== index.pending) {
    const { list, loose } = readOpenNote(layout);
    // A list that is not ours stays so until it has been checked.
    if (isRebuilt || list === digestOfList(index.pending)) {
      writeOpenNote(files, layout, next.pending, loose);
    }
  }
  return next;
}

export function parseIndex(raw: JsonObject): MemoryIndex {
  const stats = field.object(raw, "stats");
  return {
    ...raw,
    version: field.number(raw, "version", INDEX_VERSION),
    current: field.text(raw, "current", "memory.md"),
    rotatedFiles: field.list(raw, "rotatedFiles", isObject).map(
      parseRotatedFile,
    ),
    stats: {
      ...stats,
      totalRotations: field.number(stats, "totalRotations", 0),
      lastRotation: field.text(stats, "lastRotation", "") || null,
    },
    counter: field.number(raw, "counter", 0),
    lastMemoryUpdateTs: field.text(raw, "lastMemoryUpdateTs", "") || null,
    rulesInjectionCount: field.number(raw, "rulesInjectionCount", 0),
    pending: field.list(raw, "pending", isText),
  };
}

function parseRotatedFile(raw: JsonObject): RotatedFile {
  const tokens = field.number(raw, "tokens", Number.NaN);
  const older = field.number(raw, "tokenCount", Number.NaN);
  const bytes = field.number(raw, "bytes", Number.NaN);
  return {
    ...raw,
    file: field.text(raw, "file", ""),
    rotatedAt: field.text(raw, "rotatedAt", "") || null,
    tokens: [tokens, older].find((n) => !Number.isNaN(n)) ?? null,
    bytes: Number.isNaN(bytes) ? null : bytes,
    summary: field.text(raw, "summary", "") || null,
    summaryGenerated: raw["summaryGenerated"] === true,
  };
}

/** What the archives on disk say, for an index that is missing or damaged. */
function rebuildIndex(layout: Layout): MemoryIndex {
  const rotatedFiles = listArchives(layout)
    .map((name) => describeArchive(layout, name));
  return parseIndex({
    pending: openSessions(layout),
    rotatedFiles,
    stats: {
      totalRotations: rotatedFiles.length,
      lastRotation: rotatedFiles.at(-1)?.["rotatedAt"] ?? null,
    },
  });
}

/** The names of the archives on disk, oldest first. */
export function listArchives({ dir }: Layout): string[] {
  return listNames(dir).filter(isArchiveName);
}

/** Sessions whose state does not say that they have ended. */
export function openSessions(layout: Layout): string[] {
  return readStates(layout, listSessionIds(layout))
    .filter(({ state }) => isOpen(state)).map(({ id }) => id);
}

/** When an archive was made, if its name is in UTC. */
export function timeInName(file: string): string {
  const [, y, mo, d, h, mi, s] =
    /_(\d{4})(\d\d)(\d\d)_(\d\d)(\d\d)(\d\d)/.exec(file) ?? [];
  return `${y}-${mo}-${d}T${h}:${mi}:${s}.000Z`;
}

/** Whether it was never counted: then it was found on disk, without a time. */
export function isFromName({ file, rotatedAt, tokens }: RotatedFile): boolean {
  return tokens === null && rotatedAt === timeInName(file);
}

/** What an archive's name and its neighbours tell of it. */
export function describeArchive(layout: Layout, file: string): RotatedFile {
  const summary = file.replace(/\.md$/, ".summary.json");
  const hasSummary = statFile(`${layout.dir}/${summary}`) !== undefined;
  return {
    file,
    rotatedAt: timeInName(file),
    tokens: null,
    bytes: statFile(`${layout.dir}/${file}`)?.size ?? null,
    summary: hasSummary ? summary : null,
    summaryGenerated: hasSummary,
  };
}

/** What is known about the earlier generation's part in a store. */
interface OlderNote {
  readonly toldAt?: string;
  readonly migratedAt?: string;
  /** Home stores that were brought in, by folder: how they were then. */
  readonly home: Readonly<Record<string, string>>;
}

export function olderNote(index: MemoryIndex): OlderNote {
  const { toldAt, migratedAt, home } = objectOf(index["older"]);
  return {
    ...(typeof toldAt === "string" ? { toldAt } : {}),
    ...(typeof migratedAt === "string" ? { migratedAt } : {}),
    home: Object.fromEntries(
      Object.entries(objectOf(home)).map(([dir, mark]) => [dir, String(mark)]),
    ),
  };
}

export function withOlderNote(
  index: MemoryIndex,
  change: Partial<OlderNote>,
): MemoryIndex {
  const { home, ...times } = { ...olderNote(index), ...change };
  return { ...index, older: { ...times, home } };
}

/**
 * What the list of open sessions was when we last wrote it, in `.cache`. A list
 * that is another one by now was emptied, restored or brought by a sync, and
 * must be checked against the states. Deleting the note costs that check.
 */
interface OpenNote {
  readonly list: number | undefined;
  /** Delta files that no open session names, as the last check found. */
  readonly loose: readonly string[];
}

/** What cannot be read is as if it were not there. */
export function readOpenNote(layout: Layout): OpenNote {
  const { list, loose } = objectOf(readCache(layout.openNote));
  if (typeof list !== "number") return { list: undefined, loose: [] };
  return { list, loose: Array.isArray(loose) ? loose.map(String) : [] };
}

export function writeOpenNote(
  files: StoreFiles,
  layout: Layout,
  pending: readonly string[],
  loose: readonly string[],
): void {
  const note = { list: digestOfList(pending), loose };
  writeCache(files, layout.openNote, JSON.stringify(note));
}

export const digestOfList = (pending: readonly string[]) =>
  textDigest(pending.toSorted().join());
