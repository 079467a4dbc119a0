/** What a checkout's history contains, asked of git's files on disk. */

import { CommitGraph } from "./_commit_graph.ts";
import { isAncestor, type Node } from "./ancestry.ts";
import { isUnreadable, parseCommit } from "./commits.ts";
import { GitObjects } from "./objects.ts";

export class History implements Disposable {
  readonly #objects: GitObjects;
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
