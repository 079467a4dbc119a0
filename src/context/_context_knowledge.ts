/** Facts, permanent knowledge and concepts as lines of a session's context. */

import { compareTexts } from "../base/compare_texts.ts";
import { newestConcepts } from "../knowledge/concepts.ts";
import type { KnownItem } from "../knowledge/evidence_names.ts";
import type { Rule } from "../knowledge/facts.ts";
import { disarmForModel, oneLine } from "../base/safe_text.ts";
import { nameIn } from "../store/layout.ts";
import type { TeamFact } from "../team/team_item.ts";
import { dayOf, type SectionItems } from "./_context_memory.ts";
import type { ContextSources } from "./_context_sources.ts";

const NEWEST_CONCEPTS = 30;
const SHOWN_DECISIONS = 5;
/** So many of them are one's own, however many a team has. */
const OWN_DECISIONS = 3;

/** The user's own first, then the most certain, then the newest. */
export function rules(sources: ContextSources): SectionItems {
  const rank = ({ source, confidence }: Rule) =>
    (source === "user" ? 1 : 0) + confidence;
  const { permanent } = sources.facts;
  const isShared = permanent.rules.length > 0 &&
    sources.tracked.has(nameIn(sources.store.layout, "facts.json"));
  const sorted = permanent.rules.toReversed()
    .sort((a, b) => rank(b) - rank(a));
  const own = stepBack(sources, "rule", sorted, (one) => [
    one.content,
    [
      one.reason,
      one.source === "user" && !isShared ? "said by the user" : "",
      dayOf(one.created),
    ],
  ]);
  return withTeam(sources, own, "rule", permanent.rules);
}

/** One's own, then what others in the team say. */
function withTeam(
  sources: ContextSources,
  own: SectionItems,
  kind: TeamFact["kind"],
  known: readonly { readonly content: string }[],
): SectionItems {
  const { team } = sources;
  const told = team?.facts(kind, known.map(({ content }) => content)) ?? [];
  if (team === undefined || told.length === 0) return own;
  const items = [...own.items, ...told.map(({ line }) => line)];
  return { ...own, items, note: team.note };
}

export function coreLogic(sources: ContextSources): SectionItems {
  const known = sources.facts.permanent.core_logic.map((one) => ({
    ...one,
    content: [one.feature, one.description].filter((part) => part).join(": "),
  }));
  const own = stepBack(
    sources,
    "core_logic",
    known,
    ({ content, files }) => [content, files],
  );
  return withTeam(sources, own, "core_logic", known);
}

export function solutions(sources: ContextSources): SectionItems {
  const newest = sources.facts.permanent.solutions.toReversed();
  const known = newest.map(({ problem, solution }) => ({
    content: [problem, solution].filter((part) => part).join(" → "),
  }));
  const own = stepBack(
    sources,
    "solution",
    known,
    ({ content }) => [content, []],
  );
  return withTeam(sources, own, "solution", known);
}

export function openIssues(sources: ContextSources): SectionItems {
  const { issues, olderIssues } = sources.facts;
  const shown = stepBack(
    sources,
    "issue",
    issues.toReversed(),
    ({ id, content, reason, date }) => [content, [reason, id, dayOf(date)]],
  );
  return withTeam(sources, { ...shown, more: olderIssues }, "issue", issues);
}

/**
 * One's own newest, then one's own and the team's by their days; what is
 * outdated comes last.
 */
export function newestDecisions(sources: ContextSources): SectionItems {
  const { decisions, olderDecisions } = sources.facts;
  const own = judge(
    sources,
    "decision",
    decisions.toReversed(),
    ({ content, reason, date }) => [content, [reason, dayOf(date)]],
  ).map(({ item, line, isAlso, isDoubtful }) => ({
    line,
    isAlso,
    date: isDoubtful ? "" : item.date,
  }));
  const { team } = sources;
  const told = (team?.facts(
    "decision",
    decisions.map(({ content }) => content),
  ) ?? []).map((one) => ({ ...one, isAlso: false }));
  const first = own.slice(0, OWN_DECISIONS)
    .filter(({ date }) => date !== "");
  const all = told.length === 0 ? own : [
    ...first,
    ...[...own.slice(first.length), ...told]
      .sort((a, b) => compareTexts(b.date, a.date)),
  ];
  const shown = all.slice(0, sources.most(SHOWN_DECISIONS));
  return {
    items: shown.map(({ line }) => line),
    more: olderDecisions + all.length - shown.length,
    ...(team && (told.length > 0 || shown.some(({ isAlso }) => isAlso))
      ? { note: team.note }
      : {}),
  };
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

type Words<T> = (
  item: T,
) => readonly [content: string, more: readonly string[]];

/** As lines; what may be outdated says so, and comes last. */
function stepBack<T extends KnownItem>(
  sources: ContextSources,
  kind: TeamFact["kind"],
  items: readonly T[],
  words: Words<T>,
): SectionItems {
  const judged = judge(sources, kind, items, words);
  const note = judged.some(({ isAlso }) => isAlso) && sources.team?.note;
  return {
    items: judged.map(({ line }) => line),
    ...(note ? { note } : {}),
  };
}

/** Without what a session sees anyway; with the others that say it. */
function judge<T extends KnownItem>(
  sources: ContextSources,
  kind: TeamFact["kind"],
  items: readonly T[],
  words: Words<T>,
) {
  const judged = items.flatMap((item) => {
    const doubt = sources.doubt(item);
    const [content, more] = words(item);
    const line = sources.line(content, more);
    if (line === undefined) return [];
    const also = sources.team?.alsoBy({ kind, content }) ?? [];
    const isDoubtful = doubt !== "";
    const why = isDoubtful ? `, ${oneLine(disarmForModel(doubt))}` : "";
    const all = [line + why, ...also].join("\n");
    return [{ item, line: all, isAlso: also.length > 0, isDoubtful }];
  });
  return [
    ...judged.filter(({ isDoubtful }) => !isDoubtful),
    ...judged.filter(({ isDoubtful }) => isDoubtful),
  ];
}

function present(lines: readonly (string | undefined)[]): SectionItems {
  return { items: lines.filter((line) => line !== undefined) };
}
