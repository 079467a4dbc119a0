/** The paths a session has named in full, to understand the ones it shortens. */

/** So many files of one name are looked at, that a session stays linear. */
const SAME_NAME = 50;

export class KnownPaths {
  readonly #files = new Set<string>();
  readonly #folders = new Set<string>();
  readonly #byName = new Map<string, string[]>();
  /** Where commands run, as far as a shortened path has shown it. */
  #workingFolder = "";

  get paths(): string[] {
    return [...this.#files];
  }

  /** A file, or a folder that holds one. */
  has(path: string): boolean {
    return this.#files.has(path) || this.#folders.has(path);
  }

  add(path: string): void {
    if (this.#files.has(path)) return;
    this.#files.add(path);
    this.#index(path);
    let folder = folderOf(path);
    while (folder !== "" && !this.#folders.has(folder)) {
      this.#folders.add(folder);
      this.#index(folder);
      folder = folderOf(folder);
    }
  }

  /** The whole path of a shortened one, where it is known. */
  resolve(path: string): string {
    if (path.startsWith("/")) return path;
    const end = `/${path.replace(/^\.\//, "")}`;
    const whole = this.#byName.get(nameOf(path))
      ?.find((one) => one.endsWith(end));
    if (whole === undefined) return this.#workingFolder + end.slice(1);
    this.#workingFolder = whole.slice(0, 1 - end.length);
    return whole;
  }

  #index(path: string): void {
    const same = this.#byName.get(nameOf(path));
    if (same === undefined) this.#byName.set(nameOf(path), [path]);
    else if (same.length < SAME_NAME) same.push(path);
  }
}

const folderOf = (path: string) =>
  path.slice(0, Math.max(0, path.lastIndexOf("/")));
const nameOf = (path: string) => path.slice(path.lastIndexOf("/") + 1);
