/**
 * Undo a change from the journal: the bytes it wrote are replaced by those that
 * were there before. Only where the file still is as the change left it; an
 * appended text may have more behind it, and items of a JSON file are reverted
 * one by one.
 */

import { compareTexts } from "../base/compare_texts.ts";
import { UserError } from "../base/errors.ts";
import {
  userJournal,
  withUserJournal,
} from "../knowledge/user_rules_by_hand.ts";
import { fingerprint } from "../store/growing_file.ts";
import { nameIn } from "../store/layout.ts";
import {
  type Change,
  type Journaled,
  MOST_STEPS,
  readJournal,
  removedBytes,
} from "../store/journal.ts";
import { type ItemChange, revertItems } from "../store/json_items.ts";
import { readBytes } from "../store/read_file.ts";
import { type Claim, type Store, withJournal } from "../store/store.ts";

export interface JournalStep {
  readonly id: string;
  readonly at: string;
  readonly who: string;
  readonly changes: readonly Change[];
  /** Another step took it back. */
  readonly isUndone: boolean;
  /** Of rules for every project: their journal is in the user's folder. */
  readonly isGlobal: boolean;
}

/** Oldest first. */
export function listSteps(store: Store): JournalStep[] {
  const user = userJournal(store.project);
  return [
    ...stepsIn(store, false),
    ...(user ? stepsIn(user, true) : []),
  ].sort((a, b) => compareTexts(a.at, b.at));
}

function stepsIn(place: Journaled, isGlobal: boolean): JournalStep[] {
  const all = Map.groupBy(readJournal(place.layout), ({ id }) => id);
  const byId = new Map([...all].slice(-MOST_STEPS));
  /** Which files of a step were taken back. */
  const takenBack = new Map<string, readonly string[]>();
  // One that was killed half-way is not undone yet.
  const isUndone = (id: string, changes: readonly Change[]) => {
    const paths = takenBack.get(id);
    return paths !== undefined &&
      changes.every((change) =>
        paths.includes(change.path) || !isStanding(place, change)
      );
  };
  // A step that took one back may have been taken back itself.
  for (const [id, changes] of [...byId].toReversed()) {
    const target = undoneBy(changes[0]?.who ?? "");
    if (target === undefined || isUndone(id, changes)) continue;
    const made = changes.filter((one) => asBefore(place, one) !== "unmade");
    if (made.length === 0) continue;
    const known = takenBack.get(target) ?? [];
    takenBack.set(target, [...known, ...made.map(({ path }) => path)]);
  }
  return [...byId].map(([id, changes]) => ({
    id,
    at: changes[0]?.at ?? "",
    who: changes[0]?.who ?? "",
    changes,
    isUndone: isUndone(id, changes),
    isGlobal,
  }));
}

const isStanding = (place: Journaled, change: Change) =>
  typeof asBefore(place, change) !== "string";

/** It was killed after its line in the journal and before anything else. */
const isUnmade = (place: Journaled, changes: readonly Change[]) =>
  changes.every((change) => asBefore(place, change) === "unmade");

const undoneBy = (who: string) => /^undo (\w+)$/.exec(who)?.[1];

interface Undone {
  readonly step: JournalStep;
  readonly files: readonly string[];
  /** The step that this is: undone itself, it brings the change back. */
  readonly by: string | null;
}

/** What git tracks has a local file in its place, and is not written. */
function assertWritten({ layout }: Store, { id, changes }: JournalStep): void {
  const left = changes.find(({ path }) => nameIn(layout, path) !== path);
  if (left === undefined) return;
  const since = nameIn(layout, left.path);
  throw new UserError(
    "refused",
    `Cannot undo ${id}: git tracks ${left.path}, so memory is in ${since} now`,
    ["Change it there, or with git"],
  );
}

export async function undoStep(
  store: Store,
  id: string | undefined,
  waitMs: number,
): Promise<Undone> {
  const steps = listSteps(store);
  const user = userJournal(store.project);
  const placeOf = ({ isGlobal }: JournalStep) =>
    isGlobal && user ? user : store;
  const step = id === undefined
    ? steps.findLast((one) =>
      !one.isUndone && undoneBy(one.who) === undefined &&
      !isUnmade(placeOf(one), one.changes)
    )
    : steps.find((one) => one.id === id);
  if (step === undefined) {
    throw new UserError(
      "refused",
      id === undefined
        ? "There is nothing to undo"
        : `No step "${id}" is known`,
      ['"memory-keeper undo --list" shows the steps that are kept'],
    );
  }
  if (step.isUndone) {
    throw new UserError("refused", `Step ${step.id} was undone already`, []);
  }
  const claim: Claim = { who: `undo ${step.id}`, waitMs };
  const place = placeOf(step);
  const takeBack = () => {
    if (!step.isGlobal) assertWritten(store, step);
    const next = step.changes.toReversed().flatMap((change) => {
      const bytes = asBefore(place, change);
      if (bytes === "changed") return refuse(steps, step, change);
      return bytes === "unmade" ? [] : [{ change, bytes }];
    });
    const files = next.map(({ change, bytes }) => {
      const path = pathOf(place, change);
      if (change.made && bytes.length === 0) place.files.remove(path);
      else place.files.replace(path, bytes);
      return change.path;
    });
    return [...new Set(files)];
  };
  const files = step.isGlobal
    ? await withUserJournal(place, claim, takeBack)
    : await withJournal(store, claim, takeBack);
  const by = readJournal(place.layout).findLast(({ who }) => who === claim.who);
  return { step, files, by: by?.id ?? null };
}

const pathOf = ({ layout }: Journaled, { path }: Change) =>
  `${layout.dir}/${path}`;

/** The file as it was before a change that it still shows. */
function asBefore(
  place: Journaled,
  change: Change,
): Uint8Array | "unmade" | "changed" {
  const now = readBytes(pathOf(place, change)) ?? new Uint8Array();
  const { place: from, inserted, mark, was, whole } = change;
  const end = from + inserted;
  const isThere = now.length >= end &&
    fingerprint(now.subarray(from, end)) === mark;
  if (!isThere || whole !== undefined && fingerprint(now) !== whole) {
    if (fingerprint(now) === was) return "unmade";
    return change.items ? withoutItems(now, change.items) : "changed";
  }
  const removed = removedBytes(change);
  const old = new Uint8Array(now.length - inserted + removed.length);
  old.set(now.subarray(0, from));
  old.set(removed, from);
  old.set(now.subarray(end), from + removed.length);
  return old;
}

/** Other items may have changed meanwhile. */
function withoutItems(
  now: Uint8Array,
  items: readonly ItemChange[],
): Uint8Array | "changed" {
  const text = revertItems(new TextDecoder().decode(now), items);
  return text === undefined ? "changed" : new TextEncoder().encode(text);
}

function refuse(
  steps: readonly JournalStep[],
  step: JournalStep,
  { path }: Change,
): never {
  const later = steps.slice(steps.indexOf(step) + 1).findLast((one) =>
    !one.isUndone && one.isGlobal === step.isGlobal &&
    one.changes.some((change) => change.path === path)
  );
  throw new UserError(
    "refused",
    later
      ? `Step ${step.id} cannot be undone: ${later.id} (${later.who}) changed ${path} after it`
      : `Step ${step.id} cannot be undone: ${path} was changed since`,
    [
      later
        ? `Undo that first: memory-keeper undo ${later.id}`
        : "Edit the file by hand, or remove the words with memory-keeper forget",
    ],
  );
}
