/**
 * From a folder to a store: which folder is the project, whose memory a git
 * worktree uses, and where the store is. Two folders never share a store only
 * because their names are equal.
 */

import { homeFolder } from "../claude/folders.ts";
import { isSystemError, storeError, UserError } from "../base/errors.ts";
import type { World } from "../base/world.ts";
import {
  layerConfig,
  type LayeredConfig,
  loosens,
  readConfigFile,
  tightOnly,
} from "./_config.ts";
import {
  configFileIn,
  type Layout,
  localName,
  projectStoreDir,
  storeLayout,
} from "./layout.ts";
import { hasCopy, keptOutFolder } from "./kept_out_copy.ts";
import { judgeOwner, type Owner } from "./owner.ts";
import type { Forgotten } from "./forgotten.ts";
import {
  absolutePath,
  baseName,
  isSamePath,
  parentOf,
} from "../base/path_text.ts";
import { entriesIn, resolveExisting, statFile } from "./read_file.ts";
import { sha256Hex } from "../base/hmac.ts";
import { mainWorktree } from "./git/main_worktree.ts";
import { userFolder } from "./user_key.ts";

export interface Project {
  /** The project folder as Claude Code or the user named it. */
  readonly root: string;
  /** The folder whose memory this is: the main worktree of a linked one. */
  readonly home: string;
  readonly name: string;
  readonly storeDir: string;
  /** The resolved folder that no write may leave. */
  readonly boundary: string;
  readonly config: LayeredConfig;
  /** False if the team's folder is not shared but came with a foreign store. */
  readonly hasTeam: boolean;
  /** What the store's folder had when it was opened, by name. */
  readonly entries: ReadonlyMap<string, Deno.DirEntry>;
  /** Where the store notes what stays out of it. */
  readonly keptOutLists: Pick<Layout, "off" | "forgotten">;
  /** The user's folder has copies of these lists. */
  readonly hasCopies: boolean;
  /** There is a list of times when memory was off. */
  readonly wasOff: boolean;
  /** What must not come back; absent where nothing was forgotten. */
  readonly forgotten?: Forgotten;
  /** Why that cannot be read: until it can, nothing is kept. */
  readonly unreadForgotten?: UserError;
  /** What belongs to the user and to no project; none without a home. */
  readonly userFolder: string | undefined;
  /** Of the store at `storeDir`. */
  readonly owner: Owner;
  /**
   * The store in the project's folder if someone else made it. Then `storeDir`
   * is one in the user's folder until the user trusts the other.
   */
  readonly foreign: string | undefined;
  /** What was kept in the user's folder before the store was trusted. */
  readonly leftover: string | undefined;
}

/** The configuration file for all of a user's projects. */
export function globalConfigPath(world: World): string | undefined {
  const folder = userFolder(world);
  return folder && configFileIn(folder);
}

/** The project's own file; it stays in the project with `storage: "home"`. */
export function projectConfigPath(project: Project): string {
  return configFileIn(projectStoreDir(project.home));
}

/** The project a hook belongs to: Claude Code's variable, not `cwd`. */
export function hookProjectRoot(world: World): string | undefined {
  return world.env("CLAUDE_PROJECT_DIR");
}

/** The project a shell command belongs to. */
export function shellProjectRoot(world: World, named?: string): string {
  const given = named ?? world.env("MEMORY_KEEPER_PROJECT_DIR");
  if (given === undefined) return nearestProject(world);
  const root = absolutePath(given, world.cwd());
  return assertFolder(root);
}

/** Read where the store is and how it is configured. */
export async function openProject(
  world: World,
  root: string,
): Promise<Project> {
  const real = Deno.realPathSync(assertFolder(root));
  const main = readable(root, () => mainWorktree(real));
  const owners = new Map<string, Owner>();
  for (const root of main ? [main, real] : [real]) {
    owners.set(root, await judgeProjectStore(world, root, real));
  }
  const globalPath = globalConfigPath(world);
  const read = async ([dir, { isForeign }]: [string, Owner]) => {
    const path = configFileIn(projectStoreDir(dir));
    const source = await readConfigFile(path);
    if (isForeign) return tightOnly(source);
    return loosens(source)
      ? { ...source, ofOthers: await ofOthers(path) }
      : source;
  };
  const sources = await Promise.all([
    ...(globalPath ? [readConfigFile(globalPath)] : []),
    ...[...owners].map(read),
  ]);
  const config = layerConfig(sources);
  const home = main !== undefined && config.values.worktrees === "shared"
    ? main
    : real;
  const placed = await place(
    world,
    home,
    config,
    owners.get(home) as Owner,
  );
  const own = { home, userFolder: userFolder(world) };
  const entries = storeEntries(placed.storeDir);
  return {
    root,
    ...own,
    name: baseName(home) || home,
    config,
    ...placed,
    hasTeam: placed.foreign === undefined || await sharesTeam(placed.foreign),
    entries,
    ...await readKeptOut(
      world,
      storeLayout(placed.storeDir),
      entries,
      keptOutFolder(own),
    ),
  };
}

/** One look at the folder: most of what is looked for is not there. */
export function storeEntries(dir: string): Project["entries"] {
  return new Map(Array.from(entriesIn(dir), (entry) => [entry.name, entry]));
}

/** Sessions of a linked worktree write into the main one's store. */
async function judgeProjectStore(
  world: World,
  root: string,
  worktree: string,
): Promise<Owner> {
  return await judgeOwner(world, {
    dir: projectStoreDir(root),
    roots: [root, worktree],
    note() {
      const home = homeStoreDir(world, root);
      return home && storeLayout(home).foreignNote;
    },
  });
}

