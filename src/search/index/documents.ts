/**
 * What is one thing to find: an entry of a session's log, a section of
 * memory.md, a fact, a paragraph of a week. Files come in whatever state a
 * user or another version left them; what has no words is left out.
 */

import { textOf } from "../../base/json.ts";
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
import {
  isSection as isTeamSection,
  parseFact as parseTeamFact,
  parseSection as parseTeamSection,
  type TeamFact,
} from "../../team/team_item.ts";
import { idOfStem, parseStem } from "../../team/team_names.ts";
import type { Column } from "./doc_id.ts";
import {
  conceptDocuments,
  factDocuments,
  summaryDocuments,
} from "./_json_documents.ts";
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
  /** Who says so, of a team's item; "" if no one knows. */
  readonly author?: string;
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
      return summaryDocuments(text);
    case "facts":
      return factDocuments(name, text);
    case "concepts":
      return conceptDocuments(text);
    case "team":
      return teamDocuments(name, text);
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

/** An item of the team: its file is one document. */
function teamDocuments(name: string, text: string): Document[] {
  const stem = name.replace(/^.*\//, "").replace(/\.(?:md|json)$/, "");
  const at = parseStem(stem)?.at;
  if (at === undefined) return [];
  const item = name.endsWith(".md")
    ? parseTeamSection(text, at)
    : parseTeamFact(text, at);
  if (item === undefined) return [];
  const { author } = item;
  const said = { key: idOfStem(stem), column: "other", author } as const;
  return isTeamSection(item)
    ? [{ ...said, text: item.body, ...timesOf(item.work) }]
    : [{ ...said, text: factText(item), ts: item.date }];
}

const factText = (fact: TeamFact) =>
  [
    fact.content,
    fact.reason,
    fact.resolution ?? "",
    fact.concept,
    fact.keywords.join(", "),
    fact.files.join(", "),
  ].filter(Boolean).join("\n");

/** A written file at its headings; code is not looked into. */
function chapters(text: string): Document[] {
  const parts = text.replaceAll("\r\n", "\n").split(/^(?=#{1,6} )/m);
  return parts.map((part, i) => ({
    key: String(i),
    text: part.trim(),
    column: "other",
  }));
}
