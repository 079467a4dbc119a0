/**
 * What is one thing to find: an entry of a session's log, a section of
 * memory.md, a fact, a paragraph of a week. Files come in whatever state a
 * user or another version left them; what has no words is left out.
 */

import { isObject, type JsonObject } from "../../base/json.ts";
import { lazyPattern } from "../../base/lazy_pattern.ts";
import {
  parseMemory,
  readSection,
  type Section,
  splitSections,
} from "../../memory/memory_text.ts";
import { readDigestFile } from "../../memory/digest_file.ts";
import type { WorkTime } from "../../memory/work_time.ts";
import type { WorkTimes } from "../../memory/work_times.ts";
import { MONTH, parseTier, WEEK } from "../../memory/tier_text.ts";
import type { L1Entry } from "../../session/log_entry.ts";
import type { Column } from "./doc_id.ts";
import type { Layer } from "./layers.ts";

export interface Document {
  /** Its name within the file: a number, or the id of a fact. */
  readonly key: string;
  readonly text: string;
  /** What of it can be searched for, if not all. */
  readonly findBy?: string;
  readonly column: Column;
  readonly ts?: string;
  /** When what it speaks of began, if that took its time; `ts` is its end. */
  readonly fromTs?: string;
  /** The session it speaks of; the first 8 characters may be all there is. */
  readonly session?: string;
}

/**
 * The documents of a whole file; its name tells how it is made. `times` knows
 * when the work of sections was done that do not say so themselves.
 */
export function documentsOf(
  layer: Exclude<Layer, "l1">,
  name: string,
  text: string,
  times?: WorkTimes,
): Document[] {
  const documents = splitFile(layer, name, text, times);
  return documents.filter((one) =>
    /[a-z\d]/i.test(one.text) || LETTER().test(one.text)
  );
}

/** Asked for only where there is no letter of ASCII. */
const LETTER = lazyPattern(String.raw`[\p{L}\p{N}]`, "u");

/** Finds a document of a file by its key. */
export function finderIn(
  layer: Exclude<Layer, "l1">,
  name: string,
  text: string,
): (key: string) => Document | undefined {
  if (layer === "memory" || layer === "archive") {
    const { preamble, sections } = splitSections(text);
    return (key) => {
      if (key === "0") return preambleDocument(preamble);
      const lines = sections[Number(key) - 1];
      return lines && sectionDocument(readSection(lines), key);
    };
  }
  const documents = documentsOf(layer, name, text);
  return (key) => documents.find((one) => one.key === key);
}

function splitFile(
  layer: Exclude<Layer, "l1">,
  name: string,
  text: string,
  times: WorkTimes | undefined,
): Document[] {
  switch (layer) {
    case "memory":
    case "archive":
      return memoryDocuments(text, times);
    case "digest":
      return digestDocuments(name, text);
    case "files":
      return chapters(text);
    case "summary":
      return summaryDocuments(parseObject(text));
    case "facts":
      return itemDocuments(parseObject(text), FACT_LISTS)
        .filter(({ key }) => !isCopy(name, key));
    case "concepts":
      return itemDocuments(parseObject(text), ["concepts"]);
    default:
      return layer satisfies never;
  }
}

/** An entry of a session's log, as words to find it by. */
export function entryDocument(entry: L1Entry, index: number): Document {
  const { ts } = entry;
  const isTool = entry.role === "tool";
  return {
    key: String(index),
    ...(isTool ? toolTexts(entry) : { text: textOf(entry.text) }),
    column: isTool ? "tool" : entry.role === "user" ? "user" : "assistant",
    ...(typeof ts === "string" ? { ts } : {}),
  };
}

const TOOL_FIELDS = [
  "name",
  "target",
  "lines",
  "path",
  "pattern",
  "cmd",
  "info",
  "diff",
] as const;

/** What a tool printed is not what was done; what failed is asked for. */
function toolTexts(
  entry: Extract<L1Entry, { role: "tool" }>,
): Pick<Document, "text" | "findBy"> {
  const deed = TOOL_FIELDS.map((field) => textOf(entry[field]))
    .filter((text) => text !== "").join(" ");
  const output = textOf(entry.output).replace(/^error:\s*/i, "");
  if (output === "") return { text: deed };
  return entry.result === "error"
    ? { text: `${deed} → error: ${output}` }
    : { text: `${deed} → ${output}`, findBy: deed };
}

const textOf = (value: unknown) => typeof value === "string" ? value : "";

function memoryDocuments(
  text: string,
  times: WorkTimes | undefined,
): Document[] {
  const { preamble, sections } = parseMemory(text);
  return [
    preambleDocument(preamble),
    ...sections.map((one, i) => sectionDocument(one, String(i + 1), times)),
  ];
}

