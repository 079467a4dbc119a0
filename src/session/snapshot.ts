/**
 * What an event has read of a store: memory-index.json and the states of open
 * sessions, each once. What another process writes meanwhile is noticed under
 * the lock that guards it.
 */

import type { Loaded } from "../store/json_file.ts";
import { isSessionId } from "../store/layout.ts";
import { type Claim, type Store, withStoreLock } from "../store/store.ts";
import { readTracked } from "../store/tracked_files.ts";
import {
  loadIndex,
  type MemoryIndex,
  readIndex,
  updateIndex,
} from "./memory_index.ts";
import {
  loadSessionState,
  saveSessionState,
  type SessionState,
} from "./session_state.ts";
import { statFile } from "../store/read_file.ts";

const valueOf = <T>(loaded: Loaded<T>) =>
  loaded.state === "ok" ? loaded.value : undefined;

export class Snapshot {
  readonly #index: KeptFile<MemoryIndex>;
  /** In the place of an index that is missing or damaged. */
  #rebuilt: MemoryIndex | undefined;
  readonly #states = new Map<string, KeptFile<SessionState>>();

  constructor(readonly store: Store) {
    const { layout } = store;
    this.#index = new KeptFile(layout.index, () => loadIndex(layout));
  }

  get index(): MemoryIndex {
    return valueOf(this.#index.get()) ??
      (this.#rebuilt ??= readIndex(this.store.layout));
  }

  /** As it is now; undefined if it is missing or damaged. */
  indexNow(): MemoryIndex | undefined {
    return valueOf(this.#index.now());
  }

  /** Change the index. The caller holds the store's lock. */
  updateIndex(change: (index: MemoryIndex) => MemoryIndex): MemoryIndex {
    const { files, layout } = this.store;
    const next = updateIndex(files, layout, change, this.indexNow());
    this.#index.put(next);
    return next;
  }

  /** The same under that lock. */
  async changeIndex(
    claim: Claim,
    change: (index: MemoryIndex) => MemoryIndex,
  ): Promise<void> {
    await withStoreLock(this.store, claim, () => {
      this.updateIndex(change);
    });
  }

  state(sessionId: string): SessionState | undefined {
    return valueOf(this.#stateOf(sessionId).get());
  }

  /** As it is now. The caller holds the session's lock. */
  stateNow(sessionId: string): Loaded<SessionState> {
    return this.#stateOf(sessionId).now();
  }

  /** The caller holds the session's lock. */
  saveState(sessionId: string, state: SessionState): void {
    const { files, layout } = this.store;
    saveSessionState(files, layout, sessionId, state);
    this.#stateOf(sessionId).put(state);
  }

  /** The sessions that are not over, or of which something waits. */
  open(except?: string) {
    const all = this.index.pending.filter(isSessionId).flatMap((sessionId) => {
      if (sessionId === except) return [];
      const state = this.state(sessionId);
      return state === undefined ? [] : [{ sessionId, state }];
    });
    if (all.length === 0) return all;
    // One that a pull brings would have work finished that is not the user's.
    const tracked = readTracked(this.store.layout.dir);
    return all.filter(({ sessionId }) =>
      !tracked.has(`state/${sessionId}.json`)
    );
  }

  /** Something may have been changed: the next look at each checks that. */
  doubt(): void {
    this.#rebuilt = undefined;
    this.#index.doubt();
    for (const state of this.#states.values()) state.doubt();
  }

  #stateOf(sessionId: string): KeptFile<SessionState> {
    const known = this.#states.get(sessionId);
    if (known !== undefined) return known;
    const { layout } = this.store;
    const load = () => loadSessionState(layout, sessionId);
    const kept = new KeptFile(layout.state(sessionId), load);
    this.#states.set(sessionId, kept);
    return kept;
  }
}

/**
 * A JSON file as an event has read it. It is read again only after another
 * process has written it: files are replaced as a whole, so the new one has
 * another inode.
 */
class KeptFile<T> {
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