/** Where the store of a project lies that is not in the project. */
export function homeStoreDir(
  world: World,
  root: string,
): string | undefined {
  const folder = userFolder(world);
  return folder && `${folder}/projects/${uniqueName(root)}`;
}

/** Why a project's config.json is not the user's own, if it is not. */
async function ofOthers(path: string): Promise<string | undefined> {
  const { isTracked } = await import("./tracked_files.ts");
  return isTracked(path) ? "git tracks that file" : undefined;
}

async function sharesTeam(storeDir: string): Promise<boolean> {
  const { isTeamShared } = await import("./tracked_files.ts");
  return isTeamShared(storeDir);
}

/** Nothing is loaded for it where nothing was forgotten. */
async function readKeptOut(
  world: World,
  layout: Layout,
  entries: Project["entries"],
  copies: string | undefined,
): Promise<
  Pick<
    Project,
    | "keptOutLists"
    | "hasCopies"
    | "wasOff"
    | "forgotten"
    | "unreadForgotten"
  >
> {
  const off = await findOwn(layout.off, entries);
  const forgotten = await findOwn(layout.forgotten, entries);
  const hasCopies = copies !== undefined && statFile(copies) !== undefined;
  const isCopied = (path: string) => hasCopies && hasCopy(path, copies);
  const known = {
    keptOutLists: { off: off.path, forgotten: forgotten.path },
    hasCopies,
    wasOff: off.isThere || isCopied(off.path),
  };
  if (!forgotten.isThere && !isCopied(forgotten.path)) return known;
  const { loadForgotten } = await import("./forgotten.ts");
  const lists = { forgotten: forgotten.path, keptOut: copies };
  try {
    return { ...known, forgotten: loadForgotten(world, lists) };
  } catch (error) {
    if (error instanceof UserError) return { ...known, unreadForgotten: error };
    throw error;
  }
}

/** A list that a pull brings may not stop capture: the user's lies next to it. */
async function findOwn(
  path: string,
  entries: Project["entries"],
): Promise<{ readonly path: string; readonly isThere: boolean }> {
  const names = [path, localName(path), localName(localName(path))];
  const there = names.filter((name) => entries.has(baseName(name)));
  for (const name of there) {
    if (!await ofOthers(name)) return { path: name, isThere: true };
  }
  const free = names.find((name) => !there.includes(name));
  return { path: free ?? path, isThere: free === undefined };
}

async function place(
  world: World,
  root: string,
  config: LayeredConfig,
  owner: Owner,
): Promise<
  Pick<Project, "storeDir" | "boundary" | "owner" | "foreign" | "leftover">
> {
  const inProject = projectStoreDir(root);
  const foreign = owner.isForeign ? inProject : undefined;
  const storeDir = homeStoreDir(world, root);
  if (config.values.storage === "project" && !owner.isForeign) {
    const isLeft = storeDir && statFile(storeLayout(storeDir).foreignNote);
    const leftover = isLeft ? storeDir : undefined;
    return { storeDir: inProject, boundary: root, owner, foreign, leftover };
  }
  if (storeDir === undefined) {
    throw storeError(
      "Cannot find the home folder for the store",
      'Set HOME, or set storage to "project"',
    );
  }
  return {
    storeDir,
    boundary: resolveExisting(storeDir),
    owner: await judgeOwner(world, { dir: storeDir, roots: [] }),
    foreign,
    leftover: undefined,
  };
}

/** What a project is called where those of one user lie together. */
export function uniqueName(root: string): string {
  return `${shorten(baseName(root))}-${sha256Hex(root).slice(0, 8)}`;
}

/** A file name may have 255 bytes; this leaves room for the digest. */
const MAX_NAME_BYTES = 200;

function shorten(name: string): string {
  const room = new Uint8Array(MAX_NAME_BYTES);
  // encodeInto() never splits a character.
  const { read } = new TextEncoder().encodeInto(name, room);
  return name.slice(0, read);
}

function assertFolder(path: string): string {
  const info = readable(path, () => statFile(path));
  if (info?.isDirectory) return path;
  const what = info ? "is not a folder" : "does not exist";
  throw new UserError("store", `The project folder "${path}" ${what}`, [
    "Name another with --project-dir",
  ]);
}

function readable<T>(root: string, look: () => T): T {
  try {
    return look();
  } catch (cause) {
    if (!isSystemError(cause)) throw cause;
    throw new UserError("store", `Cannot read the project folder "${root}"`, [
      "Check its permissions, or name another with --project-dir",
    ], { cause });
  }
}

/**
 * The nearest folder upwards that has a store or is a git checkout. Never above
 * a checkout, and never the home folder: its `.claude` is Claude Code's own.
 */
export function nearestProject(world: World, cwd = world.cwd()): string {
  const home = realHome(world);
  return readable(cwd, () => nearestOf(cwd, home));
}

function nearestOf(cwd: string, home: string | undefined): string {
  for (let at: string | undefined = cwd; at; at = parentOf(at)) {
    if (home !== undefined && isSamePath(at, home)) break;
    if (statFile(projectStoreDir(at))?.isDirectory) return at;
    if (statFile(`${at}/.git`)) return at;
  }
  return cwd;
}

/** HOME may be a link or end in a slash; the current folder is neither. */
function realHome(world: World): string | undefined {
  const home = homeFolder(world);
  try {
    return home && Deno.realPathSync(home);
  } catch {
    return home; // missing or unreadable, so not a project either
  }
}
