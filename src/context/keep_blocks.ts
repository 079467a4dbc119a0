/**
 * Our marked blocks in two files that are not ours: the rules in the project's
 * CLAUDE.md, if the user wants that, and a notice in the built-in memory's
 * MEMORY.md, if that exists. Nothing else in them changes, and they are
 * written only when the block does.
 */

import { storeError } from "../base/errors.ts";
import { changeBlock, hasMark } from "./marked_block.ts";
import { builtinMemoryPath, claudeMdPath } from "../store/claude_files.ts";
import { parentOf } from "../base/path_text.ts";
import { readText, resolveExisting, statFile } from "../store/read_file.ts";
import type { Store } from "../store/store.ts";
import { StoreFiles } from "../store/store_files.ts";
import type { World } from "../base/world.ts";
import { readRules } from "./prompt_rules.ts";

const MAX_BYTES = 4 * 1024 * 1024;
const OWNER_MAY_WRITE = 0o200;
/** The usual one: CLAUDE.md belongs to the project, not to its memory. */
const PROJECT_FILE_MODE = 0o644;

const NOTICE = `Memory Keeper records this project's sessions by itself in
.claude/memory/ and gives a new session what matters of them. What is said
there need not be repeated here; memory-keeper search <words> finds it.`;

/** The rules in CLAUDE.md, as the configuration says. */
export function keepClaudeMd(store: Store): void {
  // Others may read CLAUDE.md: rules for every project are the user's own.
  const rules = store.config.claudeMd
    ? readRules(store, { ofProject: true })?.text
    : undefined;
  setBlock(claudeMdPath(store.project), store.project.root, rules);
}

/** The notice in the built-in MEMORY.md, as the configuration says. */
export function keepBuiltinNotice(store: Store, world: World): void {
  setNotice(store, world, store.config.builtinNotice ? NOTICE : undefined);
}

/** Take both out, whatever the configuration says; returns where it came from. */
export function removeBlocks(store: Store, world: World): string[] {
  const claudeMd = claudeMdPath(store.project);
  const builtin = builtinMemoryPath(world, store.project);
  const marked = [claudeMd, ...(builtin ? [builtin] : [])].filter(isMarked);
  setBlock(claudeMd, store.project.root, undefined);
  setNotice(store, world, undefined);
  return marked.filter((path) => !isMarked(path));
}

function isMarked(path: string): boolean {
  const info = statFile(path);
  return info !== undefined && info.isFile && info.size <= MAX_BYTES &&
    hasMark(readText(path) ?? "");
}

function setNotice(
  { project }: Store,
  world: World,
  body: string | undefined,
): void {
  const path = builtinMemoryPath(world, project);
  if (path === undefined || !statFile(path)) return;
  setBlock(path, parentOf(path) ?? path, body);
}

/** `folder` is what no link may lead out of. */
function setBlock(
  path: string,
  folder: string,
  body: string | undefined,
): void {
  const info = statFile(path);
  if (info === undefined && body === undefined) return;
  if (info && (!info.isFile || info.size > MAX_BYTES)) return;
  // Nothing to take out: then it does not matter what the file is like.
  if (body === undefined && !hasMark(readText(path) ?? "")) return;
  const files = new StoreFiles(resolveExisting(folder));
  let isGone = false;
  files.changeWhole(path, (bytes) => {
    const change = changeBlock(bytes && decode(path, bytes), body);
    isGone = change.kind === "gone";
    if (change.kind === "unclear") throw unclearMarks(path);
    if (change.kind === "same") return undefined;
    if (info?.mode && (info.mode & OWNER_MAY_WRITE) === 0) {
      throw storeError(
        `Cannot change "${path}": it is read-only`,
        "Change its permissions",
      );
    }
    return change.kind === "changed"
      ? new TextEncoder().encode(change.text)
      : undefined;
  }, PROJECT_FILE_MODE);
  if (isGone) files.remove(path);
}

/** Byte for byte: with its byte order mark, and only if it is UTF-8. */
function decode(path: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })
      .decode(bytes);
  } catch (cause) {
    throw storeError(
      `Cannot change "${path}": it is not UTF-8 text`,
      "Save it as UTF-8",
      cause,
    );
  }
}

function unclearMarks(path: string) {
  return storeError(
    `Cannot change "${path}": the marks of our block are not a pair`,
    "Remove every line with memory-keeper:begin and memory-keeper:end",
  );
}
