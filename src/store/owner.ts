/**
 * Whose a store is. One that this user's program made, or that the user
 * accepted, carries a mark: a random id and its HMAC with the user's key. A
 * store without one may have come with a cloned or unpacked folder: it is
 * foreign, unless the user's own traces of Claude Code show that it is theirs.
 */

import { isFileProblem } from "../base/errors.ts";
import type { World } from "../base/world.ts";
import { storeLayout } from "./layout.ts";
import { readText, statFile } from "./read_file.ts";
import type { StoreFiles } from "./store_files.ts";
import { type UserKey, userKey } from "./user_key.ts";

const MARK_BYTES = 256;
const MARK_FORM = /^([0-9a-f-]{36}) [0-9a-f]{64}\n$/;

export interface Owner {
  /** Whether someone else made it: what it has may be read, not obeyed. */
  readonly isForeign: boolean;
  /** Written with the next change; absent where there is no key. */
  readonly mark?: { readonly path: string; readonly text: string };
  readonly isMarked: boolean;
  /** The store's id with the user's key; "" where there is no key. */
  seal(what: string): string;
}

interface JudgedStore {
  readonly dir: string;
  /** The folders the store may belong to; none for one in the user's folder. */
  readonly roots: readonly string[];
  /** Where a verdict against it is noted. */
  readonly note?: () => string | undefined;
}

const UNKEYED: Owner = {
  isForeign: false,
  isMarked: false,
  seal: () => "",
};

/** Reads only; `ensureStore()` writes the mark. */
export async function judgeOwner(
  world: World,
  judged: JudgedStore,
): Promise<Owner> {
  const key = userKey(world);
  // Without a key nothing could ever be told apart.
  if (key === undefined) return UNKEYED;
  const path = storeLayout(judged.dir).owner(key.id);
  const known = readMark(path, key);
  const { id, text } = known ?? markOf(crypto.randomUUID(), key);
  return {
    isForeign: known === undefined && await isForeign(world, judged),
    mark: { path, text },
    isMarked: known !== undefined,
    seal: (what) => key.sign(`memory-keeper ${what} ${id}`),
  };
}

interface Mark {
  readonly id: string;
  readonly text: string;
}

const markOf = (id: string, key: UserKey): Mark => ({
  id,
  text: `${id} ${key.sign(`memory-keeper store ${id}`)}\n`,
});

/** Undefined if the mark is not ours. */
function readMark(path: string, key: UserKey): Mark | undefined {
  try {
    const text = readText(path, MARK_BYTES) ?? "";
    const id = MARK_FORM.exec(text)?.[1];
    const mark = id === undefined ? undefined : markOf(id, key);
    return mark?.text === text ? mark : undefined;
  } catch {
    return undefined; // A folder, a link that leads out: not our mark.
  }
}

async function isForeign(
  world: World,
  { dir, roots, note }: JudgedStore,
): Promise<boolean> {
  if (roots.length === 0) return false;
  try {
    if (!statFile(dir)?.isDirectory) return false;
    const noted = note?.();
    const former = noted && readNote(noted);
    if (former !== undefined && former === stampOf(dir)) return true;
    const { findOwnSigns } = await import("./_owner_signs.ts");
    return !await findOwnSigns(world, { dir, roots });
  } catch (error) {
    if (!isFileProblem(error) && !(error instanceof SyntaxError)) throw error;
    return true; // A folder that cannot be read in part hides what it has.
  }
}

/** The user accepts a store that someone else made. */
export async function acceptStore(
  world: World,
  files: StoreFiles,
  dir: string,
): Promise<void> {
  const { mark } = await judgeOwner(world, { dir, roots: [] });
  if (mark) files.replace(mark.path, mark.text);
}

/** So that the next event need not look for signs again. */
export function noteForeign(
  files: StoreFiles,
  note: string,
  dir: string,
): void {
  const stamp = stampOf(dir);
  if (readNote(note) !== stamp) files.writeUnsynced(note, stamp);
}

/** Changes when something is added to the store, so that it is judged again. */
function stampOf(dir: string): string {
  return [dir, `${dir}/state`, `${dir}/sessions`].map((path) => {
    const info = statFile(path);
    return `${info?.ino ?? ""}:${info?.mtime?.getTime() ?? ""}`;
  }).join(" ");
}

function readNote(path: string): string | undefined {
  try {
    return readText(path, MARK_BYTES)?.trim();
  } catch {
    return undefined; // Then it is judged again.
  }
}
