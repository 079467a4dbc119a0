/**
 * Runs the user's patterns that are not safe by their form, in a thread that
 * can be ended. The caller waits, watches the clock, and gets either the places
 * that match or nothing: then the text must not be kept.
 */

interface Sent {
  readonly source: string;
  readonly flags: string;
}

/** Start and end of each match. */
type Places = readonly (readonly [number, number])[];

/** How long the caller waits. Together less than any hook's deadline. */
interface Patience {
  readonly startMs: number;
  /** For one text. Nearly all take less than a thousandth of it. */
  readonly textMs: number;
  /** For all texts together. */
  readonly allMs: number;
}

const IN_A_HOOK: Patience = { startMs: 2000, textMs: 300, allMs: 1500 };
/** Room for the places of a text; one with more is not kept. */
const MOST_PLACES = 20_000;

/** Runs in the thread; it knows nothing of this module. */
const CODE = `
  let regexes = [], cells;
  self.onmessage = ({ data }) => {
    if (data.patterns) {
      regexes = data.patterns.map((one) => new RegExp(one.source, one.flags));
      cells = new Int32Array(data.memory);
    } else {
      let at = 2;
      for (const match of data.text.matchAll(regexes[data.index])) {
        if (at + 1 >= cells.length) { at = -1; break; }
        cells[at++] = match.index;
        cells[at++] = match.index + match[0].length;
      }
      cells[1] = at;
    }
    Atomics.store(cells, 0, 1);
    Atomics.notify(cells, 0);
  };
`;

export class PatternWorker {
  readonly #patterns: readonly Sent[];
  #worker: Worker | undefined;
  #cells: Int32Array = new Int32Array(0);
  #leftMs: number;

  constructor(patterns: readonly Sent[], readonly patience = IN_A_HOOK) {
    this.#patterns = patterns;
    this.#leftMs = patience.allMs;
  }

  /** Where a pattern matches; undefined if that cannot be told in time. */
  match(index: number, text: string): Places | undefined {
    if (this.#leftMs <= 0 || !this.#start()) return undefined;
    const began = performance.now();
    const answered = this.#ask(
      { index, text },
      Math.min(this.patience.textMs, this.#leftMs),
    );
    this.#leftMs -= performance.now() - began;
    if (!answered) {
      this.close();
      return undefined;
    }
    const end = this.#cells[1] ?? -1;
    if (end < 0) return undefined;
    return Array.from({ length: (end - 2) / 2 }, (_, i) => [
      this.#cells[2 + 2 * i] ?? 0,
      this.#cells[3 + 2 * i] ?? 0,
    ]);
  }

  close(): void {
    this.#worker?.terminate();
    this.#worker = undefined;
  }

  #start(): boolean {
    if (this.#worker !== undefined) return true;
    this.#worker = new Worker(
      `data:text/javascript,${encodeURIComponent(CODE)}`,
      { type: "module" },
    );
    this.#worker.onerror = (event) => event.preventDefault();
    const memory = new SharedArrayBuffer(4 * (2 + 2 * MOST_PLACES));
    this.#cells = new Int32Array(memory);
    const started = this.#ask(
      { patterns: this.#patterns, memory },
      this.patience.startMs,
    );
    if (!started) this.close();
    return started;
  }

  #ask(message: unknown, withinMs: number): boolean {
    Atomics.store(this.#cells, 0, 0);
    this.#worker?.postMessage(message);
    return Atomics.wait(this.#cells, 0, 0, withinMs) !== "timed-out";
  }
}
