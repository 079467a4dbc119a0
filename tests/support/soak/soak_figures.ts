/** How large a store is and how long its events take, a row a quarter. */

import { quantile } from "../../../scripts/interleave.ts";
import type { SoakClient } from "./soak_client.ts";

export interface Figures {
  readonly label: string;
  readonly sessions: number;
  readonly l1Bytes: number;
  readonly indexBytes: number;
  readonly storeBytes: number;
  readonly stateFiles: number;
  readonly cacheFiles: number;
  readonly peakMb: number;
  /** Events so far that gave up on a lock or were ended: a busy machine. */
  readonly gaveUp: number;
  /** Medians in milliseconds, by event or command. */
  readonly medians: ReadonlyMap<string, number>;
}

const MOST_GROWTH = 1.5;

export const TIMED = [
  "(start alone)",
  "post-tool-use",
  "user-prompt-submit",
  "stop",
  "session-start",
  "session-end",
  "search",
] as const;

/** Measures the store and restarts the timing. */
export function takeFigures(
  client: SoakClient,
  label: string,
  sessions: number,
): Figures {
  const { store } = client.world;
  const sizes = new Map(
    client.world.files().map((name) => [name, sizeOf(`${store}/${name}`)]),
  );
  const sum = (pattern: RegExp) =>
    [...sizes].reduce(
      (all, [name, size]) => pattern.test(name) ? all + size : all,
      0,
    );
  const count = (pattern: RegExp) =>
    [...sizes.keys()].filter((name) => pattern.test(name)).length;
  const medians = new Map(
    [...client.times].map(([name, times]) => [name, quantile(times, 0.5)]),
  );
  const figures = {
    label,
    sessions,
    l1Bytes: sum(/\.l1\.jsonl(\.gz)?$/),
    indexBytes: sum(/^\.cache\/search\.db/),
    storeBytes: sum(/^/),
    stateFiles: count(/^state\//),
    cacheFiles: count(/^\.cache\//),
    peakMb: client.peakKb / 1024,
    gaveUp: client.world.read("logs/keeper.log").split("\n")
      .filter((line) => / late|LockTimeoutError/.test(line)).length,
    medians,
  };
  client.times.clear();
  client.peakKb = 0;
  return figures;
}

function sizeOf(path: string): number {
  try {
    return Deno.statSync(path).size;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return 0;
    throw error;
  }
}

export function headOf(): string[] {
  return [
    "quarter",
    "sessions",
    "L1 KB",
    "index KB",
    "store KB",
    "state files",
    "cache files",
    "peak MB",
    "gave up",
    ...TIMED.map((name) => `${name} ms`),
  ];
}

export function rowOf(figures: Figures): string[] {
  const kb = (bytes: number) => String(Math.round(bytes / 1024));
  return [
    figures.label,
    String(figures.sessions),
    kb(figures.l1Bytes),
    kb(figures.indexBytes),
    kb(figures.storeBytes),
    String(figures.stateFiles),
    String(figures.cacheFiles),
    figures.peakMb.toFixed(0),
    String(figures.gaveUp),
    ...TIMED.map((name) => (figures.medians.get(name) ?? NaN).toFixed(1)),
  ];
}

/** What a session costs in bytes must not grow with how many there are. */
export function findGrowth(quarters: readonly Figures[]): string[] {
  const [first, last] = [quarters[0], quarters.at(-1)];
  if (!first || !last || first === last) return [];
  return (["indexBytes", "storeBytes", "stateFiles"] as const)
    .flatMap((what) => {
      const [then, now] = [first, last].map((one) => one[what] / one.sessions);
      return (now ?? 0) > (then ?? 0) * MOST_GROWTH
        ? [`${what} of a session: ${then?.toFixed(1)}, then ${now?.toFixed(1)}`]
        : [];
    });
}
