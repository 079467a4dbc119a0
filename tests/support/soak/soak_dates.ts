/** Whether every section of a store is dated within the work it speaks of. */

import type { L1Entry } from "../../../src/session/log_entry.ts";
import { readWorkTimes } from "../../../src/memory/work_times.ts";
import { parseMemory } from "../../../src/memory/memory_text.ts";
import { storeLayout } from "../../../src/store/layout.ts";
import type { SoakClient } from "./soak_client.ts";

export interface Dates {
  readonly sections: number;
  /** Dated later than the minute of the last entry they cover. */
  readonly late: readonly string[];
  /** Before it, or with a range that is not that of its entries. */
  readonly wrong: readonly string[];
  readonly recorded: number;
}

const LATE_MS = 12 * 60 * 60_000;

/** Counts sections that were written more than twelve hours after their work. */
export class Lateness {
  count = 0;
  readonly #seen = new Set<string>();

  look({ world, nowMs }: SoakClient): void {
    if (!world.files().includes("memory.md")) return;
    for (const section of parseMemory(world.read("memory.md")).sections) {
      const { header, session, from, to, work } = section;
      const what = `${header} ${session} ${from}-${to}`;
      if (this.#seen.has(what)) continue;
      this.#seen.add(what);
      if (work && nowMs - work.to.getTime() > LATE_MS) this.count++;
    }
  }
}

const minuteOf = (time: string) => time.slice(0, 16);

export async function readDates(
  store: string,
  readLog: (path: string) => Promise<L1Entry[]>,
): Promise<Dates> {
  const names = [...Deno.readDirSync(store)].map(({ name }) => name)
    .filter((name) => /^memory(?:_\d{8}_\d{6})?\.md$/.test(name));
  const logs = [...Deno.readDirSync(`${store}/sessions`)]
    .map(({ name }) => name.replace(/\.gz$/, ""))
    .filter((name) => name.endsWith(".l1.jsonl"));
  const known = new Map<string, L1Entry[]>();
  const times = readWorkTimes(storeLayout(store));
  const seen = new Set<string>();
  const late: string[] = [];
  const wrong: string[] = [];
  let recorded = 0;
  for (const name of names) {
    const { sections } = parseMemory(Deno.readTextFileSync(`${store}/${name}`));
    for (const section of sections) {
      const { session, from, to, utc, work, header } = section;
      if (session === undefined || from === undefined) continue;
      const what = `${header} ${session} ${from}-${to}`;
      if (seen.has(what)) continue;
      seen.add(what);
      if (times.isRecorded(section)) recorded++;
      const log = logs.find((one) => one.includes(`_${session}.`));
      if (log === undefined) continue;
      if (!known.has(log)) {
        known.set(log, await readLog(`${store}/sessions/${log}`));
      }
      const stamps = (known.get(log) ?? []).slice(from, to)
        .flatMap(({ ts }) => ts ?? []).sort();
      const [first, last] = [stamps[0], stamps.at(-1)];
      if (first === undefined || last === undefined) continue;
      const at = minuteOf(utc?.toISOString() ?? "");
      if (at > minuteOf(last)) late.push(what);
      const isRange = work !== undefined &&
        minuteOf(work.from.toISOString()) === minuteOf(first) &&
        minuteOf(work.to.toISOString()) === minuteOf(last);
      if (at < minuteOf(last) || !isRange) wrong.push(what);
    }
  }
  return { sections: seen.size, late, wrong, recorded };
}
