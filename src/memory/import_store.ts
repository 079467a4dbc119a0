/**
 * Unpack an exported store in place of one that has nothing, or that is kept as
 * a backup. Everything is unpacked and checked next to the store first: an
 * archive that was changed, cut off or made by a stranger leaves no trace.
 */

import { hashBytes } from "../base/hex.ts";
import { UserError } from "../base/errors.ts";
import { isInside, parentOf } from "../base/path_text.ts";
import { objectOf, tryParseJson } from "../base/json.ts";
import type { World } from "../base/world.ts";
import { faultPoint } from "../store/fault_point.ts";
import { removeIfThere } from "../store/file_steps.ts";
import { storeLayout } from "../store/layout.ts";
import { acceptStore } from "../store/owner.ts";
import { addKeptOut, readKeptOut } from "../store/kept_out.ts";
import { makeFolder } from "../store/file_kinds.ts";
import { listNames, resolveExisting, statFile } from "../store/read_file.ts";
import { type Claim, type Store, storeExists } from "../store/store.ts";
import { StoreFiles } from "../store/store_files.ts";
import { surveyFolder } from "../store/survey_folder.ts";
import { damaged, readTar } from "../store/tar.ts";
import { userKey } from "../store/user_key.ts";
import { backupOf, moveAway } from "./clear_memory.ts";
import {
  FOLDER,
  isCarried,
  MANIFEST,
  type Manifest,
  type ManifestFile,
  SIGNATURE,
} from "./export_store.ts";

const MEBIBYTE = 1024 * 1024;
/** No store of ours is packed tighter than this. */
const MOST_RATIO = 200;
const LIMITS = {
  members: 500_000,
  memberBytes: 512 * MEBIBYTE,
  totalBytes: 8192 * MEBIBYTE,
};
const SMALL_BYTES = 4 * MEBIBYTE;

interface ImportWanted {
  readonly file: string;
  /** Whether an archive without this user's signature is welcome. */
  readonly isTrusted: boolean;
  /** Whether a store with content may become a backup. */
  readonly replaces: boolean;
  /** Called with the unpacked store, before it takes its place. */
  readonly prepare: (unpacked: Store) => Promise<unknown>;
}

/**
 * `isOwn`: this user's key signed it. `backup`: where the former store is now.
 */
export async function importStore(
  store: Store,
  world: World,
  { file, isTrusted, replaces, prepare }: ImportWanted,
  claim: Claim,
) {
  const { layout } = store;
  if (!statFile(file)?.isFile) throw noFile(file);
  if (!replaces && hasContent(store)) {
    throw new UserError("refused", `There is memory in ${layout.dir} already`, [
      "Keep it as a backup and take the archive's instead: --replace",
    ]);
  }
  const staging = `${layout.dir}.importing`;
  const above = parentOf(layout.dir) ?? layout.dir;
  const isNew = statFile(above) === undefined;
  // `.claude` itself is not ours: it gets the usual permissions.
  makeFolder(above);
  // What is there was left by a run that was killed.
  removeFolder(staging);
  try {
    const files = filesNextTo(store, above);
    const { manifest, text, signature } = await unpack(files, file, staging);
    const isOwn = isSigned(world, text, signature);
    if (!isOwn && !isTrusted) throw notOwn(file);
    const unpacked = { ...store, files, layout: storeLayout(staging) };
    addKeptOut(files, unpacked.layout, readKeptOut(layout));
    await prepare(unpacked);
    await acceptStore(world, files, staging);
    const backup = await swap(store, staging, world, claim);
    return { manifest, isOwn, backup };
  } finally {
    removeFolder(staging);
    if (isNew && listNames(above).length === 0) removeFolder(above);
  }
}

/** `files` of a home store may not leave its folder; this is next to it. */
function filesNextTo({ files }: Store, above: string): StoreFiles {
  const folder = resolveExisting(above);
  return isInside(folder, files.boundary) ? files : new StoreFiles(folder);
}

const noFile = (path: string) =>
  new UserError("refused", `There is no file "${path}"`, [
    'Make one with "memory-keeper export"',
  ]);

const notOwn = (file: string) =>
  new UserError("refused", `"${file}" was not exported with this user's key`, [
    "A store tells the model what to do: if you know where this one comes " +
    "from, for example from your other machine, add --trust",
  ]);

