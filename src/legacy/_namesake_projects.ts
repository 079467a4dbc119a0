/**
 * Other projects whose folder has the same name: a home store with that name
 * may be theirs. Claude Code's own folders show them.
 */

import { claudeFolder } from "../claude/folders.ts";
import { projectFolderName } from "../claude/memory_folder.ts";
import { baseName, isSamePath } from "../base/path_text.ts";
import { listNames } from "../store/read_file.ts";
import type { Store } from "../store/store.ts";
import type { World } from "../base/world.ts";
import { findTranscripts } from "../capture/found_transcript.ts";
import { readBeginning } from "../capture/transcript_beginning.ts";

/** Their paths, or Claude Code's folder names where the path is unknown. */
export function namesakeProjects(
  { project }: Store,
  world: World,
  name: string,
): string[] {
  const folder = claudeFolder(world);
  if (folder === undefined) return [];
  const own = [project.root, project.home].map(projectFolderName);
  const end = `-${projectFolderName(name)}`;
  return listNames(`${folder}/projects`)
    .filter((one) => one.endsWith(end) && !own.includes(one))
    .flatMap((one) => {
      const cwd = recordedFolder(`${folder}/projects/${one}`);
      if (cwd === undefined) return [one];
      const isOwn = [project.root, project.home].some((dir) =>
        isSamePath(dir, cwd)
      );
      return baseName(cwd) === name && !isOwn ? [cwd] : [];
    });
}

/** Where the newest session of a folder was started. */
function recordedFolder(folder: string): string | undefined {
  const [newest] = findTranscripts(folder)
    .sort((a, b) => b.modifiedMs - a.modifiedMs);
  return newest && readBeginning(newest.transcript)?.cwd;
}
