/** The sessions, day by day, newest first, with what was kept of each. */

import { compareTexts } from "../base/compare_texts.ts";
import { formatBytes, joinText } from "../output/words.ts";
import type { FittedReport } from "./_fit_report.ts";
import { formatCount, plural } from "../base/format_count.ts";
import { type LocalTime, longDay, monthName } from "./_local_time.ts";
import { renderMarkdown, renderWords } from "./_markdown.ts";
import { type Content, type Markup, markup } from "./_markup.ts";
import { isByHand, type KeptText, type ReportSession } from "./_report_data.ts";
import { factLink, type PageLinks } from "./_page_links.ts";

/** How many sessions are visible at first, and how many are opened. */
const OPEN_SESSIONS = 40;
const READ_SESSIONS = 3;
/** Further facts of a session are only under Knowledge. */
const MOST_BROUGHT = 30;

export function renderTimeline(
  { data, inOneLine }: FittedReport,
  links: PageLinks,
  local: LocalTime,
): Markup {
  const { sessions } = data;
  const read = new Set(
    sessions.filter(({ texts }) => texts.length > 0).slice(0, READ_SESSIONS),
  );
  const context = { links, local, inOneLine, read };
  let before = 0;
  const months = groupDays(sessions, local).map((month) => {
    const isOpen = before < OPEN_SESSIONS;
    before += countMonth(month).all;
    return renderMonth(month, isOpen, context);
  });
  return markup`<section id="sessions" data-group>
<h2>Sessions</h2>
${months.length > 0 ? months : markup`<p class="none">No session yet.</p>`}
</section>`;
}

interface Context {
  readonly links: PageLinks;
  readonly local: LocalTime;
  readonly inOneLine: ReadonlySet<ReportSession>;
  readonly read: ReadonlySet<ReportSession>;
}

function renderMonth(month: Month, isOpen: boolean, context: Context): Markup {
  const name = month.month === "" ? "Without a date" : monthName(month.month);
  return markup`<details class="month" data-group${
    isOpen && markup` open`
  }><summary><h3>${name}</h3><span class="count">${
    describeCount(month)
  }</span></summary>
${month.days.map((day) => renderDay(day, context))}
</details>
`;
}

function describeCount(month: Month): string {
  const { sessions, byHand } = countMonth(month);
  return joinText([
    sessions > 0 && plural(sessions, "session"),
    byHand > 0 && `${formatCount(byHand)} saved by hand`,
  ], ", ");
}

function renderDay({ day, sessions }: Day, context: Context): Markup {
  const [weekday, ...date] = day === "" ? [""] : longDay(day).split(" ");
  return markup`<div class="day" data-group><h4>${
    day !== "" &&
    markup`<time datetime="${day}">${
      date.slice(0, 2).join(" ")
    }<span>${weekday}</span></time>`
  }</h4><div class="sessions">
${sessions.map((session) => renderSession(session, context))}</div></div>
`;
}

/** Folded it shows the outcome, opened the request. */
function renderSession(session: ReportSession, context: Context): Markup {
  const { links, local, read } = context;
  const { id, started, title, question, texts } = session;
  const asked = question ?? (id === null ? "Saved by hand" : `Session ${id}`);
  const anchor = links.sessionAnchor(session);
  return markup`<details class="session" data-item${
    anchor && markup` id="${anchor}"`
  }${read.has(session) && markup` open`}><summary><time>${
    local.time(started)
  }</time>${
    title !== null &&
    markup`<bdi class="what came">${renderWords(title)}</bdi>`
  }<bdi class="what${
    title !== null && " asked"
  }">${asked}</bdi><span class="tags">${
    tagsOf(session, links)
  }</span></summary><div class="kept">${
    texts.map((text) => renderText(text, texts.length > 1, context))
  }${nothingKept(session, context)}${
    renderBrought(session, links)
  }<p class="meta">${metaOf(session)}</p></div></details>
`;
}

function tagsOf(session: ReportSession, links: PageLinks): Content {
  const { branch, texts, waiting, id } = session;
  const facts = links.factsOf(id).length;
  return [
    branch !== null && markup`<bdi class="tag mono">${branch}</bdi>`,
    texts.length > 0 && texts.every(({ isDigest }) => isDigest) &&
    markup`<span class="tag">digest</span>`,
    facts > 0 && markup`<span class="tag">${plural(facts, "fact")}</span>`,
    waiting > 0 && markup`<span class="tag warm">waiting</span>`,
  ];
}

function renderText(
  { at, isRecorded = false, file, text }: KeptText,
  isOneOfSeveral: boolean,
  { local }: Context,
): Markup {
  return markup`<article>${
    (isOneOfSeveral || isRecorded) &&
    markup`<p class="source">${isRecorded && "recorded "}${local.day(at)} ${
      local.time(at)
    } ${file}</p>`
  }${renderMarkdown(text)}</article>`;
}

function nothingKept(session: ReportSession, { inOneLine }: Context): Content {
  if (session.texts.length > 0) return null;
  const { id, waiting, entries } = session;
  if (inOneLine.has(session)) {
    const command = entries !== null &&
      markup`: <code>memory-keeper show ${id}</code>`;
    return markup`<p class="none">What was kept of it is not on this page${command}</p>`;
  }
  return waiting > 0
    ? markup`<p class="none">Its summary is still to come.</p>`
    : markup`<p class="none">Only its log was kept.</p>`;
}

function renderBrought({ id }: ReportSession, links: PageLinks): Content {
  const facts = links.factsOf(id);
  return facts.length > 0 &&
    markup`<ul class="brought">${
      facts.slice(0, MOST_BROUGHT).map(({ fact }) =>
        markup`<li>${factLink(fact.id)} <bdi>${
          renderWords(fact.content)
        }</bdi></li>`
      )
    }</ul>`;
}

function metaOf({ id, entries, bytes, texts }: ReportSession): Content {
  const log = entries === null
    ? "its log is not here"
    : `${formatCount(entries)} ${entries === 1 ? "entry" : "entries"}, ${
      formatBytes(bytes ?? 0)
    }`;
  const files = [...new Set(texts.map(({ file }) => file))].join(", ");
  return [
    id !== null && [markup`session <code>${id}</code>`, ` · ${log}`],
    id !== null && files !== "" && " · ",
    files,
  ];
}

/** Sessions by the month and the day they began, in their order. */
interface Day {
  /** `2026-03-02`; "" for sessions without a known time. */
  readonly day: string;
  readonly sessions: ReportSession[];
}

interface Month {
  /** `2026-03`, or "". */
  readonly month: string;
  readonly days: Day[];
}

/** Newest first in, newest first out; those without a time last. */
function groupDays(
  sessions: readonly ReportSession[],
  local: LocalTime,
): Month[] {
  const days = [...Map.groupBy(sessions, ({ started }) => local.day(started))]
    .map(([day, sessions]) => ({ day, sessions }))
    .sort((a, b) => compareTexts(b.day, a.day));
  return [...Map.groupBy(days, ({ day }) => day.slice(0, 7))]
    .map(([month, days]) => ({ month, days }));
}

/** The counts of a month; texts saved by hand are counted separately. */
function countMonth({ days }: Month) {
  const all = days.flatMap(({ sessions }) => sessions);
  const byHand = all.filter(isByHand).length;
  return { all: all.length, sessions: all.length - byHand, byHand };
}
