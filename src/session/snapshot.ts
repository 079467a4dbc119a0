/**
 * What an event has read of a store: memory-index.json and the states of open
 * sessions, each once. A change to one of them updates or forgets it.
 */

import { isSessionId } from "../store/layout.ts";
import type { Store } from "../store/store.ts";
import { type MemoryIndex, readIndex } from "./memory_index.ts";
import { loadSessionState, type SessionState } from "./session_state.ts";

export interface OpenSession {
  readonly sessionId: string;
  readonly state: SessionState;
}

export class Snapshot {
  #index: MemoryIndex | undefined;
  readonly #states = new Map<string, SessionState | undefined>();

  constructor(readonly store: Store) {}

  get index(): MemoryIndex {
    return this.#index ??= readIndex(this.store.layout);
  }

  /** As it was just written. */
  set index(index: MemoryIndex) {
    this.#index = index;
  }

  state(sessionId: string): SessionState | undefined {
    if (!this.#states.has(sessionId)) {
      const loaded = loadSessionState(this.store.layout, sessionId);
      const state = loaded.state === "ok" ? loaded.value : undefined;
      this.#states.set(sessionId, state);
    }
    return this.#states.get(sessionId);
  }

  /** A state as it was just read or written. */
  know(sessionId: string, state: SessionState | undefined): void {
    this.#states.set(sessionId, state);
  }

  /** The sessions that are not over, or of which something waits. */
  open(except?: string): OpenSession[] {
    return this.index.pending.filter(isSessionId).flatMap((sessionId) => {
      if (sessionId === except) return [];
      const state = this.state(sessionId);
      return state === undefined ? [] : [{ sessionId, state }];
    });
  }

  /** Something was changed: all is read again when it is wanted. */
  forget(): void {
    this.#index = undefined;
    this.#states.clear();
  }
}
