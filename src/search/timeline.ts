/** The sessions of a project, newest first: when, where, what about. */

import { compareTexts } from "../base/compare_texts.ts";
import { baseName } from "../base/path_text.ts";
import { clipSentence } from "../base/cut_text.ts";
import { readDigestFile } from "../memory/digest_file.ts";
import { parseMemory } from "../memory/memory_text.ts";
import { readStem } from "./index/documents.ts";
import { isSessionId, shortOf } from "../store/layout.ts";
import { readLogEntries } from "../session/read_entries.ts";
import { listArchives } from "../session/memory_index.ts";
import { readText, statFile } from "../store/read_file.ts";
import { listSources, type SourceFile } from "./index/search_sources.ts";
import { loadSessionState } from "../session/session_state.ts";
import type { Store } from "../store/store.ts";
import type { L1Entry } from "../session/log_entry.ts";
import { isSection } from "../team/team_item.ts";
import { idOfStem } from "../team/team_names.ts";
import { readOthers } from "../team/share_state.ts";
import { DocumentReader } from "./_read_hits.ts";
import { isSession } from "./_search_filter.ts";

export interface TimelineRequest {
  readonly limit: number;
  /** ISO times, the second exclusive. */
  readonly since?: string | undefined;
  readonly until?: string | undefined;
  readonly session?: string | undefined;
  /** Called after each session, to show progress. */
  readonly onRead?: (done: number, total: number) => void;
}

export interface TimelineSession {
  readonly session: string;
  readonly started: string | null;
  /** When its last entry was made. */
  readonly ended: string | null;
  readonly branch: string | null;
  /** The first sentence memory has about it. */
  readonly title: string | null;
  readonly entries: number;
  readonly bytes: number;
  readonly firstQuestion: string | null;
  readonly file: string;
  /** Its log is there and cannot be read. */
  readonly damaged?: true;
}

/** Work that someone else in the team has told of. */
export interface TeamWork {
  readonly id: string;
  readonly authors: readonly string[];
  readonly started: string;
  readonly ended: string;
  readonly branch: string | null;
  readonly title: string | null;
}

export interface Timeline {
  readonly sessions: readonly TimelineSession[];
  readonly total: number;
  /** Newest first; none where one session is asked for. */
  readonly team: readonly TeamWork[];
}

const TITLE_CHARS = 120;
const QUESTION_CHARS = 200;

export async function readTimeline(
  store: Store,
  { limit, since, until, session, onRead }: TimelineRequest,
): Promise<Timeline> {
  let logs = listSources(store.layout).filter(({ layer }) => layer === "l1")
    .map((log) => ({ log, started: startOf(log) }))
    .filter(({ log, started }) =>
      (session === undefined || isSession(log.session ?? "", session)) &&
      (until === undefined || (started ?? "") < until)
    )
    .toSorted((a, b) => compareTexts(b.started ?? "", a.started ?? ""));
  if (since !== undefined) logs = await keepSince(store, logs, since);
  if (statFile(store.layout.forgotten)) logs = await keepKnown(store, logs);
  const told = sectionsBySession(store);
  const sessions: TimelineSession[] = [];
  const wanted = logs.slice(0, limit);
  for (const { log, started } of wanted) {
    const { entries, firstQuestion, ended, damaged } = await readLog(
      store,
      log,
    );
    const stem = stemOf(log);
    const section = told.get(shortOf(stem));
    sessions.push({
      session: log.session ?? "",
      started,
      branch: section?.branch ?? branchOf(store, log),
      title: section?.title ?? digestTitle(store, stem),
      entries,
      bytes: log.size,
      firstQuestion,
      file: log.path,
      ended,
      ...(damaged ? { damaged } : {}),
    });
    onRead?.(sessions.length, wanted.length);
  }
  const team = session === undefined
    ? readTeamWork(store, { limit, since, until })
    : [];
  return { sessions, total: logs.length, team };
}

/** What others say they did in that time. */
function readTeamWork(
  { layout }: Store,
  { limit, since, until }: TimelineRequest,
): TeamWork[] {
  const work: TeamWork[] = [];
  for (const { stem, item, authors } of readOthers(layout)) {
    if (work.length >= limit) break;
    if (!isSection(item)) continue;
    const [from, to] = [item.work.from, item.work.to]
      .map((at) => at.toISOString()) as [string, string];
    if (since !== undefined && to < since) continue;
    if (until !== undefined && from >= until) continue;
    work.push({
      id: idOfStem(stem),
      authors,
      started: from,
      ended: to,
      branch: item.branch || null,
      title: titleOf(item.body),
    });
  }
  return work;
}

type DatedLog = { readonly log: SourceFile; readonly started: string | null };

