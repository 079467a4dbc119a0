/** What the user asked for in a session, the requests that say most first. */

import { cut } from "../base/cut_text.ts";
import { isTrivial, reportsResult } from "./cues.ts";
import { CANDIDATES, type Line, type LineSection } from "./_layout_lines.ts";
import type { Turn } from "./turns.ts";
import { bare, isAnswer, lastQuestion, shorten } from "./wording.ts";

/** A file edited so often is a piece of work, and was asked for. */
const WORK_EDITS = 3;

/**
 * The first request and the last two that make sense on their own, then those
 * that began a piece of work, led to edits, say what came of a plan, or are
 * long.
 */
export function askedSection(
  turns: readonly Turn[],
  maxChars: number,
): LineSection {
  const openers = openersOf(turns);
  const asked = turns.flatMap((turn, at) => {
    const { request, edited, made } = turn;
    if (request === "") return [];
    const offered = turns[at - 1]?.words ?? "";
    const option = chosenOption(request, offered);
    const told = option === "" ? request : `${request}: ${option}`;
    const weight = Math.min(told.length, 150) +
      Math.min(edited.length, 5) * 50 + (openers.has(turn) ? 200 : 0) +
      (made > 0 ? 100 : 0) +
      (reportsResult(request) ? 200 : 0);
    const one = { at, request: told, rank: 1000 - weight, question: "" };
    if (!isTrivial(request)) return [one];
    const question = lastQuestion(offered);
    if (question === "" && option === "") return [];
    return [{ ...one, question: question || "Which?" }];
  });
  const real = asked.filter(({ question }) => question === "");
  const own = real.filter(({ request }) => !isAnswer(request));
  for (const one of own.slice(-2)) one.rank = -1;
  const [first, last] = [real[0], real.at(-1)];
  if (last !== undefined) last.rank = -2;
  if (first !== undefined) first.rank = -3;
  const each = Math.floor(
    Math.min(maxChars / 5, Math.max(maxChars / 20, maxChars / 2 / real.length)),
  );
  const lines = asked.toSorted((a, b) => a.rank - b.rank).slice(0, CANDIDATES)
    .sort((a, b) => a.at - b.at)
    .map((one): Line => ({
      rank: one.rank,
      text: one.question !== ""
        ? `“${cut(one.question, each)}” → ${cut(one.request, 100)}`
        : shorten(
          one.request,
          one === last ? Math.min(each * 2, maxChars / 5) : each,
        ),
    }));
  return { label: "Asked", share: 0.3, lines, total: asked.length };
}

/** The turns in which work on a file that took many edits began. */
function openersOf(turns: readonly Turn[]): ReadonlySet<Turn> {
  const edits = Map.groupBy(
    turns.flatMap((turn) => turn.edited.map((path) => ({ path, turn }))),
    ({ path }) => path,
  );
  return new Set(
    [...edits.values()].filter(({ length }) => length >= WORK_EDITS)
      .flatMap(([first]) => first?.turn ?? []),
  );
}

/** "B", "option 3", "2.": which of the options offered before it was chosen. */
const CHOICE =
  /^(?:(?:let'?s )?(?:go (?:with|for)|do|use|take|pick) )?(?:option |number |#)?([a-h]|\d{1,2})[).:]?(?: please)?[.!]?$/i;

/** The words of the option, or "". */
function chosenOption(request: string, offered: string): string {
  const [, name] = CHOICE.exec(request.trim()) ?? [];
  if (name === undefined) return "";
  const line = new RegExp(`^\\W*(?:option\\s+)?${name}[).:\\s*]+(\\S.*)$`, "i");
  const option = offered.split("\n").findLast((text) => line.test(text));
  return bare(line.exec(option ?? "")?.[1] ?? "");
}