/** Whether it has more than what any hook makes by itself. */
function hasContent(store: Store): boolean {
  if (!storeExists(store)) return false;
  return [...surveyFolder(store.layout.dir)].some(({ path, info }) =>
    !info.isDirectory && isCarried(path) &&
    !/^(?:\.gitignore|logs\/)/.test(path)
  );
}

async function unpack(files: StoreFiles, path: string, staging: string) {
  const size = statFile(path)?.size ?? 0;
  const limits = {
    ...LIMITS,
    totalBytes: Math.min(LIMITS.totalBytes, size * MOST_RATIO + SMALL_BYTES),
  };
  const unpacked: ManifestFile[] = [];
  const seen = new Set<string>();
  const texts = new Map<string, string>();
  // First of all: git must not see the others even for a moment.
  files.replace(`${staging}/.gitignore`, "*\n");
  for await (const { path: name, bytes } of membersOf(path, limits)) {
    if (seen.has(name.toLowerCase())) throw damaged(`"${name}" is there twice`);
    seen.add(name.toLowerCase());
    if (name === MANIFEST || name === SIGNATURE) {
      texts.set(name, new TextDecoder().decode(bytes));
      continue;
    }
    const below = pathBelow(name);
    files.replace(`${staging}/${below}`, bytes);
    const sha256 = await hashBytes(bytes);
    unpacked.push({ path: below, bytes: bytes.length, sha256 });
  }
  const text = texts.get(MANIFEST) ?? "";
  const manifest = parseManifest(text);
  assertSame(manifest.files, unpacked);
  return { manifest, text, signature: texts.get(SIGNATURE) ?? "" };
}

async function* membersOf(path: string, limits: typeof LIMITS) {
  let file: Deno.FsFile;
  try {
    file = await Deno.open(path, { read: true });
  } catch (cause) {
    if (!(cause instanceof Deno.errors.NotFound)) throw cause;
    throw noFile(path);
  }
  const bytes = file.readable.pipeThrough(new DecompressionStream("gzip"));
  try {
    yield* readTar(bytes, limits);
  } catch (error) {
    // What the runtime says about bytes that are no gzip, or no UTF-8.
    if (error instanceof TypeError) throw damaged("it is no gzipped archive");
    throw error;
  }
}

/** The path below the store; nothing else may come out of an archive. */
function pathBelow(name: string): string {
  const below = name.slice(FOLDER.length);
  const isPlain = name.startsWith(FOLDER) && !/[\\:\0]/.test(below) &&
    below.split("/").every((part) => !["", ".", ".."].includes(part));
  if (!isPlain || !isCarried(below)) {
    throw damaged(`"${name}" does not belong into a store`);
  }
  return below;
}

function parseManifest(text: string): Manifest {
  const raw = tryParseJson(text);
  const { version, files } = objectOf(raw);
  if (version === 1 && Array.isArray(files)) return raw as Manifest;
  throw damaged("it has no manifest");
}

function assertSame(
  told: readonly ManifestFile[],
  there: readonly ManifestFile[],
): void {
  const known = new Map(there.map((one) => [one.path, one]));
  for (const { path, bytes, sha256 } of told) {
    const one = known.get(path);
    if (one === undefined) throw damaged(`"${path}" is missing`);
    if (one.sha256 !== sha256 || one.bytes !== bytes) {
      throw damaged(`"${path}" was changed`);
    }
    known.delete(path);
  }
  const [more] = known.keys();
  if (more !== undefined) throw damaged(`"${more}" is not in its manifest`);
}

function isSigned(world: World, text: string, signature: string): boolean {
  const key = userKey(world);
  return key !== undefined && signature === `${key.id} ${key.sign(text)}\n`;
}

async function swap(store: Store, staging: string, world: World, claim: Claim) {
  const { layout } = store;
  const put = () => {
    faultPoint("rename", layout.dir);
    Deno.renameSync(staging, layout.dir);
  };
  if (!storeExists(store)) {
    put();
    return null;
  }
  const isKept = hasContent(store);
  const backup = backupOf(store, world);
  await moveAway(store, backup, claim, put);
  if (!isKept) removeFolder(backup);
  return isKept ? backup : null;
}

const removeFolder = (path: string) => removeIfThere(path, { recursive: true });
