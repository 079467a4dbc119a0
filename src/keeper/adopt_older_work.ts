/** Looks whether the earlier generation left work, and loads what adopts it. */

import { statFile } from "../store/read_file.ts";
import type { Claim, Store } from "../store/store.ts";
import type { World } from "../world.ts";

export async function adoptOlderWork(
  store: Store,
  world: World,
  claim: Claim,
): Promise<boolean> {
  const info = statFile(store.layout.olderDelta);
  if (!info?.isFile || info.size === 0) return false;
  const { adoptOlderDelta } = await import("./adopt_older_delta.ts");
  return await adoptOlderDelta(store, world, claim);
}
