/**
 * Append a section to memory.md, once: a section is known by its session and
 * entry range, so doing it again after a crash changes nothing. Only this
 * writes headers and times.
 */

import {
  appendSection as joinSection,
  parseMemory,
  renderPreamble,
  renderSection,
} from "./memory_text.ts";
import { shortOf } from "../store/layout.ts";
import { listArchives, updateIndex } from "../session/memory_index.ts";
import { readText, statFile } from "../store/read_file.ts";
import type { Store } from "../store/store.ts";
import type { World } from "../base/world.ts";
import { createRedactor } from "../redact/create_redactor.ts";
import type { WorkTime } from "./work_time.ts";
import { isCovered, type Range, recordedRanges } from "./recorded_ranges.ts";

export interface NewSection {
  /** Absent for a text that a person saves by hand. */
  readonly session?: { readonly sessionId: string; readonly stem: string };
  /** The entries it speaks of, `to` exclusive. */
  readonly range?: Range;
  /** When these entries were cut, if that is known. */
  readonly since?: string;
  /** The branch on which the work was done, if that is known. */
  readonly branch?: unknown;
  readonly text: string;
  readonly digest?: boolean;
  /** When these entries were made, if their log tells. */
  readonly work?: WorkTime | undefined;
}

/**
 * The caller holds the store's lock. Returns memory.md with it; undefined if it
 * was recorded already.
 */
export function appendSection(
  store: Store,
  world: World,
  section: NewSection,
): string | undefined {
  const { session, range, since } = section;
  const { layout, files, project } = store;
  const before = readText(layout.memory) ?? "";
  if (
    session && range &&
    isCovered(range, recordedRanges(store, session.stem, since, before))
  ) return undefined;
  const now = world.now();
  const rendered = render(store, world, section);
  const start = before.trim() === "" ? renderPreamble(project.name) : before;
  const whole = joinSection(start, rendered);
  // Only what is new is written: the user may be editing the rest.
  if (before === "" || start !== before) files.replace(layout.memory, whole);
  else files.appendWhole(layout.memory, whole.slice(before.length));
  updateIndex(files, layout, (index) => ({
    ...index,
    lastMemoryUpdateTs: now.toISOString(),
    counter: session ? lastTrigger(store, session.sessionId) : index.counter,
  }));
  return whole;
}

/**
 * In the place of the section that covers `old`, in memory.md or an archive.
 * Undefined if there is none. The caller holds the store's lock.
 */
export function replaceSection(
  store: Store,
  world: World,
  section: NewSection & Required<Pick<NewSection, "session">>,
  old: Range,
): string | undefined {
  const { layout, files } = store;
  const short = shortOf(section.session.stem);
  const names = ["memory.md", ...listArchives(layout).toReversed()];
  for (const name of names) {
    const path = `${layout.dir}/${name}`;
    const { preamble, sections } = parseMemory(readText(path) ?? "");
    const at = sections.findIndex(({ session, from, to }) =>
      session === short && from === old.from && to === old.to
    );
    const before = sections[at];
    if (before === undefined) continue;
    const rendered = render(store, world, {
      ...section,
      work: section.work ?? before.work,
      branch: section.branch ?? before.branch,
      ...(before.utc ? { since: before.utc.toISOString() } : {}),
    });
    const raws = sections.map(({ raw }, i) => i === at ? rendered : raw);
    const whole = preamble + raws.join("");
    files.replace(path, whole);
    return name === "memory.md" ? whole : readText(layout.memory) ?? "";
  }
  return undefined;
}

function render(store: Store, world: World, section: NewSection): string {
  const { session, range, since, branch, work, text, digest = false } = section;
  const at = work?.to ?? writtenAt(since, world.now());
  return renderSection({
    at,
    localOffsetMinutes: world.localOffsetMinutes(at),
    session: session && shortOf(session.stem),
    ...range,
    branch: typeof branch === "string" ? branch : undefined,
    work,
    digest,
    text: createRedactor(store).text(text),
  });
}

/** Entries without a time were made before they were cut. */
function writtenAt(since: string | undefined, now: Date): Date {
  const cut = new Date(since ?? Number.NaN);
  return cut < now ? cut : now;
}

/** The count of the session's newest interval; information only. */
function lastTrigger({ layout, config }: Store, sessionId: string): number {
  const count = statFile(layout.count(sessionId))?.size ?? 0;
  return count - count % config.saveInterval;
}
