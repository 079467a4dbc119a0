/**
 * What people with version 0.1 take out of the files that git tracks, or edit
 * there: its team item is withdrawn; what an edit left is an item of its own.
 * Only where it is sure: this clone has seen the item in the file, history went
 * on from there, git is not in the middle of anything, and it can only have been
 * done by hand.
 */

import { textsIn } from "../base/json_values.ts";
import { hasConflict } from "../base/conflict_markers.ts";
import { type JsonObject } from "../base/json.ts";
import { Deadline } from "../base/timeout.ts";
import { parseFacts } from "../knowledge/facts.ts";
import { writeCache } from "../store/cache_file.ts";
import { gitDir, readPlace } from "../store/git/branch.ts";
import { loadJson, readJson } from "../store/json_file.ts";
import { readText, statFile } from "../store/read_file.ts";
import type { Store } from "../store/store.ts";

/** Stems of what the tracked files have, in their order. */
export interface TrackedStems {
  /** Of memory.md. */
  readonly memory: readonly string[];
  readonly archives: readonly string[];
  readonly facts: readonly string[];
}

interface Seen extends TrackedStems {
  readonly head: string;
  /** What was withdrawn because of these files: it may come back with them. */
  readonly withdrawn: readonly string[];
}

/** So many at once were not taken out by hand. */
const MOST_TAKEN = 10;
const ANCESTRY_MS = 40;

export async function findTakenOut(
  store: Store,
  now: TrackedStems,
): Promise<string[]> {
  const before = readSeen(store);
  const { commit: head } = readPlace(store.project.root);
  if (before === undefined || head === undefined) return [];
  const taken = [
    ...(areFactsWhole(store) ? takenFacts(before, now) : []),
    ...(isMemoryWhole(store) ? takenSections(before, now) : []),
  ];
  if (taken.length === 0 || taken.length > MOST_TAKEN) return [];
  if (isGitBusy(store)) return [];
  const { History } = await import("../store/git/history.ts");
  using history = new History(store.project.root);
  const budget = new Deadline(ANCESTRY_MS);
  const isFurther = history.contains(before.head, head, () => budget.passed);
  return isFurther === true ? taken : [];
}

/** A file without any was emptied, not edited. */
const takenFacts = (before: TrackedStems, now: TrackedStems) =>
  now.facts.length === 0
    ? []
    : before.facts.filter((stem) => !now.facts.includes(stem));

/**
 * Rotation takes the oldest sections of memory.md, into an archive that may not
 * be committed. What is taken from behind an older one, or is there in other
 * words, was changed by hand.
 */
function takenSections(before: TrackedStems, now: TrackedStems): string[] {
  const here = new Set([...now.memory, ...now.archives]);
  const oldest = before.memory.findIndex((stem) => now.memory.includes(stem));
  const edited = new Set(
    now.memory.filter((stem) => !before.memory.includes(stem)).map(timeOf),
  );
  return before.memory.filter((stem, i) =>
    !here.has(stem) && (oldest >= 0 && i > oldest || edited.has(timeOf(stem)))
  );
}

/** All of a stem but the digits of its content. */
const timeOf = (stem: string) => stem.slice(0, stem.lastIndexOf("_"));

const BUSY = [
  "index.lock",
  "MERGE_HEAD",
  "CHERRY_PICK_HEAD",
  "REVERT_HEAD",
  "rebase-merge",
  "rebase-apply",
];

function isGitBusy({ project }: Store): boolean {
  const dir = gitDir(project.root);
  return BUSY.some((name) => statFile(`${dir}/${name}`) !== undefined);
}

/** A file that is missing, damaged or in conflict says nothing. */
function areFactsWhole({ layout: { dir } }: Store): boolean {
  const loaded = loadJson(`${dir}/facts.json`, parseFacts);
  return loaded.state === "ok" && !loaded.isJoined;
}

function isMemoryWhole({ layout: { dir } }: Store): boolean {
  const text = readText(`${dir}/memory.md`);
  return text !== undefined && !hasConflict(text);
}

/** What is withdrawn or here now is known at the next start. */
export function noteTracked(
  store: Store,
  { memory, archives, facts }: TrackedStems,
  taken: readonly string[] = [],
): void {
  const { commit: head = "" } = readPlace(store.project.root);
  // In the middle of a merge nothing can be told from what is here.
  if (isGitBusy(store)) return;
  const withdrawn = [...new Set([...readWithdrawn(store), ...taken])];
  const seen: Seen = { head, memory, archives, facts, withdrawn };
  const text = `${JSON.stringify(seen)}\n`;
  const { files, layout } = store;
  if (text !== readText(layout.trackedSeen)) {
    writeCache(files, layout.trackedSeen, text);
  }
}

export const readWithdrawn = (store: Store): readonly string[] =>
  readSeen(store)?.withdrawn ?? [];

const readSeen = ({ layout }: Store) => readJson(layout.trackedSeen, parseSeen);

function parseSeen(raw: JsonObject): Seen {
  const texts = (name: string) => textsIn(raw[name]);
  return {
    head: String(raw["head"] ?? ""),
    memory: texts("memory"),
    archives: texts("archives"),
    facts: texts("facts"),
    withdrawn: texts("withdrawn"),
  };
}
