/**
 * The texts of the tiers: a week has a paragraph a session, a month a line a
 * session and its decisions. People may edit both, so what is there stays as
 * it is; a session is found by its stem and is never there twice.
 */

import { clipSentence, shareOf } from "../base/cut_text.ts";
import { linesOf } from "../base/lines.ts";
import { disarmMarks, oneLine } from "../base/safe_text.ts";

const PARAGRAPH_CHARS = 600;
const DECISIONS_CHARS = 300;
const LINE_CHARS = 200;
const MOST_DECISIONS = 10;

export interface TierEntry {
  readonly session: string;
  /** Exact text, with what follows until the next entry. */
  readonly raw: string;
}

interface TierFileText {
  /** Title, and whatever the user wrote above the first entry. */
  readonly head: string;
  readonly entries: readonly TierEntry[];
}

/** How the entries of a tier look. */
export interface TierKind {
  /** The line that begins an entry, with the session's stem. */
  readonly begins: RegExp;
  /** What the program wrote of an entry; the rest the user added. */
  readonly ours: RegExp;
}

export const WEEK: TierKind = {
  begins: /^## (\d{4}-\d{2}-\d{2}_\S+)$/,
  ours: /^[^\n]*\n\s*[^\n]*\n?(?:\r?\n)*/,
};

export const MONTH: TierKind = {
  begins: /^- (\d{4}-\d{2}-\d{2}_[^\s:]+|week-\d{4}-W\d{2}):/,
  ours: /^[^\n]*\n?(?: {2}- [^\n]*\n?)*/,
};

export function parseTier(text: string, { begins }: TierKind): TierFileText {
  let head = "";
  const entries: { session: string; raw: string }[] = [];
  for (const line of linesOf(text)) {
    const session = begins.exec(line.trimEnd())?.[1];
    const last = entries.at(-1);
    if (session !== undefined) entries.push({ session, raw: line });
    else if (last !== undefined) last.raw += line;
    else head += line;
  }
  return { head, entries };
}

/**
 * A session's text where it is already, else behind the others. A session
 * that went on after it was folded has a new digest: that replaces the former.
 */
export function putEntry(
  file: TierFileText,
  { session, raw }: TierEntry,
  { ours }: TierKind,
): TierFileText {
  const known = file.entries.some((one) => one.session === session);
  if (!known) return { ...file, entries: [...file.entries, { session, raw }] };
  const entries = file.entries.map((one) =>
    one.session === session
      ? { session, raw: raw + one.raw.replace(ours, "") }
      : one
  );
  return { ...file, entries };
}

export function renderTier({ head, entries }: TierFileText): string {
  return [head, ...entries.map(({ raw }) => raw)].map((part, i) =>
    // A last line without an end must not swallow the entry behind it.
    part === "" || part.endsWith("\n") || i === entries.length
      ? part
      : `${part}\n`
  ).join("");
}

/** A session's digest as one paragraph; what was decided is at its end. */
export function weekEntry(session: string, digest: string): TierEntry {
  const { topics, decisions } = readDigest(digest);
  const decided = listDecisions(decisions);
  const room = PARAGRAPH_CHARS - (decided === "" ? 0 : decided.length + 1);
  const paragraph = [joinTopics(topics, room), decided]
    .filter((part) => part !== "").join(" ");
  return { session, raw: `## ${session}\n\n${paragraph}\n\n` };
}

/** A session's paragraph of a week as one line, and a line a decision. */
export function monthEntry({ session, raw }: TierEntry): TierEntry {
  const paragraph = oneLine(raw.slice(raw.indexOf("\n") + 1));
  const [words = "", decided = ""] = paragraph.split(
    / ?\bDecided: (?!.*\bDecided: )/,
  );
  const decisions = decided.split(";")
    .map((one) => one.trim().replace(/\.$/, ""));
  const lines = [
    `- ${session}: ${clipSentence(disarmMarks(words), LINE_CHARS)}`.trimEnd(),
    ...decisions.map((one) => oneLine(disarmMarks(one)))
      .filter((one) => one !== "").slice(0, MOST_DECISIONS)
      .map((one) => `  - ${clipSentence(one, LINE_CHARS)}`),
  ];
  return { session, raw: `${lines.join("\n")}\n` };
}

function listDecisions(decisions: readonly string[]): string {
  const unique = new Set(
    decisions.map((one) =>
      oneLine(disarmMarks(one)).replaceAll(";", ",").replace(/\.$/, "")
    ).filter((one) => one !== ""),
  );
  const list = [...unique].slice(0, MOST_DECISIONS).join("; ");
  return list === "" ? "" : clipSentence(`Decided: ${list}.`, DECISIONS_CHARS);
}

const TITLE_OR_FENCE = /^\s{0,3}(?:#\s|`{3,}|~{3,})/;
const LABEL =
  /^(?:\*\*|#{2,6}\s+)([^*]{1,80}?)(?:\*\*)?(?:\s*\(\d+ of \d+\))?:?$/;
const DECISION = /^(?:\*\*)?(?:decided|decisions?)(?:\*\*)?:(?:\*\*)?\s*(.+)$/i;

/**
 * A session digest read back: a `**Label**` line begins a topic, the lines
 * below belong to it: `Asked: one; two`. Digests of other shapes are one topic
 * without a label.
 */
function readDigest(text: string) {
  const topics: { label: string; words: string[] }[] = [];
  const decisions: string[] = [];
  let topic: { label: string; words: string[] } | undefined;
  const plain = disarmMarks(text.replace(/<!--.*?-->/gs, ""));
  for (const line of plain.split(/\r?\n/)) {
    const label = LABEL.exec(line.trim())?.[1];
    if (label === undefined && TITLE_OR_FENCE.test(line)) continue;
    const words = oneLine(line.replace(/^\s*(?:[-*+>]\s+)*/, ""));
    const decision = DECISION.exec(words)?.[1];
    if (label !== undefined) topics.push(topic = { label, words: [] });
    else if (decision !== undefined) decisions.push(decision);
    else if (words !== "") {
      if (topic === undefined) topics.push(topic = { label: "", words: [] });
      topic.words.push(words);
    }
  }
  const isDecision = (label: string) => /^(?:decided|decisions?)$/i.test(label);
  return {
    topics: topics.filter(({ label, words }) =>
      words.length > 0 && !isDecision(label)
    ).map(({ label, words }) =>
      label === "" ? words.join(" ") : `${oneLine(label)}: ${words.join("; ")}`
    ),
    decisions: [
      ...decisions,
      ...topics.flatMap(({ label, words }) => isDecision(label) ? words : []),
    ],
  };
}

/** The topics in a row; none takes the room of the others. */
function joinTopics(topics: readonly string[], max: number): string {
  const ended = topics.map((topic) =>
    /[.!?…。]$/.test(topic) ? topic : `${topic}.`
  );
  const room = max - Math.max(0, ended.length - 1);
  const share = shareOf(ended.map(({ length }) => length), room);
  return ended.map((topic) => clipSentence(topic, share)).join(" ");
}
