/**
 * Where something in memory comes from: its section, the session and the entries
 * that it rests on, the commit that followed, and what rests on it in turn.
 */

import { UserError } from "../base/errors.ts";
import { isObject, type JsonObject } from "../base/json.ts";
import { normalText } from "../base/normal_text.ts";
import { Deadline } from "../base/timeout.ts";
import type { World } from "../base/world.ts";
import { lastGiven } from "../context/recall_notes.ts";
import { EvidenceCheck } from "../knowledge/evidence_check.ts";
import { evidenceNames } from "../knowledge/evidence_names.ts";
import { readFacts } from "../knowledge/knowledge_files.ts";
import type { Section } from "../memory/memory_text.ts";
import { readWorkTimes } from "../memory/work_times.ts";
import { entryDocument } from "../search/index/documents.ts";
import { sessionIdsByShortId } from "../search/index/search_sources.ts";
import { readSessionLog } from "../session/session_log.ts";
import { type Commit, commitsOf } from "../store/git/commits.ts";
import { shortOf } from "../store/layout.ts";
import { listNames } from "../store/read_file.ts";
import type { Store } from "../store/store.ts";
import { findSection, type Found, sectionsOf } from "./_find_section.ts";

export interface Why {
  /** What it says. */
  readonly text: string;
  readonly fact: KnownFact | null;
  readonly section: SectionAt | null;
  readonly session: string | null;
  readonly entries: readonly WhyEntry[];
  readonly commit: Pick<Commit, "hash" | "at" | "subject"> | null;
  readonly facts: readonly KnownFact[];
  readonly given: { readonly session: string; readonly at: Date } | null;
}

export interface SectionAt {
  /** As `show` takes it: memory.md#3. */
  readonly id: string;
  readonly header: string;
  readonly from: number | null;
  readonly to: number | null;
  readonly branch: string | null;
}

export interface KnownFact {
  readonly id: string;
  readonly content: string;
  readonly evidence: string;
  /** "in the tree", "may be outdated (…)", or that it names nothing there. */
  readonly state: string;
}

export interface WhyEntry {
  readonly id: string;
  readonly at: string | null;
  readonly who: string;
  readonly text: string;
}

const FACT = /^(?:[dpirs]|cl)\d{3,}$/;
const ENTRY = /^([0-9a-f]{8})#(\d{1,9})$/;
const MOST_COMMITS = 5000;

export async function findWhy(
  store: Store,
  world: World,
  asked: string,
): Promise<Why> {
  const words = asked.trim();
  const items = itemsOf(store);
  const fact = FACT.test(words)
    ? items.find((one) => one["id"] === words)
    : undefined;
  if (FACT.test(words) && fact === undefined) throw unknown(words);
  const sections = sectionsOf(store);
  const section = fact ? undefined : findSection(store, sections, words);
  const spoken = fact ?? (section ? undefined : itemThatSays(items, words));
  const judge = factJudge(store, world);
  if (spoken) return await whyFact(store, spoken, sections, judge);
  if (section) return await whySection(store, section, items, judge);
  const entry = await entryCalled(store, words) ??
    await entryThatSays(store, words);
  if (entry === undefined) throw unknown(words);
  const covering = sections.find(({ section: { session, from = 0, to = 0 } }) =>
    session === shortOf(entry.stem) && entry.index >= from && entry.index < to
  );
  return assemble(store, covering, judge, items, {
    text: entry.found.text,
    stem: entry.stem,
    entries: [entry.found],
  });
}

function unknown(words: string): UserError {
  return new UserError("refused", `Nothing in memory says "${words}"`, [
    "Give an id, a line of memory.md as memory.md:12, or words as they are there",
  ]);
}

/** Facts, rules and solutions alike. */
function itemsOf({ layout }: Store): JsonObject[] {
  const { permanent, ...lists } = readFacts(layout);
  return [lists, permanent].flatMap((holder) =>
    Object.values(holder as JsonObject).flatMap((list) =>
      Array.isArray(list) ? list.filter(isObject) : []
    )
  );
}

const textIn = (item: JsonObject, key: string) =>
  typeof item[key] === "string" ? item[key] : "";

const contentOf = (item: JsonObject) =>
  ["content", "problem", "feature"].map((key) => textIn(item, key))
    .find((text) => text !== "") ?? "";

function itemThatSays(items: readonly JsonObject[], words: string) {
  const phrase = normalText(words);
  return phrase === ""
    ? undefined
    : items.find((item) => normalText(contentOf(item)).includes(phrase));
}

type Judge = (item: JsonObject) => KnownFact;

function factJudge(store: Store, world: World): Judge {
  const check = new EvidenceCheck(store, world, new Deadline(Infinity));
  return (item) => {
    const content = contentOf(item);
    const evidence = textIn(item, "evidence");
    const files = Array.isArray(item["files"])
      ? item["files"].filter((one) => typeof one === "string")
      : [];
    const known = { content, evidence, files };
    const names = evidenceNames(known);
    const isNamed = names.files.length + names.identifiers.length > 0;
    const state = check.doubt(known) ||
      (isNamed ? "its evidence is in the tree" : "it names no file or code");
    return { id: textIn(item, "id"), content, evidence, state };
  };
}

