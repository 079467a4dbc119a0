/**
 * One item as its file has it. A section is Markdown below a short head of
 * `name: value` lines; a fact is JSON. What is rendered is the same everywhere,
 * byte for byte; what is read may be anything and is bounded.
 */

import { keepBothSides, parseBothSides } from "../base/conflict_markers.ts";
import { clip } from "../base/cut_text.ts";
import { sha256Hex } from "../base/hmac.ts";
import { isObject, type JsonObject } from "../base/json.ts";
import { normalText } from "../base/normal_text.ts";
import { disarmForModel, normaliseText, oneLine } from "../base/safe_text.ts";
import { stemOf } from "./team_names.ts";
import { parseWork, renderWork, type WorkTime } from "../memory/work_time.ts";

const FACT_KINDS = [
  "decision",
  "pattern",
  "issue",
  "rule",
  "solution",
  "core_logic",
] as const;
export type FactKind = typeof FACT_KINDS[number];

interface Item {
  /** As git names them; "" for what came out of a shared file of 0.1. */
  readonly author: string;
  /** The stem of the item that it replaces. */
  readonly replaces?: string | undefined;
}

export interface TeamSection extends Item {
  readonly kind: "section";
  readonly work: WorkTime;
  readonly branch: string;
  readonly body: string;
}

export interface TeamFact extends Item {
  readonly kind: FactKind;
  /** The day it was said, or with its time where that is known. */
  readonly date: string;
  readonly content: string;
  readonly reason: string;
  readonly evidence: string;
  /** The name of its concept. */
  readonly concept: string;
  readonly files: readonly string[];
  readonly keywords: readonly string[];
  /** Of an issue. */
  readonly status?: "open" | "resolved";
  readonly resolution?: string;
}

export type TeamItem = TeamSection | TeamFact;

const AUTHOR_CHARS = 80;
const BRANCH_CHARS = 200;
const TEXT_CHARS = 8000;
const LIST_ITEMS = 50;
const LIST_CHARS = 300;

export const isSection = (item: TeamItem): item is TeamSection =>
  item.kind === "section";

/** When the work of an item was done. */
export function timeOf(item: TeamItem): Date {
  if (isSection(item)) return item.work.to;
  const at = new Date(item.date);
  return Number.isNaN(at.getTime()) ? new Date(0) : at;
}

/** The part of an item that says something. */
export type Said =
  | Pick<TeamSection, "kind" | "body">
  | Pick<TeamFact, "kind" | "content">;

/** What an item says: the same by several people is the same. */
export function saidBy(item: Said): string {
  return item.kind === "section"
    ? `section ${normalText(item.body)}`
    : `${item.kind} ${normalText(item.content)}`;
}

export function renderItem(item: TeamItem): string {
  return isSection(item) ? renderSection(item) : renderFact(item);
}

/** The stem it has in the team. */
export const stemOfItem = (item: TeamItem): string =>
  stemOf(timeOf(item), item.author, renderItem(item));

function renderSection(section: TeamSection): string {
  const { author, work, branch, replaces, body } = section;
  const text = [
    `author: ${headLine(author, AUTHOR_CHARS)}`.trimEnd(),
    `work: ${renderWork(work)}`,
    `branch: ${headLine(branch, BRANCH_CHARS)}`.trimEnd(),
    ...(replaces ? [`replaces: ${replaces}`] : []),
    "",
    `${normaliseText(body).trim()}\n`,
  ].join("\n");
  return `${text}\n<!-- unique\n${
    uniqueLines(text, sha256Hex(text)).join("\n")
  }\n-->\n`;
}

const headLine = (text: string, most: number) => clip(oneLine(text), most);

/** A name from a file: it is shown in many places, to models as well. */
const readLine = (text: string, most: number) =>
  headLine(disarmForModel(text), most);

function renderFact(fact: TeamFact): string {
  const { kind, author, replaces, date, content, reason, evidence } = fact;
  const { concept, files, keywords, status, resolution } = fact;
  const said = {
    content,
    ...(reason ? { reason } : {}),
    ...(evidence ? { evidence } : {}),
    ...(concept ? { concept } : {}),
    ...(files.length > 0 ? { files } : {}),
    ...(keywords.length > 0 ? { keywords } : {}),
    ...(status ? { status } : {}),
    ...(resolution ? { resolution } : {}),
    ...(replaces ? { replaces } : {}),
    date,
    author: headLine(author, AUTHOR_CHARS),
    type: kind,
    version: 1,
  };
  const unique = uniqueLines(JSON.stringify(said)).join("");
  return `${JSON.stringify({ ...said, unique })}\n`;
}

