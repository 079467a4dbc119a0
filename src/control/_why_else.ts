/**
 * What `why` may be asked about besides facts: sections, entries, commits,
 * concepts, user rules, written files, team items.
 */

import { dayOf } from "../base/utc_time.ts";
import { MINUTE_MS } from "../base/durations.ts";
import { UserError } from "../base/errors.ts";
import { normalText } from "../base/normal_text.ts";
import { baseName } from "../base/path_text.ts";
import { oneLine } from "../base/safe_text.ts";
import type { Concept } from "../knowledge/concepts.ts";
import { readConcepts } from "../knowledge/knowledge_files.ts";
import { readUserRules } from "../knowledge/user_rules.ts";
import { parseMemory, type Section } from "../memory/memory_text.ts";
import { entryDocument } from "../search/index/documents.ts";
import { sessionIdsByShortId } from "../search/index/search_sources.ts";
import { listArchives } from "../session/memory_index.ts";
import { readSessionLog } from "../session/session_log.ts";
import { type Commit, commitsFrom } from "../store/git/commits.ts";
import { WRITTEN_NAMES } from "../store/layout.ts";
import { listNames, readText } from "../store/read_file.ts";
import type { Store } from "../store/store.ts";
import {
  findItemCalled,
  findItemThatSays,
  wordsOf,
} from "../team/find_item.ts";
import { timeOf } from "../team/team_item.ts";
import { idOfStem } from "../team/team_names.ts";
import { describeAuthors, type TeamEntry } from "../team/team_set.ts";

export interface Elsewhere {
  readonly text: string;
  /** Where it is and how it came there. */
  readonly source: string;
  readonly facts: readonly string[];
}

/** By an id, or by words. */
export function findElsewhere(
  store: Store,
  words: string,
): Elsewhere | undefined {
  const phrase = normalText(words);
  if (phrase === "") return undefined;
  const has = (text: string) => normalText(text).includes(phrase);
  return userRule(store, words, has) ?? writtenText(store, words, has) ??
    concept(store, words, has) ??
    toElsewhere(findItemCalled(store.layout, words));
}

/** By its words: what one's own memory says comes first. */
export const findTeamSaying = (
  { layout }: Store,
  words: string,
): Elsewhere | undefined => toElsewhere(findItemThatSays(layout, words));

function toElsewhere(found: TeamEntry | undefined): Elsewhere | undefined {
  if (found === undefined) return undefined;
  const { stem, item, authors } = found;
  const kind = item.kind.replace("_", " ");
  const day = dayOf(timeOf(item));
  return {
    text: wordsOf(item),
    source: `team item ${idOfStem(stem)}, a ${kind} ` +
      `${oneLine(describeAuthors(authors))}, ${day}`,
    facts: [],
  };
}

type Has = (text: string) => boolean;

function userRule({ project }: Store, words: string, has: Has) {
  const rules = readUserRules(project);
  const at = rules.findIndex((rule, i) => words === `g${i + 1}` || has(rule));
  const text = rules[at];
  return text === undefined ? undefined : {
    text,
    source: `rule g${at + 1} for every project, in rules.md of your folder`,
    facts: [],
  };
}

/** The paragraph that says it, or the file by its name. */
function writtenText({ layout }: Store, words: string, has: Has) {
  for (const name of WRITTEN_NAMES) {
    const path = layout.written(name);
    const text = readText(path) ?? "";
    const isNamed = words === baseName(path);
    const [paragraph] = text.split(/\n\s*\n/)
      .filter((one) => one.trim() !== "" && (isNamed || has(one)));
    if (paragraph === undefined) continue;
    return {
      text: paragraph.trim(),
      source: `${baseName(path)}, written on purpose`,
      facts: [],
    };
  }
  return undefined;
}

function concept({ layout }: Store, words: string, has: Has) {
  const { concepts } = readConcepts(layout);
  const found = concepts.find(({ id }) => id === words) ??
    concepts.find(({ name, summary }) => has(name) || has(summary));
  return found && { ...textOf(found), facts: found.facts };
}

const textOf = ({ id, name, summary }: Concept) => ({
  text: summary === "" ? name : `${name}: ${summary}`,
  source: `concept ${id}, made from facts`,
});

export type KnownCommit = Pick<Commit, "hash" | "at" | "subject">;

const MOST_COMMITS = 5000;

/** The one the section names, else the first after the work. */
export function commitAfter(
  { project }: Store,
  section: Section | undefined,
  last: Date,
): KnownCommit | null {
  if (Number.isNaN(last.getTime())) return null;
  const named = /^Commits: (.*)$/m.exec(section?.body ?? "")?.[1] ?? "";
  // To the minute, as sections say it.
  const since = Math.floor(last.getTime() / MINUTE_MS) * MINUTE_MS;
  let after: Commit | undefined;
  let seen = 0;
  for (const commit of commitsFrom(project.root, section?.branch)) {
    const isNamed = commit.subject !== "" && named.includes(commit.subject);
    if (isNamed) return pick(commit);
    if (commit.at.getTime() >= since) after = commit;
    else if (named === "" || after !== undefined && seen > 200) break;
    if (seen++ > MOST_COMMITS) break;
  }
  return after ? pick(after) : null;
}

