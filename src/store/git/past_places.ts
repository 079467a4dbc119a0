/**
 * Where a checkout was at times past, from git's own log of HEAD. Work may be
 * looked at after another branch was checked out; it belongs to its own.
 */

import { isSystemError, UserError } from "../../base/errors.ts";
import { readPart } from "../growing_file.ts";
import { statFile } from "../read_file.ts";
import { COMMIT_HASH, gitDir, type GitPlace, readPlace } from "./branch.ts";

/** Times of work are told to the minute. */
const MINUTE_MS = 60_000;

/** Moves of weeks. */
const TAIL_BYTES = 256 * 1024;

/** A place, and from when on HEAD was there. */
interface Stay {
  readonly fromMs: number;
  readonly place: GitPlace;
  /** A commit led here, so it has the work that was done before. */
  readonly isCommit: boolean;
}

export class PastPlaces {
  /** Where the checkout is now. */
  readonly now: GitPlace;
  readonly #stays: readonly Stay[];

  constructor(root: string) {
    this.now = readPlace(root);
    this.#stays = readStays(root, this.now);
  }

  /** Undefined for a time of which git's log says nothing. */
  at(ms: number): GitPlace | undefined {
    return this.#stays[this.#indexAt(ms)]?.place;
  }

  /**
   * Where most of these moments were, at the commit that has the work: the
   * first that was made there afterwards. Undefined where git does not tell.
   */
  ofWork(moments: readonly number[]): GitPlace | undefined {
    const byBranch = new Map<string, { count: number; last: number }>();
    for (const ms of moments) {
      const last = this.#indexAt(ms);
      const branch = this.#stays[last]?.place.branch ?? "";
      const { count } = byBranch.get(branch) ?? { count: 0 };
      if (last >= 0) byBranch.set(branch, { count: count + 1, last });
    }
    const [most] = [...byBranch.values()].sort((a, b) => b.count - a.count);
    if (most === undefined) return undefined;
    const [stay, next] = this.#stays.slice(most.last, most.last + 2);
    const isCommitted = next?.isCommit &&
      next.place.branch === stay?.place.branch;
    return isCommitted ? next.place : stay?.place;
  }

  /**
   * The commit that has work which was recorded at a place: undefined if that
   * place's own commit has it, nothing was committed since, or what was is on
   * another branch, where a checkout may have taken the work.
   */
  commitAfter(
    { branch, commit }: GitPlace,
    { from, to }: { readonly from: Date; readonly to: Date },
  ): string | undefined {
    const isThere = ({ place }: Stay) =>
      place.branch === branch && place.commit === commit;
    const hasIt = this.#stays.some((stay) =>
      isThere(stay) && stay.isCommit && stay.fromMs >= from.getTime()
    );
    if (hasIt) return undefined;
    const until = to.getTime() + MINUTE_MS;
    const last = this.#stays.findLastIndex((stay) =>
      isThere(stay) && stay.fromMs < until
    );
    if (last < 0) return undefined;
    const next = this.#stays.slice(last + 1)
      .find(({ isCommit }) => isCommit)?.place;
    return next?.branch === branch ? next?.commit : undefined;
  }

  #indexAt(ms: number): number {
    return this.#stays.findLastIndex(({ fromMs }) => fromMs <= ms);
  }
}

const LINE = /^[0-9a-f]{40} ([0-9a-f]{40}) .*> (\d+) [+-]\d{4}\t(.*)$/;
const CHECKOUT = /^checkout: moving from (\S+) to (\S+)$/;
const RENAME = /^Branch: renamed refs\/heads\/(\S+) to refs\/heads\/\S+$/;

/** Oldest first. Only what fits together: HEAD may move without a log. */
function readStays(root: string, now: GitPlace): Stay[] {
  const stays: Stay[] = [];
  let { branch } = now;
  /** A branch that was renamed has its current name. */
  let older: string | undefined;
  for (const line of readTail(root).split("\n").reverse()) {
    const [, commit = "", seconds, message = ""] = LINE.exec(line) ?? [];
    if (seconds === undefined) continue;
    if (stays.length === 0 && commit !== now.commit) break;
    stays.push({
      fromMs: Number(seconds) * 1000,
      place: { ...(branch && { branch }), commit },
      isCommit: message.startsWith("commit"),
    });
    older = RENAME.exec(message)?.[1] ?? older;
    const [, from = "", to = ""] = CHECKOUT.exec(message) ?? [];
    if (from === "") continue;
    if (branch !== undefined && to !== branch && to !== older) break;
    [branch, older] = [COMMIT_HASH.test(from) ? undefined : from, undefined];
  }
  return stays.reverse();
}

function readTail(root: string): string {
  try {
    const path = `${gitDir(root)}/logs/HEAD`;
    const info = statFile(path);
    if (!info?.isFile) return "";
    const from = Math.max(0, info.size - TAIL_BYTES);
    return new TextDecoder().decode(readPart(path, from, info.size - from));
  } catch (error) {
    if (error instanceof UserError || isSystemError(error)) return "";
    throw error;
  }
}
