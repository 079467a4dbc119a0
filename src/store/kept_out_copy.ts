/**
 * A copy of what stays out of a project's memory, in the user's folder. Where a
 * store or one of these files is deleted or damaged, the copy holds: without it
 * transcripts would bring back what was forgotten or said while memory was off.
 */

import { isFileProblem } from "../base/errors.ts";
import { baseName } from "../base/path_text.ts";
import { textDigest } from "../base/text_digest.ts";
import { projectFolderName } from "../claude/memory_folder.ts";
import { type Loaded, loadJson, type Parse } from "./json_file.ts";
import type { Layout } from "./layout.ts";
import type { Project } from "./project.ts";
import { readBytes, resolveExisting, statFile } from "./read_file.ts";
import { asideOf, StoreFiles } from "./store_files.ts";

interface Place {
  readonly layout: Layout;
  readonly files: StoreFiles;
  readonly project: Project;
}

/** Two projects may have the same name in Claude Code's folder. */
export function keptOutFolder(
  { home, userFolder }: Pick<Project, "home" | "userFolder">,
): string | undefined {
  const name = `${projectFolderName(home)}-${textDigest(home).toString(36)}`;
  return userFolder && `${userFolder}/kept-out/${name}`;
}

/** The file's own content, else that of its copy; damaged if neither is whole. */
export function loadKeptOut<T>(
  path: string,
  folder: string | undefined,
  parse: Parse<T>,
): Loaded<T> {
  const own = loadJson(path, parse);
  if (own.state === "ok" || folder === undefined) return own;
  const copy = loadJson(copyIn(folder, path), parse);
  return copy.state === "ok" || own.state === "absent" ? copy : own;
}

export const hasKeptOut = (path: string, folder: string | undefined) =>
  statFile(path) !== undefined || hasCopy(path, folder);

export const hasCopy = (path: string, folder: string | undefined) =>
  folder !== undefined && statFile(copyIn(folder, path)) !== undefined;

/** One copy, whether or not the list has a name of its own next to git's. */
const copyIn = (folder: string, path: string) =>
  `${folder}/${baseName(path).replaceAll(".local.", ".")}`;

/**
 * After each change. Without it only the copy is missing, so a failure to write
 * is ignored.
 */
export function copyKeptOut({ layout, project }: Place): void {
  const { userFolder } = project;
  if (userFolder === undefined) return;
  try {
    const files = new StoreFiles(resolveExisting(userFolder));
    for (const { path, copy } of copiesOf(layout, project)) {
      const bytes = readBytes(path);
      if (bytes !== undefined) files.replace(copy, bytes);
    }
  } catch (error) {
    if (!isFileProblem(error)) throw error;
  }
}

/** Put back what is missing; what is damaged is set aside. */
export function restoreKeptOut({ layout, files, project }: Place): void {
  if (!project.hasCopies) return;
  for (const { path, copy } of copiesOf(layout, project)) {
    const bytes = statFile(copy)?.isFile ? readBytes(copy) : undefined;
    if (bytes === undefined || isWhole(path) || !isWhole(copy)) continue;
    const own = statFile(path);
    // A folder in its place is not ours to move; the copy holds as well.
    if (own && !own.isFile) continue;
    if (own) files.rename(path, asideOf(path));
    files.replace(path, bytes);
  }
}

const isWhole = (path: string) => loadJson(path, (raw) => raw).state === "ok";

function copiesOf({ off, forgotten }: Layout, project: Project) {
  const folder = keptOutFolder(project);
  return folder === undefined ? [] : [off, forgotten].map((path) => ({
    path,
    copy: copyIn(folder, path),
  }));
}
