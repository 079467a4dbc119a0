/** The soak as a whole: play days, check and take figures each quarter. */

import { assertEquals } from "@std/assert";
import { Random } from "../generator/words.ts";
import { checkDates, checkSoak } from "./soak_check.ts";
import { SoakClient } from "./soak_client.ts";
import {
  type Figures,
  findGrowth,
  headOf,
  rowOf,
  takeFigures,
} from "./soak_figures.ts";
import { SoakPlay } from "./soak_play.ts";

const DAY_MS = 24 * 60 * 60_000;
const QUARTER_DAYS = 91;

/** Everything happens often that in real work is rare. */
const CONFIG = {
  saveInterval: 5,
  askMinChars: 600,
  askEveryMinutes: 1,
  digestAfterDays: 3,
  memoryRotation: { thresholdTokens: 3000, carryoverTokens: 300 },
};

export interface SoakRequest {
  readonly seed: number;
  /** When to stop, as `performance.now()` tells it. */
  readonly untilMs: number;
  /** Where to stop in any case. */
  readonly days?: number;
  readonly print: (line: string) => void;
}

export interface SoakResult {
  readonly days: number;
  readonly quarters: readonly Figures[];
  readonly counts: SoakPlay["counts"];
  readonly checked: number;
  /** Sections, each dated by its work. */
  readonly dated: number;
}

export async function runSoak(
  { seed, untilMs, days = Infinity, print }: SoakRequest,
): Promise<SoakResult> {
  using client = new SoakClient(CONFIG);
  const play = new SoakPlay(client, new Random(seed));
  const quarters: Figures[] = [];
  let checked = 0;
  let dated = 0;
  const startMs = client.nowMs;
  const daysPassed = () => Math.floor((client.nowMs - startMs) / DAY_MS);
  print(headOf().join("\t"));
  const finishQuarter = async () => {
    const label = `Q${quarters.length + 1}`;
    const figures = takeFigures(client, label, play.sessions.length);
    quarters.push(figures);
    print(rowOf(figures).join("\t"));
    checked = await checkSoak(play);
    dated = await checkDates(play);
  };
  while (performance.now() < untilMs && daysPassed() < days) {
    await play.day();
    const passed = Math.floor(daysPassed() / QUARTER_DAYS);
    if (passed > quarters.length) await finishQuarter();
  }
  await finishQuarter();
  assertEquals(findGrowth(quarters), []);
  print(
    `${daysPassed()} days, ${play.sessions.length} sessions, ${client.processes} ` +
      `processes; ${checked} logs compared with what was played; ` +
      `${dated} sections, ${play.late} of them written more than 12 hours ` +
      `after their work, 0 dated later than it; ` +
      JSON.stringify(play.counts),
  );
  return { days: daysPassed(), quarters, counts: play.counts, checked, dated };
}
