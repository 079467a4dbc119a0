/** The files of a store that can be searched, with what their names tell. */

import { baseName } from "../../base/path_text.ts";
import { readStem } from "./documents.ts";
import type { Layer } from "./layers.ts";
import {
  isArchiveName,
  isSummaryName,
  type Layout,
  shortNames,
  shortOf,
} from "../../store/layout.ts";
import { lstat } from "../../store/file_kinds.ts";
import { leadsOut } from "../../store/inside_project.ts";
import { listNames, readText, statFile } from "../../store/read_file.ts";
import {
  listSessionIds,
  loadSessionState,
} from "../../session/session_state.ts";
import { readWorkTimes, type WorkTimes } from "../../memory/work_times.ts";
import { WRITTEN_NAMES } from "../../store/layout.ts";
import {
  factFiles,
  readGone,
  readItemText,
  sectionFiles,
} from "../../team/read_team.ts";
import { isEdited } from "../../team/examine_team.ts";
import { readOwnStems } from "../../team/share_state.ts";
import { timeOfStem } from "../../team/team_names.ts";

export interface SourceFile {
  /** Below the store, with `/`; a packed log has the name it had before. */
  readonly path: string;
  /** Where it lies. */
  readonly file: string;
  readonly layer: Layer;
  readonly packed: boolean;
  /** The session it is about, by its full id where a state tells it. */
  readonly session: string | null;
  /** What sections call that session. */
  readonly short: string | null;
  readonly size: number;
  readonly mtimeMs: number;
  /** When the work of its sections was done, for memory.md and archives. */
  readonly times?: WorkTimes;
  /** Of an item of the team: whether the user has forgotten what it says. */
  readonly hides?: Layout["hidesItem"];
}

const WRITTEN: readonly string[] = WRITTEN_NAMES.map((name) => `${name}.md`);

/** Newest logs last; what is no regular file or leads out is left out. */
export function listSources(layout: Layout): SourceFile[] {
  const sessions = namesBelow(layout.sessions).map((name) => ({
    name: `sessions/${name}`,
    layer: sessionLayer(name),
  }));
  const months = namesBelow(`${layout.sessions}/archive`).map((name) => ({
    name: `sessions/archive/${name}`,
    layer: name.endsWith(".md") ? "digest" as const : undefined,
  }));
  return [
    ...describeSources(
      layout,
      [...topNames(layout), ...sessions, ...months],
      sessionIdsByShortId(layout),
    ),
    ...teamSources(layout),
  ];
}

/**
 * What others say; what this store has shared is in its own files. One whose
 * words fit its name is never changed, so none is looked at: there may be ten
 * thousand.
 */
function teamSources(layout: Layout): SourceFile[] {
  const files = [...sectionFiles(layout), ...factFiles(layout)];
  if (files.length === 0) return [];
  const [gone, own] = [readGone(layout), readOwnStems(layout)];
  return files.filter(({ stem }) => !gone.has(stem) && !own.has(stem))
    .map(({ stem, path }) => ({
      path: `team/${path}`,
      file: `${layout.team}/${path}`,
      layer: "team" as const,
      packed: false,
      session: null,
      short: null,
      size: 0,
      mtimeMs: timeOfStem(stem),
      hides: layout.hidesItem,
    }));
}

/** What the index has noted of a file. */
type Noted = Pick<SourceFile, "size" | "mtimeMs">;

/**
 * The text of a source that is no log, and the file as it is to be noted. An
 * item that does not fit its name is noted as it lies there: a pull has written
 * half of it, it is in conflict, or it was edited.
 */
export function readNoted(
  file: SourceFile,
): { readonly file: SourceFile; readonly text: string } {
  if (file.layer !== "team") return { file, text: readSource(file) };
  // First, so that what is written while it is read is seen the next time.
  const looked = lookedAt(file);
  const text = readSource(file);
  const stem = baseName(file.path).replace(/\.\w+$/, "");
  const noted = isEdited(stem, text)
    ? looked
    : { size: 0, mtimeMs: timeOfStem(stem) };
  return { file: { ...file, ...noted }, text };
}

/** As it is now, if it did not fit its name when it was noted. */
export const lookAgain = (
  file: SourceFile,
  known: Noted | undefined,
): SourceFile =>
  file.layer === "team" && known && known.size !== file.size
    ? { ...file, ...lookedAt(file) }
    : file;

/** Never the size of one that fits its name. */
function lookedAt({ file }: SourceFile): Noted {
  const info = lstat(file);
  return {
    size: (info?.size ?? 0) + 1,
    mtimeMs: info?.mtime?.getTime() ?? 0,
  };
}

/** The text of a source that is no log; "" for what is no item of a team. */
export const readSource = (
  { layer, file, hides }: Pick<SourceFile, "layer" | "file" | "hides">,
): string =>
  (layer === "team" ? readItemText(file, hides) : readText(file)) ?? "";

