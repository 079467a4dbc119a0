/**
 * From a folder to a store: which folder is the project, whose memory a git
 * worktree uses, and where the store is. Two folders never share a store only
 * because their names are equal.
 */

import { claudeFolder, homeFolder } from "../claude/folders.ts";
import { isSystemError, storeError, UserError } from "../base/errors.ts";
import type { World } from "../base/world.ts";
import { layerConfig, type LayeredConfig, readConfigFile } from "./_config.ts";
import { configFileIn, projectStoreDir } from "./layout.ts";
import {
  absolutePath,
  baseName,
  isAbsolute,
  isSamePath,
  parentOf,
} from "../base/path_text.ts";
import { readText, resolveExisting, statFile } from "./read_file.ts";
import { userFolder } from "./user_key.ts";
import { shortHash } from "../base/text_digest.ts";

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
  /** What belongs to the user and to no project; none without a home. */
  readonly userFolder: string | undefined;
}

/** The configuration file for all of a user's projects. */
export function globalConfigPath(world: World): string | undefined {
  const folder = claudeFolder(world);
  return folder && configFileIn(`${folder}/memory-keeper`);
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
  const globalPath = globalConfigPath(world);
  const read = (dir: string) =>
    readConfigFile(configFileIn(projectStoreDir(dir)));
  const sources = await Promise.all([
    ...(globalPath ? [readConfigFile(globalPath)] : []),
    ...(main ? [read(main)] : []),
    read(real),
  ]);
  const config = layerConfig(sources);
  const home = main !== undefined && config.values.worktrees === "shared"
    ? main
    : real;
  return {
    root,
    home,
    name: baseName(home) || home,
    config,
    userFolder: userFolder(world),
    ...await place(world, home, config),
  };
}

async function place(
  world: World,
  root: string,
  config: LayeredConfig,
): Promise<Pick<Project, "storeDir" | "boundary">> {
  if (config.values.storage === "project") {
    return { storeDir: projectStoreDir(root), boundary: root };
  }
  const folder = claudeFolder(world);
  if (folder === undefined) {
    throw storeError(
      "Cannot find the home folder for the store",
      'Set HOME, or set storage to "project"',
    );
  }
  const unique = `${shorten(baseName(root))}-${await shortHash(root)}`;
  const storeDir = `${folder}/memory-keeper/projects/${unique}`;
  return { storeDir, boundary: resolveExisting(storeDir) };
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

/** The main worktree behind a linked one, read from git's own files. */
export function mainWorktree(root: string): string | undefined {
  const link = `${root}/.git`;
  if (!statFile(link)?.isFile) return undefined;
  const gitDir = /^gitdir: (.+)$/m.exec(readText(link, 65_536) ?? "")?.[1];
  if (gitDir === undefined) return undefined;
  const absolute = isAbsolute(gitDir) ? gitDir : `${root}/${gitDir.trim()}`;
  // A submodule's folder has no `commondir`: it is a project of its own.
  const common = readText(`${absolute.trim()}/commondir`, 65_536)?.trim();
  if (!common) return undefined;
  const shared = isAbsolute(common) ? common : `${absolute.trim()}/${common}`;
  const real = statFile(shared)?.isDirectory
    ? Deno.realPathSync(shared)
    : undefined;
  // A bare repository has no main worktree.
  return real && baseName(real) === ".git" ? parentOf(real) : undefined;
}
