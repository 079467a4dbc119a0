/**
 * Prompts typed while Claude works. A transcript records them as queue
 * operations, and usually, but not always, a second time when they are sent:
 *
 *     enqueue  typed
 *     dequeue  sent as a turn of its own; a user entry with the words follows
 *     remove   delivered within a turn; only newer versions write it again
 *     popAll   taken back into the input box
 *
 * Words count once: where they appear again, else where they were typed. A
 * session that ended with words in its queue may go on later: then they have
 * counted already, and do not count again where they appear.
 */

import { textDigest } from "../../base/text_digest.ts";
import type { CountedPrompt } from "../../session/counted_prompt.ts";

interface Queued {
  readonly key: string;
  state: CountedPrompt["state"];
  /** Prompts since then without these words. */
  promptsSince: number;
  /** Decides whether they count where they were typed; unset once they have. */
  settle: ((counts: boolean) => void) | undefined;
}

export class PromptQueue {
  #items: Queued[];
  /** What had counted before each line, while anything has. */
  #lines: { readonly from: number; readonly counted: CountedPrompt[] }[] = [];

  constructor(counted: readonly CountedPrompt[] = []) {
    this.#items = counted.map((one) => ({ ...one, settle: undefined }));
  }

  /** A line begins here. */
  line(from: number): void {
    const counted = this.#counted();
    if (counted.length > 0) this.#lines.push({ from, counted });
  }

  /** What had counted and may still appear, as of an offset. */
  before(offset: number): CountedPrompt[] {
    this.#lines = this.#lines.filter(({ from }) => from >= offset);
    return this.#lines[0]?.counted ?? this.#counted();
  }

  enqueue(words: string, settle: (counts: boolean) => void): void {
    const key = keyOf(words);
    this.#items.push({ key, state: "waiting", promptsSince: 0, settle });
  }

  /** Words that were not typed; they still take a place in the queue. */
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
   * A user entry has these words; returns whether they have counted already. The
   * queue's copy of a `!` line lacks the `!`. A prompt is sent only when nothing
   * waits; commands run at any time.
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
    // Sent with other words, or lost with its client: after two more prompts it
    // will not appear.
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
   * The assistant goes on: removed words are not delivered again. Returns whether
   * it was given words that no other entry shows.
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

  /** The session is over: words that never appeared count where they were typed. */
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

/** Length and two hashes, so that different prompts do not collide. */
const keyOf = (words: string) =>
  [words.length, textDigest(words), textDigest(`queued ${words}`)]
    .map((number) => number.toString(36)).join("-");
