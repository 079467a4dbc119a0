/**
 * Sessions whose facts the user wants to have extracted: a list in the index,
 * worked off by the scribe, oldest wish first.
 */

import { findSession, readSessionLog } from "../session/session_log.ts";
import { newestConcepts } from "../knowledge/concepts.ts";
import { isObject } from "../base/json.ts";
import { isAlive } from "../session/waiting_deltas.ts";
import { CONCEPTS_SHOWN, renderLog } from "./_delta_text.ts";
import { readConcepts } from "../knowledge/knowledge_files.ts";
import { isSessionId } from "../store/layout.ts";
import {
  type MemoryIndex,
  readIndex,
  updateIndex,
} from "../session/memory_index.ts";
import { type Claim, type Store, withStoreLock } from "../store/store.ts";

/** A wish, and who is at work on it. */
interface Wanted {
  readonly session: string;
  readonly agent?: { readonly id: string; readonly at: string };
}

/** After this many bad answers a wish is given up. */
const MOST_TRIES = 3;

function wantedIn(index: MemoryIndex): (Wanted & { tries: number })[] {
  const list = index["factsWanted"];
  if (!Array.isArray(list)) return [];
  return list.filter(isObject).flatMap(({ session, agent, tries }) => {
    if (!isSessionId(session)) return [];
    const held = isObject(agent) && typeof agent["id"] === "string" &&
        typeof agent["at"] === "string"
      ? { agent: { id: agent["id"], at: agent["at"] } }
      : {};
    return [{
      session,
      ...held,
      tries: typeof tries === "number" ? tries : 0,
    }];
  });
}

function change(
  store: Store,
  claim: Claim,
  edit: (list: (Wanted & { tries: number })[]) => readonly Wanted[],
): Promise<void> {
  return withStoreLock(store, claim, () => {
    updateIndex(store.files, store.layout, (index) => {
      const { factsWanted: _, ...rest } = index;
      const list = edit(wantedIn(index));
      return {
        ...rest,
        ...(list.length > 0 ? { factsWanted: list } : {}),
      } as MemoryIndex;
    });
  });
}

/** Have a session's facts extracted later. */
export function wantFacts(
  store: Store,
  sessionId: string,
  claim: Claim,
): Promise<void> {
  return change(store, claim, (list) => [
    ...list.filter(({ session }) => session !== sessionId),
    { session: sessionId },
  ]);
}

/** It is done, or cannot be. */
export function settleWish(
  store: Store,
  sessionId: string,
  claim: Claim,
): Promise<void> {
  return change(
    store,
    claim,
    (list) => list.filter(({ session }) => session !== sessionId),
  );
}

/** A bad answer: another try, or none if there were enough. */
export function failWish(
  store: Store,
  sessionId: string,
  claim: Claim,
): Promise<void> {
  return change(store, claim, (list) =>
    list.flatMap(({ agent, ...one }) => {
      if (one.session !== sessionId) return [{ ...one, ...held(agent) }];
      const tries = one.tries + 1;
      return tries < MOST_TRIES ? [{ session: one.session, tries }] : [];
    }));
}

/** The model could not be reached: as if nothing had been tried. */
export function releaseWish(
  store: Store,
  sessionId: string,
  claim: Claim,
): Promise<void> {
  return change(store, claim, (list) =>
    list.map(({ agent, ...one }) => ({
      ...one,
      ...(one.session === sessionId ? {} : held(agent)),
    })));
}

const held = (agent: Wanted["agent"]) => agent ? { agent } : {};

export function holderOfWish(
  { layout }: Store,
  sessionId: string,
): string | undefined {
  return wantedIn(readIndex(layout)).find(({ session }) =>
    session === sessionId
  )?.agent?.id;
}

export interface WantedSession {
  readonly sessionId: string;
  readonly text: string;
}

/** Give the next wish to a holder, with the session's log as a text. */
export async function claimWantedSession(
  store: Store,
  now: Date,
  holder: string,
  claim: Claim,
): Promise<WantedSession | undefined> {
  const next = wantedIn(readIndex(store.layout)).find(({ agent }) =>
    !isAlive(agent, now)
  );
  if (next === undefined) return undefined;
  const sessionId = next.session;
  const text = await textOf(store, sessionId);
  if (text === undefined) {
    await settleWish(store, sessionId, claim);
    return undefined;
  }
  const agent = { id: holder, at: now.toISOString() };
  await change(
    store,
    claim,
    (list) =>
      list.map((one) =>
        one.session === sessionId && !isAlive(one.agent, now)
          ? { ...one, agent }
          : one
      ),
  );
  return holderOfWish(store, sessionId) === holder
    ? { sessionId, text }
    : undefined;
}

async function textOf(
  store: Store,
  sessionId: string,
): Promise<string | undefined> {
  const { stem } = findSession(store, sessionId);
  const entries = await readSessionLog(store, stem);
  if (entries.length === 0) return undefined;
  const concepts = newestConcepts(readConcepts(store.layout), CONCEPTS_SHOWN);
  return renderLog(entries, concepts.map(({ id, name }) => ({ id, name })));
}
