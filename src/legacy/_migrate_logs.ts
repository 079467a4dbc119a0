/**
 * Session files of the earlier generation: those next to memory.md move to
 * `sessions/`, raw copies become logs, and several logs of one session become
 * one.
 */

import { isOlderLog, readLineMarks } from "../session/log_file.ts";
import { sessionStem, shortNames } from "../store/layout.ts";
import { findUnfinished } from "./_migration_backup.ts";
import { baseName } from "../base/path_text.ts";
import { readIndex } from "../session/memory_index.ts";
import { listNames, statFile } from "../store/read_file.ts";
import { readSessionState } from "../session/session_state.ts";
import { ensureStore, type Store } from "../store/store.ts";
import { Deadline } from "../base/timeout.ts";
import { planDedupe, type SessionLog } from "../capture/plan_dedupe.ts";
import {
  carryOutJoin,
  ownerNames,
  stemOwners,
} from "../capture/dedupe_logs.ts";
import type { FoundTranscript } from "../capture/found_transcript.ts";
import {
  bytesOf,
  type Migration,
  orLeft,
  type PlanSteps,
} from "./_migration.ts";
import { describeRawCopy } from "../capture/ingest_known.ts";
import { tryIngest } from "../capture/ingest_unseen.ts";
import { readBeginning } from "../capture/transcript_beginning.ts";

const SESSION_FILE = /\.(?:l1\.jsonl|l2\.json|raw\.jsonl)$/;

export const planMoves: PlanSteps = ({ store }) => {
  const { layout, files } = store;
  const names = listNames(layout.dir).filter((name) =>
    SESSION_FILE.test(name) && statFile(`${layout.dir}/${name}`)?.isFile
  );
  if (names.length === 0) return [];
  return [{
    what: "move",
    names,
    bytes: bytesOf(layout.dir, names),
    run() {
      for (const name of names) {
        const from = `${layout.dir}/${name}`;
        files.rename(from, freePlace(layout.sessions, name));
      }
    },
  }];
};

/** A log that has the same name as another is joined with it later. */
function freePlace(folder: string, name: string): string {
  const [, stem = "", end = ""] = /^(.*?)(\.[^/]*)$/.exec(name) ?? [];
  for (let n = 1;; n++) {
    const tail = end.replace(/^\./, n === 1 ? "." : `.earlier-${n}.`);
    const place = `${folder}/${stem}${tail}`;
    if (statFile(place) === undefined) return place;
  }
}

/** Raw copies of sessions without a log of ours: they hold more. */
export const planRawCopies: PlanSteps = (migration, { left }) => {
  const { store, world } = migration;
  const isResumed = findUnfinished(store.layout, "legacy") !== undefined;
  const copies = rawCopies(migration, left)
    .filter((one) => !isIngested(store, one, isResumed));
  if (copies.length === 0) return [];
  return [{
    what: "raw",
    names: copies.map(({ transcript }) => baseName(transcript)),
    bytes: copies.reduce((sum, { size }) => sum + size, 0),
    async run() {
      ensureStore(store);
      for (const one of copies) {
        const takeBack = makeRoom(store, one);
        const outcome = await tryIngest(store, world, {
          ...one,
          who: "migrate legacy",
          budget: new Deadline(Infinity),
          close: true,
          isPast: true,
        });
        if (outcome === "failed" || outcome === "empty") takeBack();
      }
    },
  }];
};

/**
 * An older log with the name that ours should get is moved aside and joined
 * with it later; with two names it would be two sessions. The result moves it
 * back.
 */
function makeRoom(
  { layout, files }: Store,
  { sessionId, transcript }: FoundTranscript,
): () => void {
  const startedAt = readBeginning(transcript)?.startedAt;
  const [usual] = shortNames(sessionId);
  const place = startedAt && layout.l1(sessionStem(startedAt, usual));
  if (place === undefined || !isOlderLog(place)) return () => {};
  const aside = freePlace(layout.sessions, baseName(place));
  files.rename(place, aside);
  return () => {
    if (statFile(place) === undefined) files.rename(aside, place);
  };
}

/** Whether a copy's session has its complete log. */
function isIngested(
  { layout }: Store,
  { sessionId, transcript, size }: FoundTranscript,
  isResumed: boolean,
): boolean {
  const state = readSessionState(layout, sessionId);
  if (state === undefined) return false;
  if (state.transcript !== transcript) return true;
  const isRead = state.ended !== undefined && state.offset >= size;
  if (!isResumed) return isRead;
  return isRead && state.finishedAt === state.entries &&
    !readIndex(layout).pending.includes(sessionId);
}

function rawCopies({ store }: Migration, left: string[]): FoundTranscript[] {
  const { dir, sessions } = store.layout;
  return [dir, sessions].flatMap((folder) =>
    listNames(folder).filter((name) => name.endsWith(".raw.jsonl"))
      .map((name) => `${folder}/${name}`)
  ).flatMap((path) => orLeft(left, path, () => describeRawCopy(path)) ?? []);
}

/**
 * Several logs of one session, and those that another log contains. By then
 * none is next to memory.md any more.
 */
export const planJoins: PlanSteps = (migration, { left }) => {
  const { store } = migration;
  const { dir, sessions } = store.layout;
  const calledOf = ownerNames(stemOwners(store));
  const sessionOf = sessionsOfStems(migration, calledOf, left);
  const read = (path: string, name: string): SessionLog[] => {
    const lines = orLeft(left, path, () => readLineMarks(path));
    const stem = name.replace(/(?:\.earlier-\d+)?\.l1\.jsonl$/, "");
    const session = sessionOf(stem);
    const isOurs = calledOf.has(name.replace(/\.l1\.jsonl$/, ""));
    return lines ? [{ name, lines, session, isOurs }] : [];
  };
  const logsIn = (folder: string) =>
    listNames(folder).filter((name) =>
      name.endsWith(".l1.jsonl") && statFile(`${folder}/${name}`)?.isFile
    );
  const joins = planDedupe([
    ...logsIn(sessions).flatMap((name) => read(`${sessions}/${name}`, name)),
    ...logsIn(dir).flatMap((name) =>
      read(`${dir}/${name}`, baseName(freePlace(sessions, name)))
    ),
  ]);
  if (joins.length === 0) return [];
  const names = joins.map(({ remove }) => remove);
  return [{
    what: "join",
    names,
    bytes: bytesOf(sessions, names),
    counts: { into: new Set(joins.map(({ keep }) => keep)).size },
    async run(backup) {
      for (const join of joins) await carryOutJoin(store, join, backup);
    },
  }];
};

/**
 * The session of each stem: from its state, from its name, or from the raw copy
 * of a log without a state.
 */
function sessionsOfStems(
  migration: Migration,
  calledOf: ReadonlyMap<string, string>,
  left: string[],
): (stem: string) => string | undefined {
  const raw = new Map(
    rawCopies(migration, left).map(({ transcript, sessionId }) => {
      const state = readSessionState(migration.store.layout, sessionId);
      const [usual] = shortNames(sessionId);
      const name = baseName(transcript).replace(/\.raw\.jsonl$/, "");
      return [name, calledOf.get(state?.stem ?? "") ?? usual];
    }),
  );
  return (stem) =>
    calledOf.get(stem) ?? /_([0-9A-Za-z-]{8})$/.exec(stem)?.[1] ??
      raw.get(stem);
}
