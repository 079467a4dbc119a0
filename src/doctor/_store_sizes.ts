/**
 * How large a store is. After some years nearly all of it are session logs that
 * no longer change: their sums are kept in `.cache/session-sizes.json` and hold
 * until a folder below `sessions/` changes. A wrong file shows a wrong size.
 */

import type { JsonObject } from "../base/json.ts";
import { field, readJson } from "../store/json_file.ts";
import { changedAt, statFile } from "../store/read_file.ts";
import type { Store } from "../store/store.ts";
import { surveyFolder } from "../store/survey_folder.ts";

interface StoreSizes {
  /** Without the state files, which would take as long as the rest. */
  readonly bytes: number;
  readonly logs: number;
  readonly logBytes: number;
  /** When a log or memory.md was last written, in milliseconds. */
  readonly newestSaveMs: number;
}

interface SessionSizes {
  /** Of all that can only be replaced, which changes its folder. */
  readonly sizes: StoreSizes;
  /** Below the store: when each folder had changed. */
  readonly folders: Readonly<Record<string, number>>;
  /** Sessions whose logs may grow in place; these are not in the sums. */
  readonly open: readonly string[];
}

/** Fewer files are counted as fast. */
const WORTH_KEEPING = 200;
const MOST_KEPT = 100;
/** File times are coarse: a change right after this one would stay unseen. */
const SLACK_MS = 2000;

const NOTHING: StoreSizes = { bytes: 0, logs: 0, logBytes: 0, newestSaveMs: 0 };

const isInSessions = (path: string) => /^sessions(?:\/|$)/.test(path);

/** `open` are the stems of the sessions that may go on. */
export function measureStore(
  store: Store,
  open: readonly string[],
): StoreSizes {
  const { dir, states } = store.layout;
  const isOther = (path: string) =>
    !isInSessions(path) && `${dir}/${path}` !== states;
  let sum = NOTHING;
  for (const { path, info } of surveyFolder(dir, isOther)) {
    sum = join(sum, sizeOf(path, info));
  }
  const sessions = readKept(store, open) ?? surveySessions(store, open);
  for (const path of growing(store, sessions.open)) {
    const info = statFile(`${dir}/${path}`);
    if (info) sum = join(sum, sizeOf(path, info));
  }
  return join(sum, sessions.sizes);
}

function surveySessions(store: Store, open: readonly string[]): SessionSizes {
  const { layout, files } = store;
  const unchangedMs = Date.now() - SLACK_MS;
  const apart = new Set(growing(store, open));
  const folders: Record<string, number> = {};
  let sizes = NOTHING;
  let count = 0;
  for (const { path, info } of surveyFolder(layout.dir, isInSessions)) {
    if (info.isDirectory) folders[path] = changedAt(info);
    else if (!apart.has(path)) sizes = join(sizes, sizeOf(path, info));
    count++;
  }
  const found = { sizes, folders, open };
  const times = Object.values(folders);
  const isLasting = times.every((time) => time < unchangedMs);
  const isSmall = times.length + open.length < MOST_KEPT;
  if (count >= WORTH_KEEPING && isLasting && isSmall) {
    try {
      files.writeUnsynced(layout.sessionSizes, JSON.stringify(found));
    } catch {
      // Derived: where it cannot be kept, it is computed once more.
    }
  }
  return found;
}

/** Undefined if anything has changed that the sums contain. */
function readKept(
  { layout }: Store,
  open: readonly string[],
): SessionSizes | undefined {
  const kept = readJson(layout.sessionSizes, parseKept);
  if (kept === undefined) return undefined;
  const folders = Object.entries(kept.folders);
  const isSame = folders.length > 0 &&
    folders.every(([path, time]) =>
      changedAt(statFile(`${layout.dir}/${path}`)) === time
    );
  // A session that goes on after all is in the sums as it was.
  const isApart = open.every((stem) => kept.open.includes(stem));
  return isSame && isApart ? kept : undefined;
}

function parseKept(raw: JsonObject): SessionSizes | undefined {
  const sizes = field.object(raw, "sizes");
  const folders = field.object(raw, "folders");
  const count = (key: string) => field.count(sizes, key, 0);
  const newestSaveMs = count("newestSaveMs");
  // It is shown as a date.
  if (newestSaveMs > Date.now()) return undefined;
  if (!Object.keys(folders).every((path) => FOLDER.test(path))) {
    return undefined;
  }
  return {
    sizes: {
      bytes: count("bytes"),
      logs: count("logs"),
      logBytes: count("logBytes"),
      newestSaveMs,
    },
    folders: Object.fromEntries(
      Object.keys(folders).map((path) => [path, field.count(folders, path, 0)]),
    ),
    open: field.list(raw, "open", isStem),
  };
}

/** Anyone may have written them, and they become paths. */
const FOLDER = /^sessions(?:\/[\w-]{1,100}){0,8}$/;
const isStem = (value: unknown): value is string =>
  typeof value === "string" && /^[\w-]{1,100}$/.test(value);

/** What is written in place while a session goes on. */
function growing({ layout }: Store, open: readonly string[]): string[] {
  return open.flatMap((stem) => [layout.l1(stem), layout.raw(stem)])
    .map((path) => path.slice(layout.dir.length + 1));
}

function sizeOf(path: string, info: Deno.FileInfo): StoreSizes {
  if (!info.isFile) return NOTHING;
  const { size } = info;
  // Some stores of the earlier generation have session files next to memory.md.
  const isLog = /^(?:sessions\/)?[^/]+\.l1\.jsonl(?:\.gz)?$/.test(path);
  return {
    bytes: size,
    logs: isLog ? 1 : 0,
    logBytes: isLog ? size : 0,
    newestSaveMs: isLog || path === "memory.md" ? changedAt(info) : 0,
  };
}

const join = (a: StoreSizes, b: StoreSizes): StoreSizes => ({
  bytes: a.bytes + b.bytes,
  logs: a.logs + b.logs,
  logBytes: a.logBytes + b.logBytes,
  newestSaveMs: Math.max(a.newestSaveMs, b.newestSaveMs),
});
