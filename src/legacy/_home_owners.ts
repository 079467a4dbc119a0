/**
 * Whose a home store is: two projects may have the same name. Those it was
 * brought into are noted in `projects/<name>.taken.json` next to it; others are
 * known by Claude Code's folders, which it keeps for a month only. The store
 * itself is never changed.
 */

import { isText } from "../base/json_values.ts";
import { type JsonObject } from "../base/json.ts";
import { baseName, isSamePath, parentOf } from "../base/path_text.ts";
import type { World } from "../base/world.ts";
import { claudeFolder } from "../claude/folders.ts";
import { projectFolderName } from "../claude/memory_folder.ts";
import { findTranscripts } from "../capture/found_transcript.ts";
import { readBeginning } from "../capture/transcript_beginning.ts";
import { field, readJson } from "../store/json_file.ts";
import { listNames, resolveExisting } from "../store/read_file.ts";
import type { Store } from "../store/store.ts";
import { StoreFiles } from "../store/store_files.ts";
import type { HomeStore } from "./_home_store.ts";

const pathOf = ({ dir }: HomeStore) => `${dir}.taken.json`;

export function readTakers(home: HomeStore): readonly string[] {
  const parse = (raw: JsonObject) => field.list(raw, "projects", isText);
  return readJson(pathOf(home), parse) ?? [];
}

/** Throws if it could not be noted. */
export function assertMayNoteTaker(home: HomeStore): void {
  filesNextTo(home).assertMayWrite(pathOf(home));
}

export function noteTaker(home: HomeStore, project: string): void {
  if (readTakers(home).some((one) => isSamePath(one, project))) return;
  // Read again each time: the other project may be noting itself.
  filesNextTo(home).changeWhole(pathOf(home), () => {
    const projects = [...new Set([...readTakers(home), project])];
    const text = `${JSON.stringify({ projects }, null, 2)}\n`;
    return new TextEncoder().encode(text);
  });
}

const filesNextTo = ({ dir }: HomeStore) =>
  new StoreFiles(resolveExisting(parentOf(dir) ?? dir));

/** Other projects of the same name: their paths, or Claude Code's folder names where the path is unknown. */
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

function recordedFolder(folder: string): string | undefined {
  const [newest] = findTranscripts(folder)
    .sort((a, b) => b.modifiedMs - a.modifiedMs);
  return newest && readBeginning(newest.transcript)?.cwd;
}
