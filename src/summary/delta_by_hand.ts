/** Deltas by hand: find, show, commit and discard one by its id. */

import { UserError } from "../base/errors.ts";
import { readText } from "../store/read_file.ts";
import {
  listSessionIds,
  readSessionState,
  readStates,
} from "../session/session_state.ts";
import { type Session, withSession } from "../session/session.ts";
import type { Claim, Store } from "../store/store.ts";
import { statTranscript } from "../store/growing_file.ts";
import { settleDeltas } from "./commit_delta.ts";
import { sessionOfDelta } from "../session/waiting_deltas.ts";

export function findDelta(store: Store, deltaId: string) {
  const sessionId = sessionOfDelta(store, deltaId);
  const state = sessionId && readSessionState(store.layout, sessionId);
  const delta = state && state.deltas.find(({ id }) => id === deltaId);
  if (!sessionId || !delta) {
    throw new UserError("refused", `No delta "${deltaId}" waits`, [
      'Run "memory-keeper delta list" for those that do',
    ]);
  }
  return { sessionId, delta };
}

export function readDelta(store: Store, deltaId: string): string {
  const { delta } = findDelta(store, deltaId);
  return readText(store.layout.delta(delta.file)) ?? "";
}

/** Leave a stretch out of memory.md; L1 keeps it. */
export async function discardDelta(
  store: Store,
  deltaId: string,
  claim: Claim,
): Promise<void> {
  const { sessionId } = findDelta(store, deltaId);
  const settle = (session: Session) => settleDeltas(session, [deltaId]);
  await withSession(store, sessionId, claim, settle);
}

/** The session a command means: the named one, else the newest. */
export function chooseSession(
  { layout }: Store,
  named: string | undefined,
): { sessionId: string; transcript: string } {
  const all = readStates(layout, listSessionIds(layout));
  const known = all.map(({ id: sessionId, state }) => {
    const { transcript, seenAt, startedAt } = state;
    const touched = statTranscript(transcript)?.modifiedMs ??
      Date.parse(seenAt ?? startedAt ?? "");
    return { sessionId, transcript, touched: touched || 0 };
  }).sort((a, b) => b.touched - a.touched);
  const found = named
    ? known.find(({ sessionId }) => sessionId.startsWith(named))
    : known[0];
  if (found) return found;
  throw new UserError(
    "refused",
    named ? `No session "${named}" is known` : "No session is known here",
    ['Run "memory-keeper import" to ingest what Claude Code has'],
  );
}
