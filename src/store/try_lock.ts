/** Asking for a lock only to know whether somebody holds it. */

import { TIMED_OUT, within } from "../base/timeout.ts";

const PROBE_MS = 50;

/** Whether it could be had just now; it is given back at once. */
export async function tryLock(path: string): Promise<boolean> {
  const file = Deno.openSync(path, { read: true, write: true });
  const locked = file.lock(true);
  const isFree = await within(PROBE_MS, locked) !== TIMED_OUT;
  // A request cannot be withdrawn; see lock.ts.
  if (isFree) file.close();
  else locked.then(() => file.close(), () => file.close());
  return isFree;
}
