/**
 * Files of the project that a text names: whether they exist, and whether they
 * have changed since. If that is unknown, nothing is claimed.
 */

import { isSystemError } from "../base/errors.ts";
import { type GitIndex, readGitIndex } from "./git/index_file.ts";
import { statFile } from "./read_file.ts";

/** A name with an ending, as `tide.ts` or `src/tide.ts`. */
const NAME =
  /(?<![\w@:/.\\-])(?:\.{0,2}\/|[A-Za-z]:[\\/])?(?:[\w@.+-]+[\\/])*[\w@+-][\w@.+-]*\.[A-Za-z]\w{0,9}(?![\w/\\])/g;
const MOST_NAMES = 40;
/** git writes the files of a checkout within so many milliseconds. */
const CHECKOUT_MS = 5000;
const LEAST_OF_CHECKOUT = 3;

type FileState =
  | { readonly kind: "there"; readonly path: string; readonly mtimeMs: number }
  | { readonly kind: "gone"; readonly path: string }
  | { readonly kind: "unknown" };

/** Each name once, as it is in the text. */
export function fileNamesIn(text: string): string[] {
  const names = new Set<string>();
  for (const [name] of text.matchAll(NAME)) {
    if (names.size < MOST_NAMES) names.add(name);
  }
  return [...names];
}

export class WorkingTree {
  #index: GitIndex | "unread" | undefined;
  #isRead = false;

  constructor(readonly root: string) {}

  /** Gone only if there is a sign that it was a file of this project. */
  find(name: string): FileState {
    const path = this.#inside(name);
    if (path === undefined) return { kind: "unknown" };
    const here = this.#stat(path);
    if (here !== undefined) return { kind: "there", path, mtimeMs: here };
    const tracked = this.#tracked(path);
    if (tracked === "unread") return { kind: "unknown" };
    for (const other of tracked) {
      const mtimeMs = this.#stat(other);
      if (mtimeMs !== undefined) return { kind: "there", path: other, mtimeMs };
    }
    const [first = ""] = path.split("/");
    const isOurs = tracked.includes(path) ||
      (first !== path && this.#stat(first) !== undefined);
    return isOurs ? { kind: "gone", path } : { kind: "unknown" };
  }

  /** The one file git knows by a name, where there is none at the top. */
  onlyFile(name: string): string | undefined {
    const found = this.#tracked(name);
    if (found === "unread" || found.length !== 1) return undefined;
    return this.#stat(name) === undefined ? found[0] : undefined;
  }

  /** By its time, unless git has just written all of the checkout. */
  hasChanged(
    { path, mtimeMs }: { readonly path: string; readonly mtimeMs: number },
    sinceMs: number,
  ): boolean {
    if (mtimeMs <= sinceMs) return false;
    const index = this.index;
    if (!(index instanceof Map)) return true;
    const noted = index.get(path);
    if (noted === undefined || !isNear(noted, mtimeMs)) return true;
    let together = 0;
    for (const other of index.values()) {
      if (isNear(other, mtimeMs)) together++;
    }
    return together < LEAST_OF_CHECKOUT || together * 2 <= index.size;
  }

  /** Paths that git tracks; undefined or "unread" if unknown. */
  get index(): GitIndex | "unread" | undefined {
    if (!this.#isRead) this.#index = readGitIndex(this.root);
    this.#isRead = true;
    return this.#index;
  }

  /** The tracked paths a name may mean: itself, or one that ends so. */
  #tracked(path: string): readonly string[] | "unread" {
    const { index } = this;
    if (index === undefined) return [];
    if (index === "unread") return index;
    const found = index.has(path) ? [path] : [];
    for (const other of index.keys()) {
      if (other.endsWith(`/${path}`)) found.push(other);
    }
    return found;
  }

  /** Relative to the project, with `/`; undefined if it leads elsewhere. */
  #inside(name: string): string | undefined {
    const plain = name.replaceAll("\\", "/").replace(/^(?:\.\/)+/, "");
    const root = `${this.root.replaceAll("\\", "/").replace(/\/$/, "")}/`;
    const path = plain.startsWith(root) ? plain.slice(root.length) : plain;
    const isElsewhere = /^(?:\/|[A-Za-z]:)/.test(path) ||
      path.split("/").some((part) => part === ".." || part === "") ||
      path.length > 500;
    return isElsewhere ? undefined : path;
  }

  #stat(path: string): number | undefined {
    try {
      return statFile(`${this.root}/${path}`)?.mtime?.getTime();
    } catch (error) {
      // Not readable: then it exists, as far as we know.
      if (isSystemError(error)) return 0;
      throw error;
    }
  }
}

const isNear = (a: number, b: number) => Math.abs(a - b) <= CHECKOUT_MS;
