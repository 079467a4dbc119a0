/**
 * At the end of a turn or a session, while no one waits: bring the search
 * index up to date as far as the time goes. The next search does the rest.
 */

import {
  isBusy,
  isDamage,
  makeSearchIndex,
  openSearchIndex,
  removeSearchIndex,
} from "./open_search_index.ts";
import {
  type Claim,
  type Store,
  storeExists,
  storeNumber,
  withStoreLock,
} from "../../store/store.ts";
import { statFile } from "../../store/read_file.ts";
import { saveKnownFixes } from "../known_fixes.ts";
import { settleWorkTimes } from "../../memory/settle_work_times.ts";
import { Deadline } from "../../base/timeout.ts";
import {
  type ChangedSession,
  updateSearchIndex,
  updateSessionIndex,
} from "./_update_search_index.ts";

const MOST_MS = 300;
/** How long a command waits for another process that writes. */
const PATIENT_MS = 10_000;
/** Opening alone takes some; with less time left it is not worth it. */
const LEAST_MS = 50;

export interface Freshening {
  readonly who: string;
  readonly remainingMs: number;
  /** The one session that has changed; without it, any may have. */
  readonly only?: ChangedSession;
}

export async function freshenSearchIndex(
  store: Store,
  { who, remainingMs, only }: Freshening,
): Promise<void> {
  if (remainingMs < LEAST_MS || !storeExists(store)) return;
  const budget = new Deadline(Math.min(MOST_MS, remainingMs / 2));
  const claim = { who, waitMs: LEAST_MS };
  const number = storeNumber(store);
  try {
    await freshen(store, claim, budget, only);
  } catch (error) {
    // Another session is at it: nothing has failed.
    if (isBusy(error)) return;
    // The memory was cleared meanwhile, and its index with it.
    if (storeNumber(store) !== number) return;
    throw error;
  }
}

async function freshen(
  store: Store,
  claim: Claim,
  budget: Deadline,
  only: ChangedSession | undefined,
): Promise<void> {
  try {
    await settleWorkTimes(store);
    const isMade = (statFile(store.layout.searchIndex)?.size ?? 0) > 0;
    const open = isMade ? openSearchIndex : makeSearchIndex;
    using index = await open(store, claim);
    if (only === undefined || !index.isWhole()) {
      await updateSearchIndex(index, store.layout, { budget });
    } else await updateSessionIndex(index, store.layout, only, { budget });
    saveKnownFixes(store, index);
  } catch (error) {
    if (!isDamage(error)) throw error;
    // It is derived: the next end of a turn, or the next search, rebuilds it.
    await withStoreLock(store, claim, () => removeSearchIndex(store));
  }
}

/** However long it takes; returns why it cannot be done, if so. */
export async function completeSearchIndex(
  store: Store,
  who: string,
  progress: (done: number, total: number) => void,
): Promise<string | undefined> {
  if (!storeExists(store)) return undefined;
  try {
    const budget = new Deadline(Infinity);
    await settleWorkTimes(store, { budget });
    using index = await openSearchIndex(store, { who, waitMs: PATIENT_MS });
    const { layout } = store;
    const { read } = await updateSearchIndex(index, layout, {
      budget,
      progress,
    });
    saveKnownFixes(store, index);
    // Little that is new leaves few gaps.
    if (2 * read > index.sources().length) index.optimize();
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
