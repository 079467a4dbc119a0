/** The report: everything the store has, as one page. Reading takes no lock. */

import { compareTexts } from "../base/compare_texts.ts";
import { clip } from "../base/cut_text.ts";
import { baseName } from "../base/path_text.ts";
import { Deadline } from "../base/timeout.ts";
import { VERSION } from "../base/version.ts";
import type { World } from "../base/world.ts";
import { emptyConcepts, parseConcepts } from "../knowledge/concepts.ts";
import { emptyFacts, parseFacts } from "../knowledge/facts.ts";
import { allItems, readDoubts } from "../knowledge/read_doubts.ts";
import { readMemoryFill } from "../memory/memory_fill.ts";
import { settleWorkTimes } from "../memory/settle_work_times.ts";
import { listParts } from "../output/words.ts";
import { documentsOf, readStem } from "../search/index/documents.ts";
import {
  listSources,
  sessionIdsByShortId,
} from "../search/index/search_sources.ts";
import { readTimeline, titleOf } from "../search/timeline.ts";
import { readIndex } from "../session/memory_index.ts";
import { waitingDeltas } from "../session/waiting_deltas.ts";
import { type Layout, shortOf, WRITTEN_NAMES } from "../store/layout.ts";
import type { Store } from "../store/store.ts";
import { readOthers } from "../team/share_state.ts";
import { isSection, timeOf } from "../team/team_item.ts";
import { idOfStem } from "../team/team_names.ts";
import { describeAuthors } from "../team/team_set.ts";
import { type RenderedReport, renderReport } from "./_render_report.ts";
import {
  isByHand,
  type KeptText,
  type ReportSession,
  type ReportTeam,
  type WrittenFile,
} from "./_report_data.ts";
import {
  archivesOf,
  generationsOf,
  notesAbove,
  readMemoryFiles,
  type ReportSection,
  reportSections,
} from "./_report_memory.ts";
import { ReportSources } from "./_report_sources.ts";
import type { CostReport } from "./read_cost.ts";

export { REPORT_MARK } from "./_render_report.ts";

/** For times of older sections that no event has computed yet. */
const REPORT_MS = 2000;

interface MadeReport extends RenderedReport {
  readonly sessions: number;
}

export async function makeReport(
  store: Store,
  world: World,
  onRead: (done: number, total: number) => void = () => {},
  cost?: CostReport,
): Promise<MadeReport> {
  const sources = new ReportSources(store);
  const fill = readMemoryFill(store, readIndex(store.layout));
  const files = readMemoryFiles(sources, fill.tokens);
  const times = await settleWorkTimes(store, {
    budget: new Deadline(REPORT_MS),
    keep: false,
  });
  const sections = reportSections(files, times);
  const sessions = await readReportSessions(sources, sections, onRead);
  const facts = sources.json(
    baseName(store.layout.facts),
    parseFacts,
  ) ?? emptyFacts();
  const report = await renderReport({
    project: store.project.name,
    version: VERSION,
    madeAt: world.now(),
    offsetMinutes: (at) => world.localOffsetMinutes(at),
    sessions,
    generations: generationsOf(files),
    tokens: fill.tokens,
    isCounted: fill.isCounted,
    rotateAt: fill.rotateAtTokens,
    facts,
    doubts: readDoubts(store, world, allItems(facts)),
    sessionNames: new Map(
      [...sessionIdsByShortId(store.layout)].map(([name, id]) => [id, name]),
    ),
    concepts: sources.json(
      baseName(store.layout.concepts),
      parseConcepts,
    ) ?? emptyConcepts(),
    archives: archivesOf(sources, files),
    written: [
      ...readWrittenFiles(sources),
      ...files.slice(-1).map((memory) => ({
        file: memory.file,
        text: notesAbove(memory),
      })),
    ].filter(({ text }) => text !== ""),
    cost,
    team: readReportTeam(store.layout),
    unread: listParts([
      sources.unread,
      store.project.foreign
        ? "the memory in this folder, which you did not write"
        : null,
    ]),
  });
  return {
    ...report,
    sessions: sessions.filter((one) => !isByHand(one)).length,
  };
}

