/**
 * The files Claude Code reads by itself at the start of a session: CLAUDE.md in
 * its places, and the built-in memory's MEMORY.md. They are not ours; files
 * that cannot be read are skipped.
 */

import { claudeFolder, homeFolder } from "../claude/folders.ts";
import {
  BUILTIN_CHARS,
  BUILTIN_INDEX,
  BUILTIN_LINES,
  memoryDirectorySetting,
  projectFolderName,
} from "../claude/memory_folder.ts";
import { findSetting } from "../claude/settings.ts";
import type { World } from "../base/world.ts";
import { readClaudeSettings, tryRead } from "./claude_settings.ts";
import { parentOf } from "../base/path_text.ts";
import { mainWorktree } from "./git/main_worktree.ts";
import type { Project } from "./project.ts";
import { statFile } from "./read_file.ts";

/** The project's own CLAUDE.md. */
export function claudeMdPath({ root }: Project): string {
  return `${root}/CLAUDE.md`;
}

/** What a session of this project sees without us. */
export function readClaudeTexts(world: World, project: Project): string[] {
  const folder = claudeFolder(world);
  const paths = [
    claudeMdPath(project),
    `${project.root}/.claude/CLAUDE.md`,
    `${project.root}/CLAUDE.local.md`,
    ...(folder ? [`${folder}/CLAUDE.md`] : []),
  ];
  const builtin = builtinMemoryPath(world, project);
  const index = (builtin && tryRead(builtin)) ?? "";
  const seen = index.slice(0, BUILTIN_CHARS).split("\n", BUILTIN_LINES);
  return [...paths.flatMap((path) => tryRead(path) ?? []), seen.join("\n")];
}

/**
 * The built-in memory's MEMORY.md; undefined where it is switched off. It need
 * not exist. Claude Code also lets a trusted project say where it is; we write
 * into that file, so here only the user's own settings do.
 */
export function builtinMemoryPath(
  world: World,
  project: Project,
): string | undefined {
  const folder = claudeFolder(world);
  if (folder === undefined) return undefined;
  const settings = readClaudeSettings(project.root, folder);
  if (findSetting(settings, "autoMemoryEnabled")?.value === false) {
    return undefined;
  }
  const own = settings.filter(({ isOwn }) => isOwn);
  const dir = memoryDirectorySetting(
    findSetting(own, "autoMemoryDirectory")?.value,
    homeFolder(world),
  );
  const usual = `${folder}/projects/${projectFolderName(repository(project))}`;
  return `${dir ?? `${usual}/memory`}/${BUILTIN_INDEX}`;
}

/** All folders and worktrees of a repository share one built-in memory. */
function repository({ root }: Project): string {
  const real = Deno.realPathSync(root);
  for (let at: string | undefined = real; at; at = parentOf(at)) {
    if (statFile(`${at}/.git`)) return mainWorktree(at) ?? at;
  }
  return real;
}
