/** Waiting with an end: for locks, for a handler, for a pipe nobody reads. */

export const TIMED_OUT: unique symbol = Symbol("timed out");

/** What `work` gives, or `TIMED_OUT`. The work itself cannot be withdrawn. */
export async function within<T>(
  milliseconds: number,
  work: Promise<T>,
): Promise<T | typeof TIMED_OUT> {
  // Beyond this a timer would fire at once.
  const longest = 2 ** 31 - 1;
  // Not setTimeout(): for that one Deno 2.9 loads Node's, which takes longer
  // than all else a hook does.
  const timer = AbortSignal.timeout(Math.min(milliseconds, longest));
  const late = Promise.withResolvers<typeof TIMED_OUT>();
  const isOver = () => late.resolve(TIMED_OUT);
  timer.addEventListener("abort", isOver);
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    // Without a listener it does not keep the process waiting.
    timer.removeEventListener("abort", isOver);
  }
}

/** How much time is left for a piece of work that must not run long. */
export class Deadline {
  readonly #endsAt: number;

  constructor(milliseconds: number) {
    this.#endsAt = performance.now() + milliseconds;
  }

  remainingMs(): number {
    return Math.max(0, this.#endsAt - performance.now());
  }

  get passed(): boolean {
    return this.remainingMs() === 0;
  }
}
