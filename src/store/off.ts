/**
 * off.json: when the user had memory switched off, for the project or for one
 * session. It is never shortened: whatever reads a transcript later leaves out
 * what was said in these times.
 */

import { storeError } from "../base/errors.ts";
import { isObject } from "../base/json.ts";
import { type OffPeriod, periodAt } from "../base/off_period.ts";
import { field, readJson, saveJson } from "./json_file.ts";
import { copyKeptOut, loadKeptOut } from "./kept_out_copy.ts";
import type { Layout } from "./layout.ts";
import type { StoreFiles } from "./store_files.ts";
import { type Claim, type Store, withStoreLock } from "./store.ts";

/** Throws if the file cannot be understood: then nothing may be kept. */
export function loadOff(layout: Layout): readonly OffPeriod[] {
  const loaded = loadKeptOut(
    layout.off,
    layout.keptOut,
    (raw) => field.list(raw, "periods", isPeriod),
  );
  if (loaded.state !== "damaged") {
    return loaded.state === "ok" ? loaded.value : [];
  }
  throw storeError(
    `Cannot read "${layout.off}": ${loaded.reason}`,
    "It says when memory was off. Nothing is kept until it can be read: put " +
      "it back from a copy of yours. Without it, what was said meanwhile is kept",
  );
}

function isPeriod(value: unknown): value is OffPeriod {
  if (!isObject(value)) return false;
  const { from, to = from, session = "", firstUuid = "" } = value;
  return [from, to].every((time) =>
    typeof time === "string" && !Number.isNaN(Date.parse(time))
  ) && typeof session === "string" && typeof firstUuid === "string";
}

/** Switch it off; a period of the same scope that still holds ends here. */
export function switchOff(
  store: Store,
  now: Date,
  { forMs, ...scope }: {
    readonly forMs?: number | undefined;
    readonly session?: string;
    readonly firstUuid?: string;
  },
  claim: Claim,
): Promise<OffPeriod> {
  return change(store, claim, (periods) => {
    const period: OffPeriod = {
      from: now.toISOString(),
      ...(forMs === undefined
        ? {}
        : { to: new Date(now.getTime() + forMs).toISOString() }),
      ...scope,
    };
    const rest = endedAt(
      periods,
      now,
      ({ session }) => session === scope.session,
    );
    return { periods: [...rest, period], result: period };
  });
}

/** Switch everything on again; returns what was off. */
export function switchOn(
  store: Store,
  now: Date,
  claim: Claim,
): Promise<readonly OffPeriod[]> {
  return change(store, claim, (periods) => ({
    periods: endedAt(periods, now, () => true),
    result: periods.filter((one) => periodAt([one], now.getTime())),
  }));
}

function endedAt(
  periods: readonly OffPeriod[],
  now: Date,
  isMeant: (period: OffPeriod) => boolean,
): OffPeriod[] {
  return periods.map((one) =>
    isMeant(one) && periodAt([one], now.getTime())
      ? { ...one, to: now.toISOString() }
      : one
  ).filter(({ from, to }) => from !== to);
}

/** Fields of other versions stay. */
export function saveOff(
  files: StoreFiles,
  layout: Layout,
  periods: readonly OffPeriod[],
): void {
  const known = readJson(layout.off, (raw) => raw) ?? { version: 1 };
  saveJson(files, layout.off, { ...known, periods });
}

function change<T>(
  store: Store,
  claim: Claim,
  plan: (
    periods: readonly OffPeriod[],
  ) => { periods: readonly OffPeriod[]; result: T },
): Promise<T> {
  const { layout, files } = store;
  return withStoreLock(store, claim, () => {
    const { periods, result } = plan(loadOff(layout));
    saveOff(files, layout, periods);
    copyKeptOut(store);
    return result;
  });
}
