/**
 * Counts of many things, a row each, in one array. A process asks one question,
 * so what goes through thousands of numbers runs before it is optimised: it
 * must call little and make no object for each.
 */
export class CountRows {
  readonly counts: Float64Array;
  /** By key: where its row begins. */
  readonly starts = new Map<number, number>();
  #next = 0;

  constructor(mostRows: number, readonly width: number) {
    this.counts = new Float64Array(mostRows * width);
  }

  startOf(key: number): number {
    let start = this.starts.get(key);
    if (start === undefined) {
      this.starts.set(key, start = this.#next);
      this.#next += this.width;
    }
    return start;
  }

  /** None where nothing was counted. */
  row(key: number): number[] {
    const start = this.starts.get(key);
    return start === undefined
      ? []
      : [...this.counts.subarray(start, start + this.width)];
  }
}