interface Rests {
  readonly text: string;
  readonly stem: string | undefined;
  readonly entries: readonly WhyEntry[];
  readonly fact?: KnownFact;
}

/** The entries that have a fact's evidence, and the section that tells of them. */
async function whyFact(
  store: Store,
  item: JsonObject,
  sections: readonly Found[],
  judge: Judge,
): Promise<Why> {
  const fact = judge(item);
  const sessions = Array.isArray(item["sessions"]) ? item["sessions"] : [];
  const phrase = normalText(fact.evidence || fact.content);
  for (const session of sessions.toReversed()) {
    const stem = stemOf(store, String(session));
    if (stem === undefined) continue;
    const entries = (await entriesOf(store, stem))
      .filter(({ text }) => normalText(text).includes(phrase));
    const [first] = entries;
    const at = Number(first?.id.split("#")[1]);
    const section = sections.find((
      { section: { session, from = 0, to = 0 } },
    ) => session === shortOf(stem) && at >= from && at < to);
    return assemble(store, section, judge, [], {
      text: fact.content,
      stem,
      entries,
      fact,
    });
  }
  return assemble(store, undefined, judge, [], {
    text: fact.content,
    stem: undefined,
    entries: [],
    fact,
  });
}

async function whySection(
  store: Store,
  found: Found,
  items: readonly JsonObject[],
  judge: Judge,
): Promise<Why> {
  const { session = "", from = 0, to = 0, body } = found.section;
  const stem = stemOf(store, session);
  const entries = stem === undefined
    ? []
    : (await entriesOf(store, stem)).filter(({ id }) => {
      const at = Number(id.split("#")[1]);
      return at >= from && at < to;
    });
  return assemble(store, found, judge, items, {
    text: body,
    stem,
    entries,
  });
}

function assemble(
  store: Store,
  found: Found | undefined,
  judge: Judge,
  items: readonly JsonObject[],
  { text, stem, entries, fact }: Rests,
): Why {
  const short = stem && shortOf(stem);
  const session = short === undefined
    ? null
    : sessionIdsByShortId(store.layout).get(short) ?? short;
  const said = normalText(entries.map((one) => one.text).join("\n"));
  const facts = items.filter((item) => {
    const sessions = Array.isArray(item["sessions"]) ? item["sessions"] : [];
    const evidence = normalText(textIn(item, "evidence"));
    return sessions.includes(session) && evidence !== "" &&
      said.includes(evidence);
  }).map(judge);
  const section = found?.section;
  const work = section && readWorkTimes(store.layout).of(section)?.to;
  const last = work ?? new Date(entries.at(-1)?.at ?? Number.NaN);
  return {
    text,
    fact: fact ?? null,
    section: found && section
      ? {
        id: found.id,
        header: section.header,
        from: section.from ?? null,
        to: section.to ?? null,
        branch: section.branch ?? null,
      }
      : null,
    session,
    entries,
    commit: commitAfter(store, section, last),
    facts,
    given: lastGiven(store, text) ?? null,
  };
}

/** The one the section names, else the first after the work. */
function commitAfter(
  { project }: Store,
  section: Section | undefined,
  last: Date,
): Why["commit"] {
  if (Number.isNaN(last.getTime())) return null;
  const named = /^Commits: (.*)$/m.exec(section?.body ?? "")?.[1] ?? "";
  // To the minute, as sections say it.
  const since = Math.floor(last.getTime() / 60_000) * 60_000;
  let after: Commit | undefined;
  let seen = 0;
  for (const commit of commitsOf(project.root, section?.branch)) {
    const isNamed = commit.subject !== "" && named.includes(commit.subject);
    if (isNamed) return pick(commit);
    if (commit.at.getTime() >= since) after = commit;
    else if (named === "" || after !== undefined && seen > 200) break;
    if (seen++ > MOST_COMMITS) break;
  }
  return after ? pick(after) : null;
}

const pick = ({ hash, at, subject }: Commit) => ({ hash, at, subject });

function stemOf({ layout }: Store, session: string): string | undefined {
  if (session === "") return undefined;
  const log = /^(.+_([^_]+))\.l1\.jsonl(?:\.gz)?$/;
  const ids = sessionIdsByShortId(layout);
  return listNames(layout.sessions).map((name) => log.exec(name) ?? [])
    .find(([, , short = ""]) =>
      short !== "" && (short === session || ids.get(short) === session)
    )?.[1];
}

async function entriesOf(store: Store, stem: string): Promise<WhyEntry[]> {
  const log = await readSessionLog(store, stem);
  return log.flatMap((entry, index) => {
    const { text, column, ts } = entryDocument(entry, index);
    const id = `sessions/${stem}.l1.jsonl#${index}`;
    return text === "" ? [] : [{ id, at: ts ?? null, who: column, text }];
  });
}

/** 3f2a9c11#41, as what is given at a moment names it. */
async function entryCalled(store: Store, words: string) {
  const [, short = "", number] = ENTRY.exec(words) ?? [];
  const stem = stemOf(store, short);
  if (stem === undefined) return undefined;
  const found = (await entriesOf(store, stem))
    .find(({ id }) => id.endsWith(`#${number}`));
  return found && { stem, found, index: Number(number) };
}

/** The newest entry with these words, for what has no section. */
async function entryThatSays(store: Store, words: string) {
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
