/**
 * Cut what is new in L1 into deltas: immutable files that wait for a summary.
 * New work during a summary goes to the next delta, so nothing is skipped and
 * nothing is summarised twice.
 */

import { newestConcepts } from "../knowledge/concepts.ts";
import { CONCEPTS_SHOWN, planDeltas, uncutChars } from "./_delta_text.ts";
import type { GitPlace } from "../store/git/branch.ts";
import { PastPlaces } from "../store/git/past_places.ts";
import { readConcepts } from "../knowledge/knowledge_files.ts";
import type { L1Entry } from "../session/log_entry.ts";
import { readL1Ends } from "../session/log_file.ts";
import { shortOf } from "../store/layout.ts";
import { changedAt, statFile } from "../store/read_file.ts";
import type { Delta, SessionState } from "../session/session_state.ts";
import type { Session } from "../session/session.ts";
import type { Store } from "../store/store.ts";
import type { World } from "../base/world.ts";
import { recordedRanges, uncovered } from "../memory/recorded_ranges.ts";
import { readTime } from "../memory/work_time.ts";

/** How much of a session is cut when the store was made in the middle of it. */
const LATE_START_ENTRIES = 50;

/**
 * Below so many characters or entries nothing is cut. Returns the new deltas;
 * the session's state names them once it is saved.
 */
export function cutDeltas(
  session: Session,
  world: World,
  { minChars, minEntries = 1 }: {
    readonly minChars: number;
    readonly minEntries?: number;
  },
): readonly Delta[] {
  const { store } = session;
  const { layout } = store;
  if (session.state === undefined) return [];
  const { recovered, ...state } = session.state;
  const { l1Bytes } = state;
  const held = { end: session.log?.end };
  const l1 = layout.l1(state.stem);
  const { tail: all, isWhole } = readL1Ends(l1, state.cutBytes, l1Bytes, held);
  const cutTo = isWhole ? state.cutTo + all.length : state.entries;
  const first = cutTo - all.length;
  const skipped = skippedAtStart(store, state, all.length);
  const rest = { from: first + skipped, to: cutTo };
  const stretches =
    (recovered ? uncovered(rest, recordedRanges(store, state.stem)) : [rest])
      .map(({ from, to }) => (
        { from, entries: all.slice(from - first, to - first) }
      ));
  const entries = stretches.flatMap((one) => one.entries);
  const isAllCovered = recovered === true && entries.length === 0;
  const isLittle = entries.length < minEntries ||
    uncutChars(entries) < minChars;
  if (isLittle && !isAllCovered) return [];
  const more = placesOf(store, state);
  const wanted = stretches.map((one) => ({ ...one, more }));
  const added = writeDeltas(store, world, state, wanted);
  const next = withDeltas(state, added);
  const uncut = next.deltas[0]?.from ?? cutTo;
  session.change({
    ...next,
    cutTo,
    cutBytes: l1Bytes,
    summarizedTo: Math.max(state.summarizedTo, uncut),
  });
  return added;
}

/** Writes the texts of new deltas; `withDeltas()` puts them into the state. */
export function writeDeltas(
  { layout, files }: Store,
  world: World,
  { stem, deltaCount }: SessionState,
  stretches: readonly {
    readonly from: number;
    readonly entries: readonly L1Entry[];
    /** What else is known of a delta with these of its entries. */
    readonly more: (entries: readonly L1Entry[]) => Partial<Delta>;
  }[],
): Delta[] {
  const createdAt = world.now().toISOString();
  const concepts = newestConcepts(readConcepts(layout), CONCEPTS_SHOWN);
  return stretches.flatMap(({ entries, from, more }) =>
    planDeltas(entries, from, { concepts }).map((one) => ({
      ...one,
      more: more(entries.slice(one.from - from, one.to - from)),
    }))
  ).map(({ from, to, text, more }, i) => {
    const id = `${shortOf(stem)}-${deltaCount + i + 1}`;
    const file = `${id}.txt`;
    files.replace(layout.delta(file), text);
    return { id, from, to, file, createdAt, asks: 0, ...more };
  });
}

export const withDeltas = (state: SessionState, added: readonly Delta[]) => ({
  ...state,
  deltas: [...state.deltas, ...added],
  deltaCount: state.deltaCount + added.length,
});

/**
 * Where the work was done, which may not be where the checkout is now. Another
 * session's event may come from another worktree: git's log there counts unless
 * the transcript began on another branch, its place never.
 */
function placesOf(
  { project }: Store,
  { ended, seenAt, startedAt, branch }: SessionState,
): (entries: readonly L1Entry[]) => GitPlace {
  const places = new PastPlaces(project.root);
  const isAlien = ended !== undefined && (seenAt ?? "") < ended;
  if (!isAlien) return (entries) => placeIn(places, entries) ?? places.now;
  const start = places.at(readTime(startedAt));
  const isSame = branch === undefined || start?.branch === branch;
  return (entries) => isSame ? placeIn(places, entries) ?? {} : {};
}

const placeIn = (places: PastPlaces, entries: readonly L1Entry[]) =>
  places.ofWork(
    entries.map(({ ts }) => readTime(ts)).filter((ms) => !Number.isNaN(ms)),
  );

/** A store made in mid-session begins with its last part, not with all of it. */
function skippedAtStart(
  { layout }: Store,
  { cutTo, startedAt }: SessionState,
  entries: number,
): number {
  if (cutTo > 0 || entries <= LATE_START_ENTRIES || startedAt === null) {
    return 0;
  }
  const madeMs = changedAt(statFile(layout.gitignore));
  const isLate = madeMs > Date.parse(startedAt) + 60_000;
  return isLate ? entries - LATE_START_ENTRIES : 0;
}
