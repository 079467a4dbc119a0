/**
 * Every transcript of this project, with sessions that were started in a folder
 * below it. Another project's folder may begin with the same name, so each of
 * these is asked where it was recorded.
 */

import { listNames } from "../store/read_file.ts";
import type { Store } from "../store/store.ts";
import type { World } from "../base/world.ts";
import { findTranscripts, type Found } from "./found_transcript.ts";
import { isKeptInProject } from "./of_project.ts";
import {
  foldersFor,
  newestFirst,
  projectsFolder,
} from "./project_transcripts.ts";
import { readBeginning } from "./transcript_beginning.ts";

export function allProjectTranscripts(store: Store, world: World): Found[] {
  const projects = projectsFolder(world);
  if (projects === undefined) return [];
  const own = foldersFor(store.project, world);
  const below = listNames(projects).map((name) => `${projects}/${name}`)
    .filter((dir) => own.some((one) => dir.startsWith(`${one}-`)));
  const recordedHere = ({ transcript }: Found) =>
    isKeptInProject(store, readBeginning(transcript));
  return newestFirst([
    ...own.flatMap(findTranscripts),
    ...below.flatMap(findTranscripts).filter(recordedHere),
  ]);
}
