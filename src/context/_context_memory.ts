/** memory.md, archives and digests as parts of a session's context. */

import type { Section } from "../memory/memory_text.ts";
import { shortOf } from "../store/layout.ts";
import type { SessionState } from "../session/session_state.ts";
import type { Store } from "../store/store.ts";
import { isObject } from "../base/json.ts";
import { pendingArchives } from "../summary/ask_for_archive_summary.ts";
import type { ContextSources } from "./_context_sources.ts";
import { readDigestFile } from "../memory/digest_file.ts";
import { lastEntryAt } from "./_newest_record.ts";
import { startOfStem } from "../memory/newest_digest.ts";
import { waitingDeltas } from "../session/waiting_deltas.ts";

/** Items, the first of which matter most, and how many more there are. */
export interface SectionItems {
  readonly items: readonly string[];
  readonly more?: number;
  /** How many a session sees anyway. */
  readonly known?: number;
  /** What a reader must know of them, below the title. */
  readonly note?: string;
  /** The files they are from, where that depends on what is found. */
  readonly files?: readonly string[];
  /** When the work they tell of ended, where it is one session's. */
  readonly at?: Date | undefined;
  /** Says so where it is of a branch that this checkout does not have. */
  readonly unmerged?: string;
}

const NONE: SectionItems = { items: [] };
const MOST_ARCHIVES_NAMED = 5;
const OWN_DIGEST_CHARS = 1200;

/**
 * Sections from the newest back, as many as could ever be shown: one's own
 * newest, then one's own and the team's as one story, by the time of the work.
 */
