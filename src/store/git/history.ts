/** What a checkout's history contains, asked of git's files on disk. */

import { hexOf } from "../../base/hex.ts";
import { CommitGraph } from "./_commit_graph.ts";
import { findFork, isAncestor, type Node } from "./ancestry.ts";
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
   * commit there, of the newest. Those from `known` on back were looked at
   * before.
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

/**
 * Whether what a branch changed is in a history without its commits: squashed,
 * or rebased elsewhere. It is if one of the commits there has every file that
 * the branch changed exactly as the branch left it. Names of contents are
 * compared, no file is read. Where a merge had to join two changes of one file
 * this does not show; git calls such a branch not merged as well.
 */

/** By name: its mode and the hash of its content. */
type Tree = ReadonlyMap<string, string>;

/** Throws a RangeError where it is not here. */
type ReadTree = (hash: string) => Tree;

/** A branch that changed more is not looked at. */
const MOST_CHANGED = 300;
const FOLDER = "40000 ";

interface Branch {
  /** The trees of its newest commit, and of one that both histories have. */
  readonly tip: string;
  readonly base: string;
}

/**
 * Whether what a branch changed is in a history without its commits: squashed,
 * or rebased elsewhere. It is if one of the commits there has every file that
 * the branch changed exactly as the branch left it. Names of contents are
 * compared, no file is read. Where a merge had to join two changes of one file
 * this does not show; git calls such a branch not merged as well.
 * `trees` are those of the commits of the other history, newest first.
 */
function hasArrived(
  { tip, base }: Branch,
  trees: Iterable<string>,
  read: ReadTree,
): boolean {
  const found = new Map<string, string | undefined>();
  const isAll = collectChanges(FOLDER + base, FOLDER + tip, read, "", found);
  // A branch that changed nothing says nothing.
  if (!isAll || found.size === 0) return false;
  const changes = [...found];
  for (const tree of trees) {
    const isThere = changes.every(([path, entry]) =>
      entryAt(FOLDER + tree, path, read) === entry
    );
    if (isThere) return true;
  }
  return false;
}

/** Files that differ, each with what the second has there; false if too many. */
function collectChanges(
  before: string | undefined,
  after: string | undefined,
  read: ReadTree,
  path: string,
  found: Map<string, string | undefined>,
): boolean {
  if (before === after) return true;
  const [old, now] = [before, after].map((entry) => treeOf(entry, read));
  const isFolder = now !== undefined || after === undefined && old;
  if (!isFolder) return found.set(path, after).size <= MOST_CHANGED;
  const names = new Set([...old?.keys() ?? [], ...now?.keys() ?? []]);
  return [...names].every((name) =>
    collectChanges(
      old?.get(name),
      now?.get(name),
      read,
      path === "" ? name : `${path}/${name}`,
      found,
    )
  );
}

/** What a tree has at a path; undefined for nothing. */
function entryAt(
  root: string,
  path: string,
  read: ReadTree,
): string | undefined {
  let entry: string | undefined = root;
  for (const name of path.split("/")) entry = treeOf(entry, read)?.get(name);
  return entry;
}

const treeOf = (entry: string | undefined, read: ReadTree) =>
  entry?.startsWith(FOLDER) ? read(entry.slice(FOLDER.length)) : undefined;
