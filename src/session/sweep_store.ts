/**
 * Remove what killed processes left behind: temporary files, delta files that
 * no state names any more, notes of old sessions. None of it is the only copy.
 */

import { TEMPORARY_NAME } from "../store/file_steps.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../base/durations.ts";
import { LockTimeoutError } from "../base/errors.ts";
import { leadsOut } from "../store/inside_project.ts";
import { isSessionId, shortNames } from "../store/layout.ts";
import { changedAt, listNames, statFile } from "../store/read_file.ts";
import { listSessionIds, loadSessionState } from "./session_state.ts";
import {
  type Claim,
  type Store,
  storeExists,
  withSessionLock,
} from "../store/store.ts";
import { teamFiles } from "../store/team_folder.ts";
import type { World } from "../base/world.ts";

/** Longer than any write takes: what is younger may still be at work. */
const LEFT_AFTER_MS = MINUTE_MS;
const COMPACTION = "/.cache/compaction";
const GIVEN = "/.cache/given";
const SCRIBE = "/.cache/scribe";
const PASS = "/.cache/pass";
const FOLDERS = [
  "",
  "/sessions",
  "/sessions/archive",
  "/state",
  "/state/owner",
  "/delta",
  "/logs",
  "/journal",
  COMPACTION,
];
const NOTE = /\.(?:json(?:\.taken)?|rules|moments|module)$/;
/** Of a session that was killed or has ended; it may be resumed. */
const NOTES_KEPT_MS = 7 * DAY_MS;

/** Once an hour: looking through every folder takes time. */
export async function sweepHourly(store: Store, world: World, claim: Claim) {
  const { layout, files } = store;
  const last = changedAt(statFile(layout.swept));
  const age = world.now().getTime() - last;
  if ((age >= 0 && age < HOUR_MS) || !storeExists(store)) return;
  await sweepStore(store, world, claim);
  files.writeUnsynced(layout.swept, "");
}

/** Returns how many files went. */
export async function sweepStore(store: Store, world: World, claim: Claim) {
  const temporary = [
    ...findTemporary(store, world),
    ...findOldNotes(store, world),
  ];
  for (const path of temporary) filesFor(store, path).remove(path);
  const deltas = listNames(store.layout.delta(""))
    .filter((file) => /-\d+\.txt$/.test(file))
    .filter((file) => isLeft(store.layout.delta(file), world));
  let removed = temporary.length;
  for (const file of deltas) {
    if (await removeLoose(store, file, claim)) removed++;
  }
  return removed;
}

/** Temporary files of processes that were killed. */
export function findTemporary({ layout }: Store, world: World): string[] {
  const backups = listNames(layout.backups).flatMap((name) =>
    ["", "/sessions", "/outside"].map((below) => `/backups/${name}${below}`)
  );
  const folders = [...FOLDERS, ...backups]
    .map((folder) => `${layout.dir}${folder}`);
  const team = leadsOut(layout.team) === undefined ? [layout.team] : [];
  return [...folders, ...team].flatMap((dir) =>
    listNames(dir).filter((name) => TEMPORARY_NAME.test(name))
      .map((name) => `${dir}/${name}`)
  ).filter((path) => isLeft(path, world));
}

const filesFor = (store: Store, path: string) =>
  path.startsWith(`${store.layout.team}/`) ? teamFiles(store) : store.files;

function findOldNotes({ layout }: Store, world: World): string[] {
  const isNote = (folder: string, name: string) =>
    folder === SCRIBE || folder === PASS ? isSessionId(name) : NOTE.test(name);
  return [COMPACTION, GIVEN, SCRIBE, PASS]
    .flatMap((folder) =>
      listNames(`${layout.dir}${folder}`)
        .filter((name) => isNote(folder, name))
        .map((name) => `${layout.dir}${folder}/${name}`)
    ).filter((path) => isLeft(path, world, NOTES_KEPT_MS));
}

function isLeft(path: string, world: World, after = LEFT_AFTER_MS): boolean {
  const info = statFile(path);
  const before = world.now().getTime() - after;
  return info?.isFile === true && changedAt(info) < before;
}

/**
 * A delta whose session has no state stays: it tells which numbers were used
 * when the state is rebuilt.
 */
async function removeLoose(store: Store, file: string, claim: Claim) {
  const { layout, files } = store;
  const short = file.slice(0, file.lastIndexOf("-"));
  const owners = listSessionIds(layout)
    .filter((id) => isSessionId(id) && shortNames(id).includes(short));
  const isNamed = () =>
    owners.some((id) => {
      const loaded = loadSessionState(layout, id);
      return loaded.state !== "ok" ||
        loaded.value.deltas.some((delta) => delta.file === file);
    });
  const [owner] = owners;
  if (owner === undefined || isNamed()) return false;
  try {
    return await withSessionLock(store, owner, claim, () => {
      if (isNamed()) return false;
      files.remove(layout.delta(file));
      return true;
    });
  } catch (error) {
    // Its session is at work; the next start looks again.
    if (error instanceof LockTimeoutError) return false;
    throw error;
  }
}