/** What one session's turn can have changed: its own files, and the top's. */
export function listSourcesOf(
  layout: Layout,
  sessionId: string,
  stem: string,
): SourceFile[] {
  const own = stem === ""
    ? []
    : [".l1.jsonl", ".l2.json", ".md"].map((end) => ({
      name: `sessions/${stem}${end}`,
      layer: sessionLayer(end),
    }));
  return describeSources(
    layout,
    [
      ...topNames(layout).filter(({ name }) => !SESSION_FILE.test(name)),
      ...own,
    ],
    new Map([[shortOf(stem), sessionId]]),
  );
}

/**
 * The file behind a path of the index, by its name alone: what an index says
 * may be forged, so nothing else of it decides what is read.
 */
export function sourceAt(
  { dir, team, hidesItem: hides }: Layout,
  path: string,
): Pick<SourceFile, "layer" | "file" | "hides"> | undefined {
  const [, item] =
    /^team\/((?:\d{4}\/\d\d|facts)\/[\w-]+\.(?:md|json))$/.exec(path) ?? [];
  if (item) return { file: `${team}/${item}`, layer: "team", hides };
  const [, folder = "", name = ""] =
    /^(sessions\/(?:archive\/)?)?([^/\\]+)$/.exec(path) ?? [];
  const layer = folder === ""
    ? topLayer(name)
    : folder === "sessions/"
    ? sessionLayer(name)
    : name.endsWith(".md")
    ? "digest"
    : undefined;
  return layer && { file: `${dir}/${path}`, layer };
}

interface Named {
  readonly name: string;
  readonly layer: Layer | undefined;
}

const topNames = ({ dir }: Layout): Named[] =>
  namesBelow(dir).map((name) => ({ name, layer: topLayer(name) }));

/** Some of the earlier generation had sessions' files at the top. */
const SESSION_FILE = /\.l1\.jsonl$|\.l2\.json$/;

function describeSources(
  layout: Layout,
  named: readonly Named[],
  fullIds: ReadonlyMap<string, string>,
): SourceFile[] {
  const sources = new Map<string, SourceFile>();
  const times = readWorkTimes(layout);
  const timesMs = times.kept.changedMs ?? 0;
  for (const { name, layer } of named) {
    if (layer === undefined) continue;
    const file = `${layout.dir}/${name}`;
    const info = lookAt(file);
    if (!info?.isFile) continue;
    const packed = name.endsWith(".gz");
    const path = packed ? name.slice(0, -".gz".length) : name;
    // Both are there for a moment while a log is packed.
    if (packed && sources.has(path)) continue;
    const stem = path.replace(/^.*\//, "")
      .replace(/\.(?:l1\.jsonl|l2\.json|md)$/, "");
    const short = readStem(stem)?.session ?? null;
    sources.set(path, {
      path,
      file,
      layer,
      packed,
      session: short === null
        // A log without an id in its name is a session all the same.
        ? layer === "l1" ? stem : null
        : fullIds.get(short) ?? short,
      short,
      size: info.size,
      mtimeMs: info.mtime?.getTime() ?? 0,
      ...(layer === "memory" || layer === "archive"
        // What became known since changes its documents.
        ? { times, mtimeMs: Math.max(info.mtime?.getTime() ?? 0, timesMs) }
        : {}),
    });
  }
  return [...sources.values()];
}

/** Links are rare: only of them it is asked where they lead. */
function lookAt(file: string): Deno.FileInfo | undefined {
  const info = lstat(file);
  if (!info?.isSymlink) return info;
  return leadsOut(file) === undefined ? statFile(file) : undefined;
}

/** None of a folder that leads out. */
const namesBelow = (dir: string) =>
  leadsOut(dir) === undefined ? listNames(dir) : [];

function topLayer(name: string): Layer | undefined {
  if (/^memory(?:\.local)?\.md$/.test(name)) return "memory";
  if (/^facts(?:\.local)?\.json$/.test(name)) return "facts";
  if (/^concepts(?:\.local)?\.json$/.test(name)) return "concepts";
  if (WRITTEN.includes(name)) return "files";
  if (isArchiveName(name)) return "archive";
  if (isSummaryName(name)) return "summary";
  return SESSION_FILE.test(name) ? sessionLayer(name) : undefined;
}

function sessionLayer(name: string): Layer | undefined {
  if (/\.l1\.jsonl(?:\.gz)?$/.test(name)) return "l1";
  if (name.endsWith(".l2.json")) return "facts";
  return name.endsWith(".md") ? "digest" : undefined;
}

/** The ids behind the short names in file names and sections. */
export function sessionIdsByShortId(layout: Layout): Map<string, string> {
  const shorts = new Map<string, string>();
  const alike = new Set<string>();
  for (const id of listSessionIds(layout)) {
    const [usual] = shortNames(id);
    const other = shorts.get(usual);
    if (other !== undefined) alike.add(other).add(id);
    shorts.set(usual, id);
  }
  // Some begin alike: their states say what each is called.
  for (const id of alike) {
    const loaded = loadSessionState(layout, id);
    if (loaded.state === "ok") shorts.set(shortOf(loaded.value.stem), id);
  }
  return shorts;
}
