/** The sessions of a report, also those whose log is not here any more. */

import { compareTexts } from "../base/compare_texts.ts";
import type { KeptText, ReportSession } from "./_report_data.ts";
import { documentsOf, readStem } from "../search/index/documents.ts";
import { shortOf } from "../store/layout.ts";
import { listSources } from "../search/index/search_sources.ts";
import type { ReportSection } from "./_report_memory.ts";
import type { ReportSources } from "./_report_sources.ts";
import { readTimeline, titleOf } from "../search/timeline.ts";
import { waitingDeltas } from "../session/waiting_deltas.ts";

/** Newest first. */
export async function readReportSessions(
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
