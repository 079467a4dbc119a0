/**
 * Timing on machines that are never quiet: every round runs each case once, so
 * that all see the same noise, and the ratio of medians is reported.
 */

export interface Case {
  readonly name: string;
  /** One run; what it takes is what is measured. */
  readonly run: () => Promise<void>;
  /** The highest ratio that is still good. */
  readonly bar?: number;
}

export interface Row {
  readonly name: string;
  readonly medianMs: number;
  readonly p90Ms: number;
  readonly ratio: number;
  readonly bar: number | null;
}

export async function interleave(
  cases: readonly Case[],
  rounds: number,
  progress: (done: number) => void,
): Promise<Row[]> {
  const times = cases.map((): number[] => []);
  const warmUp = 3;
  for (let round = -warmUp; round < rounds; round++) {
    for (const [i, { run }] of cases.entries()) {
      const start = performance.now();
      await run();
      if (round >= 0) times[i]?.push(performance.now() - start);
    }
    if (round >= 0) progress(round + 1);
  }
  const base = quantile(times[0] ?? [], 0.5);
  return cases.map(({ name, bar }, i) => {
    const medianMs = quantile(times[i] ?? [], 0.5);
    return {
      name,
      medianMs,
      p90Ms: quantile(times[i] ?? [], 0.9),
      ratio: medianMs / base,
      bar: bar ?? null,
    };
  });
}

export function quantile(values: readonly number[], q: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) * q)] ?? Number.NaN;
}

export function renderRows(rows: readonly Row[]): string[][] {
  return [
    ["case", "median ms", "p90 ms", "ratio", "bar"],
    ...rows.map(({ name, medianMs, p90Ms, ratio, bar }) => [
      name,
      medianMs.toFixed(1),
      p90Ms.toFixed(1),
      ratio.toFixed(2),
      bar === null ? "" : `${ratio <= bar ? "✓" : "✗"} ${bar.toFixed(2)}`,
    ]),
  ];
}
