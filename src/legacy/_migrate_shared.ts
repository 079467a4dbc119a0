/**
 * A store of version 0.1 with `share: true` has its memory.md and facts.json in
 * git, where two people always conflict. Everything in them becomes team items
 * without an author, the same bytes in every clone. The tracked files are not
 * written any more; what is new is kept in local ones, until git forgets the
 * others.
 */

import { emptyConcepts, parseConcepts } from "../knowledge/concepts.ts";
import { emptyFacts, parseFacts } from "../knowledge/facts.ts";
import { parseMemory, renderPreamble } from "../memory/memory_text.ts";
import { plural } from "../base/format_count.ts";
import type { World } from "../base/world.ts";
import { writeGitignore } from "../store/gitignore.ts";
import { Redactor } from "../redact/redactor.ts";
import { readJson } from "../store/json_file.ts";
import {
  isArchiveName,
  isSummaryName,
  LOCAL_NAMES,
  localName,
} from "../store/layout.ts";
import { listNames, readText } from "../store/read_file.ts";
import {
  type Claim,
  reopenStore,
  type Store,
  withStoreLock,
} from "../store/store.ts";
import { readTracked } from "../store/tracked_files.ts";
import { factItems, toSection } from "../team/own_items.ts";
import { beginSharing, comeBack, redactItem } from "../team/share.ts";
import { factFiles, readGone, sectionFiles } from "../team/read_team.ts";
import { readShareState } from "../team/share_state.ts";
import { stemOfItem, type TeamItem } from "../team/team_item.ts";
import { writeItem, writeTombstone } from "../team/write_team.ts";
import { whileMigrating } from "./_migrate_legacy.ts";
import { findUnfinished, MigrationBackup } from "./_migration_backup.ts";
import {
  findTakenOut,
  noteTracked,
  readWithdrawn,
  type TrackedStems,
} from "./_taken_out.ts";

/** A start does not wait for more than so many files. */
const MOST_AT_START = 100;

/** What is left of sharing as version 0.1 did it. */
export function findSharedBefore({ layout }: Store) {
  const tracked = readTracked(layout.dir);
  const names = listNames(layout.dir);
  const isShared = (name: string) =>
    LOCAL_NAMES.includes(name) || isArchiveName(name) || isSummaryName(name);
  const locals = LOCAL_NAMES.filter((name) => names.includes(localName(name)));
  const seen = names.filter((name) => isShared(name) && tracked.has(name));
  return {
    /** Names of files that git tracks and a team shared. */
    tracked: seen,
    /** Those of them that this store would still write. */
    open: seen.filter((name) =>
      LOCAL_NAMES.includes(name) && !locals.includes(name)
    ),
    /** Local files whose tracked ones are gone from git. */
    done: locals.filter((name) => !tracked.has(name)),
  };
}

/** The line that makes git forget them; the files stay. */
export function untrackLine(tracked: readonly string[]): string {
  const archives = tracked.some((name) => !LOCAL_NAMES.includes(name));
  const paths = [
    ...tracked.filter((name) => LOCAL_NAMES.includes(name)),
    ...(archives ? ["memory_*"] : []),
  ].map((name) => `.claude/memory/${name}`);
  const words = paths.map((path) => path.includes("*") ? `'${path}'` : path);
  return `git rm --cached -- ${words.join(" ")}`;
}

/**
 * One that was killed at its end has not told the line yet; and people with
 * version 0.1 go on writing to the tracked files.
 */
const isUnfinished = (
  store: Store,
  { open, done, tracked }: ReturnType<typeof findSharedBefore>,
  takenOut: readonly string[],
) =>
  open.length + takenOut.length > 0 ||
  done.length === 0 && findUnfinished(store.layout, "team") !== undefined ||
  newItems(store, tracked).length > 0;

/** Turn what is shared into team items; undefined if there is nothing to do. */
export async function migrateShared(store: Store, world: World, claim: Claim) {
  const before = findSharedBefore(store);
  const takenOut = await findTakenOut(store, stemsIn(store, before.tracked));
  if (!isUnfinished(store, before, takenOut)) return undefined;
  return await whileMigrated(store, world, claim, (quiet, backup) => {
    const { layout, files } = quiet;
    const { tracked, open } = findSharedBefore(quiet);
    for (const name of tracked) backup.keep(`${layout.dir}/${name}`);
    const items = sharedItems(quiet, tracked);
    writeNewItems(quiet, tracked);
    for (const stem of takenOut) writeTombstone(quiet, stem);
    writeGitignore(quiet, true);
    for (const name of open) {
      const local = `${layout.dir}/${localName(name)}`;
      files.replace(local, localText(quiet, name));
    }
    // Later on this would make private what waits to be shared.
    if (open.length > 0 || readShareState(quiet) === undefined) {
      const { layout } = reopenStore(store);
      beginSharing({ ...quiet, layout }, world);
    }
    // Where the user's own facts begin as a copy, so do the rules in them.
    const rules = open.includes("facts.json")
      ? items.filter(({ kind }) => kind === "rule").length
      : 0;
    noteTracked(quiet, stemsIn(quiet, tracked), takenOut);
    return { items: items.length, rules, tracked, backup: backup.dir };
  });
}

