/**
 * A user's regular expression on many texts, with an end. An expression can
 * take for ever on a single line, and only a thread of its own can be stopped.
 */

import { TIMED_OUT, within } from "../base/timeout.ts";

/** Runs in the thread; it knows nothing of this module. */
const CODE = `
  let regex;
  self.onmessage = ({ data }) => {
    if (data.pattern !== undefined) regex = new RegExp(data.pattern, "imu");
    self.postMessage(data.texts.map((text) => {
      const match = regex.exec(text);
      return match ? [match.index, match[0].length] : null;
    }));
  };
`;

/** Where a text matches, or null. */
export type Place = readonly [start: number, length: number] | null;

export class PatternWorker implements Disposable {
  readonly #worker = new Worker(
    `data:text/javascript,${encodeURIComponent(CODE)}`,
    { type: "module" },
  );

  constructor(readonly pattern: string) {}

  /** Undefined if it takes longer than it may. */
  async match(
    texts: readonly string[],
    withinMs: number,
  ): Promise<readonly Place[] | undefined> {
    const answer = new Promise<readonly Place[]>((resolve, reject) => {
      this.#worker.onmessage = ({ data }) => resolve(data);
      this.#worker.onerror = (event) => {
        event.preventDefault();
        reject(new Error(event.message));
      };
    });
    this.#worker.postMessage({ pattern: this.pattern, texts });
    const places = await within(withinMs, answer);
    return places === TIMED_OUT ? undefined : places;
  }

  [Symbol.dispose](): void {
    this.#worker.terminate();
  }
}
