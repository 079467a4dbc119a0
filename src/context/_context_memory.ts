/** memory.md, archives and digests as parts of a session's context. */

import type { Section } from "../memory/memory_text.ts";
import { shortOf } from "../store/layout.ts";
import type { SessionState } from "../session/session_state.ts";
import type { Store } from "../store/store.ts";
import { isObject } from "../base/json.ts";
import { pendingArchives } from "../summary/ask_for_archive_summary.ts";
import type { ContextSources } from "./_context_sources.ts";
import { readDigestFile } from "../memory/digest_file.ts";
import { newestDigest, startOfStem } from "../memory/newest_digest.ts";
import { waitingDeltas } from "../session/waiting_deltas.ts";

/** Items, the first of which matter most, and how many more there are. */
export interface SectionItems {
  readonly items: readonly string[];
  readonly more?: number;
  /** How many a session sees anyway. */
  readonly known?: number;
  /** The session they are of, where that is one. */
  readonly stem?: string;
}

const NONE: SectionItems = { items: [] };
const MOST_ARCHIVES_NAMED = 5;
const OWN_DIGEST_CHARS = 1200;

/** Sections from the newest back, as many as could ever be shown. */
export function recentMemory(sources: ContextSources): SectionItems {
  const { preamble, sections, older } = sources.memory;
  const others = newestFirst(sources, sections)
    .filter((one) => !isOwn(sources, one));
  const items: string[] = [];
  let units = 0;
  let read = 0;
  for (const one of others) {
    if (units > sources.reader.maxUnits) break;
    const block = renderSection(sources, one);
    items.push(...block);
    units += block.join().length;
    read++;
  }
  const notes = sources.lines(
    preamble.replace(/^\ufeff?# Project Memory.*/, ""),
  );
  if (notes.length > 0) items.push(notes.join("\n"));
  return { items, more: others.length - read + older };
}

/** By their work: a section is appended when its summary comes, maybe late. */
function newestFirst(
  { workTimes }: ContextSources,
  sections: readonly Section[],
): Section[] {
  const timeOf = (one: Section) => workTimes.at(one)?.getTime() ?? 0;
  return sections.toReversed().sort((a, b) => timeOf(b) - timeOf(a));
}

/** After a compaction a session's own sections have a place of their own. */
function isOwn({ reader, own }: ContextSources, one: Section): boolean {
  return reader.isCompacted && own !== undefined &&
    one.session === shortOf(own.stem);
}

/** A section under its date; nothing if a session sees all of it anyway. */
function renderSection(sources: ContextSources, one: Section): string[] {
  const lines = sources.lines(one.body);
  if (lines.length === 0) return [];
  const at = sources.workTimes.at(one);
  const recorded = sources.workTimes.isRecorded(one) ? " (recorded)" : "";
  const when = at
    ? `${sources.when(at)}${recorded}`
    : one.header.replace(/^##\s*/, "");
  const whose = one.session ? `, session ${one.session}` : "";
  const digest = one.isDigest ? ", digest" : "";
  return [[`### ${when}${whose}${digest}`, ...lines].join("\n")];
}

/** Its sections of memory.md, and what is not in there yet in short. */
export async function ownSession(
  sources: ContextSources,
): Promise<SectionItems> {
  const { reader: { isCompacted }, own: state } = sources;
  if (!isCompacted || state === undefined) return NONE;
  const own = newestFirst(sources, sources.memory.sections)
    .filter((one) => isOwn(sources, one))
    .flatMap((one) => renderSection(sources, one));
  const digest = sources.lines(
    await digestUnsummarised(sources.store, state, OWN_DIGEST_CHARS),
  );
  const open = digest.length === 0
    ? []
    : [["### Not summarised yet", ...digest].join("\n")];
  return { items: [...open, ...own] };
}

/** What the newest session did that memory.md does not speak of. */
export async function lastDigest(
  sources: ContextSources,
): Promise<SectionItems> {
  const stem = newestDigest(sources.store, sources.own?.stem);
  if (stem === "") return NONE;
  const short = shortOf(stem);
  const isPartlyKnown = sources.memory.mentions(short);
  const path = sources.store.layout.digest(stem);
  const file = sources.text(`sessions/${stem}.md`, path) ?? "";
  const { work, body } = readDigestFile(file);
  const lines = sources.lines(
    isPartlyKnown ? await digestOfRest(sources, stem) : body,
  );
  if (lines.length === 0) return NONE;
  const at = work?.to ?? startOfStem(stem);
  const when = at ? sources.when(at) : stem;
  const part = isPartlyKnown ? ", the part not summarised yet" : "";
  return { items: [`Session ${short} of ${when}${part}:`, ...lines], stem };
}

/** Of a session that is summarised in part: what still waits. */
async function digestOfRest(
  sources: ContextSources,
  stem: string,
): Promise<string> {
  const { store, snapshot } = sources;
  const waiting = waitingDeltas(store, snapshot)
    .find((one) => one.state.stem === stem);
  return waiting === undefined ? "" : await digestUnsummarised(
    store,
    waiting.state,
    store.config.summaryMaxLength,
  );
}

/** Loaded only where it is needed: reading logs and digests is much code. */
async function digestUnsummarised(
  { layout, project }: Store,
  { stem, l1Bytes, entries, summarizedTo }: SessionState,
  maxChars: number,
): Promise<string> {
  const [{ readL1Ends }, { digestOf }] = await Promise.all([
    import("../session/log_file.ts"),
    import("../digest/digest.ts"),
  ]);
  const { tail } = readL1Ends(layout.l1(stem), 0, l1Bytes);
  const rest = tail.slice(Math.max(0, summarizedTo - (entries - tail.length)));
  return rest.length === 0
    ? ""
    : digestOf(rest, { maxChars, project: project.root });
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
  return { items: sentences };
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
