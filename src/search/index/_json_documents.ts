/** What there is to find in JSON files: facts, concepts, archives' summaries. */

import { parseBothSides } from "../../base/conflict_markers.ts";
import { isObject, type JsonObject, textOf } from "../../base/json.ts";
import type { Document } from "./documents.ts";

function parseObject(text: string): JsonObject {
  try {
    const { value } = parseBothSides(text);
    return isObject(value) ? value : {};
  } catch {
    return {}; // damaged: the next write sets it aside
  }
}

/** An archive's summary, a document for each of its points. */
export function summaryDocuments(text: string): Document[] {
  const summary = parseObject(text);
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

/** The facts of facts.json, or of a session. */
export function factDocuments(name: string, text: string): Document[] {
  return itemDocuments(parseObject(text), FACT_LISTS)
    .filter(({ key }) => !isCopy(name, key));
}

export function conceptDocuments(text: string): Document[] {
  return itemDocuments(parseObject(text), ["concepts"]);
}

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
