/**
 * Which sections and waiting deltas are about work that the current checkout
 * does not have. It was done on another branch, neither its commit nor the tip
 * of that branch is in HEAD's history, and no commit there has all that the
 * branch changed, as a squash would. Where work was recorded before it was
 * committed, git's log of HEAD tells its commit. In doubt work counts as merged:
 * in a shallow clone, without the commit or the branch, or when time runs out.
 */

import { textsIn } from "../base/json_values.ts";
import { type JsonObject } from "../base/json.ts";
import type { Deadline } from "../base/timeout.ts";
import { readPlace, tipOf } from "../store/git/branch.ts";
import { PastPlaces } from "../store/git/past_places.ts";
import { readJson } from "../store/json_file.ts";
import type { Store } from "../store/store.ts";
import type { WorkTime } from "./work_time.ts";

/** `.cache/merged.json`: what was found out about commits, at this HEAD. */
interface Verdicts {
  readonly head: string;
  readonly merged: readonly string[];
  readonly apart: readonly string[];
}

const MOST_KEPT = 2000;

interface UnmergedOptions {
  readonly budget: Deadline;
  /** False where nothing may be written. */
  readonly keep: boolean;
}

/** A section, or a delta that waits for one. */
export interface PlacedWork {
  readonly branch?: string | undefined;
  readonly commit?: string | undefined;
  readonly work?: WorkTime | undefined;
}

type HistoryClass = typeof import("../store/git/history.ts").History;

/** Loads what reads a history only where its verdicts are not known. */
export async function findUnmerged<T extends PlacedWork>(
  store: Store,
  works: readonly T[],
  options: UnmergedOptions,
): Promise<ReadonlySet<T>> {
  const question = askAbout(store, works);
  if (question === undefined) return new Set();
  const verdicts = question.known ??
    judge(
      store,
      question,
      options,
      (await import("../store/git/history.ts")).History,
    );
  return apartIn(question, verdicts);
}

/** The same where it is loaded. */
export function findUnmergedBy<T extends PlacedWork>(
  History: HistoryClass,
  store: Store,
  works: readonly T[],
  options: UnmergedOptions,
): ReadonlySet<T> {
  const question = askAbout(store, works);
  if (question === undefined) return new Set();
  const verdicts = question.known ?? judge(store, question, options, History);
  return apartIn(question, verdicts);
}

interface Placed<T> {
  readonly one: T;
  readonly branch: string;
  readonly commit: string;
}

interface Question<T> {
  readonly head: string;
  /** Work that was not done on this branch, at this commit. */
  readonly others: readonly Placed<T>[];
  readonly commits: ReadonlySet<string>;
  /** The newest commits of their branches. */
  readonly tips: ReadonlyMap<string, string | undefined>;
  readonly before: Verdicts | undefined;
  /** What was found out before, if that is all there is to know. */
  readonly known: Verdicts | undefined;
}

function askAbout<T extends PlacedWork>(
  { layout, project: { root } }: Store,
  works: readonly T[],
): Question<T> | undefined {
  const { branch, commit: head } = readPlace(root);
  if (head === undefined) return undefined;
  const elsewhere = works.filter((one) =>
    one.branch !== undefined && one.branch !== branch
  );
  const names = new Set(elsewhere.map(({ branch = "" }) => branch));
  const tips = new Map([...names].map((name) => [name, tipOf(root, name)]));
  const others = placesOf(root, elsewhere, tips)
    .filter(({ commit }) => commit !== head);
  if (others.length === 0) return undefined;
  const commits = new Set(others.map(({ commit }) => commit));
  const before = readJson(layout.merged, parseVerdicts);
  const known = before?.head === head &&
      commits.union(tipsIn(tips)).isSubsetOf(
        new Set([...before.merged, ...before.apart]),
      )
    ? before
    : undefined;
  return { head, others, commits, tips, before, known };
}

/** Each with the commit that has it. */
function placesOf<T extends PlacedWork>(
  root: string,
  works: readonly T[],
  tips: ReadonlyMap<string, string | undefined>,
): Placed<T>[] {
  let past: PastPlaces | undefined;
  return works.flatMap((one) => {
    const { branch = "", commit, work } = one;
    if (commit === undefined) return [];
    const tip = tips.get(branch);
    // A branch that has not gone on has no later commit with it.
    if (work === undefined || tip === undefined || tip === commit) {
      return [{ one, branch, commit }];
    }
    past ??= new PastPlaces(root);
    const later = past.commitAfter({ branch, commit }, work);
    return [{ one, branch, commit: later ?? commit }];
  });
}

const tipsIn = (tips: ReadonlyMap<string, string | undefined>) =>
  new Set([...tips.values()].filter((tip) => tip !== undefined));

/** After a rebase the branch is merged, the commit of the work is not. */
function apartIn<T extends PlacedWork>(
  { others, tips }: Question<T>,
  { apart }: Verdicts,
): ReadonlySet<T> {
  const isApart = ({ branch, commit }: Placed<T>) => {
    const tip = tips.get(branch);
    return tip !== undefined &&
      [commit, tip].every((hash) => apart.includes(hash));
  };
  return new Set(others.filter(isApart).map(({ one }) => one));
}

function judge(
  { layout, files, project }: Store,
  { head, commits, tips: byName, before }: Question<unknown>,
  { budget, keep }: UnmergedOptions,
  History: HistoryClass,
): Verdicts {
  const tips = tipsIn(byName);
  const isSame = before?.head === head;
  using history = new History(project.root);
  const isLate = () => budget.passed;
  const contains = (commit: string) => history.contains(commit, head, isLate);
  // What was part of a history is part of all that comes after it.
  const isFurther = before !== undefined && !isSame &&
    contains(before.head) === true;
  const merged = new Set(isSame || isFurther ? before?.merged : []);
  const apart = new Set(isSame ? before?.apart : []);
  const unsure: string[] = [];
  for (const commit of commits.union(tips)) {
    if (merged.has(commit) || apart.has(commit)) continue;
    const isPart = contains(commit);
    const known = isFurther && before.apart.includes(commit)
      ? before.head
      : undefined;
    const told = isPart === false && tips.has(commit)
      ? history.hasContentOf(commit, head, isLate, known) ?? "not merged"
      : isPart;
    if (told === true) merged.add(commit);
    if (told === false) apart.add(commit);
    // So git says; whether it was squashed is asked again at the next start.
    if (told === "not merged") unsure.push(commit);
  }
  const verdicts = {
    head,
    merged: [...merged].slice(-MOST_KEPT),
    apart: [...apart].slice(-MOST_KEPT),
  };
  if (keep) files.writeUnsynced(layout.merged, `${JSON.stringify(verdicts)}\n`);
  return { ...verdicts, apart: [...apart, ...unsure] };
}

function parseVerdicts({ head, merged, apart }: JsonObject): Verdicts {
  return {
    head: typeof head === "string" ? head : "",
    merged: textsIn(merged),
    apart: textsIn(apart),
  };
}
