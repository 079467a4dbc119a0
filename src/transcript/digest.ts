/**
 * A session told without a model: what was asked and concluded, which files
 * changed, what failed, what is open. It quotes, so it speaks the session's
 * language; its reader has not seen the session.
 */

import {
  changedFiles,
  type FailedCommand,
  failedCommands,
  isEdit,
} from "./digest_deeds.ts";
import { distinct, layOut, type Line, type Section } from "./digest_layout.ts";
import {
  cut,
  gistOf,
  isHousekeeping,
  isTrivial,
  lastQuestion,
  shorten,
  statesCause,
  unitsOf,
} from "./digest_words.ts";
import { openSection } from "./digest_open.ts";
import { type Turn, turnsOf } from "./digest_turns.ts";
import type { L1Entry } from "./l1_entry.ts";

export interface DigestOptions {
  readonly maxChars: number;
}

/** More lines than any digest has room for are not worth making. */
const CANDIDATES = 60;
/** Where requests and conclusions leave so much room, the latter say more. */
const ROOMY_SHARE = 0.65;

/** Fewer than ten entries or no tool call: the digest can stand for it. */
export function isShort(entries: readonly L1Entry[]): boolean {
  return entries.length < 10 || !entries.some(({ role }) => role === "tool");
}

/** A single prompt that changed no file, as scripts send them by the hundred. */
export function shouldKeepOnlyL1(entries: readonly L1Entry[]): boolean {
  const prompts = entries.filter((entry) =>
    entry.role === "user" && entry.agent === undefined &&
    !isHousekeeping(entry.text)
  );
  return prompts.length <= 1 && !entries.some(isEdit);
}

export function digestOf(
  entries: readonly L1Entry[],
  { maxChars }: DigestOptions,
): string {
  const turns = turnsOf(entries);
  const failed = failedCommands(entries).filter(({ matters }) => matters);
  const asked = askedSection(turns, maxChars);
  const tight = concludedSection(turns, maxChars);
  const isRoomy = charsOf(asked) + charsOf(tight) < maxChars * ROOMY_SHARE;
  const concluded = isRoomy ? concludedSection(turns, maxChars * 1.6) : tight;
  const sections = [
    asked,
    concluded,
    filesSection(entries, maxChars),
    failedSection(failed),
    openSection(turns, entries),
  ];
  const little = asked.lines.length === 0 || concluded.lines.length === 0;
  if (little) sections.unshift(beforeSection(entries));
  return layOut(sections, maxChars);
}

function charsOf({ lines }: Section): number {
  return lines.reduce((sum, { text }) => sum + text.length, 0);
}

/** First and last request first, then those that led to edits, then long ones. */
function askedSection(turns: readonly Turn[], maxChars: number): Section {
  const asked = turns.flatMap((turn, at) => {
    if (turn.request === "") return [];
    if (!isTrivial(turn.request)) {
      const weight = Math.min(turn.request.length, 150) +
        Math.min(turn.edits, 5) * 50;
      return [{ at, weight, question: "" }];
    }
    const question = lastQuestion(turns[at - 1]?.words ?? "");
    return question === "" ? [] : [{ at, weight: 0, question }];
  });
  const real = asked.filter(({ question }) => question === "");
  const each = Math.floor(
    Math.min(maxChars / 5, Math.max(maxChars / 20, maxChars / 2 / real.length)),
  );
  const last = real.at(-1)?.at;
  const ranked = asked.map((one) => ({
    ...one,
    rank: one.at === real[0]?.at
      ? -2
      : one.at === last
      ? -1
      : 1000 - one.weight,
  })).sort((a, b) => a.rank - b.rank).slice(0, CANDIDATES)
    .sort((a, b) => a.at - b.at);
  const lines = ranked.map(({ at, question, rank }): Line => {
    const request = turns[at]?.request ?? "";
    return {
      rank,
      text: question === ""
        ? shorten(request, each)
        : `“${cut(question, each)}” → ${shorten(request, 30)}`,
    };
  });
  return { label: "Asked", share: 0.28, lines, total: asked.length };
}

/** The last turn first, then those that changed files, then the newer ones. */
function concludedSection(turns: readonly Turn[], maxChars: number): Section {
  const ended = turns.map((turn, at) => ({ turn, at }))
    .filter(({ turn }) => turn.ended);
  const last = ended.at(-1)?.at;
  const few = ended.length <= 4;
  const lines = ended.map(({ turn, at }) => ({
    turn,
    at,
    rank: at === last ? -1e9 : -at - Math.min(turn.edits, 4) * turns.length / 2,
  })).sort((a, b) => a.rank - b.rank).slice(0, CANDIDATES)
    .sort((a, b) => a.at - b.at)
    .flatMap(({ turn, at, rank }): Line[] => {
      const share = at === last ? 0.17 : few ? 0.11 : 0.07;
      const words = gistOf(turn.words, Math.floor(maxChars * share));
      const cause = few && !statesCause(words) ? causeOf(turn) : "";
      return [
        ...(cause === "" ? [] : [{ text: cause, rank: turns.length }]),
        ...(words === "" ? [] : [{ text: words, rank }]),
      ];
    });
  return { label: "Concluded", share: 0.3, lines: distinct(lines) };
}

/** What the assistant found on its way, which its last words may leave out. */
function causeOf(turn: Turn): string {
  const sentence = unitsOf(turn.causes.at(-1) ?? "")
    .find(({ text }) => statesCause(text))?.text ?? "";
  return sentence.length < 40 ? "" : cut(sentence, 180);
}

function filesSection(entries: readonly L1Entry[], maxChars: number): Section {
  const share = 0.15;
  const { count, root, names } = changedFiles(entries);
  const where = root === "" ? "" : ` (in …/${cut(root, 50)})`;
  const room = Math.max(60, Math.floor(share * maxChars) - where.length - 60);
  let list = "";
  let shown = 0;
  for (const name of names) {
    const longer = list === "" ? cut(name, room) : `${list}, ${name}`;
    if (longer.length > room) break;
    list = longer;
    shown++;
  }
  const more = count > shown ? `, ${count - shown} more` : "";
  const lines = list === "" ? [] : [{ text: list + more, rank: 0 }];
  return { label: `Files changed${where}`, share, lines };
}

function failedSection(failed: readonly FailedCommand[]): Section {
  const lines = failed.map(({ command, error, times, followed }, at) => ({
    rank: (followed.endsWith("passed later") ? failed.length * 2 : 0) - at,
    text:
      `\`${command.replaceAll("`", "'")}\`${times > 1 ? ` ×${times}` : ""}` +
      `${error === "" ? "" : `: ${error}`} → ${followed}`,
  }));
  return { label: "Failed", share: 0.1, lines };
}

/** What a compaction says went before, where the words themselves say little. */
function beforeSection(entries: readonly L1Entry[]): Section {
  const summary = entries.find(({ role }) => role === "summary");
  if (summary?.role !== "summary") return { label: "", share: 0, lines: [] };
  const start = summary.text.search(/Primary Request and Intent/);
  const text = gistOf(summary.text.slice(Math.max(0, start)), 400);
  return { label: "Before", share: 0.25, lines: [{ text, rank: 0 }] };
}
