/**
 * What this store could share: sections that tell of work, facts and permanent
 * items. Not digests: they quote what the user typed.
 */

import { baseName } from "../base/path_text.ts";
import { textDigest } from "../base/text_digest.ts";
import {
  type CoreLogic,
  type Facts,
  parseFacts,
  type Rule,
  type Solution,
} from "../knowledge/facts.ts";
import { readConcepts } from "../knowledge/knowledge_files.ts";
import { allFacts } from "../knowledge/knowledge.ts";
import { parseMemory, type Section } from "../memory/memory_text.ts";
import type { PlacedWork } from "../memory/unmerged_work.ts";
import { listArchives } from "../session/memory_index.ts";
import { loadJson } from "../store/json_file.ts";
import { readText } from "../store/read_file.ts";
import type { Store } from "../store/store.ts";
import {
  type FactKind,
  type TeamFact,
  type TeamItem,
  type TeamSection,
} from "./team_item.ts";

export interface OwnItem {
  /** Identifies it in the store, even after its words change. */
  readonly key: string;
  /** The file it is in. */
  readonly file: string;
  /** Changes with what would be shared. */
  readonly mark: number;
  readonly item: TeamItem;
  /** Where the work of a section was done. */
  readonly place?: PlacedWork;
}

export interface Own {
  /** Oldest first. */
  readonly items: readonly OwnItem[];
  /** The files that were read, whole and understood. */
  readonly files: ReadonlySet<string>;
}

/** Archives that an event looks at: what was just rotated is in them. */
const NEWEST_ARCHIVES = 2;

/** An event leaves out older archives: nothing in them is new. */
export function readOwn(
  store: Store,
  author: string,
  archives = NEWEST_ARCHIVES,
): Own {
  const found = [
    ...readSections(store, author, archives),
    ...readKnowledge(store, author),
  ];
  const items = found.flatMap(({ file, items }) =>
    items.map((one): OwnItem => {
      const { author: _, ...said } = one.item;
      return { ...one, file, mark: textDigest(JSON.stringify(said)) };
    })
  );
  // What rotation carries over is in two files; the later one has it.
  const byKey = new Map(items.map((one) => [one.key, one]));
  return {
    items: [...byKey.values()],
    files: new Set(found.map(({ file }) => file)),
  };
}

type Keyed = Pick<OwnItem, "key" | "item" | "place">;

interface ReadFile {
  readonly file: string;
  readonly items: readonly Keyed[];
}

function readSections(
  { layout }: Store,
  author: string,
  archives: number,
): ReadFile[] {
  const all = listArchives(layout);
  const newest = all.slice(Math.max(0, all.length - archives));
  return [...newest, baseName(layout.memory)].flatMap((file) => {
    const text = readText(`${layout.dir}/${file}`);
    if (text === undefined) return [];
    const items = parseMemory(text).sections.flatMap((one) => {
      const item = toSection(one, author);
      const { branch, commit, work } = one;
      const place = { branch, commit, work };
      return item ? [{ key: keyOf(one), item, place }] : [];
    });
    return [{ file, items }];
  });
}

function keyOf({ session, from, to, header, body }: Section): string {
  return session === undefined || from === undefined
    ? `${header.slice(3, 18)} ${textDigest(body).toString(16)}`
    : `${session} ${from}-${to}`;
}

export function toSection(
  { work, utc, isDigest, branch = "", body }: Section,
  author: string,
): TeamSection | undefined {
  const at = work ?? (utc && { from: utc, to: utc });
  if (isDigest || at === undefined || body === "") return undefined;
  return { kind: "section", author, work: at, branch, body };
}

/** None of a damaged file: what it lacks was not removed. */
function readKnowledge({ layout }: Store, author: string): ReadFile[] {
  const loaded = loadJson(layout.facts, parseFacts);
  if (loaded.state !== "ok") return [];
  const names = new Map(
    readConcepts(layout).concepts.map(({ id, name }) => [id, name]),
  );
  const nameOf = (id: string) => names.get(id) ?? "";
  return [{
    file: baseName(layout.facts),
    items: factItems(loaded.value, author, nameOf),
  }];
}

/** Everything in facts.json as items, each under its id. */
export function factItems(
  facts: Facts,
  author: string,
  conceptName: (id: string) => string,
): Keyed[] {
  const { rules, solutions, core_logic } = facts.permanent;
  return [
    ...allFacts(facts).map(({ type, fact }) => ({
      key: fact.id,
      item: {
        ...itemOf(type, author, fact.date, fact.content),
        reason: fact.reason,
        evidence: fact.evidence,
        concept: fact.concept === null ? "" : conceptName(fact.concept),
        files: fact.files,
        keywords: fact.keywords,
        ...("status" in fact
          ? {
            status: fact["status"] === "resolved" ? "resolved" : "open",
            resolution: String(fact["resolution"] ?? ""),
          } as const
          : {}),
      },
    })),
    ...rules.map((rule: Rule) => ({
      key: rule.id,
      item: {
        ...itemOf("rule", author, rule.created, rule.content),
        reason: rule.reason,
      },
    })),
    ...solutions.map(({ id, problem, solution, ...rest }: Solution) => ({
      key: id,
      item: itemOf(
        "solution",
        author,
        String(rest["created"] ?? ""),
        `${problem} → ${solution}`,
      ),
    })),
    ...core_logic.map(({ id, feature, description, files }: CoreLogic) => ({
      key: id,
      item: {
        ...itemOf("core_logic", author, "", `${feature}: ${description}`),
        files,
      },
    })),
  ].filter(({ item }) => item.content.trim() !== "");
}

/** What has no date of its own is as old as can be. */
const NO_DATE = "1970-01-01";

function itemOf(
  kind: FactKind,
  author: string,
  date: string,
  content: string,
): TeamFact {
  const isDate = !Number.isNaN(Date.parse(date));
  return {
    kind,
    author,
    date: isDate ? date : NO_DATE,
    content,
    reason: "",
    evidence: "",
    concept: "",
    files: [],
    keywords: [],
  };
}
