/** Rules, issues, decisions, patterns and what they are about. */

import { plural } from "../base/format_count.ts";
import {
  type Concept,
  conceptWithId,
  newestConcepts,
} from "../knowledge/concepts.ts";
import type { Fact, Issue, Rule } from "../knowledge/facts.ts";
import { plainDay } from "./_local_time.ts";
import { renderWords } from "./_markdown.ts";
import { type Content, listed, type Markup, markup } from "./_markup.ts";
import { factAnchor, factLink, type PageLinks } from "./_page_links.ts";
import type { ReportData } from "./_report_data.ts";

const SHOWN_AT_ONCE = 12;

export function renderKnowledge(
  { facts, concepts, doubts }: ReportData,
  links: PageLinks,
): Markup {
  const { rules, solutions, core_logic } = facts.permanent;
  const named = new Map(concepts.concepts.map((one) => [one.id, one]));
  const conceptOf = (id: string) =>
    named.get(id) ?? conceptWithId(concepts.concepts, id);
  const doubtOf = (id: string): Content => doubts.get(id) ?? null;
  const fact = (one: Fact | Issue) =>
    renderFact(one, doubtOf(one.id), conceptOf, links);
  const open = facts.issues.filter(({ status }) => status === "open");
  const resolved = facts.issues.filter(({ status }) => status === "resolved");
  const lists = [
    renderList(
      "Rules",
      rules.map((one) => renderRule(one, doubtOf(one.id), links)),
    ),
    renderList("Open issues", open.map(fact)),
    renderList("Decisions", facts.decisions.map(fact)),
    renderList("Patterns", facts.patterns.map(fact)),
    renderList(
      "Solutions",
      solutions.map(({ id, problem, solution }) =>
        renderItem(id, `${problem} → ${solution}`, null, [doubtOf(id)])
      ),
    ),
    renderList(
      "Core logic",
      core_logic.map(({ id, feature, description, files }) =>
        renderItem(id, `**${feature}** ${description}`, null, [
          doubtOf(id),
          fileList(files),
        ])
      ),
    ),
    renderList("Resolved issues", resolved.map(fact)),
    renderList(
      "Concepts",
      newestConcepts(concepts, Infinity).toReversed().map(renderConcept),
    ),
  ].filter((list) => list !== null);
  return markup`<section id="knowledge" data-group>
<h2>Knowledge</h2>
${
    lists.length > 0
      ? lists
      : markup`<p class="none">No rule, decision or issue yet.</p>`
  }
</section>`;
}

/** Oldest first in, newest first out. */
function renderList(title: string, items: readonly Markup[]): Markup | null {
  if (items.length === 0) return null;
  const newest = items.toReversed();
  const rest = newest.slice(SHOWN_AT_ONCE);
  return markup`<div class="list" data-group><h3>${title} <span class="count">${items.length}</span></h3>
<ul class="facts">
${newest.slice(0, SHOWN_AT_ONCE)}</ul>${
    rest.length > 0 &&
    markup`<details class="more" data-group><summary>${rest.length} more</summary><ul class="facts">
${rest}</ul></details>`
  }</div>
`;
}

function renderItem(
  id: string,
  content: string,
  body: Content,
  meta: readonly Content[],
): Markup {
  const parts = meta.filter((part) => part);
  return markup`<li id="${
    factAnchor(id)
  }" data-item><span class="id">${id}</span><div><p>${
    renderWords(content)
  }</p>${body}${
    parts.length > 0 &&
    markup`<p class="meta">${
      parts.map((part, i) => [i > 0 && " · ", part])
    }</p>`
  }</div></li>
`;
}

function renderRule(rule: Rule, doubt: Content, links: PageLinks): Markup {
  const { id, content, reason, source, confidence, created, sessions } = rule;
  return renderItem(id, content, why(reason), [
    doubt,
    source === "user" ? "said by you" : source,
    `confidence ${confidence.toFixed(1)}`,
    dayOf(created),
    links.sessionLinks(sessions),
  ]);
}

function renderFact(
  fact: Fact | Issue,
  doubt: Content,
  conceptOf: (id: string) => Concept | undefined,
  links: PageLinks,
): Markup {
  const { id, content, reason, evidence, date, files, sessions } = fact;
  const concept = fact.concept === null ? undefined : conceptOf(fact.concept);
  const resolution = "resolution" in fact ? String(fact.resolution ?? "") : "";
  const body = [
    why(reason),
    why(resolution && `Resolved: ${resolution}`),
    evidence !== "" && markup`<p class="quote">“${evidence}”</p>`,
  ];
  return renderItem(id, content, body, [
    doubt,
    dayOf(date),
    concept &&
    markup`<a href="#${factAnchor(concept.id)}"><bdi>${concept.name}</bdi></a>`,
    fileList(files),
    links.sessionLinks(sessions),
  ]);
}

function renderConcept(concept: Concept): Markup {
  const { id, name, summary, facts, files, updated } = concept;
  const ids = facts.filter((one) => one !== "");
  return renderItem(id, name, why(summary), [
    ids.length > 0 && [plural(ids.length, "fact"), ": ", listed(ids, factLink)],
    fileList(files),
    dayOf(updated),
  ]);
}

const why = (text: string): Content =>
  text !== "" && markup`<p class="why">${renderWords(text)}</p>`;

const fileList = (files: readonly string[]): Content =>
  listed(files, (file) => markup`<bdi class="mono">${file}</bdi>`);

function dayOf(date: string): string {
  const day = date.slice(0, 10);
  return /^\d{4}-(?:0[1-9]|1[0-2])-\d\d$/.test(day) ? plainDay(day) : day;
}
