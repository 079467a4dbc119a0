/** Where an installation is. It holds none of the user's memory. */

import { homeFolder } from "../claude/folders.ts";
import { UserError } from "../base/errors.ts";
import type { World } from "../base/world.ts";
import { absolutePath, isAbsolute, WINDOWS } from "../base/path_text.ts";

/** The folder the user names, else the system's place for a program's data. */
export function installFolder(
  world: World,
  named?: string,
  windows = WINDOWS,
): string {
  if (named !== undefined) {
    return absolutePath(named, world.cwd(), windows);
  }
  const data = windows
    ? world.env("LOCALAPPDATA") ?? below(homeFolder(world), "\\AppData\\Local")
    : absolute(world.env("XDG_DATA_HOME")) ??
      below(homeFolder(world), "/.local/share");
  if (data === undefined) {
    throw new UserError("refused", "Cannot find the home folder", [
      "Set HOME, or name a folder with --to",
    ]);
  }
  return `${data}${windows ? "\\" : "/"}memory-keeper`;
}

export function executableFile(windows = WINDOWS): string {
  return windows ? "memory-keeper.exe" : "memory-keeper";
}

/** Judged by its path; undefined if it is anywhere else. */
export function folderOfExecutable(
  path: string,
  windows = WINDOWS,
): string | undefined {
  const plain = windows ? path.replaceAll("\\", "/") : path;
  const end = `/plugin/bin/${executableFile(windows)}`;
  return plain.endsWith(end) ? path.slice(0, -end.length) : undefined;
}

/** The XDG specification says to ignore relative folders. */
const absolute = (path: string | undefined) =>
  path && isAbsolute(path, false) ? path : undefined;

const below = (folder: string | undefined, path: string) =>
  folder && `${folder}${path}`;
