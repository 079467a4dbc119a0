/** Shorter ones are pauses, not ends. */
const LEAST_DEADLINE_MS = 50;
const LONGEST_MS = 2 ** 31 - 1;

/** From now on budgets and deadlines last so many times longer where it applies. */
export function stretchTime(
  times: number,
  applies: () => boolean = () => true,
): void {
  if (times === 1) return;
  const now = performance.now.bind(performance);
  performance.now = () => applies() ? now() / times : now();
  const longer = (ms: number) =>
    ms < LEAST_DEADLINE_MS || !applies()
      ? ms
      : Math.min(ms * times, LONGEST_MS);
  const wait = setTimeout;
  const patient = (work: () => void, ms = 0) => wait(work, longer(ms));
  Object.assign(globalThis, { setTimeout: patient });
  const abort = AbortSignal.timeout.bind(AbortSignal);
  AbortSignal.timeout = (ms) => abort(longer(ms));
}
