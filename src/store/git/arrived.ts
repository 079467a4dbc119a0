/**
 * Whether what a branch changed is in a history without its commits: squashed,
 * or rebased elsewhere. It is if one of the commits there has every file that
 * the branch changed exactly as the branch left it. Names of contents are
 * compared, no file is read. Where a merge had to join two changes of one file
 * this does not show; git calls such a branch not merged as well.
 */

/** By name: its mode and the hash of its content. */
export type Tree = ReadonlyMap<string, string>;

/** Throws a RangeError where it is not here. */
export type ReadTree = (hash: string) => Tree;

/** A branch that changed more is not looked at. */
const MOST_CHANGED = 300;
const FOLDER = "40000 ";

export interface Branch {
  /** The trees of its newest commit, and of one that both histories have. */
  readonly tip: string;
  readonly base: string;
}

/** `trees` are those of the commits of the other history, newest first. */
export function hasArrived(
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
