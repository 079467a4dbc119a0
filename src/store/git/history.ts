/** What a checkout's history contains, asked of git's files on disk. */

import { hexOf } from "../../base/hex.ts";
import { CommitGraph } from "./_commit_graph.ts";
import { findFork, isAncestor, type Node } from "./ancestry.ts";
import { hasArrived, type Tree } from "./arrived.ts";
import { isUnreadable, parseCommit } from "./commits.ts";
import { GitObjects } from "./objects.ts";

/** A squash is looked for in so many commits of a history. */
const MOST_LOOKED_AT = 64;
const HASH_BYTES = 20;

export class History implements Disposable {
  readonly #objects: GitObjects;
  readonly #trees = new Map<string, Tree>();
  readonly #nodes = new Map<string, Node | undefined>();
  #graph: CommitGraph | undefined;

  constructor(root: string) {
    this.#objects = new GitObjects(root);
  }

  /** Undefined where it cannot be told, or not before `isLate()`. */
  contains(
    commit: string,
    head: string,
    isLate: () => boolean,
  ): boolean | undefined {
    try {
      return isAncestor(commit, head, (hash) => this.#node(hash), isLate);
    } catch (error) {
      if (isUnreadable(error)) return undefined;
      throw error;
    }
  }

  /**
   * Whether all that a branch changed since it left `head`'s history is in a
   * commit there, of the newest; see arrived.ts. Those from `known` on back were
   * looked at before.
   */
  hasContentOf(
    tip: string,
    head: string,
    isLate: () => boolean,
    known?: string,
  ): boolean | undefined {
    try {
      const read = (hash: string) => this.#node(hash);
      const fork = findFork(tip, head, read, isLate, MOST_LOOKED_AT);
      if (fork === undefined) return undefined;
      const end = fork.own.indexOf(known ?? "");
      const own = end < 0 ? fork.own : fork.own.slice(0, end);
      if (own.length === 0) return false;
      const branch = {
        tip: this.#treeOf(tip),
        base: this.#treeOf(fork.base),
      };
      return hasArrived(
        branch,
        this.#treesOf(own, isLate),
        (hash) => this.#tree(hash),
      );
    } catch (error) {
      if (isUnreadable(error)) return undefined;
      throw error;
    }
  }

  *#treesOf(commits: readonly string[], isLate: () => boolean) {
    for (const commit of commits) {
      if (isLate()) throw new RangeError("There is no time left");
      yield this.#treeOf(commit);
    }
  }

  #treeOf(commit: string): string {
    const text = this.#objects.commit(commit) ?? "";
    const hash = /^tree ([0-9a-f]{40})$/m.exec(text)?.[1];
    if (hash === undefined) throw new RangeError("A commit without its tree");
    return hash;
  }

  #tree(hash: string): Tree {
    let tree = this.#trees.get(hash);
    if (tree === undefined) {
      const bytes = this.#objects.tree(hash);
      if (bytes === undefined) throw new RangeError("A tree that is not here");
      this.#trees.set(hash, tree = parseTree(bytes));
    }
    return tree;
  }

  #node(hash: string): Node | undefined {
    if (!this.#nodes.has(hash)) this.#nodes.set(hash, this.#read(hash));
    return this.#nodes.get(hash);
  }

  #read(hash: string): Node | undefined {
    this.#graph ??= new CommitGraph(this.#objects.stores);
    const counted = this.#graph.read(hash);
    if (counted !== undefined) return counted;
    const text = this.#objects.commit(hash);
    const commit = text === undefined ? undefined : parseCommit(hash, text);
    return commit &&
      { parents: commit.parents, seconds: commit.at.getTime() / 1000 };
  }

  [Symbol.dispose](): void {
    this.#graph?.[Symbol.dispose]();
    this.#objects[Symbol.dispose]();
  }
}

/** Each entry is its mode, a blank, its name, a zero and a hash. */
function parseTree(bytes: Uint8Array): Tree {
  const entries = new Map<string, string>();
  const decoder = new TextDecoder();
  for (let at = 0; at < bytes.length;) {
    const [blank, zero] = [bytes.indexOf(0x20, at), bytes.indexOf(0, at)];
    const end = zero + 1 + HASH_BYTES;
    if (blank < 0 || zero < blank || end > bytes.length) {
      throw new RangeError("A tree that is torn");
    }
    entries.set(
      decoder.decode(bytes.subarray(blank + 1, zero)),
      `${decoder.decode(bytes.subarray(at, blank))} ${
        hexOf(bytes.subarray(zero + 1, end))
      }`,
    );
    at = end;
  }
  return entries;
}
