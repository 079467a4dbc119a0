/** Locks: whether they work on this disk, and who holds one. */

import { plural } from "../../base/format_count.ts";
import { removeIfThere } from "../../store/file_steps.ts";
import { holderPath, readHolder, tryLock } from "../../store/lock.ts";
import { changedAt, listNames, statFile } from "../../store/read_file.ts";
import type { Store } from "../../store/store.ts";
import { bad, type Finding, type Findings, good, warning } from "./finding.ts";
import type { CheckContext } from "./check_context.ts";

/** Locks are held for milliseconds; a large transcript takes some seconds. */
const STUCK_MS = 60_000;

interface HeldLock {
  readonly name: string;
  /** Who holds it, if known, and for how long. */
  readonly holder: string | undefined;
  readonly heldMs: number;
}

export async function checkLocks(
  { store, world, problem }: CheckContext,
): Promise<Findings> {
  if (problem()) return [];
  const kind = await tryLocks(store);
  if (kind === "shared") {
    return bad(
      "this disk gives a lock to two at once; two sessions may mix",
      ELSEWHERE,
    );
  }
  const { states } = store.layout;
  const names = listNames(states).filter((name) =>
    name.endsWith(".lock") && statFile(`${states}/${name}`)?.isFile
  );
  const held = await Promise.all(names.map(async (name) => {
    const path = `${states}/${name}`;
    if (await tryLock(store.files, path) !== "held") return [];
    const since = changedAt(statFile(holderPath(path)));
    const heldMs = world.now().getTime() - since;
    return [{ name, holder: readHolder(path), heldMs }];
  }));
  const findings = judgeLocks(names.length, held.flat());
  if (kind === "locked") return findings;
  return [
    warning(
      "this disk refuses file locks; lock files are used instead, and a " +
        "crash may block memory for a minute",
      ELSEWHERE,
    ),
    ...findings.filter(({ outcome }) => outcome !== "good"),
  ];
}

const ELSEWHERE =
  "memory-keeper config set --global storage home keeps memory elsewhere";

export function judgeLocks(all: number, held: readonly HeldLock[]): Finding[] {
  if (held.length === 0) {
    return [good(`${plural(all, "lock")}, none is held`)];
  }
  return held.map(({ name, holder = "another process", heldMs }) => {
    const who = `${name.replace(/\.lock$/, "")} is held by ${holder}`;
    return heldMs > STUCK_MS
      ? warning(who, "If that process is stuck, end it: the lock is free then")
      : good(who);
  });
}

/** A second lock on the same file must not be given. */
async function tryLocks(
  { layout, files }: Store,
): Promise<"locked" | "shared" | "refused"> {
  const path = `${layout.dir}/.cache/lock-probe-${Deno.pid}.lock`;
  const file = files.openLock(path);
  try {
    await file.lock(true);
    return await tryLock(files, path) === "held" ? "locked" : "shared";
  } catch {
    return "refused";
  } finally {
    file.close();
    removeIfThere(path);
  }
}
