/**
 * Signs that a store without a mark is this user's. Neither earlier use of
 * Claude Code at this path nor file times prove it: an archive can be unpacked
 * over any path. The store must contain what only the user's own sessions have:
 * a transcript's first id, or a prompt.
 */

import { tryParseObject } from "../base/json_values.ts";
import { claudeFolder } from "../claude/folders.ts";
import { projectFolderName } from "../claude/memory_folder.ts";
import { type JsonObject } from "../base/json.ts";
import type { World } from "../base/world.ts";
import { isSamePath } from "../base/path_text.ts";
import { readPart } from "./growing_file.ts";
import { isClosed } from "./gitignore.ts";
import { gunzipBytes } from "./gzip.ts";
import { projectStoreDir, shortNames, shortOf, storeLayout } from "./layout.ts";
import {
  entriesIn,
  namesIn,
  readBytes,
  readText,
  resolveExisting,
  statFile,
} from "./read_file.ts";
import { isTeamShared, readTracked } from "./tracked_files.ts";

const MOST_STATE_BYTES = 1024 * 1024;
const MOST_LOG_BYTES = 8 * 1024 * 1024;
const MOST_HISTORY_BYTES = 32 * 1024 * 1024;
/** Where the first entries of a transcript are. */
const HEAD_BYTES = 1024 * 1024;
/** How many sessions are looked into: one that fits is enough. */
const MOST_TRIES = 50;
/** Between typing a prompt and the transcript's note of it. */
const SAME_PROMPT_MS = 60_000;
const LOG_NAME = /^sessions\/([\w-]{17,150})\.l1\.jsonl(?:\.gz)?$/;
/** To the millisecond, as Claude Code dates an entry. */
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const MOMENTS = 2;
const SETTINGS = ["config.json", ".gitignore"];

interface Unmarked {
  readonly dir: string;
  readonly roots: readonly string[];
}

export async function findOwnSigns(
  world: World,
  { dir, roots }: Unmarked,
): Promise<boolean> {
  const folder = claudeFolder(world);
  const { names, isPart } = findContent(dir);
  if (names.length === 0 && !isPart) return true;
  const tracked = readTracked(dir);
  // A team's settings alone are no memory; they can only tighten anyway.
  const isTight = (name: string) =>
    name === ".gitignore" && isClosed(readText(`${dir}/${name}`) ?? "*") ||
    // What a team shares through git speaks in a frame in every store.
    name === TEAM_FOLDER && isTeamShared(dir) ||
    SETTINGS.includes(name) && tracked.has(name);
  const content = names.filter((name) => !isTight(name));
  if (content.length === 0 && !isPart) return true;
  if (folder === undefined) return false;
  const sessions = new UntrackedSessions(
    dir,
    content.filter((name) => !tracked.has(name)),
  );
  const entries = [...new Set(roots.map(resolveExisting))]
    .map((root) => `${folder}/projects/${projectFolderName(root)}`);
  for (const entry of entries) {
    if (await sessions.fitTranscript(entry)) return true;
  }
  return await sessions.fitHistory(`${folder}/history.jsonl`, roots);
}

/** What a store says of its sessions in files that git does not track. */
class UntrackedSessions {
  readonly #dir: string;
  readonly #names: ReadonlySet<string>;
  /** The logs by the short names of their sessions. */
  readonly #logs = new Map<string, string>();
  #triesLeft = MOST_TRIES;

  constructor(dir: string, names: readonly string[]) {
    this.#dir = dir;
    this.#names = new Set(names);
    for (const name of names) {
      const [, stem] = LOG_NAME.exec(name) ?? [];
      if (stem) this.#logs.set(shortOf(stem), name);
    }
  }

  /** Whether a state or a log knows what its transcript begins with. */
  async fitTranscript(folder: string): Promise<boolean> {
    for (const name of namesIn(folder)) {
      if (!name.endsWith(".jsonl")) continue;
      const id = name.slice(0, -".jsonl".length);
      const known = await this.#beginningOf(id);
      if (known.length === 0) continue;
      const head = headOf(`${folder}/${name}`);
      if (known.every((one) => head.includes(one))) return true;
    }
    return false;
  }

