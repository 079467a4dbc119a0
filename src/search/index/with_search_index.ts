/**
 * An index that knows the latest text, for one question: the database topped
 * up, or, where that is not possible, lists made from the files.
 */

import {
  isDamage,
  openSearchIndex,
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
const NO_END = new Deadline(Infinity);

export interface Answered<T> {
  readonly value: T;
  /** Why the files were scanned instead. */
  readonly scanned: string | null;
}

export async function withSearchIndex<T>(
  store: Store,
  who: string,
  body: (index: SearchIndex) => T | Promise<T>,
): Promise<Answered<T>> {
  try {
    return { value: await askDatabase(store, who, body), scanned: null };
  } catch (error) {
    if (error instanceof UserError && error.kind === "misuse") throw error;
    const { ScanIndex } = await import("./_scan_index.ts");
    const index = new ScanIndex();
    await topUp(store, index);
    const scanned = error instanceof Error ? error.message : String(error);
    return { value: await body(index), scanned };
  }
}

/** Damage may show only when a table is read: then once more with a new one. */
async function askDatabase<T>(
  store: Store,
  who: string,
  body: (index: SearchIndex) => T | Promise<T>,
): Promise<T> {
  const claim = { who, waitMs: WAIT_MS };
  const ask = async () => {
    using index = await openSearchIndex(store, claim);
    if (!isCurrent(index, store.layout)) await topUp(store, index);
    return await body(index);
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
async function topUp(store: Store, index: IndexWriter): Promise<void> {
  const [{ updateSearchIndex }, { settleWorkTimes }] = await Promise.all([
    import("./_update_search_index.ts"),
    import("../../memory/settle_work_times.ts"),
  ]);
  if (index.isLasting) {
    await settleWorkTimes(store, { budget: new Deadline(SETTLE_MS) });
  }
  await updateSearchIndex(index, store.layout, { budget: NO_END });
}
