/** Join session logs that hold the same session twice. */

import { tryParseJson } from "../base/json.ts";
import { shortNames, shortOf } from "../store/layout.ts";
import { baseName } from "../base/path_text.ts";
import { listNames, readText, statFile } from "../store/read_file.ts";
import {
  isAllCut,
  listSessionIds,
  loadSessionState,
  saveSessionState,
  type SessionState,
} from "../session/session_state.ts";
import { ensureStore, type Store, withSessionLock } from "../store/store.ts";
import { mergeLogs, splitLines } from "../session/log_lines.ts";
import { linesNotInLog } from "./_missing_lines.ts";
import { type Join, planDedupe, type SessionLog } from "./plan_dedupe.ts";
import { recordedRanges } from "../memory/recorded_ranges.ts";

const LOCK_WAIT_MS = 5000;

/** How to remove a log, and how to back one up before it changes. */
interface LogHands {
  keep(path: string): void;
  takeAway(path: string): void;
}

export async function dedupeLogs(
  store: Store,
  { dryRun }: { dryRun: boolean },
): Promise<readonly Join[]> {
  const { sessions } = store.layout;
  const calledOf = ownerNames(stemOwners(store));
  const logs = listLogs(store).map((name) =>
    readLog(`${sessions}/${name}`, calledOf)
  );
  const joins = planDedupe(logs);
  const hands = {
    keep: () => {},
    takeAway: (path: string) => store.files.remove(path),
  };
  if (!dryRun && joins.length > 0) {
    ensureStore(store);
    for (const join of joins) await carryOutJoin(store, join, hands);
  }
  return joins;
}

function listLogs({ layout }: Store): string[] {
  return listNames(layout.sessions)
    .filter((name) => name.endsWith(".l1.jsonl"));
}

/** A log as the plan needs it. */
function readLog(
  path: string,
  calledOf: ReadonlyMap<string, string>,
): SessionLog {
  const name = baseName(path);
  const session = calledOf.get(name.replace(/\.l1\.jsonl$/, ""));
  const isOurs = session !== undefined;
  return { name, lines: linesIn(path), session, isOurs };
}

function linesIn(path: string): string[] {
  return splitLines(readText(path, Infinity) ?? "");
}

/**
 * First the lines, then the state that describes them, then other files with
 * the removed log's name, then that log.
 */
export async function carryOutJoin(
  store: Store,
  { keep, remove }: Pick<Join, "keep" | "remove">,
  hands: LogHands,
): Promise<void> {
  const { layout, files } = store;
  const [kept, removed] = [keep, remove]
    .map((name) => `${layout.sessions}/${name}`) as [string, string];
  const owner = stemOwners(store).get(keep.replace(/\.l1\.jsonl$/, ""));
  if (owner === undefined) {
    const merged = mergeLogs([linesIn(kept), linesIn(removed)]).join("");
    if (merged !== linesIn(kept).join("")) {
      hands.keep(kept);
      files.replace(kept, merged);
    }
    moveFacts(store, keep, remove);
    return hands.takeAway(removed);
  }
  const claim = { who: "dedupe-l1", waitMs: LOCK_WAIT_MS };
  await withSessionLock(store, owner, claim, () => {
    const loaded = loadSessionState(layout, owner);
    if (loaded.state !== "ok") return;
    // Bytes beyond the saved size are from an unfinished write.
    files.truncate(kept, loaded.value.l1Bytes);
    const missing = linesNotInLog(linesIn(removed), linesIn(kept));
    if (missing.length > 0 && isUnnumbered(store, loaded.value)) {
      hands.keep(kept);
      const merged = mergeLogs([linesIn(kept), missing]);
      const bytes = new TextEncoder().encode(merged.join(""));
      // The state first: a log shorter than it says is rebuilt, and a longer one
      // would be cut back.
      const next = withLines(loaded.value, bytes.length, countEntries(merged));
      saveSessionState(files, layout, owner, next);
      files.replace(kept, bytes);
    } else if (missing.length > 0) {
      hands.keep(kept);
      // Sections refer to entries by number: new ones go to the end.
      files.appendLines(kept, missing.join(""));
      const next = withLines(
        loaded.value,
        statFile(kept)?.size ?? 0,
        loaded.value.entries + countEntries(missing),
      );
      saveSessionState(files, layout, owner, next);
    }
    moveFacts(store, keep, remove);
    hands.takeAway(removed);
  });
}

/** Without torn lines. */
const countEntries = (lines: readonly string[]) =>
  lines.filter((line) => tryParseJson(line) !== undefined).length;

/** Whether nothing refers to the entries by number. */
function isUnnumbered(store: Store, state: SessionState): boolean {
  const { takenIn, deltaCount, stem } = state;
  return takenIn === true && deltaCount === 0 &&
    recordedRanges(store, stem).length === 0;
}

/** A session's facts are named after its log. */
function moveFacts(
  { layout, files }: Store,
  keep: string,
  remove: string,
): void {
  const [to, from] = [keep, remove].map((name) =>
    layout.l2(name.replace(/\.l1\.jsonl$/, ""))
  ) as [string, string];
  if (statFile(from)?.isFile && !statFile(to)) files.rename(from, to);
}

/** No new summary for the added lines: the other log was there before. */
function withLines(
  state: SessionState,
  l1Bytes: number,
  entries: number,
): SessionState {
  const cut = { cutTo: entries, cutBytes: l1Bytes };
  return {
    ...state,
    ...(isAllCut(state) ? cut : {}),
    ...(isAllCut(state) && state.deltas.length === 0
      ? { summarizedTo: entries }
      : {}),
    l1Bytes,
    l1Mark: undefined,
    entries,
    mixed: true,
  };
}

/** Which session's state has a stem. */
export function stemOwners({ layout }: Store): Map<string, string> {
  return new Map(
    listSessionIds(layout).map((id) => {
      const loaded = loadSessionState(layout, id);
      return [loaded.state === "ok" ? loaded.value.stem : "", id];
    }),
  );
}

/**
 * The short names of sessions with a state, by stem. A session that found an
 * older log in its place has a log of another name, but is the same session.
 */
export function ownerNames(
  owners: ReadonlyMap<string, string>,
): Map<string, string> {
  const usual = (id: string) => shortNames(id)[0];
  const times = new Map<string, number>();
  for (const id of owners.values()) {
    times.set(usual(id), (times.get(usual(id)) ?? 0) + 1);
  }
  return new Map([...owners].map(([stem, id]) => [
    stem,
    times.get(usual(id)) === 1 ? usual(id) : shortOf(stem),
  ]));
}
