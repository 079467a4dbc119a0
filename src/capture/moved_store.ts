/**
 * The home store of a project that was moved. Such a store is named after the
 * project's path, so a moved project starts with a new one; what git knows of
 * both, or a transcript that was recorded, tells where the former lies. It is
 * offered and never joined unasked.
 */

import { isSystemError, UserError } from "../base/errors.ts";
import { isObject } from "../base/json.ts";
import { textField } from "../claude/payload.ts";
import { baseName, isSamePath, parentOf } from "../base/path_text.ts";
import { parseMemory } from "../memory/memory_text.ts";
import { listSessionIds, loadSessionState } from "../session/session_state.ts";
import { gitDir } from "../store/git/branch.ts";
import { isSessionId, type Layout, storeLayout } from "../store/layout.ts";
import { listNames, readText, statFile } from "../store/read_file.ts";
import { ensureStore, hasMemory, type Store } from "../store/store.ts";
import { readBeginning } from "./transcript_beginning.ts";

const MAX_BYTES = 1024 * 1024;
/** Enough to find a transcript that Claude Code still has. */
const SESSIONS_ASKED = 5;

interface Origin {
  readonly root: string;
  readonly remote: string | undefined;
  /** The first commit that the checkout had. */
  readonly first: string | undefined;
}

interface MovedStore {
  /** The folder's name, as the command takes it. */
  readonly name: string;
  readonly dir: string;
  /** Where the project was. */
  readonly root: string;
  readonly sections: number;
}

/** Note in a home store which project it is of. */
export function noteOrigin(store: Store): void {
  const { layout, files, project } = store;
  if (project.config.values.storage !== "home") return;
  const text = `${JSON.stringify(readOrigin(project.home), null, 2)}\n`;
  if (readText(layout.origin, MAX_BYTES) === text) return;
  ensureStore(store);
  files.replace(layout.origin, text);
}

/** Former stores of this project; none where it has memory of its own. */
export function findMovedStores({ project, layout }: Store): MovedStore[] {
  if (project.config.values.storage !== "home" || hasMemory(layout)) return [];
  const folder = parentOf(layout.dir) ?? "";
  const own = readOrigin(project.home);
  return listNames(folder).flatMap((name) => {
    const there = storeLayout(`${folder}/${name}`);
    if (isSamePath(there.dir, layout.dir) || !hasMemory(there)) return [];
    const origin = safely(() => loadOrigin(there, own));
    if (origin === undefined || statFile(origin.root)) return [];
    if (!isSameProject(origin, own)) return [];
    const sections = safely(() => countSections(there)) ?? 0;
    return [{ name, dir: there.dir, root: origin.root, sections }];
  });
}

function isSameProject(a: Origin, b: Origin): boolean {
  if (a.first !== undefined && b.first !== undefined) {
    return a.first === b.first;
  }
  if (a.remote !== undefined || b.remote !== undefined) {
    return a.remote === b.remote;
  }
  return baseName(a.root) === baseName(b.root);
}

function countSections({ memory }: Layout): number {
  return parseMemory(readText(memory) ?? "").sections.length;
}

/** As it was noted; of older stores a transcript says where the project was. */
function loadOrigin(layout: Layout, own: Origin): Origin | undefined {
  const text = readText(layout.origin, MAX_BYTES);
  if (text === undefined) {
    if (!baseName(layout.dir).startsWith(`${baseName(own.root)}-`)) {
      return undefined;
    }
    const root = recordedRoot(layout);
    // Git cannot be asked about a folder that is gone.
    return root === undefined ? undefined : { ...own, root };
  }
  const raw: unknown = JSON.parse(text);
  if (!isObject(raw) || typeof raw["root"] !== "string") return undefined;
  return {
    root: raw["root"],
    remote: textField(raw, "remote"),
    first: textField(raw, "first"),
  };
}

function recordedRoot(layout: Layout): string | undefined {
  const ids = listSessionIds(layout).filter(isSessionId).slice(-SESSIONS_ASKED);
  for (const id of ids) {
    const loaded = loadSessionState(layout, id);
    if (loaded.state !== "ok") continue;
    const cwd = readBeginning(loaded.value.transcript)?.cwd;
    if (cwd !== undefined) return cwd;
  }
  return undefined;
}

/** What git knows of a checkout, from its own files. */
function readOrigin(root: string): Origin {
  const read = (name: string) =>
    safely(() => readText(`${gitDir(root)}/${name}`, MAX_BYTES)) ?? "";
  const remote = /^\[remote "origin"\][^[]*?^\s*url\s*=\s*(.+?)\s*$/m
    .exec(read("config"))?.[1];
  const first = /^0+ ([0-9a-f]{40,64}) /.exec(read("logs/HEAD"))?.[1];
  // An address may hold a password.
  return { root, remote: remote?.replace(/\/\/[^/@]*@/, "//"), first };
}

function safely<T>(look: () => T): T | undefined {
  try {
    return look();
  } catch (error) {
    if (
      error instanceof UserError || error instanceof SyntaxError ||
      isSystemError(error)
    ) return undefined;
    throw error;
  }
}
