// What becomes of prompts typed while Claude is working. The transcript records
// them as `queue-operation` entries:
//   enqueue  typed; the words are in `content`
//   dequeue  sent as a turn of its own: a user entry, or the entry of a local
//            command, with the same words follows
//   remove   handed to the model in the middle of a turn. Newer versions also
//            write a `queued_command` attachment with the words; older ones
//            (seen up to 2.1.42) write nothing else, so the enqueue is the only
//            record of them
//   popAll   taken back into the input box; what is sent in the end is queued
//            or typed again
// Words count once: where they show up again, else where they were enqueued. A
// session that dies with words still in the queue, or between dequeue and the
// entry, keeps them too.

import type { RawEntry } from "./slow_lines.ts";

export interface QueuedWords {
  line: number;
  text: string;
  timestamp?: string;
}

export class SlowQueue {
  #items: (QueuedWords & { state: "waiting" | "dequeued" | "removed" })[] = [];
  readonly #withdrawn: QueuedWords[] = [];

  /** Returns the words that are handed over within a turn, if some are. */
  operate(line: number, entry: RawEntry): QueuedWords | undefined {
    const text = typeof entry.content === "string" ? entry.content.trim() : "";
    if (entry.operation === "enqueue" && text !== "") {
      this.#items.push({
        line,
        text,
        timestamp: entry.timestamp,
        state: "waiting",
      });
      return undefined;
    }
    const first = this.#items.find(({ state }) => state === "waiting");
    if (entry.operation === "dequeue" && first !== undefined) {
      first.state = "dequeued";
    }
    if (entry.operation === "remove" && first !== undefined) {
      first.state = "removed";
      return first;
    }
    if (entry.operation === "popAll") {
      const item = this.#items.find((one) =>
        one.state === "waiting" && one.text === text
      );
      if (item !== undefined) {
        this.#withdrawn.push(item);
        this.#items = this.#items.filter((one) => one !== item);
      }
    }
    return undefined;
  }

  /**
   * An entry has these words (raw, or as judged): if they were waiting for one,
   * they are not counted again.
   */
  showUp(words: readonly string[]): void {
    // The `!` that begins a shell line is not in the queue's copy.
    this.#take(({ text, state }) =>
      state !== "removed" &&
      (words.includes(text) || words.includes(`! ${text}`))
    );
  }

  /** A `queued_command` attachment has these words. */
  deliver(words: string): void {
    this.#take(({ text }) => text === words);
  }

  /** Words that showed up nowhere else, and words that were taken back. */
  rest(): { unseen: QueuedWords[]; withdrawn: QueuedWords[] } {
    return { unseen: this.#items, withdrawn: this.#withdrawn };
  }

  #take(matches: (item: QueuedWords & { state: string }) => boolean): void {
    const item = this.#items.find(matches);
    this.#items = this.#items.filter((one) => one !== item);
  }
}
