/**
 * Whether a commit is part of another one's history, as
 * `git merge-base --is-ancestor` says it. Both histories are walked together,
 * newest first, until what is left belongs to both: the cost follows how far
 * they are apart, not how long they are.
 */

/** What a walk needs of a commit. */
export interface Node {
  readonly parents: readonly string[];
  readonly seconds: number;
  /** Larger than that of every parent; only where git has counted. */
  readonly generation?: number;
}

/** Undefined where it is not here: beyond a shallow clone's end, or pruned. */
type ReadNode = (hash: string) => Node | undefined;

const OF_HEAD = 1;
const OF_COMMIT = 2;
const OF_BOTH = OF_HEAD | OF_COMMIT;

/** Undefined where it cannot be told, or `isLate()` says to stop. */
export function isAncestor(
  commit: string,
  head: string,
  read: ReadNode,
  isLate: () => boolean = () => false,
): boolean | undefined {
  if (commit === head) return true;
  const walk = new Walk(read);
  walk.mark(head, OF_HEAD);
  walk.mark(commit, OF_COMMIT);
  if (walk.missing) return undefined;
  for (let next = walk.next(); next; next = walk.next()) {
    if (isLate()) return undefined;
    const { node, marks } = next;
    for (const parent of node.parents) walk.mark(parent, marks);
    if (walk.marksOf(commit) === OF_BOTH) return true;
  }
  return walk.missing ? undefined : false;
}

interface Fork {
  /** A commit that both histories have, the newest of them. */
  readonly base: string;
  /** What only `head` has, from there back along first parents. */
  readonly own: readonly string[];
}

/** Where two histories part; undefined where it cannot be told, or is late. */
export function findFork(
  commit: string,
  head: string,
  read: ReadNode,
  isLate: () => boolean,
  most: number,
): Fork | undefined {
  const walk = new Walk(read);
  walk.mark(head, OF_HEAD);
  walk.mark(commit, OF_COMMIT);
  let base: string | undefined;
  for (let next = walk.next(); next; next = walk.next()) {
    if (isLate()) return undefined;
    if (next.marks === OF_BOTH) base ??= next.hash;
    for (const parent of next.node.parents) walk.mark(parent, next.marks);
  }
  base ??= walk.newest?.hash;
  if (walk.missing || base === undefined) return undefined;
  const own: string[] = [];
  let at: string | undefined = head;
  while (at && own.length < most && walk.marksOf(at) === OF_HEAD) {
    own.push(at);
    at = read(at)?.parents[0];
  }
  return { base, own };
}

interface Visit {
  readonly hash: string;
  readonly node: Node;
  marks: number;
  isQueued: boolean;
}

class Walk {
  readonly #read: ReadNode;
  readonly #visits = new Map<string, Visit>();
  /** Newest last. */
  readonly #queue: Visit[] = [];
  /** How many in the queue belong to one side only. */
  #open = 0;
  /** A commit was reached that is not here. */
  missing = false;

  constructor(read: ReadNode) {
    this.#read = read;
  }

  marksOf(hash: string): number {
    return this.#visits.get(hash)?.marks ?? 0;
  }

  mark(hash: string, marks: number): void {
    const known = this.#visits.get(hash);
    if (known === undefined) {
      const node = this.#read(hash);
      // Behind what both have, nothing decides.
      if (node === undefined) this.missing ||= marks !== OF_BOTH;
      else this.#add(hash, node, marks);
      return;
    }
    if ((known.marks & marks) === marks) return;
    if (known.isQueued) {
      if (known.marks !== OF_BOTH) this.#open--;
      known.marks |= marks;
      if (known.marks !== OF_BOTH) this.#open++;
      return;
    }
    // A clock was wrong: it came before one of its children.
    known.marks |= marks;
    this.#push(known);
  }

  /** Of what is left. */
  get newest(): Visit | undefined {
    return this.#queue.at(-1);
  }

  /** Undefined once all that is left belongs to both. */
  next(): Visit | undefined {
    if (this.#open === 0) return undefined;
    const visit = this.#queue.pop();
    if (visit === undefined) return undefined;
    visit.isQueued = false;
    if (visit.marks !== OF_BOTH) this.#open--;
    return visit;
  }

  #add(hash: string, node: Node, marks: number): void {
    const visit = { hash, node, marks, isQueued: false };
    this.#visits.set(hash, visit);
    this.#push(visit);
  }

  #push(visit: Visit): void {
    let [low, high] = [0, this.#queue.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      const other = this.#queue[middle] as Visit;
      if (isNewer(visit.node, other.node)) low = middle + 1;
      else high = middle;
    }
    this.#queue.splice(low, 0, visit);
    visit.isQueued = true;
    if (visit.marks !== OF_BOTH) this.#open++;
  }
}

/** Those git has not counted yet are newer than all that it has. */
function isNewer(a: Node, b: Node): boolean {
  const [first, second] = [a, b].map((one) => one.generation ?? Infinity);
  return first === second ? a.seconds > b.seconds : first! > second!;
}
