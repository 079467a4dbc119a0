/**
 * The files in which a project's memory is kept: the store, its backups next to
 * it, and what is the user's in Claude Code's folder. Read, and written back.
 */

import { Readable } from "node:stream";
import { constants, createGunzip } from "node:zlib";
import { asByteText } from "../base/byte_text.ts";
import { joinBytes } from "../base/join_bytes.ts";
import { baseName, parentOf } from "../base/path_text.ts";
import { shortHash } from "../base/text_digest.ts";
import type { World } from "../base/world.ts";
import { gzipBytes, MOST_UNPACKED_BYTES } from "../store/gzip.ts";
import { leadsOut } from "../store/inside_project.ts";
import { listNames, resolveExisting, statFile } from "../store/read_file.ts";
import type { Store } from "../store/store.ts";
import { StoreFiles } from "../store/store_files.ts";
import { aboveTeam, teamFiles } from "../store/team_folder.ts";
import { surveyFolder } from "../store/survey_folder.ts";
import { userFolder } from "../store/user_key.ts";
import { STORE_LAYERS } from "./_layers.ts";

export interface Root {
  readonly dir: string;
  readonly files: StoreFiles;
  readonly kind: "store" | "backup" | "user";
  /** Which paths below it may be looked at; all unless given. */
  readonly isOwn?: (path: string) => boolean;
}

/** Rules for every project, their journal, copies of this one by its hash. */
function isOwn(path: string, hash: string): boolean {
  const [top, project] = path.split("/");
  return path === "rules.md" || top === "journal" || top === "backup" &&
      (project === undefined || project.endsWith(`-${hash}`));
}

/** A team's folder may be a repository; what is git's is left to git. */
const isOfGit = (path: string) => /^team\/\.git(?:\/|$)/.test(path);

export const storeRoot = ({ layout, files }: Store): Root => ({
  dir: layout.dir,
  files,
  kind: "store",
  isOwn: (path) => !isOfGit(path),
});

/** Of a linked worktree, or of a store in the user's folder. */
function teamRoots(store: Store): Root[] {
  const dir = aboveTeam(store);
  if (dir === store.layout.dir || leadsOut(store.layout.team)) return [];
  const isOwn = (path: string) => /^team(?:\/|$)/.test(path) && !isOfGit(path);
  return [{ dir, files: teamFiles(store), kind: "store", isOwn }];
}

export async function rootsOf(store: Store, world: World): Promise<Root[]> {
  const { dir } = store.layout;
  const hash = await shortHash(store.project.home);
  const above = parentOf(dir) ?? dir;
  const siblings = listNames(above)
    .filter((name) => name.startsWith(`${baseName(dir)}.backup-`))
    .map((name) => `${above}/${name}`);
  const user = userFolder(world);
  return [
    storeRoot(store),
    ...teamRoots(store),
    ...siblings.map((dir) => ({
      dir,
      files: new StoreFiles(resolveExisting(dir)),
      kind: "backup" as const,
    })),
    ...(user && statFile(user)?.isDirectory
      ? [{
        dir: user,
        files: new StoreFiles(resolveExisting(user)),
        kind: "user" as const,
        isOwn: (path: string) => isOwn(path, hash),
      }]
      : []),
  ];
}

/** Regular files below a root; logs first, as in the table of layers. */
export function filesIn({ dir, isOwn }: Root): string[] {
  const found: string[] = [];
  for (const { path, info } of surveyFolder(dir, isOwn)) {
    if (info.isFile) found.push(path);
  }
  const rank = (path: string) =>
    STORE_LAYERS.findIndex(({ test }) => test.test(path));
  return found.map((path) => ({ path, at: rank(path) }))
    .sort((a, b) => a.at - b.at || (a.path < b.path ? -1 : 1))
    .map(({ path }) => path);
}

interface Opened {
  readonly bytes: Uint8Array;
  /** Unpacked; bytes that are no UTF-8 are a character each. */
  readonly text: string;
  /** It is packed and cannot be unpacked, or only a part of it. */
  readonly isUnread: boolean;
  toBytes(text: string): Promise<Uint8Array>;
}

/** Undefined for one that has gone meanwhile. */
export async function openFile(path: string): Promise<Opened | undefined> {
  let bytes: Uint8Array;
  try {
    bytes = Deno.readFileSync(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
  const isPacked = bytes[0] === 0x1f && bytes[1] === 0x8b;
  const plain = isPacked ? await unpack(bytes, mostOf(path)) : bytes;
  const { text, toBytes } = asByteText(plain ?? bytes);
  return {
    bytes,
    text,
    isUnread: plain === undefined,
    toBytes: async (next) =>
      isPacked ? await gzipBytes(toBytes(next)) : toBytes(next),
  };
}

/** A copy of a transcript, which may be longer than any log. */
const RAW_COPY = /\.raw\.jsonl\.gz$/;
const MOST_RAW_BYTES = 256 * 1024 * 1024;

const mostOf = (path: string) =>
  RAW_COPY.test(path) ? MOST_RAW_BYTES : MOST_UNPACKED_BYTES;

/** Deno 2.4 knows no limit of what it unpacks at once, so it gets little. */
function* piecesOf(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
    yield bytes.subarray(at, at + PIECE_BYTES);
  }
}

const PIECE_BYTES = 8 * 1024;

/** All members of a copy, also where a kill tore the last one. */
async function unpack(
  bytes: Uint8Array,
  most: number,
): Promise<Uint8Array | undefined> {
  const gunzip = createGunzip({ finishFlush: constants.Z_SYNC_FLUSH });
  const stream = Readable.from(piecesOf(bytes)).pipe(gunzip);
  const parts: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const part of stream) {
      length += part.length;
      // Leaving the loop ends the stream.
      if (length > most) return undefined;
      parts.push(part);
    }
    return joinBytes(parts);
  } catch {
    return undefined; // no gzip
  }
}