/** With the store's lock and a backup. */
async function whileMigrated<T>(
  store: Store,
  world: World,
  claim: Claim,
  body: (quiet: Store, backup: MigrationBackup) => T,
): Promise<T> {
  // What is tracked is not this store's to share.
  const { share: _, ...quiet } = store;
  return await whileMigrating(quiet, "team", async () => {
    const backup = MigrationBackup.open(quiet, "team", world.now());
    const result = await withStoreLock(quiet, claim, () => body(quiet, backup));
    backup.finish(world.now());
    return result;
  });
}

/**
 * Without secrets, as the built-in patterns find them: with anyone's own, each
 * clone would make other bytes.
 */
function sharedItems(store: Store, tracked: readonly string[]): TeamItem[] {
  return tracked.flatMap((name) => sharedIn(store, name));
}

/** Of one file, in its order. */
function sharedIn(store: Store, name: string): TeamItem[] {
  const redactor = new Redactor([]);
  return readShared(store, name).map((item) => redactItem(redactor, item));
}

function readShared({ layout }: Store, file: string): TeamItem[] {
  if (file.endsWith(".md")) {
    return parseMemory(readText(`${layout.dir}/${file}`) ?? "").sections
      .flatMap((one) => toSection({ ...one, isDigest: false }, "") ?? []);
  }
  if (file !== "facts.json") return [];
  const names = new Map(
    readConcepts(`${layout.dir}/concepts.json`)
      .concepts.map(({ id, name }) => [id, name]),
  );
  const facts = readFacts(`${layout.dir}/facts.json`);
  const known = factItems(facts, "", (id) => names.get(id) ?? "");
  return known.map(({ item }) => item);
}

function stemsIn(store: Store, tracked: readonly string[]): TrackedStems {
  const of = (names: readonly string[]) =>
    sharedItems(store, names)
      .map(stemOfItem);
  const has = (name: string) => tracked.filter((one) => one === name);
  return {
    memory: of(has("memory.md")),
    archives: of(tracked.filter(isArchiveName)),
    facts: of(has("facts.json")),
  };
}

/** Those that the team has neither got nor removed. */
function newItems(store: Store, tracked: readonly string[]): TeamItem[] {
  const { layout } = store;
  const gone = readGone(layout);
  const known = new Set(gone);
  for (const file of [...sectionFiles(layout), ...factFiles(layout)]) {
    known.add(file.stem);
  }
  const withdrawn = readWithdrawn(store);
  return sharedItems(store, tracked)
    // What the same files took out and have again was not forgotten.
    .map((item) =>
      withdrawn.includes(stemOfItem(item)) ? comeBack(item, gone) : item
    )
    .filter((item) => !known.has(stemOfItem(item)));
}

function writeNewItems(store: Store, tracked: readonly string[]): void {
  for (const item of newItems(store, tracked)) writeItem(store, item);
}

const readConcepts = (path: string) =>
  readJson(path, parseConcepts) ?? emptyConcepts();
const readFacts = (path: string) => readJson(path, parseFacts) ?? emptyFacts();

/** What a local file begins with: ids are never used again. */
function localText({ layout, project }: Store, name: string): string {
  if (name === "memory.md") return renderPreamble(project.name);
  const path = `${layout.dir}/${name}`;
  if (name === "concepts.json") {
    const { nextId } = readConcepts(path);
    return `${JSON.stringify({ concepts: [], nextId }, null, 2)}\n`;
  }
  const { version, nextId } = readFacts(path)._meta;
  const facts = { ...emptyFacts(), _meta: { version, nextId } };
  return `${JSON.stringify(facts, null, 2)}\n`;
}

/** At a start: does what takes little time; returns the line that says so. */
export async function settleShared(store: Store, world: World, claim: Claim) {
  const before = findSharedBefore(store);
  // Git has forgotten them: the local files take their places.
  if (before.done.length > 0) {
    await whileMigrated(store, world, claim, takePlaces);
  }
  // Private as long as the user shares nothing.
  if (store.config.share === false) return undefined;
  const stems = stemsIn(store, before.tracked);
  const takenOut = await findTakenOut(store, stems);
  if (!isUnfinished(store, before, takenOut)) {
    if (before.tracked.length > 0) noteTracked(store, stems);
    return undefined;
  }
  if (newItems(store, before.tracked).length > MOST_AT_START) {
    return "Git tracks memory.md here, where a team always conflicts; " +
      "memory-keeper share on turns it into team files";
  }
  const migrated = await migrateShared(store, world, claim);
  return migrated && describeMigrated(migrated);
}

export function describeMigrated({ items, rules, tracked }: {
  readonly items: number;
  readonly rules: number;
  readonly tracked: readonly string[];
}): string {
  const asked = rules === 0
    ? ""
    : `${plural(rules, "rule")} of it no longer goes with your prompts ` +
      '("memory-keeper remember" makes one yours); ';
  return `What this project shares is ${plural(items, "team file")} now; ` +
    `${asked}commit .claude/memory/team and run: ${untrackLine(tracked)}`;
}

function takePlaces(store: Store, backup: MigrationBackup): void {
  const { layout, files } = store;
  const { done } = findSharedBefore(store);
  // What came with the last pull is nowhere else.
  writeNewItems(store, done);
  for (const name of done) {
    const path = `${layout.dir}/${name}`;
    backup.takeAway(path);
    files.rename(`${layout.dir}/${localName(name)}`, path);
  }
}
