/**
 * Prompts typed while Claude works. A transcript records them as queue
 * operations, and usually, but not always, a second time when they are sent:
 *
 *     enqueue  typed
 *     dequeue  sent as a turn of its own; a user entry with the words follows
 *     remove   handed over within a turn; only newer versions say so again
 *     popAll   taken back into the input box
 *
 * Words count once, where they show up again, else where they were typed.
 */

/** Words in the queue and what their place in L1 is waiting for. */
export interface Queued {
  readonly words: string;
  state: "waiting" | "dequeued" | "removed";
  /** Prompts that came since, of which none had these words. */
  promptsSince: number;
  /** Tell whether the words count where they were typed. */
  readonly settle: (counts: boolean) => void;
}

export class PromptQueue {
  #items: Queued[] = [];

  enqueue(words: string, settle: Queued["settle"]): void {
    this.#items.push({ words, state: "waiting", promptsSince: 0, settle });
  }

  dequeue(): void {
    const first = this.#firstWaiting();
    if (first) first.state = "dequeued";
  }

  remove(): void {
    const first = this.#firstWaiting();
    if (first) first.state = "removed";
  }

  takeBack(words: string): void {
    this.#settle(
      (item) => item.state === "waiting" && item.words === words,
      false,
    );
  }

  /**
   * A user entry has these words. The queue's copy of a `!` line lacks it. A
   * prompt is sent only when nothing waits; commands are run at any time.
   */
  prompted(texts: readonly string[], isPrompt: boolean): void {
    const shown = this.#settle(
      ({ state, words }) =>
        state !== "removed" &&
        (texts.includes(words) || texts.includes(`! ${words}`)),
      false,
    );
    for (const item of this.#items) {
      const isDue = item.state === "dequeued" ||
        (item.state === "waiting" && isPrompt);
      if (!shown && isDue) item.promptsSince++;
    }
    // Sent, but under other words, or lost with the client that had the queue:
    // after two prompts it will not show up.
    while (this.#settle(({ promptsSince }) => promptsSince >= 2, true));
  }

  /** An attachment delivers these words within a turn. */
  delivered(words: string): void {
    this.#settle((item) => item.words === words, false);
  }

  /** The assistant goes on: what was removed has not been delivered anew. */
  answered(): void {
    while (this.#settle(({ state }) => state === "removed", true));
  }

  /** The session is over: words that never showed up count where they stand. */
  close(): void {
    while (this.#settle(() => true, true));
  }

  #firstWaiting(): Queued | undefined {
    return this.#items.find(({ state }) => state === "waiting");
  }

  #settle(matches: (item: Queued) => boolean, counts: boolean): boolean {
    const item = this.#items.find(matches);
    if (item === undefined) return false;
    this.#items = this.#items.filter((other) => other !== item);
    item.settle(counts);
    return true;
  }
}
