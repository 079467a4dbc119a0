/** Facts, permanent knowledge and concepts as lines of a session's context. */

import { newestConcepts } from "../knowledge/concepts.ts";
import type { KnownItem } from "../knowledge/evidence_names.ts";
import type { Rule } from "../knowledge/facts.ts";
import { disarmForModel, oneLine } from "../base/safe_text.ts";
import { dayOf, type SectionItems } from "./_context_memory.ts";
import type { ContextSources } from "./_context_sources.ts";

const NEWEST_CONCEPTS = 30;
const SHOWN_DECISIONS = 5;

/** The user's own first, then the most certain, then the newest. */
export function rules(sources: ContextSources): SectionItems {
  const rank = ({ source, confidence }: Rule) =>
    (source === "user" ? 1 : 0) + confidence;
  const { permanent } = sources.facts;
  const isShared = permanent.rules.length > 0 &&
    sources.tracked.has("facts.json");
  const sorted = permanent.rules.toReversed()
    .sort((a, b) => rank(b) - rank(a));
  return stepBack(sources, sorted, (one) => [
    one.content,
    [
      one.reason,
      one.source === "user" && !isShared ? "said by the user" : "",
      dayOf(one.created),
    ],
  ]);
}

export function coreLogic(sources: ContextSources): SectionItems {
  return stepBack(
    sources,
    sources.facts.permanent.core_logic.map((one) => ({
      ...one,
      content: [one.feature, one.description].filter((part) => part).join(": "),
    })),
    ({ content, files }) => [content, files],
  );
}

export function solutions(sources: ContextSources): SectionItems {
  const newest = sources.facts.permanent.solutions.toReversed();
  return stepBack(
    sources,
    newest.map(({ problem, solution }) => ({
      content: [problem, solution].filter((part) => part).join(" → "),
    })),
    ({ content }) => [content, []],
  );
}

export function openIssues(sources: ContextSources): SectionItems {
  const { issues, olderIssues } = sources.facts;
  const shown = stepBack(
    sources,
    issues.toReversed(),
    ({ id, content, reason, date }) => [content, [reason, id, dayOf(date)]],
  );
  return { ...shown, more: olderIssues };
}

export function newestDecisions(sources: ContextSources): SectionItems {
  const { decisions, olderDecisions } = sources.facts;
  const { items } = stepBack(
    sources,
    decisions.toReversed(),
    ({ content, reason, date }) => [content, [reason, dayOf(date)]],
  );
  const shown = items.slice(0, sources.most(SHOWN_DECISIONS));
  return { items: shown, more: olderDecisions + items.length - shown.length };
}

export function conceptIndex(sources: ContextSources): SectionItems {
  const { concepts } = sources;
  if (concepts === undefined) return { items: [] };
  const newest = newestConcepts(concepts, sources.most(NEWEST_CONCEPTS));
  return {
    ...present(newest.map(({ id, name }) => sources.line(`${id} ${name}`))),
    more: concepts.concepts.length - newest.length,
  };
}

/** As lines; what may be outdated says so, and comes last. */
function stepBack<T extends KnownItem>(
  sources: ContextSources,
  items: readonly T[],
  words: (item: T) => readonly [content: string, more: readonly string[]],
): SectionItems {
  const judged = items.map((item) => ({ item, doubt: sources.doubt(item) }));
  const sorted = [
    ...judged.filter(({ doubt }) => doubt === ""),
    ...judged.filter(({ doubt }) => doubt !== ""),
  ];
  return present(sorted.map(({ item, doubt }) => {
    const line = sources.line(...words(item));
    return line === undefined || doubt === ""
      ? line
      : `${line}, ${oneLine(disarmForModel(doubt))}`;
  }));
}

function present(lines: readonly (string | undefined)[]): SectionItems {
  return { items: lines.filter((line) => line !== undefined) };
}
