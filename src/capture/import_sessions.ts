/**
 * Ingest every session of this project that Claude Code still has, or that is
 * in another folder. Folder names are not trusted: each transcript says where
 * it was recorded.
 */

import { claudeFolder } from "../claude/folders.ts";
import { compareTexts } from "../base/compare_texts.ts";
import { storeError } from "../base/errors.ts";
import { absolutePath } from "../base/path_text.ts";
import { isSessionId } from "../store/layout.ts";
import { statFile } from "../store/read_file.ts";
import type { Store } from "../store/store.ts";
import { Deadline } from "../base/timeout.ts";
import type { World } from "../base/world.ts";
import {
  findTranscripts,
  type FoundTranscript,
  isDead,
} from "./found_transcript.ts";
import { completeSearchIndex } from "../search/index/freshen_search_index.ts";
import { isKeptInProject, readBeginning } from "./transcript_beginning.ts";
import { daysKept, isPurgedSoon } from "./project_transcripts.ts";
import {
  type Failure,
  ingestUnseen,
  type Outcome,
  tryIngest,
} from "./ingest_unseen.ts";

const MAX_DEPTH = 4;

export interface ImportRequest {
  /** Where to look instead of Claude Code's own folder. */
  readonly from: string | undefined;
  /** Sessions of other folders too. */
  readonly anyCwd?: boolean;
  readonly progress: (doneBytes: number, totalBytes: number) => void;
  readonly indexing?: (doneFiles: number, totalFiles: number) => void;
}

export interface Imported {
  readonly folder: string;
  readonly found: number;
  /** Sessions that were not looked at because the store has them. */
  readonly known?: number;
  /** Transcripts whose names are not those of sessions, which say whose it is. */
  readonly misnamed: readonly string[];
  /** Sessions there that were recorded in other folders. */
  readonly others: number;
  /** Some of those folders. */
  readonly otherFolders: readonly string[];
  readonly bytes: number;
  /** Sessions that were new to the store. */
  readonly takenIn: number;
  /** Known sessions that had something new. */
  readonly caughtUp: number;
  readonly entries: number;
  readonly failed: readonly Failure[];
  /** Sessions whose transcript Claude Code will delete within seven days. */
  readonly purgedSoon: number;
  /** Why the search index does not have them yet, if so. */
  readonly notIndexed?: string;
}

export async function importSessions(
  store: Store,
  world: World,
  request: ImportRequest,
): Promise<Imported> {
  // For each session it is looked for dozens of files that are not there, and
  // the trace of an exception takes longer than the look.
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 1;
  try {
    return await importAll(store, world, request);
  } finally {
    Error.stackTraceLimit = limit;
  }
}

async function importAll(
  store: Store,
  world: World,
  { from, anyCwd = false, progress, indexing = () => {} }: ImportRequest,
): Promise<Imported> {
  // States keep this path, so it must not depend on the current folder.
  const folder = from === undefined
    ? defaultFolder(world)
    : absolutePath(from, world.cwd());
  const isThere = statFile(folder)?.isDirectory ?? false;
  // Claude Code makes its own with the first session.
  if (!isThere && from !== undefined) {
    throw storeError(
      `The folder "${folder}" does not exist`,
      "Name a folder with transcripts with --from",
    );
  }
  const misnamed: string[] = [];
  const all = isThere ? findBelow(folder, MAX_DEPTH, misnamed) : [];
  const refused: (string | undefined)[] = [];
  const found = all.filter(({ transcript }) => {
    const beginning = readBeginning(transcript);
    const isKept = isKeptInProject(store, beginning, anyCwd);
    if (!isKept) refused.push(beginning?.cwd);
    return isKept;
  });
  const bytes = found.reduce((sum, { size }) => sum + size, 0);
  const failed: Failure[] = [];
  const onFailure = (one: Failure) => void failed.push(one);
  let [doneBytes, caughtUp, entries] = [0, 0, 0];
  /** Returns the number of new entries. */
  const advance = (one: FoundTranscript, outcome: Outcome): number => {
    const added = typeof outcome === "string" ? 0 : outcome.added;
    doneBytes += one.size;
    entries += added;
    progress(doneBytes, bytes);
    return added;
  };
  const isKnown = ({ sessionId }: FoundTranscript) =>
    statFile(store.layout.state(sessionId)) !== undefined;
  const request = { who: "import", budget: new Deadline(Infinity) };
  for (const one of found.filter(isKnown)) {
    const close = isDead(store, world, one);
    const outcome = await tryIngest(store, world, {
      ...one,
      ...request,
      close,
    }, onFailure);
    if (advance(one, outcome) > 0) caughtUp++;
  }
  const unseen = found.filter((one) => !isKnown(one));
  const { sessions } = await ingestUnseen(store, world, unseen, {
    ...request,
    onFailure,
    anyCwd,
    progress: advance,
  });
  // Prompts use the index as it is: without this, recall would miss the import.
  const notIndexed = await completeSearchIndex(store, "import", indexing);
  const days = daysKept(store, world);
  return {
    folder,
    found: found.length,
    misnamed,
    others: refused.length,
    otherFolders: [...new Set(refused)].flatMap((cwd) => cwd ?? []).slice(0, 3),
    bytes,
    takenIn: sessions,
    caughtUp,
    entries,
    failed,
    purgedSoon: from === undefined
      ? found.filter((one) => isPurgedSoon(one, days, world.now())).length
      : 0,
    ...(notIndexed === undefined ? {} : { notIndexed }),
  };
}

function defaultFolder(world: World): string {
  const folder = claudeFolder(world);
  if (folder !== undefined) return `${folder}/projects`;
  throw storeError(
    "Cannot find Claude Code's folder",
    "Set HOME, or name a folder with --from",
  );
}

/** Transcripts in a folder and below it, a session's own folder left out. */
function findBelow(
  folder: string,
  depth: number,
  misnamed: string[],
): FoundTranscript[] {
  const here = findTranscripts(folder);
  const sessions = new Set(here.map(({ sessionId }) => sessionId));
  const others = Array.from(Deno.readDirSync(folder))
    .filter(({ name }) => !sessions.has(name))
    .toSorted((a, b) => compareTexts(a.name, b.name));
  misnamed.push(
    ...others.filter(({ name, isFile }) => isFile && isMisnamed(name))
      .map(({ name }) => name),
  );
  const below = depth === 0 ? [] : others.filter((one) => one.isDirectory);
  return [
    ...here,
    ...below.flatMap(({ name }) =>
      findBelow(`${folder}/${name}`, depth - 1, misnamed)
    ),
  ];
}

const isMisnamed = (name: string) =>
  name.endsWith(".jsonl") && !name.startsWith("agent-") &&
  !isSessionId(name.slice(0, -".jsonl".length));
