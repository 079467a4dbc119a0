/**
 * A session's state after entries of its log were forgotten: sizes and marks of
 * the log as it is now. Written after the log; until then the state says more
 * than the log has, and the next read corrects it.
 */

import { tryParseJson } from "../base/json.ts";
import { parseL1 } from "../session/log_file.ts";
import { isForgottenEntry } from "../session/log_entry.ts";
import { splitLines } from "../session/log_lines.ts";
import { updateIndex } from "../session/memory_index.ts";
import {
  type Delta,
  listSessionIds,
  loadSessionState,
  saveSessionState,
  sessionsCalled,
  type SessionState,
} from "../session/session_state.ts";
import { fingerprint, MARK_BYTES } from "../store/growing_file.ts";
import { isSessionId, type Layout, shortOf } from "../store/layout.ts";
import { listNames, readText, statFile } from "../store/read_file.ts";
import type { Store } from "../store/store.ts";
import { openFile } from "./_store_tree.ts";
import type { Wanted } from "./_wanted.ts";

export async function refitState(store: Store, stem: string): Promise<void> {
  const { layout, files } = store;
  const [sessionId] = sessionsCalled(layout, shortOf(stem));
  if (sessionId === undefined) return;
  const loaded = loadSessionState(layout, sessionId);
  if (loaded.state !== "ok" || loaded.value.stem !== stem) return;
  const l1 = layout.l1(stem);
  const opened = await openFile(statFile(l1) ? l1 : `${l1}.gz`);
  if (opened === undefined) return;
  const state = loaded.value;
  const bytes = new TextEncoder().encode(opened.text);
  const cut = splitLines(opened.text).slice(0, state.cutTo).join("");
  const isAllCut = state.cutBytes >= state.l1Bytes;
  saveSessionState(files, layout, sessionId, {
    ...state,
    l1Bytes: bytes.length,
    l1Mark: bytes.length === 0
      ? undefined
      : fingerprint(bytes.subarray(-MARK_BYTES)),
    entries: Math.min(state.entries, parseL1(bytes).length),
    cutBytes: isAllCut ? bytes.length : new TextEncoder().encode(cut).length,
    rawBytes: statFile(layout.raw(stem))?.size ?? 0,
  });
}

/**
 * A log that is longer than its state says was being written when the process
 * was killed; the rest is ingested again.
 */
export function cutUnfinished({ layout, files }: Store): void {
  for (const [, { stem, l1Bytes }] of statesIn(layout)) {
    const l1 = layout.l1(stem);
    if ((statFile(l1)?.size ?? 0) > l1Bytes) files.truncate(l1, l1Bytes);
  }
}

/** After a kill, and where deltas cover entries that were removed. */
export async function refitStates(store: Store, wanted: Wanted): Promise<void> {
  const { layout, files } = store;
  for (const [sessionId, state] of statesIn(layout)) {
    const { stem, rawBytes, deltas } = state;
    const rawSize = statFile(layout.raw(stem))?.size ?? 0;
    if (wanted.hasEntryOf(sessionId) || rawSize < rawBytes) {
      await refitState(store, stem);
    }
    if (deltas.length === 0 || !wanted.touches(stem)) continue;
    const log = splitLines(readText(layout.l1(stem), Infinity) ?? "");
    const isGone = ({ from, to }: Delta) =>
      log.slice(from, to).some((line) => isForgottenEntry(tryParseJson(line)));
    const kept = deltas.filter((one) => !isGone(one));
    if (kept.length === deltas.length) continue;
    const now = loadSessionState(layout, sessionId);
    if (now.state !== "ok") continue;
    const summarizedTo = kept[0]?.from ?? now.value.cutTo;
    const next = { ...now.value, deltas: kept, summarizedTo };
    saveSessionState(files, layout, sessionId, next);
    for (const one of deltas.filter(isGone)) {
      files.remove(layout.delta(one.file));
    }
  }
}

function statesIn(layout: Layout): [string, SessionState][] {
  return listSessionIds(layout).filter(isSessionId).flatMap((id) => {
    const loaded = loadSessionState(layout, id);
    return loaded.state === "ok" ? [[id, loaded.value]] : [];
  });
}

/** Its state, deltas and place in the list; its log is removed before. */
export function dropSession(
  { layout, files }: Store,
  sessionId: string,
  stem: string,
): void {
  updateIndex(files, layout, (index) => ({
    ...index,
    pending: index.pending.filter((id) => id !== sessionId),
  }));
  const short = stem === "" ? sessionId.slice(0, 8) : shortOf(stem);
  for (const name of listNames(layout.delta(""))) {
    if (name.startsWith(`${short}-`)) files.remove(layout.delta(name));
  }
  files.remove(layout.state(sessionId));
}