const DIGEST_CHARS = 64;

/**
 * More unique digits than the item has words. Without them git could take a new
 * item with much the same text for a renamed old one, and report a conflict
 * where a branch has deleted the old one.
 */
function uniqueLines(text: string, seed = text): string[] {
  const bytes = new TextEncoder().encode(text).length;
  const count = Math.ceil(bytes / DIGEST_CHARS) + 1;
  return Array.from({ length: count }, (_, i) => sha256Hex(`${i} ${seed}`));
}

const UNIQUE = /\n<!-- unique\n(?:[0-9a-f]{64}\n)+-->\n*$/;

const HEAD = /^(author|work|branch|replaces):[ \t]*(.*)$/;
const MOST_HEAD_LINES = 8;

/** `at` is what the name says, for a head that has no time. */
export function parseSection(text: string, at: Date): TeamSection | undefined {
  const lines = keepBothSides(text.replace(/^\ufeff/, ""))
    .replaceAll("\r\n", "\n").replace(UNIQUE, "").split("\n");
  const head = new Map<string, string>();
  let next = 0;
  while (next < MOST_HEAD_LINES) {
    const [, name, value = ""] = HEAD.exec(lines[next] ?? "") ?? [];
    if (name === undefined) break;
    if (!head.has(name)) head.set(name, value);
    next++;
  }
  const body = normaliseText(lines.slice(next).join("\n")).trim();
  if (body === "") return undefined;
  const replaces = head.get("replaces")?.trim();
  return {
    kind: "section",
    author: readLine(head.get("author") ?? "", AUTHOR_CHARS),
    work: parseWork(head.get("work")?.trim() ?? "") ?? { from: at, to: at },
    branch: readLine(head.get("branch") ?? "", BRANCH_CHARS),
    body,
    ...(replaces ? { replaces } : {}),
  };
}

export function parseFact(text: string, at: Date): TeamFact | undefined {
  const raw = parseObject(text);
  const kind = FACT_KINDS.find((one) => one === raw["type"]);
  const content = textIn(raw, "content");
  if (kind === undefined || content.trim() === "") return undefined;
  const date = textIn(raw, "date");
  const replaces = textIn(raw, "replaces");
  const resolution = kind === "issue" ? textIn(raw, "resolution") : "";
  return {
    kind,
    author: readLine(textIn(raw, "author"), AUTHOR_CHARS),
    date: /^\d{4}-\d\d-\d\d/.test(date) && !Number.isNaN(Date.parse(date))
      ? date.slice(0, 24)
      : at.toISOString().slice(0, 10),
    content,
    reason: textIn(raw, "reason"),
    evidence: textIn(raw, "evidence"),
    concept: readLine(textIn(raw, "concept"), LIST_CHARS),
    files: textsIn(raw, "files"),
    keywords: textsIn(raw, "keywords"),
    ...(kind === "issue"
      ? { status: raw["status"] === "resolved" ? "resolved" : "open" }
      : {}),
    ...(resolution ? { resolution } : {}),
    ...(replaces ? { replaces } : {}),
  };
}

function parseObject(text: string): JsonObject {
  try {
    const { value } = parseBothSides(text);
    return isObject(value) ? value : {};
  } catch {
    return {}; // not an item
  }
}

function textIn(raw: JsonObject, key: string): string {
  const value = Object.hasOwn(raw, key) ? raw[key] : "";
  return typeof value === "string"
    ? normaliseText(value).slice(0, TEXT_CHARS)
    : "";
}

function textsIn(raw: JsonObject, key: string): string[] {
  const value = Object.hasOwn(raw, key) ? raw[key] : [];
  return Array.isArray(value)
    ? value.filter((one) => typeof one === "string").slice(0, LIST_ITEMS)
      .map((one) => headLine(one, LIST_CHARS))
    : [];
}
