/**
 * One session, opened once an event: its state, its log and its place in the
 * list of open sessions, under one lock. State is written once, when the work
 * is done, and before that only where a crash would lose something.
 */

import { isOpen, type SessionState } from "./session_state.ts";
import { type Claim, type Store, withSessionLock } from "../store/store.ts";
import { noteOpenSession } from "./open_sessions.ts";
import { Snapshot } from "./snapshot.ts";
import type { LogWriter } from "./log_writer.ts";

const STORE_WAIT_MS = 2000;

export class Session {
  #state: SessionState | undefined;
  /** Whether there is a state file that cannot be understood. */
  readonly isDamaged: boolean;
  #isSaved = true;
  readonly #wasOpen: boolean;
  /** Undefined until it was looked up; null where there is no list. */
  #isListed: boolean | null | undefined;
  /** What is new in its log, once something was appended. */
  log: LogWriter | undefined;

  constructor(
    readonly store: Store,
    readonly id: string,
    readonly claim: Claim,
    readonly snapshot = new Snapshot(store),
  ) {
    const loaded = this.snapshot.stateNow(id);
    this.#state = loaded.state === "ok" ? loaded.value : undefined;
    this.isDamaged = loaded.state === "damaged";
    this.#wasOpen = this.#state !== undefined && isOpen(this.#state);
  }

  /** Undefined for one that has none, or none that can be understood. */
  get state(): SessionState | undefined {
    return this.#state;
  }

  /** To be written when the work is done. */
  change(state: SessionState): void {
    if (state === this.#state) return;
    this.#state = state;
    this.#isSaved = false;
  }

  /** Write it now: what comes next relies on it. */
  save(state: SessionState | undefined = this.#state): void {
    if (state !== undefined) this.change(state);
    if (this.#isSaved || this.#state === undefined) return;
    this.snapshot.saveState(this.id, this.#state);
    this.#isSaved = true;
  }

  /**
   * Whether it is on the list of open sessions; its place is then kept current.
   */
  lookUp(): boolean | null {
    if (this.#isListed === undefined) {
      const index = this.snapshot.indexNow();
      this.#isListed = index?.pending.includes(this.id) ?? null;
    }
    return this.#isListed;
  }

  /** Have it on the list of open sessions, or not. */
  async list(isOpen: boolean): Promise<void> {
    if (this.lookUp() === isOpen) return;
    const claim = { who: this.claim.who, waitMs: STORE_WAIT_MS };
    await noteOpenSession(this.snapshot, this.id, isOpen, claim);
    this.#isListed = isOpen;
  }

  async close(): Promise<void> {
    this.save();
    if (this.#state === undefined) return;
    const isOpenNow = isOpen(this.#state);
    if (this.#isListed !== undefined || isOpenNow !== this.#wasOpen) {
      await this.list(isOpenNow);
    }
  }
}

/** Run `work` with a session that no other process can change meanwhile. */
export function withSession<T>(
  store: Store,
  sessionId: string,
  claim: Claim,
  work: (session: Session) => T | Promise<T>,
  snapshot?: Snapshot,
): Promise<T> {
  return withSessionLock(store, sessionId, claim, async () => {
    const session = new Session(store, sessionId, claim, snapshot);
    let result: T;
    try {
      result = await work(session);
    } catch (error) {
      // What was done before it failed is done.
      session.save();
      throw error;
    }
    await session.close();
    return result;
  });
}
