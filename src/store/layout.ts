/** Where everything in a store is. No other file builds a store path. */

import { textDigest } from "../base/text_digest.ts";
import { countFileIn, passFileIn } from "./session_paths.ts";

export { isSessionId, projectStoreDir } from "./session_paths.ts";

/** What people and agents write on purpose; none of them becomes a path. */
export const WRITTEN_NAMES = [
  "project",
  "architecture",
  "conventions",
  "workflow",
  "lessons",
  "rules",
] as const;
export const WRITTEN_FILES = WRITTEN_NAMES.map((name) => `${name}.md`);

export interface Layout {
  readonly dir: string;
  readonly memory: string;
  readonly index: string;
  readonly facts: string;
  readonly concepts: string;
  readonly config: string;
  readonly gitignore: string;
  /** When memory was switched off. */
  readonly off: string;
  /** What is shared; in a linked worktree the worktree's own. */
  readonly team: string;
  /** Which items of this store are shared, and as what. */
  readonly shared: string;
  /** How the files were when what is new in them was last shared. */
  readonly sharedTo: string;
  readonly sessions: string;
  readonly states: string;
  /** A mark a key: whose store this is. */
  owner(keyId: string): string;
  readonly log: string;
  readonly storeLock: string;
  /** Taken before every other lock. */
  readonly migrationLock: string;
  readonly searchIndex: string;
  readonly report: string;
  /** What must not come back; absent where nothing was forgotten. */
  readonly forgotten: string;
  /** Where both have a copy; outside of the store, and not for every one. */
  readonly keptOut?: string | undefined;
  /** Whether an item of the team says what the user has forgotten. */
  readonly hidesItem?: ((text: string) => boolean) | undefined;
  /** What `forget` is at, until it is done. */
  readonly forgetting: string;
  /** Changes that `undo` can take back. */
  readonly journal: string;
  /** The session log (L1), and the raw copy where one is kept. */
  l1(stem: string): string;
  raw(stem: string): string;
  /** A session's digest, made without a model. */
  digest(stem: string): string;
  /** A session's verified facts. */
  l2(stem: string): string;
  delta(file: string): string;
  state(sessionId: string): string;
  sessionLock(sessionId: string): string;
  count(sessionId: string): string;
  /** Prompts of a session since it started, one byte each. */
  prompts(sessionId: string): string;
  /** A digest of the rules it was given last. */
  rulesGiven(sessionId: string): string;
  /** What a session got from memory, so that recall does not repeat it. */
  given(sessionId: string): string;
  /** What it was given at a moment, with ids; see context/moments.ts. */
  moments(sessionId: string): string;
  /** Ids the user wants to hear no more of, one a line. */
  readonly quiet: string;
  /** What trips a rule of the user, where anything does. */
  readonly tripwires: string;
  /** What that was made from, and when. */
  readonly tripwiresOf: string;
  /** What memory knows about single files. */
  readonly fileNotes: string;
  /** Errors that were followed by a pass, as digests. */
  readonly knownFixes: string;
  /** There if the session's hooks module compares calls with the tables. */
  tripModule(sessionId: string): string;
  /** Lets its next tool use be counted without a full look. */
  quickPass(sessionId: string): string;
  /** When the session's hooks module last ran. */
  scribe(sessionId: string): string;
  /** What the summariser of a compaction was asked to keep. */
  compactionList(sessionId: string): string;
  /** What its summary lacks, until it is restored. */
  compactionMissing(sessionId: string): string;
  /** All sessions, one line each, appended as they begin. */
  readonly begun: string;
  /** `project.md` and similar files. */
  written(name: string): string;
  /** Up to when transcripts and leftovers were checked. */
  readonly reconciled: string;
  readonly newestDigest: string;
  /** When the work of sections was done that do not say so themselves. */
  readonly workTimes: string;
  /** Which commits of sections HEAD's history has. */
  readonly merged: string;
  /** What was last seen in files that git tracks and version 0.1 writes. */
  readonly trackedSeen: string;
  /** Which of the team's items are the newest. */
  readonly newestItems: string;
  /** What the list of open sessions was when we last wrote it. */
  readonly openNote: string;
  /** A copy of the rules the user has stated, for prompts. */
  readonly saidRules: string;
  /** The project rules the user was last told about. */
  readonly rulesMark: string;
  /** In a home store: which project it is of. */
  readonly origin: string;
  /** Which names of the evidence the working tree has. */
  readonly evidence: string;
  readonly swept: string;
  /** How large the logs of sessions that are over are. */
  readonly sessionSizes: string;
  /** In a home store: the project's own folder was found to be foreign. */
  readonly foreignNote: string;
  /** Work that the earlier generation of this tool left without a summary. */
  readonly olderDelta: string;
  /** Originals of what migrations changed or removed; a folder each. */
  readonly backups: string;
  /** Files that were named after local time, and their new names. */
  readonly timezone: string;
}

