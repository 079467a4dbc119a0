/** The report: everything the store has, as one page. Reading takes no lock. */

import { baseName } from "../base/path_text.ts";
import { emptyConcepts, parseConcepts } from "../knowledge/concepts.ts";
import { emptyFacts, parseFacts } from "../knowledge/facts.ts";
import { allItems, readDoubts } from "../knowledge/read_doubts.ts";
import { readMemoryFill } from "../memory/memory_fill.ts";
import { settleWorkTimes } from "../memory/settle_work_times.ts";
import { readIndex } from "../session/memory_index.ts";
import { Deadline } from "../base/timeout.ts";
import { type RenderedReport, renderReport } from "./_render_report.ts";
import { isByHand, type ReportTeam, type WrittenFile } from "./_report_data.ts";
import { sessionIdsByShortId } from "../search/index/search_sources.ts";
import { listParts } from "../output/words.ts";
import type { Store } from "../store/store.ts";
import { type Layout, WRITTEN_NAMES } from "../store/layout.ts";
import { VERSION } from "../base/version.ts";
import type { World } from "../base/world.ts";
import {
  archivesOf,
  generationsOf,
  notesAbove,
  readMemoryFiles,
  reportSections,
} from "./_report_memory.ts";
import type { CostReport } from "./read_cost.ts";
import { readReportSessions } from "./_report_sessions.ts";
import { ReportSources } from "./_report_sources.ts";
import { clip } from "../base/cut_text.ts";
import { readOthers } from "../team/share_state.ts";
import { isSection, timeOf } from "../team/team_item.ts";
import { idOfStem } from "../team/team_names.ts";
import { describeAuthors } from "../team/team_set.ts";

export { REPORT_MARK } from "./_render_report.ts";

/** For times of older sections that no event has computed yet. */
const REPORT_MS = 2000;

export interface MadeReport extends RenderedReport {
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
