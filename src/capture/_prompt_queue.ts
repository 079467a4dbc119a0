/**
 * Prompts typed while Claude works. A transcript records them as queue
 * operations, and usually, but not always, a second time when they are sent:
 *
 *     enqueue  typed
 *     dequeue  sent as a turn of its own; a user entry with the words follows
 *     remove   handed over within a turn; only newer versions say so again
 *     popAll   taken back into the input box
 *
 * Words count once, where they show up again, else where they were typed. A
 * session that ends with words in its queue may go on all the same: then they
 * have counted, and do not where they show up.
 */

import { textDigest } from "../base/text_digest.ts";
import type { CountedPrompt } from "../session/counted_prompt.ts";

interface Queued {
  readonly key: string;
  state: CountedPrompt["state"];
  /** Prompts that came since, of which none had these words. */
  promptsSince: number;
  /** Tell whether they count where they were typed; none if they have. */
  settle: ((counts: boolean) => void) | undefined;
}

export class PromptQueue {
  #items: Queued[];
  /** What had counted before each line, while there is such a thing. */
  #lines: { readonly from: number; readonly counted: CountedPrompt[] }[] = [];

  constructor(counted: readonly CountedPrompt[] = []) {
    this.#items = counted.map((one) => ({ ...one, settle: undefined }));
  }

  /** A line begins here. */
  line(from: number): void {
    const counted = this.#counted();
    if (counted.length > 0) this.#lines.push({ from, counted });
  }

  /** What has counted and may show up yet, as it stood at an offset. */
  before(offset: number): CountedPrompt[] {
    this.#lines = this.#lines.filter(({ from }) => from >= offset);
    return this.#lines[0]?.counted ?? this.#counted();
  }

  enqueue(words: string, settle: (counts: boolean) => void): void {
    const key = keyOf(words);
    this.#items.push({ key, state: "waiting", promptsSince: 0, settle });
  }

  /** Words that were not typed; they have their turn in the queue all the same. */
  pass(words: string): void {
    const key = keyOf(words);
    this.#items.push({
      key,
      state: "waiting",
      promptsSince: 0,
      settle: undefined,
    });
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
    const key = keyOf(words);
    this.#settle(
      (item) => item.state === "waiting" && item.key === key,
      false,
    );
  }

  /**
   * A user entry has these words; returns whether they have counted. The
   * queue's copy of a `!` line lacks it. A prompt is sent only when nothing
   * waits; commands are run at any time.
   */
  prompted(texts: readonly string[], isPrompt: boolean): boolean {
    if (this.#items.length === 0) return false;
    const keys = texts.flatMap((text) =>
      text.startsWith("! ") ? [text, text.slice(2)] : [text]
    ).map(keyOf);
    const shown = this.#settle(
      ({ state, key }) => state !== "removed" && keys.includes(key),
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
    return hasCounted(shown);
  }

  /** An attachment delivers these words; returns whether they have counted. */
  delivered(words: string): boolean {
    if (this.#items.length === 0) return false;
    const key = keyOf(words);
    return hasCounted(this.#settle((item) => item.key === key, false));
  }

  /**
   * The assistant goes on: what was removed is not delivered again. Returns
   * whether it has been given words that nothing else tells of.
   */
  answered(): boolean {
    let isGivenWords = false;
    for (;;) {
      const item = this.#items.find(({ state }) => state === "removed");
      if (item === undefined) return isGivenWords;
      isGivenWords ||= item.settle !== undefined;
      this.#settle((one) => one === item, true);
    }
  }

  /** The session is over: words that never showed up count where they stand. */
  close(): void {
    for (const item of this.#items) {
      item.settle?.(true);
      item.settle = undefined;
    }
  }

  #counted(): CountedPrompt[] {
    return this.#items.filter(({ settle }) => settle === undefined)
      .map(({ key, state, promptsSince }) => ({ key, state, promptsSince }));
  }

  #firstWaiting(): Queued | undefined {
    return this.#items.find(({ state }) => state === "waiting");
  }

  #settle(
    matches: (item: Queued) => boolean,
    counts: boolean,
  ): Queued | undefined {
    const item = this.#items.find(matches);
    if (item === undefined) return undefined;
    this.#items = this.#items.filter((other) => other !== item);
    item.settle?.(counts);
    return item;
  }
}

const hasCounted = (item: Queued | undefined) =>
  item !== undefined && item.settle === undefined;

/** Twice, with something before it: prompts must not be taken for each other. */
const keyOf = (words: string) =>
  [words.length, textDigest(words), textDigest(`queued ${words}`)]
    .map((number) => number.toString(36)).join("-");