export function storeLayout(dir: string): Layout {
  return {
    dir,
    memory: `${dir}/memory.md`,
    index: `${dir}/memory-index.json`,
    facts: `${dir}/facts.json`,
    concepts: `${dir}/concepts.json`,
    config: configFileIn(dir),
    gitignore: `${dir}/.gitignore`,
    off: `${dir}/off.json`,
    team: teamFolderIn(dir),
    shared: `${dir}/shared.json`,
    sharedTo: `${dir}/.cache/shared-to`,
    sessions: `${dir}/sessions`,
    states: `${dir}/state`,
    owner: (keyId) => `${dir}/state/owner/${keyId}`,
    foreignNote: `${dir}/.cache/foreign-note`,
    log: `${dir}/logs/keeper.log`,
    storeLock: `${dir}/state/store.lock`,
    migrationLock: `${dir}/backups/migrate.lock`,
    searchIndex: `${dir}/.cache/search.db`,
    report: `${dir}/report.html`,
    forgotten: `${dir}/forgotten.json`,
    forgetting: `${dir}/forgetting.json`,
    journal: `${dir}/journal/steps.jsonl`,
    l1: (stem) => `${dir}/sessions/${stem}.l1.jsonl`,
    raw: (stem) => `${dir}/sessions/${stem}.raw.jsonl.gz`,
    digest: (stem) => `${dir}/sessions/${stem}.md`,
    l2: (stem) => `${dir}/sessions/${stem}.l2.json`,
    delta: (file) => `${dir}/delta/${file}`,
    state: (id) => `${dir}/state/${id}.json`,
    sessionLock: (id) => `${dir}/state/${id}.lock`,
    count: (id) => countFileIn(dir, id),
    prompts: (id) => `${dir}/.cache/prompts/${id}`,
    rulesGiven: (id) => `${dir}/.cache/given/${id}.rules`,
    given: (id) => `${dir}/.cache/given/${id}.json`,
    moments: (id) => `${dir}/.cache/given/${id}.moments`,
    quiet: `${dir}/state/quiet`,
    tripwires: `${dir}/.cache/tripwires.json`,
    tripwiresOf: `${dir}/.cache/tripwires-of`,
    fileNotes: `${dir}/.cache/file-notes.json`,
    knownFixes: `${dir}/.cache/known-fixes`,
    tripModule: (id) => `${dir}/.cache/given/${id}.module`,
    quickPass: (id) => passFileIn(dir, id),
    scribe: (id) => `${dir}/.cache/scribe/${id}`,
    compactionList: (id) => `${dir}/.cache/compaction/${id}.list.json`,
    compactionMissing: (id) => `${dir}/.cache/compaction/${id}.missing.json`,
    begun: `${dir}/.cache/begun`,
    written: (name) => `${dir}/${name}.md`,
    reconciled: `${dir}/.cache/reconciled.json`,
    newestDigest: `${dir}/.cache/newest-digest`,
    workTimes: `${dir}/.cache/work-times.json`,
    merged: `${dir}/.cache/merged.json`,
    trackedSeen: `${dir}/.cache/tracked-seen.json`,
    newestItems: `${dir}/.cache/newest-items.json`,
    openNote: `${dir}/.cache/open-sessions`,
    saidRules: `${dir}/.cache/said-rules.json`,
    rulesMark: `${dir}/.cache/rules-mark`,
    origin: `${dir}/origin.json`,
    evidence: `${dir}/.cache/evidence.json`,
    swept: `${dir}/.cache/swept`,
    sessionSizes: `${dir}/.cache/session-sizes.json`,
    olderDelta: `${dir}/delta_temp.txt`,
    backups: `${dir}/backups`,
    timezone: `${dir}/timezone.json`,
  };
}

/**
 * What a file is called that git must not see, while git still tracks the one
 * of that name: `memory.local.md` instead of `memory.md`.
 */
export const localName = (name: string) =>
  name.replace(/\.(md|json)$/, ".local.$1");

/** What a file of the store is really called, local or not. */
export function nameIn(
  { dir, memory, facts, concepts }: Layout,
  name: string,
): string {
  const local = `${dir}/${localName(name)}`;
  return [memory, facts, concepts].includes(local) ? localName(name) : name;
}

/** The files of version 0.1 that may be tracked and have a local one instead. */
export const LOCAL_NAMES = ["memory.md", "facts.json", "concepts.json"];

export function teamFolderIn(dir: string): string {
  return `${dir}/team`;
}

export function configFileIn(dir: string): string {
  return `${dir}/config.json`;
}

/** Whether a file of the store is an archive; other names are the user's. */
export function isArchiveName(name: string): boolean {
  return /^memory_\d{8}_\d{6}\.md$/.test(name);
}

export function isSummaryName(name: string): boolean {
  return /^memory_\d{8}_\d{6}\.summary\.json$/.test(name);
}

/** The name shared by a session's files: when it began (UTC), and its short id. */
export function sessionStem(startedAt: Date, short: string): string {
  const [day, time] = startedAt.toISOString().split("T") as [string, string];
  return `${day}_${time.slice(0, 2)}${time.slice(3, 5)}_${short}`;
}

/** A session's short name, as used in file names, deltas and sections. */
export function shortOf(stem: string): string {
  return stem.slice("YYYY-MM-DD_HHMM_".length);
}

/**
 * A session's possible short names: the beginning of its id, or a digest of the
 * id where another session's begins the same way.
 */
export function shortNames(
  sessionId: string,
): readonly [usual: string, other: string] {
  return [sessionId.slice(0, SHORT_CHARS), digestOf(sessionId)];
}

const SHORT_CHARS = 8;

const digestOf = (text: string) =>
  textDigest(text).toString(16).padStart(SHORT_CHARS, "0");
