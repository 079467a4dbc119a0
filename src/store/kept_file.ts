/**
 * A JSON file as an event has read it. It is read again only after another
 * process has written it: files are replaced as a whole, so the new one has
 * another inode.
 */

import type { Loaded } from "./json_file.ts";
import { statFile } from "./read_file.ts";

export class KeptFile<T> {
  readonly #path: string;
  readonly #load: () => Loaded<T>;
  #loaded: Loaded<T> | undefined;
  #stamp: string | undefined;
  #isChecked = false;

  constructor(path: string, load: () => Loaded<T>) {
    this.#path = path;
    this.#load = load;
  }

  /** As it was when this event first wanted it. */
  get(): Loaded<T> {
    return this.#isChecked && this.#loaded ? this.#loaded : this.now();
  }

  /** As it is now. The caller holds its lock. */
  now(): Loaded<T> {
    const stamp = this.#stampNow();
    if (
      this.#loaded === undefined || stamp === undefined ||
      stamp !== this.#stamp
    ) {
      this.#loaded = this.#load();
      this.#stamp = stamp;
    }
    this.#isChecked = true;
    return this.#loaded;
  }

  /** This was just written; the lock is still held. */
  put(value: T): void {
    this.#loaded = { state: "ok", value };
    this.#stamp = this.#stampNow();
    this.#isChecked = true;
  }

  /** It may have been changed: the next look checks that. */
  doubt(): void {
    this.#isChecked = false;
  }

  #stampNow(): string | undefined {
    const info = statFile(this.#path);
    // NTFS may have more digits than a number holds, and its time alone is
    // too coarse to tell.
    if (!info?.ino || !Number.isSafeInteger(info.ino)) return undefined;
    return `${info.ino} ${info.size} ${info.mtime?.getTime()}`;
  }
}
