/**
 * Append a section to memory.md, once: a section is known by its session and
 * entry range, so doing it again after a crash changes nothing. Only this
 * writes headers and times.
 */

import {
  joinSection,
  parseMemory,
  renderPreamble,
  renderSection,
  withEndsOf,
} from "./memory_text.ts";
import { keepBothSides } from "../base/conflict_markers.ts";
import { baseName } from "../base/path_text.ts";
import { shortOf } from "../store/layout.ts";
import { listArchives } from "../session/memory_index.ts";
import { Snapshot } from "../session/snapshot.ts";
import { readText, statFile } from "../store/read_file.ts";
import type { Store } from "../store/store.ts";
import type { World } from "../base/world.ts";
import { createRedactor } from "../redact/create_redactor.ts";
import type { WorkTime } from "./work_time.ts";
import {
  type EntryRange,
  isCovered,
  recordedRanges,
} from "./recorded_ranges.ts";

interface NewSection {
  /** Absent for a text that a person saves by hand. */
  readonly session?: { readonly sessionId: string; readonly stem: string };
  /** The entries it speaks of, `to` exclusive. */
  readonly range?: EntryRange;
  readonly since?: string;
  readonly branch?: unknown;
  readonly commit?: string | undefined;
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
  snapshot = new Snapshot(store),
): string | undefined {
  const { session, range, since } = section;
  const before = readText(store.layout.memory) ?? "";
  if (
    session && range &&
    isCovered(range, recordedRanges(store, session.stem, since, before))
  ) return undefined;
  return addSection(snapshot, world, before, section);
}

/** The same for one that is not in `before`, which is memory.md as it is. */
export function addSection(
  snapshot: Snapshot,
  world: World,
  before: string,
  section: NewSection,
): string {
  const { store } = snapshot;
  const { layout, files, project } = store;
  const rendered = render(store, world, section);
  const start = before.trim() === ""
    ? renderPreamble(project.name)
    : keepBothSides(before);
  const whole = joinSection(start, rendered);
  // Only what is new is written: the user may be editing the rest.
  if (before === "" || start !== before) files.replace(layout.memory, whole);
  else files.appendWhole(layout.memory, whole.slice(before.length));
  const { session } = section;
  snapshot.updateIndex((index) => ({
    ...index,
    lastMemoryUpdateTs: world.now().toISOString(),
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
  old: EntryRange,
): string | undefined {
  const { layout, files } = store;
  const short = shortOf(section.session.stem);
  const current = baseName(layout.memory);
  const names = [current, ...listArchives(layout).toReversed()];
  for (const name of names) {
    const path = `${layout.dir}/${name}`;
    const text = readText(path) ?? "";
    const { preamble, sections } = parseMemory(text);
    const at = sections.findIndex(({ session, from, to }) =>
      session === short && from === old.from && to === old.to
    );
    const before = sections[at];
    if (before === undefined) continue;
    const rendered = render(store, world, {
      ...section,
      work: section.work ?? before.work,
      branch: section.branch ?? before.branch,
      commit: section.commit ?? before.commit,
      ...(before.utc ? { since: before.utc.toISOString() } : {}),
    });
    const fresh = withEndsOf(text, rendered);
    const raws = sections.map(({ raw }, i) => i === at ? fresh : raw);
    const whole = preamble + raws.join("");
    files.replace(path, whole);
    return name === current ? whole : readText(layout.memory) ?? "";
  }
  return undefined;
}

function render(store: Store, world: World, section: NewSection): string {
  const { session, range, since, branch, work, digest = false } = section;
  const at = work?.to ?? writtenAt(since, world.now());
  return renderSection({
    at,
    localOffsetMinutes: world.localOffsetMinutes(at),
    session: session && shortOf(session.stem),
    ...range,
    branch: typeof branch === "string" ? branch : undefined,
    commit: section.commit,
    work,
    digest,
    text: createRedactor(store).text(section.text),
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
