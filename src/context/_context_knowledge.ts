/** Facts, permanent knowledge and concepts as lines of a session's context. */

import { newestConcepts } from "../knowledge/concepts.ts";
import type { Rule } from "../knowledge/facts.ts";
import { dayOf, type SectionItems } from "./_context_memory.ts";
import type { ContextSources } from "./_context_sources.ts";

const NEWEST_CONCEPTS = 30;

/** The user's own first, then the most certain, then the newest. */
export function rules(sources: ContextSources): SectionItems {
  const rank = ({ source, confidence }: Rule) =>
    (source === "user" ? 1 : 0) + confidence;
  const sorted = sources.facts.permanent.rules.toReversed()
    .sort((a, b) => rank(b) - rank(a));
  return present(
    sorted.map(({ content, reason, source, created }) =>
      sources.line(content, [
        reason,
        source === "user" ? "said by the user" : "",
        dayOf(created),
      ])
    ),
  );
}

export function coreLogic(sources: ContextSources): SectionItems {
  return present(sources.facts.permanent.core_logic.map((one) =>
    sources.line(
      [one.feature, one.description].filter((part) => part).join(": "),
      one.files,
    )
  ));
}

export function solutions(sources: ContextSources): SectionItems {
  const newest = sources.facts.permanent.solutions.toReversed();
  return present(
    newest.map(({ problem, solution }) =>
      sources.line([problem, solution].filter((part) => part).join(" → "))
    ),
  );
}

export function openIssues(sources: ContextSources): SectionItems {
  const { issues, olderIssues } = sources.facts;
  const newest = issues.toReversed();
  return {
    ...present(
      newest.map(({ id, content, reason, date }) =>
        sources.line(content, [reason, id, dayOf(date)])
      ),
    ),
    more: olderIssues,
  };
}

export function newestDecisions(sources: ContextSources): SectionItems {
  const { decisions, olderDecisions } = sources.facts;
  const newest = decisions.toReversed();
  return {
    ...present(
      newest.map(({ content, reason, date }) =>
        sources.line(content, [reason, dayOf(date)])
      ),
    ),
    more: olderDecisions,
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

function present(lines: readonly (string | undefined)[]): SectionItems {
  return { items: lines.filter((line) => line !== undefined) };
}