  /**
   * What the transcript of a session must have in its first entries. In a
   * text of the transcript these quotation marks would be escaped.
   */
  async #beginningOf(id: string): Promise<string[]> {
    const first = this.#state(id)?.firstUuid;
    if (typeof first === "string" && /^[\w-]{8,64}$/.test(first)) {
      return [`"uuid":"${first}"`];
    }
    const log = shortNames(id).map((short) => this.#logs.get(short))
      .find((name) => name !== undefined);
    if (log === undefined || this.#triesLeft-- <= 0) return [];
    const moments = (await this.#entries(log))
      .filter(({ agent }) => agent === undefined)
      .flatMap(({ ts }) => typeof ts === "string" && MOMENT.test(ts) ? ts : [])
      .slice(0, MOMENTS);
    // One alone could be guessed.
    return moments.length < MOMENTS
      ? []
      : moments.map((ts) => `"timestamp":"${ts}"`);
  }

  /**
   * Whether a log has a prompt of the user's history. Copies of a log may be
   * anywhere, so not if the session's own folder is another one that has it.
   */
  async fitHistory(path: string, roots: readonly string[]): Promise<boolean> {
    const info = statFile(path);
    if (!info?.isFile || info.size > MOST_HISTORY_BYTES) return false;
    const isHere = (project: string, id: string) =>
      roots.some((root) => isSamePath(root, project)) ||
      !statFile(storeLayout(projectStoreDir(project)).state(id));
    for (const [id, typed] of readHistory(path, (id) => this.#isNamed(id))) {
      const here = typed.filter(({ project }) => isHere(project, id));
      const state = here.length > 0 ? this.#state(id) : undefined;
      if (state === undefined) continue;
      const kept = await this.#prompts(String(state.stem));
      if (kept.some((one) => here.some((other) => isSame(one, other)))) {
        return true;
      }
    }
    return false;
  }

  #isNamed(id: string): boolean {
    return this.#names.has(`state/${id}.json`);
  }

  #state(id: string): JsonObject | undefined {
    if (!this.#isNamed(id) || this.#triesLeft-- <= 0) return undefined;
    try {
      const path = `${this.#dir}/state/${id}.json`;
      return tryParseObject(readText(path, MOST_STATE_BYTES) ?? "");
    } catch {
      return undefined; // What cannot be read proves nothing.
    }
  }

  /** What the user said in a session, as its log has it. */
  async #prompts(stem: string): Promise<Prompt[]> {
    const name = ["", ".gz"].map((end) => `sessions/${stem}.l1.jsonl${end}`)
      .find((name) => this.#names.has(name));
    const entries = name === undefined ? [] : await this.#entries(name);
    return entries.flatMap(({ role, text, ts }) =>
      role === "user" && typeof text === "string"
        ? [{ text, atMs: Date.parse(String(ts)) }]
        : []
    );
  }

  /** None of a log that cannot be read: it proves nothing. */
  async #entries(name: string): Promise<JsonObject[]> {
    const log = await readLog(`${this.#dir}/${name}`).catch(() => "");
    return log.split("\n").map(tryParseObject).filter((one) =>
      one !== undefined
    );
  }
}

async function readLog(path: string): Promise<string> {
  const bytes = readBytes(path) ?? new Uint8Array();
  const log = path.endsWith(".gz")
    ? await gunzipBytes(bytes, MOST_LOG_BYTES)
    : bytes.subarray(0, MOST_LOG_BYTES);
  return new TextDecoder().decode(log);
}

interface Prompt {
  readonly text: string;
  readonly atMs: number;
}

const isSame = (one: Prompt, other: Prompt) =>
  one.text.trim() === other.text.trim() &&
  Math.abs(one.atMs - other.atMs) <= SAME_PROMPT_MS;

/** The user's prompts by session, of those that are wanted. */
function readHistory(path: string, isWanted: (id: string) => boolean) {
  const sessions = new Map<string, (Prompt & { readonly project: string })[]>();
  for (const line of Deno.readTextFileSync(path).split("\n")) {
    // Most lines are of other projects: they need not be parsed.
    const [, named = ""] = /"sessionId":"([\w-]+)"/.exec(line) ?? [];
    const { display, timestamp, project, sessionId } = named && isWanted(named)
      ? tryParseObject(line) ?? {}
      : {};
    if (sessionId !== named || typeof display !== "string") continue;
    const typed = sessions.get(named) ?? [];
    typed.push({
      text: display,
      atMs: Number(timestamp),
      project: String(project),
    });
    sessions.set(named, typed);
  }
  return sessions;
}

function headOf(path: string): string {
  const info = statFile(path);
  if (!info?.isFile) return "";
  const head = readPart(path, 0, Math.min(info.size, HEAD_BYTES));
  return new TextDecoder().decode(head);
}

/** More names make no difference; a hostile store may have millions. */
const MOST_NAMES = 20_000;
const MOST_DEPTH = 2;

/** Never shown and never obeyed. */
const SILENT_FOLDERS = /^(?:logs|state\/owner)$/;
const SILENT_FILES = /^(?:state\/locks-refused|.*\.(?:lock|holder|held|tmp))$/;

/** Counts as one name, whatever is in it. */
const TEAM_FOLDER = "team";

interface StoreContent {
  readonly names: readonly string[];
  /** There is more than was looked at. */
  readonly isPart: boolean;
}

/**
 * What an unmarked store has that would be shown or obeyed. In doubt a file
 * counts: one of another kind than we make there, a link, a folder too deep to
 * look into. Throws where a folder cannot be read, because it may hide
 * something.
 */
function findContent(dir: string): StoreContent {
  const names: string[] = [];
  let left = MOST_NAMES;
  const look = (folder: string, depth: number): void => {
    for (const entry of entriesIn(`${dir}/${folder}`)) {
      if (left-- <= 0) return;
      const name = `${folder}${entry.name}`;
      if (isSilent(name, entry)) continue;
      const isOpened = entry.isDirectory && depth < MOST_DEPTH &&
        name !== TEAM_FOLDER;
      if (isOpened) look(`${name}/`, depth + 1);
      else names.push(name);
    }
  };
  look("", 0);
  return { names, isPart: left < 0 };
}

const isSilent = (name: string, { isFile, isDirectory }: Deno.DirEntry) =>
  isFile && SILENT_FILES.test(name) ||
  isDirectory && SILENT_FOLDERS.test(name);