const pick = ({ hash, at, subject }: Commit) => ({ hash, at, subject });

export function commitCalled(
  { project }: Store,
  hash: string,
): KnownCommit | undefined {
  let seen = 0;
  for (const commit of commitsFrom(project.root)) {
    if (commit.hash.startsWith(hash)) return pick(commit);
    if (seen++ > MOST_COMMITS) return undefined;
  }
  return undefined;
}

/** Whether a section has the commit's subject, or its hash in any length. */
export function namesCommit(
  { body }: Section,
  hash: string,
  subject: string | undefined,
): boolean {
  const named = body.match(/\b[0-9a-f]{7,40}\b/g) ?? [];
  return named.some((one) => hash.startsWith(one) || one.startsWith(hash)) ||
    subject !== undefined && subject !== "" && body.includes(subject);
}

export interface WhyEntry {
  readonly id: string;
  readonly at: string | null;
  readonly who: string;
  readonly text: string;
}

export interface EntryAt {
  readonly stem: string;
  readonly found: WhyEntry;
  readonly index: number;
}

const ENTRY = /^([0-9a-f]{8})#(\d{1,9})$/;

export function stemOfSession(
  { layout }: Store,
  session: string,
): string | undefined {
  if (session === "") return undefined;
  const log = /^(.+_([^_]+))\.l1\.jsonl(?:\.gz)?$/;
  const ids = sessionIdsByShortId(layout);
  return listNames(layout.sessions).map((name) => log.exec(name) ?? [])
    .find(([, , short = ""]) =>
      short !== "" && (short === session || ids.get(short) === session)
    )?.[1];
}

export async function entriesOf(
  store: Store,
  stem: string,
): Promise<WhyEntry[]> {
  const log = await readSessionLog(store, stem);
  return log.flatMap((entry, index) => {
    const { text, column, ts } = entryDocument(entry, index);
    const id = `sessions/${stem}.l1.jsonl#${index}`;
    return text === "" ? [] : [{ id, at: ts ?? null, who: column, text }];
  });
}

/** 3f2a9c11#41, as what is given at a moment names it. */
export async function entryCalled(
  store: Store,
  words: string,
): Promise<EntryAt | undefined> {
  const [, short = "", number] = ENTRY.exec(words) ?? [];
  const stem = stemOfSession(store, short);
  if (stem === undefined) return undefined;
  const found = (await entriesOf(store, stem))
    .find(({ id }) => id.endsWith(`#${number}`));
  return found && { stem, found, index: Number(number) };
}

/** The newest entry with these words, for what has no section. */
export async function entryThatSays(
  store: Store,
  words: string,
): Promise<EntryAt | undefined> {
  const phrase = normalText(words);
  if (phrase === "") return undefined;
  const stems = listNames(store.layout.sessions).flatMap((name) =>
    /^(.+)\.l1\.jsonl(?:\.gz)?$/.exec(name)?.[1] ?? []
  );
  for (const stem of stems.toReversed()) {
    const found = (await entriesOf(store, stem))
      .findLast(({ text }) => normalText(text).includes(phrase));
    if (found) return { stem, found, index: Number(found.id.split("#")[1]) };
  }
  return undefined;
}

export interface FoundSection {
  readonly section: Section;
  readonly id: string;
}

/** memory.md first, then archives from the newest. */
export function sectionsOf({ layout }: Store): FoundSection[] {
  const names = [baseName(layout.memory), ...listArchives(layout).toReversed()];
  return names.flatMap((name) =>
    parseMemory(readText(`${layout.dir}/${name}`) ?? "").sections
      .map((section, i) => ({ section, id: `${name}#${i + 1}` })).toReversed()
  );
}

export function findSection(
  { layout }: Store,
  sections: readonly FoundSection[],
  words: string,
): FoundSection | undefined {
  const byId = sections.find(({ id }) => id === words);
  if (byId) return byId;
  const [, file, number] = /^(memory\.md:)?(\d+)$/.exec(words) ?? [];
  if (number !== undefined) {
    const text = readText(layout.memory) ?? "";
    const found = sectionAtLine(text, sections, Number(number));
    // A number alone may be what is looked for.
    if (found || file === undefined) return found;
    throw noSuchLine(text, words);
  }
  const phrase = normalText(words);
  return phrase === ""
    ? undefined
    : sections.find(({ section }) => normalText(section.body).includes(phrase));
}

function sectionAtLine(
  text: string,
  sections: readonly FoundSection[],
  line: number,
): FoundSection | undefined {
  if (line < 1 || line > linesOf(text)) return undefined;
  const at = text.split("\n").slice(0, line).join("\n").length;
  let start = text.length;
  // From the last section back to the one that begins before that line.
  for (const one of sections) {
    if (!one.id.startsWith("memory.md#")) break;
    start -= one.section.raw.length;
    if (at > start) return one;
  }
  return undefined;
}

const linesOf = (text: string) => text.replace(/\n$/, "").split("\n").length;

function noSuchLine(text: string, words: string): UserError {
  return new UserError("refused", `No section has the line ${words}`, [
    text === ""
      ? "There is no memory.md yet"
      : `memory.md has ${linesOf(text)} lines; those above its first section ` +
        "are its title",
  ]);
}
