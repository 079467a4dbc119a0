/** What the user is told when a session starts, apart from the receipt. */

import { plural } from "../base/format_count.ts";
import { oneLine } from "../base/safe_text.ts";
import { closeGitignore } from "../store/gitignore.ts";
import { readText } from "../store/read_file.ts";
import { hasMemory, type Store } from "../store/store.ts";

/** A .gitignore that came with the project must not show logs to git. */
export async function closeExposed(store: Store): Promise<string[]> {
  const exposed = await closeGitignore(store);
  if (exposed.length === 0) return [];
  const names = exposed.slice(0, 3).map((name) => oneLine(name).slice(0, 40));
  return [
    "The .gitignore that came with this project's memory would have shown " +
    `git ${names.join(", ")}; it was rewritten`,
  ];
}

/** Where memory is, of a project that has none here. */
export async function findKeptElsewhere(store: Store): Promise<string[]> {
  if (store.config.storage === "home") return await offerMoved(store);
  if (hasMemory(store.layout)) return [];
  const { hasCopied, isBackedUp, listBackups } = await import(
    "../store/backup.ts"
  );
  // What is there already left that backup itself.
  if (!isBackedUp(store) || hasCopied(store.layout.dir)) return [];
  const [newest] = listBackups(store.project);
  const memory = newest && readText(`${newest.dir}/memory.md`);
  if (newest === undefined) return [];
  const { parseMemory } = await import("../memory/memory_text.ts");
  const { sections } = parseMemory(memory ?? "");
  const count = sections.length;
  const what = count === 0 ? "" : ` of ${plural(count, "section")}`;
  return [`The store is new; a backup${what} lies in ${newest.dir}`];
}

async function offerMoved(store: Store): Promise<string[]> {
  const { findMovedStores, noteOrigin } = await import(
    "../capture/moved_store.ts"
  );
  noteOrigin(store);
  return findMovedStores(store).map(({ name, root, sections }) =>
    `A memory of ${plural(sections, "section")} was kept for ` +
    `${oneLine(root)}, which is gone; if that is this project: ` +
    `memory-keeper migrate moved ${shellWord(name)}`
  );
}

const shellWord = (word: string) =>
  /^[\w.+-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
