/** Checks whether the earlier generation left work before loading what adopts it. */

import { objectOf } from "../base/json.ts";
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
  if (isAllAdopted(info, adoptedIn(snapshot.index))) return false;
  snapshot.doubt();
  const { adoptOlderDelta } = await import("./_adopt_older_delta.ts");
  return await adoptOlderDelta(store, world, claim, parts);
}

/** How much of the file was adopted, and which content that was. */
export interface Adopted {
  readonly bytes: number;
  readonly mtimeMs: number;
  readonly hash: string;
}

export function readAdopted({ layout }: Store): Adopted | undefined {
  return adoptedIn(readIndex(layout));
}

function adoptedIn({ olderDelta: adopted }: MemoryIndex): Adopted | undefined {
  const { bytes, mtimeMs, hash } = objectOf(adopted);
  return typeof bytes === "number" && typeof mtimeMs === "number" &&
      typeof hash === "string"
    ? { bytes, mtimeMs, hash }
    : undefined;
}

export function isAllAdopted(
  { size, mtime }: Deno.FileInfo,
  adopted: Adopted | undefined,
): boolean {
  return adopted?.bytes === size && adopted.mtimeMs === (mtime?.getTime() ?? 0);
}
