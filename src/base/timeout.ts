/** Bounded waiting: for locks, for a handler, for a pipe without a reader. */

export const TIMED_OUT: unique symbol = Symbol("timed out");

/** The result of `work`, or `TIMED_OUT`. The work itself is not cancelled. */
export async function within<T>(
  milliseconds: number,
  work: Promise<T>,
): Promise<T | typeof TIMED_OUT> {
  const late = Promise.withResolvers<typeof TIMED_OUT>();
  const stop = startTimer(milliseconds, () => late.resolve(TIMED_OUT));
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    stop();
  }
}

/** A longer timer would fire at once. */
const LONGEST_MS = 2 ** 31 - 1;

/** Returns what stops it. */
function startTimer(milliseconds: number, fire: () => void): () => void {
  const ms = Math.min(milliseconds, LONGEST_MS);
  if (!HAS_SLOW_TIMERS) {
    const timer = setTimeout(fire, ms);
    return () => clearTimeout(timer);
  }
  const signal = AbortSignal.timeout(ms);
  signal.addEventListener("abort", fire);
  // Without a listener it does not keep the process alive.
  return () => signal.removeEventListener("abort", fire);
}

/**
 * setTimeout() makes Deno 2.9 load Node's timers, which takes longer than
 * everything else a hook does. On Deno 2.4 the signal is no alternative: under
 * load it fires although the work is done.
 */
const HAS_SLOW_TIMERS = !/^2\.[0-8]\./.test(Deno.version.deno);

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
