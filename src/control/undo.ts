/**
 * Take a change back, from the journal: the bytes it put there go, those that
 * were there before return. Only where the file still is as the change left it;
 * what was only added at an end may have more behind it.
 */

import { UserError } from "../base/errors.ts";
import { fingerprint } from "../store/growing_file.ts";
import {
  type Change,
  MOST_STEPS,
  readJournal,
  removedBytes,
} from "../store/journal.ts";
import { readBytes } from "../store/read_file.ts";
import { type Claim, type Store, withJournal } from "../store/store.ts";

export interface Step {
  readonly id: string;
  readonly at: string;
  readonly who: string;
  readonly changes: readonly Change[];
  /** Another step took it back. */
  readonly isUndone: boolean;
}

/** Oldest first. */
export function listSteps(store: Store): Step[] {
  const all = Map.groupBy(readJournal(store.layout), ({ id }) => id);
  const byId = new Map([...all].slice(-MOST_STEPS));
  const undone = new Set<string>();
  // A step that took one back may have been taken back itself.
  for (const [id, changes] of [...byId].toReversed()) {
    const target = undoneBy(changes[0]?.who ?? "");
    if (target === undefined || undone.has(id)) continue;
    if (!isUnmade(store, changes)) undone.add(target);
  }
  return [...byId].map(([id, changes]) => ({
    id,
    at: changes[0]?.at ?? "",
    who: changes[0]?.who ?? "",
    changes,
    isUndone: undone.has(id),
  }));
}

/** It was killed after its line in the journal and before anything else. */
const isUnmade = (store: Store, changes: readonly Change[]) =>
  changes.every((change) => asBefore(store, change) === "unmade");

const undoneBy = (who: string) => /^undo (\w+)$/.exec(who)?.[1];

export interface Undone {
  readonly step: Step;
  readonly files: readonly string[];
}

export async function undoStep(
  store: Store,
  id: string | undefined,
  waitMs: number,
): Promise<Undone> {
  const steps = listSteps(store);
  const step = id === undefined
    ? steps.findLast((one) =>
      !one.isUndone && undoneBy(one.who) === undefined &&
      !isUnmade(store, one.changes)
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
  return await withJournal(store, claim, () => {
    const next = step.changes.toReversed().flatMap((change) => {
      const bytes = asBefore(store, change);
      if (bytes === "changed") return refuse(steps, step, change);
      return bytes === "unmade" ? [] : [{ change, bytes }];
    });
    const files = next.map(({ change, bytes }) => {
      const path = pathOf(store, change);
      if (change.made && bytes.length === 0) store.files.remove(path);
      else store.files.replace(path, bytes);
      return change.path;
    });
    return { step, files: [...new Set(files)] };
  });
}

const pathOf = ({ layout }: Store, { path }: Change) => `${layout.dir}/${path}`;

/** The file as it was before a change that it still shows. */
function asBefore(
  store: Store,
  change: Change,
): Uint8Array | "unmade" | "changed" {
  const now = readBytes(pathOf(store, change)) ?? new Uint8Array();
  const { place, inserted, mark, was, whole } = change;
  const end = place + inserted;
  const isThere = now.length >= end &&
    fingerprint(now.subarray(place, end)) === mark;
  if (!isThere || whole !== undefined && fingerprint(now) !== whole) {
    return fingerprint(now) === was ? "unmade" : "changed";
  }
  const removed = removedBytes(change);
  const old = new Uint8Array(now.length - inserted + removed.length);
  old.set(now.subarray(0, place));
  old.set(removed, place);
  old.set(now.subarray(end), place + removed.length);
  return old;
}

function refuse(steps: readonly Step[], step: Step, { path }: Change): never {
  const later = steps.slice(steps.indexOf(step) + 1).findLast((one) =>
    !one.isUndone && one.changes.some((change) => change.path === path)
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
