/** Checks whether the earlier generation left work before loading what adopts it. */

import { isObject } from "../base/json.ts";
import { type MemoryIndex, readIndex } from "../session/memory_index.ts";
import { Snapshot } from "../session/snapshot.ts";
import { statFile } from "../store/read_file.ts";
import type { Claim, Store } from "../store/store.ts";
import type { World } from "../base/world.ts";

/** A large file is adopted in parts; `parts` says how many there is time for. */
export async function adoptOlderWork(
  store: Store,
  world: World,
  claim: Claim,
  { parts = Infinity, snapshot = new Snapshot(store) } = {},
): Promise<boolean> {
  const info = statFile(store.layout.olderDelta);
  if (!info?.isFile || info.size === 0) return false;
  // The file stays for its own tool; most of the time it is already adopted.
  if (isAllTaken(info, takenIn(snapshot.index))) return false;
  snapshot.doubt();
  const { adoptOlderDelta } = await import("./_adopt_older_delta.ts");
  return await adoptOlderDelta(store, world, claim, parts);
}

/** How much of the file was adopted, and which content that was. */
export interface Taken {
  readonly bytes: number;
  readonly mtimeMs: number;
  readonly hash: string;
}

export function readTaken({ layout }: Store): Taken | undefined {
  return takenIn(readIndex(layout));
}

function takenIn({ olderDelta: taken }: MemoryIndex): Taken | undefined {
  if (!isObject(taken)) return undefined;
  const { bytes, mtimeMs, hash } = taken;
  return typeof bytes === "number" && typeof mtimeMs === "number" &&
      typeof hash === "string"
    ? { bytes, mtimeMs, hash }
    : undefined;
}

export function isAllTaken(
  { size, mtime }: Deno.FileInfo,
  taken: Taken | undefined,
): boolean {
  return taken?.bytes === size && taken.mtimeMs === (mtime?.getTime() ?? 0);
}
