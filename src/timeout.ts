/** Waiting with an end: for locks, for a handler, for a pipe nobody reads. */

export const TIMED_OUT: unique symbol = Symbol("timed out");

/** What `work` gives, or `TIMED_OUT`. The work itself cannot be withdrawn. */
export async function within<T>(
  milliseconds: number,
  work: Promise<T>,
): Promise<T | typeof TIMED_OUT> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<typeof TIMED_OUT>((resolve) => {
    // Beyond this a timer would fire at once.
    const longest = 2 ** 31 - 1;
    timer = setTimeout(
      () => resolve(TIMED_OUT),
      Math.min(milliseconds, longest),
    );
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
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