function preambleDocument(preamble: string): Document {
  const text = preamble.replace(/^\ufeff?# Project Memory:[^\n]*/, "").trim();
  return { key: "0", text, column: "other" };
}

function sectionDocument(
  section: Section,
  key: string,
  times?: WorkTimes,
): Document {
  const { body, utc, session } = section;
  const work = times ? times.of(section) : section.work;
  return {
    key,
    text: body,
    column: "other",
    ...(work ? timesOf(work) : utc ? { ts: utc.toISOString() } : {}),
    ...(session ? { session } : {}),
  };
}

/** A section that says neither itself nor by its log when its work was. */
export function isRecorded(
  layer: Layer,
  { session, fromTs }: {
    readonly session?: string | null;
    readonly fromTs?: string | null;
  },
): boolean {
  return (layer === "memory" || layer === "archive") &&
    Boolean(session) && !fromTs;
}

const timesOf = ({ from, to }: WorkTime) => ({
  ts: to.toISOString(),
  fromTs: from.toISOString(),
});

const STEM = /^(\d{4}-\d\d-\d\d)_(\d\d)(\d\d)(?:\d\d)?(?:_([\w-]+))?$/;

/**
 * When a session began and its short id, from the name of its files. The
 * earlier generation left out the id, or had seconds.
 */
export function readStem(
  stem: string,
): { readonly ts: string; readonly session?: string } | undefined {
  const [, day, hour, minute, session] = STEM.exec(stem) ?? [];
  if (day === undefined) return undefined;
  const ts = `${day}T${hour}:${minute}:00.000Z`;
  return session === undefined ? { ts } : { ts, session };
}

/** One session's digest, or a week or month of them. */
function digestDocuments(name: string, text: string): Document[] {
  const base = name.replace(/^.*\//, "").replace(/(?:\.raw)?\.md$/, "");
  const own = readStem(base);
  if (own) {
    const { work, body } = readDigestFile(text);
    const times = work ? timesOf(work) : {};
    return [{ key: "0", text: body, column: "other", ...own, ...times }];
  }
  const kind = base.startsWith("week-") ? WEEK : MONTH;
  const { head, entries } = parseTier(text, kind);
  return [
    { key: "0", text: head.replace(/^#[^\n]*/, ""), column: "other" },
    ...entries.map(({ session, raw }, i): Document => ({
      key: String(i + 1),
      text: raw.trim(),
      column: "other",
      ...readStem(session),
    })),
  ];
}

/** A written file at its headings; code is not looked into. */
function chapters(text: string): Document[] {
  const parts = text.replaceAll("\r\n", "\n").split(/^(?=#{1,6} )/m);
  return parts.map((part, i) => ({
    key: String(i),
    text: part.trim(),
    column: "other",
  }));
}

function parseObject(text: string): JsonObject {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : {};
  } catch {
    return {}; // damaged: the next write sets it aside
  }
}

function summaryDocuments(summary: JsonObject): Document[] {
  const ts = textOf(summary["generatedAt"]) || lastDay(summary["dateRange"]);
  const items = ["themes", "keyDecisions", "issues"].flatMap((list) =>
    objectsIn(summary[list]).map((item) =>
      Object.values(item).map(textOf).filter(Boolean).join(": ")
    )
  );
  return [textOf(summary["overallSummary"]), ...items].map((text, i) => ({
    key: String(i),
    text,
    column: "other",
    ...(ts ? { ts } : {}),
  }));
}

/** Of a summary that does not say when it was made. */
function lastDay(range: unknown): string {
  if (!isObject(range)) return "";
  return ["to", "last", "end"].map((key) => textOf(range[key])).find(Boolean) ??
    "";
}

/** Lists of facts.json and of a session's l2.json, older versions included. */
const FACT_LISTS = [
  "decisions",
  "patterns",
  "issues",
  "rules",
  "solutions",
  "core_logic",
  "facts",
  "exchanges",
];

/** A session's facts with an id are those of facts.json, or were removed. */
const isCopy = (name: string, key: string) =>
  name.endsWith(".l2.json") && /^[dpi]\d{3,}$/.test(key);

/** What an item says, in the order to read it. */
const ITEM_FIELDS = [
  "name",
  "feature",
  "problem",
  "content",
  "summary",
  "description",
  "solution",
  "reason",
  "resolution",
  "user",
  "assistant",
  "question",
  "answer",
  "attempts",
  "details",
  "conceptName",
  "keywords",
  "files",
];

function itemDocuments(
  file: JsonObject,
  lists: readonly string[],
): Document[] {
  const permanent = isObject(file["permanent"]) ? file["permanent"] : {};
  const own = textOf(file["session"]) || textOf(file["sessionId"]);
  return [file, permanent].flatMap((holder) =>
    lists.flatMap((list) =>
      objectsIn(holder[list]).map((item, i) =>
        itemDocument(item, `${list}.${i}`, own)
      )
    )
  );
}

function itemDocument(
  item: JsonObject,
  otherwise: string,
  ownSession: string,
): Document {
  // An exchange has its facts as words, a concept as ids.
  const told = otherwise.startsWith("exchanges.") ? ["facts"] : [];
  const lines = [...told, ...ITEM_FIELDS].map((field) => wordsIn(item[field]));
  const dates = ["date", "updated", "last_validated", "created", "timestamp"];
  const ts = dates.map((field) => textOf(item[field])).find(Boolean);
  const sessions = Array.isArray(item["sessions"]) ? item["sessions"] : [];
  const session = textOf(sessions.at(-1)) || ownSession;
  return {
    key: textOf(item["id"]) || otherwise,
    text: lines.filter(Boolean).join("\n"),
    column: "other",
    ...(ts ? { ts } : {}),
    ...(session ? { session } : {}),
  };
}

function wordsIn(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).filter(Boolean).join(", ");
  return textOf(value);
}

const objectsIn = (value: unknown): JsonObject[] =>
  Array.isArray(value) ? value.filter(isObject) : [];