export function recentMemory(sources: ContextSources): SectionItems {
  const { preamble, sections, older } = sources.memory;
  const others = newestFirst(sources, sections)
    .filter((one) => !isOwn(sources, one));
  const team = sources.team?.sections(sections) ?? [];
  const items: string[] = [];
  let units = 0;
  let [own, told, isAlso] = [0, 0, false];
  while (units <= sources.reader.maxUnits) {
    const [one, other] = [others[own], team[told]];
    if (one === undefined && other === undefined) break;
    const isTeams = one === undefined ||
      other !== undefined && !isFirst(sources, others, own) &&
        other.at.getTime() > timeOf(sources, one);
    const also = isTeams ? [] : alsoBy(sources, one);
    const block = isTeams
      ? other?.render() ?? []
      : renderSection(sources, one, also);
    isAlso ||= also.length > 0;
    if (isTeams) told++;
    else own++;
    items.push(...block);
    units += block.join().length;
  }
  const notes = sources.lines(
    preamble.replace(/^\ufeff?# Project Memory.*/, ""),
  );
  if (notes.length > 0) items.push(notes.join("\n"));
  const left = others.length - own + older + team.length - told +
    (sources.team?.olderSections ?? 0);
  const note = told > 0 || isAlso ? sources.team?.note : undefined;
  return { items, more: left, ...(note ? { note } : {}) };
}

/** One's own newest comes first, however much a team has to tell. */
const isFirst = (
  { unmerged }: ContextSources,
  [newest]: readonly Section[],
  told: number,
) => told === 0 && newest !== undefined && !unmerged.has(newest);

/**
 * By their work: a section is appended when its summary comes, maybe late.
 * What this checkout does not have comes last.
 */
function newestFirst(
  sources: ContextSources,
  sections: readonly Section[],
): Section[] {
  return sections.toReversed()
    .sort((a, b) => timeOf(sources, b) - timeOf(sources, a));
}

/** What is unmerged here is further back than anything else. */
function timeOf({ workTimes, unmerged }: ContextSources, one: Section) {
  const ms = workTimes.at(one)?.getTime() ?? 0;
  return unmerged.has(one) ? ms - FAR_BACK_MS : ms;
}

const FAR_BACK_MS = 1e15;

/** After a compaction a session's own sections have a place of their own. */
function isOwn({ reader, own }: ContextSources, one: Section): boolean {
  return reader.isCompacted && own !== undefined &&
    one.session === shortOf(own.stem);
}

/** A section under its date; nothing if a session sees all of it anyway. */
function renderSection(
  sources: ContextSources,
  one: Section,
  also: readonly string[] = [],
): string[] {
  const lines = sources.lines(one.body);
  if (lines.length === 0) return [];
  const at = sources.workTimes.at(one);
  const recorded = sources.workTimes.isRecorded(one) ? " (recorded)" : "";
  const when = at
    ? `${sources.when(at)}${recorded}`
    : one.header.replace(/^##\s*/, "");
  const whose = one.session ? `, session ${one.session}` : "";
  const digest = one.isDigest ? ", digest" : "";
  const branch = sources.markUnmerged(one);
  return [
    [`### ${when}${whose}${digest}${branch}`, ...lines, ...also].join("\n"),
  ];
}

const alsoBy = ({ team }: ContextSources, { body }: Section) =>
  team?.alsoBy({ kind: "section", body }) ?? [];

/** Its sections of memory.md, and what is not in there yet in short. */
export async function ownSession(
  sources: ContextSources,
): Promise<SectionItems> {
  const { reader: { isCompacted }, own: state } = sources;
  if (!isCompacted || state === undefined) return NONE;
  const own = newestFirst(sources, sources.memory.sections)
    .filter((one) => isOwn(sources, one))
    .flatMap((one) => renderSection(sources, one));
  const { text } = await digestUnsummarised(
    sources.store,
    state,
    OWN_DIGEST_CHARS,
  );
  const digest = sources.lines(text);
  const open = digest.length === 0
    ? []
    : [["### Not summarised yet", ...digest].join("\n")];
  return { items: [...open, ...own] };
}

/** What the newest session did that memory.md does not speak of. */
export async function lastDigest(
  sources: ContextSources,
): Promise<SectionItems> {
  const stem = sources.digestStem;
  if (stem === "") return NONE;
  const short = shortOf(stem);
  const isPartlyKnown = sources.memory.mentions(short);
  const path = sources.store.layout.digest(stem);
  const file = sources.text(`sessions/${stem}.md`, path) ?? "";
  const { work, body } = readDigestFile(file);
  const told = isPartlyKnown ? await digestOfRest(sources) : { text: body };
  const lines = sources.lines(told.text);
  if (lines.length === 0) return NONE;
  const at = told.at ?? lastEntryAt(sources.store.layout.l1(stem)) ??
    work?.to ?? startOfStem(stem);
  const when = at ? sources.when(at) : stem;
  const part = isPartlyKnown ? ", the part not summarised yet" : "";
  const files = [".md", ".l1.jsonl"].map((end) => `sessions/${stem}${end}`);
  const unmerged = sources.markUnmerged(sources.waitingRest?.delta);
  return {
    items: [`Session ${short} of ${when}${part}${unmerged}:`, ...lines],
    at,
    files,
    unmerged,
  };
}

interface Told {
  readonly text: string;
  readonly at?: Date | undefined;
}

const NOTHING: Told = { text: "" };

/** Of a session that is summarised in part: what still waits. */
async function digestOfRest(
  { store, waitingRest }: ContextSources,
): Promise<Told> {
  return waitingRest === undefined ? NOTHING : await digestUnsummarised(
    store,
    waitingRest.state,
    store.config.summaryMaxLength,
  );
}

/** Loaded only where it is needed: reading logs and digests is much code. */
async function digestUnsummarised(
  { layout, project }: Store,
  { stem, l1Bytes, entries, summarizedTo, cutTo, deltas }: SessionState,
  maxChars: number,
): Promise<Told> {
  const [{ readL1Ends }, { digestOf }] = await Promise.all([
    import("../session/log_file.ts"),
    import("../digest/digest.ts"),
  ]);
  const { tail } = readL1Ends(layout.l1(stem), 0, l1Bytes);
  // Of several deltas a later one may have its summary first.
  const isOpen = (at: number) =>
    at >= cutTo || deltas.some(({ from, to }) => from <= at && at < to);
  const first = entries - tail.length;
  const rest = tail.filter((_, i) =>
    first + i >= summarizedTo && isOpen(first + i)
  );
  const text = digestOf(rest, { maxChars, project: project.root });
  const at = new Date(rest.at(-1)?.ts ?? "");
  return { text, at: Number.isNaN(at.getTime()) ? undefined : at };
}

/** The newest archive's summary, a sentence a line. */
export function newestSummary(sources: ContextSources): SectionItems {
  const newest = withSummary(sources).at(-1);
  if (!newest?.summary) return NONE;
  const path = `${sources.store.layout.dir}/${newest.summary}`;
  const summary = parseSummary(sources, newest.summary, path);
  const sentences = sources.lines(
    summary.replace(/([.!?。])\s+/g, "$1\n"),
  );
  return { items: sentences, files: [newest.summary, newest.file] };
}

function parseSummary(
  sources: ContextSources,
  name: string,
  path: string,
): string {
  const text = sources.text(name, path);
  if (text === undefined) return "";
  try {
    const raw: unknown = JSON.parse(text);
    const words = isObject(raw) ? raw["overallSummary"] : undefined;
    if (typeof words === "string") return words;
  } catch {
    // Said below, as for a file of another shape.
  }
  sources.unreadable.add(name);
  return "";
}

export function olderArchives(sources: ContextSources): SectionItems {
  const older = withSummary(sources).slice(0, -1).toReversed();
  return {
    items: older.map(({ file, rotatedAt }) =>
      `- ${file}, up to ${dayOf(rotatedAt ?? "") || "an unknown day"}`
    ),
  };
}

/** Oldest first. Names come from a file people may edit: none leads out. */
function withSummary({ index }: ContextSources) {
  return index.rotatedFiles.filter(({ file, summary }) =>
    summary !== null && [file, summary].every((name) => /^[\w.-]+$/.test(name))
  );
}

/** What waits for a summary, as plain fact. */
export function pendingWork(
  { store, snapshot }: ContextSources,
): SectionItems {
  const deltas = waitingDeltas(store, snapshot).length;
  const archives = pendingArchives(store, snapshot).map(({ file }) => file);
  const named = archives.slice(0, MOST_ARCHIVES_NAMED).join(", ");
  return {
    items: [
      ...(deltas > 0
        ? [`- Stretches of earlier work without a summary: ${deltas}`]
        : []),
      ...(archives.length > 0
        ? [`- Archives without a summary: ${archives.length} (${named})`]
        : []),
    ],
  };
}

/** `2026-02-01T17:27…` → `2026-02-01`; nothing if it is no date. */
export function dayOf(time: string): string {
  return /^\d{4}-\d{2}-\d{2}/.exec(time)?.[0] ?? "";
}
