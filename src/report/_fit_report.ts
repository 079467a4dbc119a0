/**
 * Limits what goes onto the page. A browser handles a few megabytes well, so the
 * newest sessions are shown whole, older ones as one line, and the report says
 * what it left out and which command shows it.
 */

import type { Facts } from "../knowledge/facts.ts";
import { changeLists } from "../knowledge/knowledge.ts";
import { clip } from "../base/cut_text.ts";
import { formatCount, plural } from "../base/format_count.ts";
import {
  isByHand,
  type KeptText,
  type ReportData,
  type ReportSession,
} from "./_report_data.ts";

export interface ReportLimits {
  readonly sessions: number;
  /** Maximum characters of all texts together, and of one. */
  readonly allChars: number;
  readonly textChars: number;
  /** Maximum items of a list, and characters of a field. */
  readonly items: number;
  readonly fieldChars: number;
}

const REPORT_LIMITS: ReportLimits = {
  sessions: 4000,
  allChars: 2_500_000,
  textChars: 20_000,
  items: 2000,
  fieldChars: 2000,
};

export interface FittedReport {
  readonly data: ReportData;
  readonly inOneLine: ReadonlySet<ReportSession>;
  readonly leftOut: readonly string[];
}

export function fitReport(
  data: ReportData,
  limits: ReportLimits = REPORT_LIMITS,
): FittedReport {
  const { items, textChars, fieldChars } = limits;
  const fitted = fitSessions(data.sessions, limits);
  const facts = fitFacts(data.facts, limits);
  const concepts = data.concepts.concepts.slice(-items)
    .map((one) => cutFields(one, fieldChars));
  const archives = data.archives.slice(0, items)
    .map((one) => cutFields(one, fieldChars));
  const written = data.written.map((one) => cutFields(one, textChars));
  const cutFiles = data.written.filter(({ text }) => text.length > textChars);
  return {
    data: {
      ...data,
      sessions: fitted.sessions,
      facts,
      concepts: { ...data.concepts, concepts },
      archives,
      written,
    },
    inOneLine: fitted.inOneLine,
    leftOut: [
      ...fitted.leftOut,
      ...missing(
        countFacts(data.facts) - countFacts(facts),
        "older fact",
        "facts list",
      ),
      ...missing(
        data.concepts.concepts.length - concepts.length,
        "older concept",
        "concepts list",
      ),
      ...missing(data.archives.length - archives.length, "older archive"),
      ...cutFiles.map(({ file }) =>
        `The end of ${file} (memory-keeper notes get ${
          file.replace(/\.md$/, "")
        })`
      ),
      ...data.unread,
    ],
  };
}

function missing(count: number, what: string, command?: string): string[] {
  if (count <= 0) return [];
  const words = plural(count, what);
  return [command ? `${words} (memory-keeper ${command})` : words];
}

function fitSessions(sessions: readonly ReportSession[], limits: ReportLimits) {
  const inOneLine = new Set<ReportSession>();
  let room = limits.allChars;
  let cutTexts = 0;
  const shown = sessions.slice(0, limits.sessions).map((session) => {
    const texts = session.texts.map((one): KeptText => {
      const text = cutText(one.text, limits.textChars);
      if (text !== one.text) cutTexts++;
      return { ...one, text };
    });
    room -= texts.reduce((sum, { text }) => sum + text.length, 0);
    if (room >= 0 || texts.length === 0) return { ...session, texts };
    const short = { ...session, texts: [] };
    inOneLine.add(short);
    return short;
  });
  const rest = sessions.slice(limits.sessions);
  const byHand = rest.filter(isByHand).length;
  const all = sessions.filter((one) => !isByHand(one)).length;
  return {
    sessions: shown,
    inOneLine,
    leftOut: [
      ...missing(
        rest.length - byHand,
        "older session",
        `timeline --limit ${all}`,
      ),
      ...missing(byHand, "older text").map((words) => `${words} saved by hand`),
      ...missing(inOneLine.size, "session").map((words) =>
        `All but the first line of ${words} (memory-keeper show <id>)`
      ),
      ...missing(cutTexts, "text").map((words) =>
        `The end of ${words}, after ${formatCount(limits.textChars)} characters`
      ),
    ],
  };
}

function cutText(text: string, max: number): string {
  return text.length <= max ? text : `${clip(text, max)} …`;
}

/** The same with no text longer than `max`, also in its lists. */
function cutFields<T extends object>(item: T, max: number): T {
  const cut = (value: unknown): unknown =>
    typeof value === "string"
      ? cutText(value, max)
      : Array.isArray(value)
      ? value.map(cut)
      : value;
  return Object.fromEntries(
    Object.entries(item).map(([key, value]) => [key, cut(value)]),
  ) as T;
}

function fitFacts(facts: Facts, { items, fieldChars }: ReportLimits): Facts {
  const list = <T extends object>(all: readonly T[]) =>
    all.slice(-items).map((one) => cutFields(one, fieldChars));
  const { rules, solutions, core_logic } = facts.permanent;
  return {
    ...changeLists(facts, list),
    permanent: {
      ...facts.permanent,
      rules: list(rules),
      solutions: list(solutions),
      core_logic: list(core_logic),
    },
  };
}

function countFacts(facts: Facts): number {
  const { decisions, patterns, issues, permanent } = facts;
  const { rules, solutions, core_logic } = permanent;
  return [decisions, patterns, issues, rules, solutions, core_logic]
    .reduce((sum, { length }) => sum + length, 0);
}
