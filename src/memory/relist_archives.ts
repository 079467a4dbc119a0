/** Archives that a rotation killed half-way kept out of the index. */

import { isBeginning } from "../base/byte_text.ts";
import { describeArchive, listArchives } from "../session/memory_index.ts";
import { Snapshot } from "../session/snapshot.ts";
import { readBytes } from "../store/read_file.ts";
import { type Claim, type Store, withStoreLock } from "../store/store.ts";

/**
 * While memory.md still begins with an archive's text, nothing was taken from
 * memory.md: that archive is deleted.
 */
export async function relistArchives(
  store: Store,
  claim: Claim,
  snapshot = new Snapshot(store),
): Promise<number> {
  const { layout, files } = store;
  const missing = () => {
    const { rotatedFiles } = snapshot.index;
    const known = new Set(rotatedFiles.map(({ file }) => file));
    return listArchives(layout).filter((name) => !known.has(name));
  };
  if (missing().length === 0) return 0;
  return await withStoreLock(store, claim, () => {
    snapshot.doubt();
    const memory = readBytes(layout.memory) ?? new Uint8Array();
    const isBegun = (name: string) => {
      const begun = readBytes(`${layout.dir}/${name}`);
      return begun !== undefined && isBeginning(begun, memory);
    };
    const begun = missing().filter(isBegun);
    for (const name of begun) files.remove(`${layout.dir}/${name}`);
    const names = missing();
    if (names.length === 0) return 0;
    snapshot.updateIndex((index) => ({
      ...index,
      rotatedFiles: [
        ...index.rotatedFiles,
        ...names.map((name) => describeArchive(layout, name)),
      ],
    }));
    return names.length;
  });
}
