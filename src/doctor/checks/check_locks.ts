/** Locks: whether they work on this disk, and who holds one. */

import { plural } from "../../base/format_count.ts";
import { removeIfThere } from "../../store/file_steps.ts";
import { holderBeside, readHolder, tryLock } from "../../store/lock.ts";
import { listNames, statFile } from "../../store/read_file.ts";
import type { Store } from "../../store/store.ts";
import { bad, type Finding, good, warning } from "./finding.ts";
import type { CheckContext } from "./check_context.ts";

/** Locks are held for milliseconds; a large transcript takes some seconds. */
const STUCK_MS = 60_000;

export interface HeldLock {
  readonly name: string;
  /** Who holds it, if known, and for how long. */
  readonly holder: string | undefined;
  readonly heldMs: number;
}

export async function checkLocks(
  { store, world, hasStore, problem }: CheckContext,
): Promise<Finding[]> {
  if (!hasStore() || problem()) return [];
  if (!await locksWork(store)) {
    return [
      bad(
        "locks",
        "this disk does not support file locks; two sessions may mix",
        "memory-keeper config set --global storage home keeps memory elsewhere",
      ),
    ];
  }
  const { states } = store.layout;
  const names = listNames(states).filter((name) => name.endsWith(".lock"));
  const held = await Promise.all(names.map(async (name) => {
    const path = `${states}/${name}`;
    if (await tryLock(path)) return [];
    const since = statFile(holderBeside(path))?.mtime?.getTime() ?? 0;
    const heldMs = world.now().getTime() - since;
    return [{ name, holder: readHolder(path), heldMs }];
  }));
  return judgeLocks(names.length, held.flat());
}

export function judgeLocks(all: number, held: readonly HeldLock[]): Finding[] {
  const check = "locks";
  if (held.length === 0) {
    return [good(check, `${plural(all, "lock")}, none is held`)];
  }
  return held.map(({ name, holder = "another process", heldMs }) => {
    const who = `${name.replace(/\.lock$/, "")} is held by ${holder}`;
    return heldMs > STUCK_MS
      ? warning(
        check,
        who,
        "If that process is stuck, end it: the lock is free then",
      )
      : good(check, who);
  });
}

/** A second lock on the same file must be refused. */
async function locksWork({ layout, files }: Store): Promise<boolean> {
  const path = `${layout.dir}/.cache/lock-probe-${Deno.pid}.lock`;
  const file = files.openLock(path);
  try {
    await file.lock(true);
    return !await tryLock(path);
  } catch {
    return false; // not supported here
  } finally {
    file.close();
    removeIfThere(path);
  }
}
