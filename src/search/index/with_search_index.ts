/**
 * An index that knows the latest text, for one question: the database topped
 * up, or, where no file can be written, one in memory made from the files.
 */

import {
  isDamage,
  openSearchIndex,
  openTemporaryIndex,
  removeSearchIndex,
} from "./open_search_index.ts";
import type { IndexWriter, SearchIndex } from "./search_index.ts";
import { isCurrent } from "./_source_stamp.ts";
import { type Store, withStoreLock } from "../../store/store.ts";
import { Deadline } from "../../base/timeout.ts";
import { UserError } from "../../base/errors.ts";

const WAIT_MS = 2000;
/** Who searches may wait a little for the dates of older sections. */
const SETTLE_MS = 1000;
/** How long a question waits for the index; it answers from what is read by then. */
const TOP_UP_MS = 8000;

export interface Answered<T> {
  readonly value: T;
  /** Why the files were scanned instead. */
  readonly scanned: string | null;
  /** How many files the index does not know yet: the newest are read first. */
  readonly unread: number;
}

export async function withSearchIndex<T>(
  store: Store,
  who: string,
  body: (index: SearchIndex) => T | Promise<T>,
  topUpMs = TOP_UP_MS,
): Promise<Answered<T>> {
  try {
    return await askDatabase(store, who, body, topUpMs);
  } catch (error) {
    if (error instanceof UserError && error.kind === "misuse") throw error;
    using index = await openTemporaryIndex();
    const unread = await topUp(store, index, topUpMs);
    const scanned = error instanceof Error ? error.message : String(error);
    return { value: await body(index), scanned, unread };
  }
}

/** Damage may show only when a table is read: then once more with a new one. */
async function askDatabase<T>(
  store: Store,
  who: string,
  body: (index: SearchIndex) => T | Promise<T>,
  topUpMs: number,
): Promise<Answered<T>> {
  const claim = { who, waitMs: WAIT_MS };
  const ask = async () => {
    using index = await openSearchIndex(store, claim);
    const unread = isCurrent(index, store.layout)
      ? 0
      : await topUp(store, index, topUpMs);
    return { value: await body(index), scanned: null, unread };
  };
  store.files.assertMayWrite(store.layout.searchIndex);
  try {
    return await ask();
  } catch (error) {
    if (!isDamage(error)) throw error;
    await withStoreLock(store, claim, () => removeSearchIndex(store));
    return await ask();
  }
}

/** Mostly there is nothing to read: what reads is loaded when it is needed. */
async function topUp(
  store: Store,
  index: IndexWriter,
  topUpMs: number,
): Promise<number> {
  const [{ updateSearchIndex }, { saveKnownFixes }, { settleWorkTimes }] =
    await Promise.all([
      import("./_update_search_index.ts"),
      import("../known_fixes.ts"),
      import("../../memory/settle_work_times.ts"),
    ]);
  if (index.isLasting) {
    await settleWorkTimes(store, { budget: new Deadline(SETTLE_MS) });
  }
  const budget = new Deadline(topUpMs);
  const { unread } = await updateSearchIndex(index, store.layout, { budget });
  if (index.isLasting) saveKnownFixes(store, index);
  return unread;
}