/** As a session gets them: without comments and without empty ones. */
function readWrittenFiles(sources: ReportSources): WrittenFile[] {
  return WRITTEN_NAMES.map((name) => `${name}.md`).map((file) => {
    const text = sources.text(file)?.replace(/<!--.*?(?:-->|$)/gs, "").trim();
    const isTold = text?.split("\n").some((line) => !/^(?:#|\s*$)/.test(line));
    return { file, text: isTold ? text ?? "" : "" };
  });
}

const MOST_ITEMS = 300;
const TEXT_CHARS = 2000;

/** The team's newest, and who has how many. */
function readReportTeam(layout: Layout): ReportTeam {
  const entries = readOthers(layout);
  const byAuthor = Map.groupBy(
    entries.flatMap(({ authors }) => authors),
    (name) => name,
  );
  return {
    total: entries.length,
    authors: [...byAuthor].map(([name, { length: count }]) => ({ name, count }))
      .sort((a, b) => b.count - a.count),
    items: entries.slice(0, MOST_ITEMS).map(({ stem, item, authors }) => ({
      id: idOfStem(stem),
      kind: item.kind,
      by: describeAuthors(authors),
      at: timeOf(item).getTime() === 0 ? null : timeOf(item).toISOString(),
      text: clip(isSection(item) ? item.body : item.content, TEXT_CHARS),
    })),
  };
}

/** Newest first. */
async function readReportSessions(
  sources: ReportSources,
  sections: readonly ReportSection[],
  onRead: (done: number, total: number) => void,
): Promise<ReportSession[]> {
  const { store } = sources;
  const told = Map.groupBy(sections, ({ session }) => session);
  const digests = readDigests(sources);
  const textsOf = (id: string): readonly Kept[] =>
    told.get(id) ?? digests.get(id) ?? [];
  const waiting = Map.groupBy(
    waitingDeltas(store),
    ({ state }) => shortOf(state.stem),
  );
  const logs = await readTimeline(store, { limit: Infinity, onRead });
  const seen = new Set<string>();
  const withLog = logs.sessions.map((log) => {
    if (log.damaged) sources.unread.push(`Cannot read "${log.file}"`);
    const id = nameOf(log.file);
    // Two logs of one session: its texts are shown with the newer one.
    const isSecond = seen.has(id);
    seen.add(id);
    return describe(id, isSecond ? [] : textsOf(id), {
      started: log.started,
      question: log.firstQuestion,
      entries: log.entries,
      bytes: log.bytes,
      waiting: isSecond ? 0 : waiting.get(id)?.length ?? 0,
    });
  });
  const others = new Set([...told.keys(), ...digests.keys()]);
  const withoutLog = [...others]
    .filter((id) => id !== null && !seen.has(id))
    .map((id) => describe(id, textsOf(id ?? "")));
  const byHand = (told.get(null) ?? []).map((one) => describe(null, [one]));
  return [...withLog, ...withoutLog, ...byHand].sort(byStart);
}

/** The short name of a log's session in sections and digests. */
function nameOf(file: string): string {
  const stem = file.replace(/^.*\//, "").replace(/\.l1\.jsonl$/, "");
  return readStem(stem)?.session ?? stem;
}

type Kept = KeptText & { readonly branch?: string | null };

function describe(
  id: string | null,
  texts: readonly Kept[],
  log: Partial<ReportSession> = {},
): ReportSession {
  const [first] = texts;
  return {
    id,
    started: first?.at ?? null,
    branch: first?.branch ?? null,
    title: titleOf(first?.text ?? ""),
    question: null,
    entries: null,
    bytes: null,
    texts,
    waiting: 0,
    ...log,
  };
}

/** The text of each session from digests, weeks or months, the finest only. */
function readDigests(sources: ReportSources): Map<string, KeptText[]> {
  const digests = new Map<string, KeptText[]>();
  const files = listSources(sources.store.layout)
    .filter(({ layer }) => layer === "digest");
  for (const { path } of files) {
    const text = sources.text(path) ?? "";
    for (
      const { text: words, ts, session } of documentsOf("digest", path, text)
    ) {
      if (session === undefined || digests.has(session)) continue;
      digests.set(session, [{
        at: ts ?? null,
        isDigest: true,
        file: path,
        // A week and a month begin an entry with the name of the session.
        text: words.replace(/^(?:## |- )\d{4}-\d\d-\d\d_\S+\s*/, ""),
      }]);
    }
  }
  return digests;
}

function byStart(a: ReportSession, b: ReportSession): number {
  const [left, right] = [a.started ?? "", b.started ?? ""];
  return compareTexts(right, left);
}
