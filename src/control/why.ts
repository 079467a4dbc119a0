/** Where something in memory comes from: section, session, entries, commit. */

import { objectsIn, textsIn } from "../base/json_values.ts";
import { UserError } from "../base/errors.ts";
import { type JsonObject } from "../base/json.ts";
import { normalText } from "../base/normal_text.ts";
import { Deadline } from "../base/timeout.ts";
import type { World } from "../base/world.ts";
import { lastGiven } from "../context/recall_notes.ts";
import { EvidenceCheck } from "../knowledge/evidence_check.ts";
import { evidenceNames } from "../knowledge/evidence_names.ts";
import { readFacts } from "../knowledge/knowledge_files.ts";
import { readWorkTimes } from "../memory/work_times.ts";
import { sessionIdsByShortId } from "../search/index/search_sources.ts";
import { shortOf } from "../store/layout.ts";
import type { Store } from "../store/store.ts";
import {
  commitAfter,
  commitCalled,
  type Elsewhere,
  entriesOf,
  type EntryAt,
  entryCalled,
  entryThatSays,
  findElsewhere,
  findSection,
  findTeamSaying,
  type FoundSection,
  type KnownCommit,
  namesCommit,
  sectionsOf,
  stemOfSession,
  type WhyEntry,
} from "./_why_else.ts";

export interface Why {
  readonly text: string;
  /** Where it is, of what is no section, fact or entry. */
  readonly source: string | null;
  readonly fact: KnownFact | null;
  readonly section: SectionAt | null;
  readonly session: string | null;
  readonly entries: readonly WhyEntry[];
  readonly commit: KnownCommit | null;
  readonly facts: readonly KnownFact[];
  readonly given: { readonly session: string; readonly at: Date } | null;
}

interface SectionAt {
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

const FACT = /^(?:[dpirs]|cl)\d{3,}$/;
const SESSION = /^[0-9a-f]{8}(?:-[0-9a-f-]{27})?$/;
const HASH = /^[0-9a-f]{7,40}$/;

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
  const judge = factJudge(store, world);
  const from = { store, sections, items, judge };
  const stem = SESSION.test(words) ? stemOfSession(store, words) : undefined;
  if (stem !== undefined) return await whySession(from, stem);
  const section = fact ? undefined : findSection(store, sections, words);
  const spoken = fact ?? (section ? undefined : itemThatSays(items, words));
  if (spoken) return await whyFact(from, spoken);
  if (section) return await whySection(from, section);
  const called = await entryCalled(store, words);
  const other = called ? undefined : findElsewhere(store, words);
  if (other) return whyElse(from, other);
  const entry = called ?? await entryThatSays(store, words);
  if (entry) return whyEntry(from, entry);
  const made = HASH.test(words) ? await whyCommit(from, words) : undefined;
  if (made) return made;
  const said = findTeamSaying(store, words);
  if (said === undefined) throw unknown(words);
  return whyElse(from, said);
}

interface Sources {
  readonly store: Store;
  readonly sections: readonly FoundSection[];
  readonly items: readonly JsonObject[];
  readonly judge: Judge;
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
    Object.values(holder as JsonObject).flatMap((list) => objectsIn(list))
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
    const files = textsIn(item["files"]);
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
  readonly stem?: string | undefined;
  readonly entries?: readonly WhyEntry[];
  readonly source?: string;
  readonly fact?: KnownFact;
  /** Those that rest on it, where the entries do not tell. */
  readonly facts?: readonly KnownFact[];
}

const covering = ({ sections }: Sources, stem: string, at: number) =>
  sections.find(({ section: { session, from = 0, to = 0 } }) =>
    session === shortOf(stem) && at >= from && at < to
  );

async function whySession(sources: Sources, stem: string): Promise<Why> {
  const entries = await entriesOf(sources.store, stem);
  const asked = entries.find(({ who }) => who === "user") ?? entries[0];
  const found = sources.sections.find(({ section }) =>
    section.session === shortOf(stem)
  );
  return assemble(sources, found, { text: asked?.text ?? "", stem, entries });
}

function whyEntry(sources: Sources, { stem, found, index }: EntryAt): Why {
  const section = covering(sources, stem, index);
  const { text } = found;
  return assemble(sources, section, { text, stem, entries: [found] });
}

function whyElse(sources: Sources, { text, source, facts }: Elsewhere): Why {
  const { items, judge } = sources;
  const made = items.filter((item) => facts.includes(textIn(item, "id")));
  return assemble(sources, undefined, {
    text,
    source,
    facts: made.map(judge),
  });
}

/** The section or the entry that names it. */
async function whyCommit(
  sources: Sources,
  hash: string,
): Promise<Why | undefined> {
  const { store, sections } = sources;
  const commit = commitCalled(store, hash);
  const found = sections.find(({ section }) =>
    namesCommit(section, hash, commit?.subject)
  );
  if (found) {
    return { ...await whySection(sources, found), ...commit && { commit } };
  }
  const entry = commit && await entryThatSays(store, commit.subject);
  return entry && { ...whyEntry(sources, entry), commit };
}

/** The entries that have a fact's evidence, and the section that tells of them. */
async function whyFact(sources: Sources, item: JsonObject): Promise<Why> {
  const { store } = sources;
  const fact = sources.judge(item);
  const sessions = Array.isArray(item["sessions"]) ? item["sessions"] : [];
  const phrase = normalText(fact.evidence || fact.content);
  for (const session of sessions.toReversed()) {
    const stem = stemOfSession(store, String(session));
    if (stem === undefined) continue;
    const entries = (await entriesOf(store, stem))
      .filter(({ text }) => normalText(text).includes(phrase));
    const [first] = entries;
    const at = Number(first?.id.split("#")[1]);
    const section = covering(sources, stem, at);
    const { content: text } = fact;
    return assemble(sources, section, { text, stem, entries, fact, facts: [] });
  }
  return assemble(sources, undefined, { text: fact.content, fact, facts: [] });
}

async function whySection(sources: Sources, found: FoundSection): Promise<Why> {
  const { store } = sources;
  const { session = "", from = 0, to = 0, body } = found.section;
  const stem = stemOfSession(store, session);
  const entries = stem === undefined
    ? []
    : (await entriesOf(store, stem)).filter(({ id }) => {
      const at = Number(id.split("#")[1]);
      return at >= from && at < to;
    });
  return assemble(sources, found, { text: body, stem, entries });
}

function assemble(
  { store, judge, items }: Sources,
  found: FoundSection | undefined,
  rests: Rests,
): Why {
  const { text, stem, entries = [], fact, source } = rests;
  const short = stem && shortOf(stem);
  const session = short === undefined
    ? null
    : sessionIdsByShortId(store.layout).get(short) ?? short;
  const said = normalText(entries.map((one) => one.text).join("\n"));
  const facts = rests.facts ?? items.filter((item) => {
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
    source: source ?? null,
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