/** Those that were at work at that time or later, whenever they began. */
async function keepSince(
  store: Store,
  logs: readonly DatedLog[],
  since: string,
): Promise<DatedLog[]> {
  const kept: DatedLog[] = [];
  for (const one of logs) {
    const isLater = (one.started ?? "") >= since ||
      // What was not written to since then holds nothing of that time.
      one.log.mtimeMs >= Date.parse(since) &&
        ((await readLog(store, one.log)).ended ?? "") >= since;
    if (isLater) kept.push(one);
  }
  return kept;
}

/** Without those of which everything was forgotten. */
async function keepKnown(
  store: Store,
  logs: readonly DatedLog[],
): Promise<DatedLog[]> {
  const kept: DatedLog[] = [];
  for (const one of logs) {
    if (!(await readLog(store, one.log)).isForgotten) kept.push(one);
  }
  return kept;
}

/** The branch its transcript began on, for a session without sections. */
function branchOf({ layout }: Store, { session }: SourceFile): string | null {
  if (!isSessionId(session)) return null;
  const loaded = loadSessionState(layout, session);
  return loaded.state === "ok" ? loaded.value.branch ?? null : null;
}

const digestTitle = ({ layout }: Store, stem: string) =>
  titleOf(readDigestFile(readText(layout.digest(stem)) ?? "").body);

const stemOf = ({ path }: SourceFile) =>
  path.replace(/^.*\//, "").replace(/\.l1\.jsonl(?:\.gz)?$/, "");

function startOf(log: SourceFile): string | null {
  const { mtimeMs } = log;
  const stem = stemOf(log);
  return readStem(stem)?.ts ??
    (mtimeMs > 0 ? new Date(mtimeMs).toISOString() : null);
}

type LogFacts =
  & Pick<TimelineSession, "entries" | "firstQuestion" | "ended" | "damaged">
  & { readonly isForgotten: boolean };

async function readLog(store: Store, { path }: SourceFile): Promise<LogFacts> {
  let [entries, said] = [0, 0];
  let firstQuestion: string | null = null;
  let ended: string | null = null;
  try {
    const log = await new DocumentReader(store).openLog(path);
    if (log !== undefined) {
      readLogEntries(log, 0, (entry) => {
        entries++;
        if (entry !== undefined) said++;
        firstQuestion ??= questionOf(entry);
        if (entry?.ts && entry.ts > (ended ?? "")) ended = entry.ts;
      });
    }
    const isForgotten = entries > 0 && said === 0;
    return { entries, firstQuestion, ended, isForgotten };
  } catch (error) {
    // One packed file that is torn, or not ours, hides no other session.
    const isExpected = error instanceof TypeError ||
      error instanceof Deno.errors.PermissionDenied;
    if (!isExpected) throw error;
    return {
      entries,
      firstQuestion,
      ended,
      isForgotten: false,
      damaged: true,
    };
  }
}

/** What the user typed, not what a subagent was told. */
function questionOf(entry: L1Entry | undefined): string | null {
  if (entry?.role !== "user" || entry.agent !== undefined) return null;
  const text = entry.text.replace(/\s+/g, " ").trim();
  return text === "" ? null : clipSentence(text, QUESTION_CHARS);
}

interface Told {
  readonly branch: string | null;
  readonly title: string | null;
}

/** What the first section about each session says. */
function sectionsBySession({ layout }: Store): Map<string, Told> {
  const told = new Map<string, Told>();
  for (const name of [...listArchives(layout), baseName(layout.memory)]) {
    const { sections } = parseMemory(readText(`${layout.dir}/${name}`) ?? "");
    for (const { session, branch, body } of sections) {
      if (session === undefined || told.has(session)) continue;
      told.set(session, { branch: branch ?? null, title: titleOf(body) });
    }
  }
  return told;
}

/** Above the lines of a digest, with how many there were: see _layout_lines.ts. */
const DIGEST_HEADING = /^\*\*\w[\w ]*\*\*(?: \(\d+ of \d+\))?$/;

/**
 * The first sentence of a text, without the marks of Markdown before it; of a
 * digest what was concluded, or else asked.
 */
export function titleOf(body: string): string | null {
  const lines = body.split("\n");
  const concluded = lines.findIndex((one) =>
    DIGEST_HEADING.test(one) && one.startsWith("**Concluded**")
  );
  const line = lines.slice(concluded + 1)
    .filter((one) => !DIGEST_HEADING.test(one.trim()))
    .map((one) => one.replace(/^[\s*#>-]+/, ""))
    .find((one) => one.trim() !== "");
  const sentence = line?.match(/^.*?[.!?。](?=\s|$)/u)?.[0] ?? line ?? "";
  const words = sentence.trim();
  return words === "" ? null : clipSentence(words, TITLE_CHARS);
}
