/**
 * Which sections, and what waits for one, tell of work that the current checkout does not have: done on
 * another branch, where neither the commit nor the branch as it is now is part
 * of HEAD's history, nor is there a commit that has all the branch changed: it
 * was squashed. What cannot be told counts as merged: a shallow clone, a commit
 * that is gone, a branch that was deleted, too little time.
 */

import type { JsonObject } from "../base/json.ts";
import type { Deadline } from "../base/timeout.ts";
import { readPlace, tipOf } from "../store/git/branch.ts";
import { readJson } from "../store/json_file.ts";
import type { Store } from "../store/store.ts";

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
}

export async function findUnmerged<T extends PlacedWork>(
  store: Store,
  works: readonly T[],
  options: UnmergedOptions,
): Promise<ReadonlySet<T>> {
  const { root } = store.project;
  const { branch, commit: head } = readPlace(root);
  const others = works.filter((one) =>
    one.branch !== undefined && one.commit !== undefined &&
    one.branch !== branch && one.commit !== head
  );
  if (head === undefined || others.length === 0) return new Set();
  const names = new Set(others.map(({ branch = "" }) => branch));
  const tips = new Map([...names].map((name) => [name, tipOf(root, name)]));
  // After a rebase the branch is merged, the commit of the work is not.
  const wanted = {
    commits: new Set(others.map(({ commit = "" }) => commit)),
    tips: new Set([...tips.values()].filter((tip) => tip !== undefined)),
  };
  const { apart } = await judge(store, head, wanted, options);
  return new Set(others.filter(({ branch = "", commit = "" }) => {
    const tip = tips.get(branch);
    return tip !== undefined &&
      [commit, tip].every((one) => apart.includes(one));
  }));
}

interface Wanted {
  readonly commits: ReadonlySet<string>;
  /** The newest ones of branches. */
  readonly tips: ReadonlySet<string>;
}

async function judge(
  { layout, files, project }: Store,
  head: string,
  { commits, tips }: Wanted,
  { budget, keep }: UnmergedOptions,
): Promise<Verdicts> {
  const all = commits.union(tips);
  const before = readJson(layout.merged, parseVerdicts);
  const isSame = before?.head === head;
  const isKnown = isSame
    ? new Set([...before.merged, ...before.apart])
    : new Set<string>();
  if (before && all.isSubsetOf(isKnown)) return before;
  const { History } = await import("../store/git/history.ts");
  using history = new History(project.root);
  const isLate = () => budget.passed;
  const contains = (commit: string) => history.contains(commit, head, isLate);
  // What was part of a history is part of all that comes after it.
  const isFurther = before !== undefined && !isSame &&
    contains(before.head) === true;
  const merged = new Set(isSame || isFurther ? before?.merged : []);
  const apart = new Set(isSame ? before?.apart : []);
  const unsure: string[] = [];
  for (const commit of all) {
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
    merged: hashesIn(merged),
    apart: hashesIn(apart),
  };
}

const hashesIn = (list: unknown): string[] =>
  Array.isArray(list) ? list.filter((one) => typeof one === "string") : [];
