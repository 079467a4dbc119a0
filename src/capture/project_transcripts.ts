/** The transcripts Claude Code still has of this project, and for how long. */

import { DAY_MS } from "../base/durations.ts";
import { claudeFolder } from "../claude/folders.ts";
import { projectFolderName } from "../claude/memory_folder.ts";
import { transcriptDays } from "../claude/plugin_settings.ts";
import { readClaudeSettings } from "../store/claude_settings.ts";
import type { Project } from "../store/project.ts";
import { listNames, resolveExisting } from "../store/read_file.ts";
import type { Store } from "../store/store.ts";
import type { World } from "../base/world.ts";
import { findTranscripts, type FoundTranscript } from "./found_transcript.ts";
import { isKeptInProject, readBeginning } from "./transcript_beginning.ts";

/** How long before a transcript is deleted we warn. */
const WARN_DAYS = 7;

/** Those in the folder Claude Code names after the project, newest first. */
export function projectTranscripts(
  { project }: Store,
  world: World,
): FoundTranscript[] {
  return newestFirst(foldersFor(project, world).flatMap(findTranscripts));
}

/** Whether Claude Code deletes it within a week. */
export function isPurgedSoon(
  { modifiedMs }: Pick<FoundTranscript, "modifiedMs">,
  days: number,
  now: Date,
): boolean {
  if (days === 0) return false; // then Claude Code writes no transcripts
  return modifiedMs < now.getTime() - (days - WARN_DAYS) * DAY_MS;
}

/** After how many days without a change Claude Code deletes a transcript. */
export function daysKept({ project }: Store, world: World): number {
  const folder = claudeFolder(world);
  return transcriptDays(
    folder === undefined ? [] : readClaudeSettings(project.root, folder),
  ).value;
}

/** Where Claude Code records sessions that are started in the project itself. */
export function foldersFor({ root, home }: Project, world: World): string[] {
  const projects = projectsFolder(world);
  if (projects === undefined) return [];
  const names = [root, home].map((dir) =>
    projectFolderName(resolveExisting(dir))
  );
  return [...new Set(names)].map((name) => `${projects}/${name}`);
}

function projectsFolder(world: World): string | undefined {
  const folder = claudeFolder(world);
  return folder && `${folder}/projects`;
}

const newestFirst = (found: readonly FoundTranscript[]) =>
  found.toSorted((a, b) => b.modifiedMs - a.modifiedMs);

/**
 * Every transcript of this project, including sessions started in a folder
 * below it. Another project's folder may begin with the same name, so each
 * transcript is checked for where it was recorded.
 */
export function allProjectTranscripts(
  store: Store,
  world: World,
): FoundTranscript[] {
  const projects = projectsFolder(world);
  if (projects === undefined) return [];
  const own = foldersFor(store.project, world);
  const below = listNames(projects).map((name) => `${projects}/${name}`)
    .filter((dir) => own.some((one) => dir.startsWith(`${one}-`)));
  const recordedHere = ({ transcript }: FoundTranscript) =>
    isKeptInProject(store, readBeginning(transcript));
  return newestFirst([
    ...own.flatMap(findTranscripts),
    ...below.flatMap(findTranscripts).filter(recordedHere),
  ]);
}
