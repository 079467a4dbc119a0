/**
 * The report: one self-contained HTML file. Its content security policy forbids
 * loading anything and allows only the script with the given digest, so that
 * text from memory can never run, even after a mistake in here.
 */

import { formatCount, plural } from "../base/format_count.ts";
import type { Facts } from "../knowledge/facts.ts";
import { formatDollars } from "../output/words.ts";
import { fitReport, type ReportLimits } from "./_fit_report.ts";
import { LocalTime, plainDay } from "./_local_time.ts";
import { renderMarkdown, renderWords } from "./_markdown.ts";
import { type Content, Markup, markup } from "./_markup.ts";
import { PageLinks } from "./_page_links.ts";
import { pageScript } from "./_page_script.js";
import { PAGE_STYLE } from "./_page_style.ts";
import { renderGrowthSection } from "./_render_growth.ts";
import { renderKnowledge } from "./_render_knowledge.ts";
import { renderTimeline } from "./_render_timeline.ts";
import {
  isByHand,
  type ReportArchive,
  type ReportData,
  type ReportTeam,
  type WrittenFile,
} from "./_report_data.ts";
import type { CostReport } from "./read_cost.ts";

/** The first line of every report, to recognise one. */
export const REPORT_MARK = "<!doctype html><!-- memory-keeper report -->";

export interface RenderedReport {
  readonly html: string;
  readonly leftOut: readonly string[];
}

export async function renderReport(
  data: ReportData,
  limits?: ReportLimits,
): Promise<RenderedReport> {
  const fitted = fitReport(data, limits);
  const { archives, written } = fitted.data;
  const local = new LocalTime(data.offsetMinutes);
  const links = new PageLinks(fitted.data);
  const chapters: Chapter[] = [
    ["growth", "Growth", renderGrowthSection(data, local)],
    ["sessions", "Sessions", renderTimeline(fitted, links, local)],
    ["knowledge", "Knowledge", renderKnowledge(fitted.data, links)],
    ["team", "Team", data.team ? renderTeam(data.team, local) : false],
    ["archives", "Archives", renderArchives(archives, local)],
    ["files", "Files", renderWritten(written)],
    ["cost", "Cost", renderCostSection(data.cost)],
  ];
  const present = chapters.filter(([, , content]) => content);
  const page = markup`${head(await policy(), data)}
<body>
<a class="skip" href="#sessions">Skip to the sessions</a>
${renderTop(data, fitted.leftOut, local)}
${renderTools(present)}
<main>
${present.map(([, , content]) => [content, "\n"])}</main>
${renderFoot(data, local)}
<script>${new Markup(SCRIPT)}</script>
</body>
</html>
`;
  return { html: page.html, leftOut: fitted.leftOut };
}

/** A part of the page: where a link leads, its name, and what it shows. */
type Chapter = readonly [anchor: string, name: string, content: Content];

const SCRIPT = `(${pageScript})();`;

async function policy(): Promise<string> {
  const [style, script] = await Promise.all([PAGE_STYLE, SCRIPT].map(digestOf));
  return `default-src 'none'; style-src '${style}'; script-src '${script}'; ` +
    "base-uri 'none'; form-action 'none'";
}

async function digestOf(text: string): Promise<string> {
  const bytes = new TextEncoder().encode(text);
  const digest = await crypto.subtle.digest("SHA-256", bytes);
  return `sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}`;
}

function head(csp: string, { project, version }: ReportData): Markup {
  return markup`${new Markup(REPORT_MARK)}
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${new Markup(csp)}">
<meta name="generator" content="memory-keeper ${version}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<meta name="robots" content="noindex">
<title>${project}: memory</title>
<style>${new Markup(PAGE_STYLE)}</style>
</head>`;
}

function renderTop(
  data: ReportData,
  leftOut: readonly string[],
  local: LocalTime,
): Markup {
  const { sessions, project, madeAt } = data;
  const days = sessions.map(({ started }) => local.day(started))
    .filter((day) => day !== "").sort();
  const [first, last] = [days[0], days.at(-1)];
  const span = first === undefined || last === undefined
    ? "Nothing has been saved yet."
    : first === last
    ? `What is kept of the work of ${plainDay(first)}.`
    : `What is kept of the work from ${plainDay(first)} to ${plainDay(last)}.`;
  return markup`<header class="top">
<p class="kicker">Memory Keeper · ${
    plainDay(local.day(madeAt.toISOString()))
  }</p>
<h1><bdi>${project}</bdi></h1>
<p class="lead">${span}</p>
<dl class="figures">${
    figuresOf(data).map(([name, count]) =>
      markup`<div><dt>${name}</dt><dd>${formatCount(count)}</dd></div>`
    )
  }</dl>
${
    leftOut.length > 0 &&
    markup`<div class="notice"><p>Not on this page:</p><ul>${
      leftOut.map((line) => markup`<li>${line}</li>`)
    }</ul></div>`
  }
</header>`;
}

function figuresOf(
  { sessions, facts, archives }: ReportData,
): [string, number][] {
  const sections = sessions.reduce((sum, { texts }) => sum + texts.length, 0);
  return [
    ["sessions", sessions.filter((one) => !isByHand(one)).length],
    ["texts kept", sections],
    ["rules", facts.permanent.rules.length],
    ["decisions", facts.decisions.length],
    ["open issues", openIssues(facts)],
    ["archives", archives.length],
  ];
}

const openIssues = ({ issues }: Facts) =>
  issues.filter(({ status }) => status === "open").length;

function renderTools(chapters: readonly Chapter[]): Markup {
  return markup`<div class="tools"><nav aria-label="Contents">${
    chapters.map(([anchor, name]) => markup`<a href="#${anchor}">${name}</a>`)
  }</nav>
<div class="finder scripted" role="search" hidden><input id="search" type="search" placeholder="Search this page" aria-label="Search this page" autocomplete="off" spellcheck="false"><output id="found" aria-live="polite"></output><button id="fold" type="button">Open all</button></div></div>`;
}

function renderFoot({ version, madeAt }: ReportData, local: LocalTime): Markup {
  const iso = madeAt.toISOString();
  return markup`<footer><p class="scripted" hidden><kbd>/</kbd> searches, <kbd>Enter</kbd> goes to the next hit, <kbd>↓</kbd> into it, <kbd>Esc</kbd> shows everything again.</p>
<p>Made by memory-keeper ${version} on ${plainDay(local.day(iso))} at ${
    local.time(iso)
  } from the files in the project's memory. The page loads nothing and sends nothing; times are local.</p></footer>`;
}

const MOST_DAYS = 30;
const HEADINGS = ["Starts", "Prompts", "Agents", "Calls", "Memory", "All"];

function renderCostSection(cost: CostReport | undefined): Content {
  if (cost === undefined || cost.total.requests === 0) return null;
  const { total, days, sessions, pricesOf } = cost;
  const older = days.length - MOST_DAYS;
  return markup`<section id="cost" data-group>
<h2>Cost</h2>
<p class="lead">Memory cost about ${formatDollars(total.memoryDollars)} of ${
    formatDollars(total.dollars)
  } in ${plural(sessions.length, "session")} that Claude Code still has: ${
    formatDollars(total.memoryDollars / Math.max(1, sessions.length))
  } a session.</p>
<div class="scroll"><table><thead><tr><th scope="col">Day</th>${
    HEADINGS.map((name) => markup`<th scope="col">${name}</th>`)
  }</tr></thead><tbody>${
    days.slice(0, MOST_DAYS).map((one) =>
      markup`<tr><th scope="row">${
        /^\d/.test(one.day) ? plainDay(one.day) : one.day
      }</th>${
        [
          ...[one.starts, one.prompts, one.agents, one.memoryRequests]
            .map(formatCount),
          formatDollars(one.memoryDollars),
          formatDollars(one.dollars),
        ].map((cell) => markup`<td>${cell}</td>`)
      }</tr>`
    )
  }</tbody></table></div>
<p class="meta">Tokens given at starts, with prompts and to agents; requests made for memory; dollars for memory and for everything, at list prices of ${pricesOf}.${
    older > 0 && ` ${plural(older, "earlier day")} not shown.`
  }</p>
</section>`;
}

function renderTeam(
  { items, authors, total }: ReportTeam,
  local: LocalTime,
): Content {
  if (items.length === 0) return false;
  const rest = total - items.length;
  return markup`<section id="team" data-group>
<h2>Team</h2>
<p class="lead">${
    plural(total, "item")
  } of other people, under the names their files give: ${
    authors.map(({ name, count }, i) => [
      i > 0 && ", ",
      markup`<bdi>${name}</bdi> (${count})`,
    ])
  }.</p>
${items.map((item) => renderItem(item, local))}${
    rest > 0 &&
    markup`<p class="none">${
      plural(rest, "older item")
    }: memory-keeper search --layer team</p>`
  }</section>`;
}

function renderItem(
  { id, kind, by, at, text }: ReportTeam["items"][number],
  local: LocalTime,
): Markup {
  const day = at === null ? "" : plainDay(local.day(at));
  return markup`<article class="archive" data-item><p class="meta"><code>${id}</code> · ${
    kind.replace("_", " ")
  } · <bdi>${by}</bdi>${day !== "" && ` · ${day}`}</p>${
    renderMarkdown(text)
  }</article>
`;
}

function renderArchives(
  archives: readonly ReportArchive[],
  local: LocalTime,
): Content {
  return archives.length > 0 && markup`<section id="archives" data-group>
<h2>Archives</h2>
<p class="lead">When memory.md is full it becomes an archive, and its newest sections begin the next one.</p>
${archives.map((archive) => renderArchive(archive, local))}</section>`;
}

function renderArchive(archive: ReportArchive, local: LocalTime): Markup {
  const { file, rotatedAt, tokens, sections } = archive;
  const [overall, ...points] = archive.summary;
  const day = local.day(rotatedAt);
  return markup`<article class="archive" data-item><h3>${
    day === "" ? file : plainDay(day)
  }</h3><p class="meta"><code>${file}</code> · ${plural(sections, "section")}${
    tokens !== null && ` · ${formatCount(tokens)} tokens`
  }</p>${
    overall === undefined
      ? markup`<p class="none">It has no summary yet.</p>`
      : markup`<p>${renderWords(overall)}</p>`
  }${
    points.length > 0 && markup`<ul>${
      points.map((point) => markup`<li>${renderWords(point)}</li>`)
    }</ul>`
  }</article>
`;
}

function renderWritten(written: readonly WrittenFile[]): Content {
  return written.length > 0 && markup`<section id="files" data-group>
<h2>Written on purpose</h2>
${
    written.map(({ file, text }) =>
      markup`<details class="file" data-item open><summary><h3 class="mono">${file}</h3></summary><article>${
        renderMarkdown(text)
      }</article></details>
`
    )
  }</section>`;
}
