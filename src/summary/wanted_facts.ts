/**
 * Sessions whose facts the user wants to have extracted: a list in the index
 * that the scribe works through, oldest wish first.
 */

import { findSession, readSessionLog } from "../session/session_log.ts";
import { newestConcepts } from "../knowledge/concepts.ts";
import { isObject } from "../base/json.ts";
import {
  type AgentMark,
  agentMark,
  isAlive,
} from "../session/waiting_deltas.ts";
import { CONCEPTS_SHOWN, renderLog } from "./_delta_text.ts";
import { readConcepts } from "../knowledge/knowledge_files.ts";
import { isSessionId } from "../store/layout.ts";
import {
  type MemoryIndex,
  readIndex,
  updateIndex,
} from "../session/memory_index.ts";
import { type Claim, type Store, withStoreLock } from "../store/store.ts";

interface Wish {
  readonly session: string;
  readonly agent?: AgentMark;
  readonly tries?: number;
}

/** After this many bad answers a wish is given up. */
const MOST_TRIES = 3;

function wishesIn(index: MemoryIndex): Wish[] {
  const list = index["factsWanted"];
  if (!Array.isArray(list)) return [];
  return list.filter(isObject).flatMap(({ session, agent, tries }) => {
    if (!isSessionId(session)) return [];
    const held = agentMark(agent);
    return [{
      session,
      ...(held ? { agent: held } : {}),
      tries: typeof tries === "number" ? tries : 0,
    }];
  });
}

function changeWishes(
  store: Store,
  claim: Claim,
  change: (wishes: Wish[]) => readonly Wish[],
): Promise<void> {
  return withStoreLock(store, claim, () => {
    updateIndex(store.files, store.layout, (index) => {
      const { factsWanted: _, ...rest } = index;
      const list = change(wishesIn(index));
      const wanted = list.length > 0 ? { factsWanted: list } : {};
      return { ...rest, ...wanted } as MemoryIndex;
    });
  });
}

/** Change one wish; undefined removes it. */
const changeWish = (
  store: Store,
  sessionId: string,
  claim: Claim,
  change: (wish: Wish) => Wish | undefined,
) =>
  changeWishes(
    store,
    claim,
    (wishes) =>
      wishes.flatMap((one) =>
        one.session === sessionId ? change(one) ?? [] : one
      ),
  );

export const wantFacts = (store: Store, sessionId: string, claim: Claim) =>
  changeWishes(store, claim, (wishes) => [
    ...wishes.filter(({ session }) => session !== sessionId),
    { session: sessionId },
  ]);

/** It is done, or cannot be. */
export const settleWish = (store: Store, sessionId: string, claim: Claim) =>
  changeWish(store, sessionId, claim, () => undefined);

/** A bad answer: another try, or none if there were enough. */
export const failWish = (store: Store, sessionId: string, claim: Claim) =>
  changeWish(
    store,
    sessionId,
    claim,
    ({ session, tries = 0 }) =>
      tries + 1 < MOST_TRIES ? { session, tries: tries + 1 } : undefined,
  );

/** The model could not be reached: as if nothing had been tried. */
export const releaseWish = (store: Store, sessionId: string, claim: Claim) =>
  changeWish(store, sessionId, claim, ({ agent: _, ...free }) => free);

export function holderOfWish({ layout }: Store, sessionId: string) {
  return wishesIn(readIndex(layout)).find(({ session }) =>
    session === sessionId
  )?.agent?.id;
}

/** Give the next wish to a holder, with the session's log as a text. */
export async function claimWantedSession(
  store: Store,
  now: Date,
  holder: string,
  claim: Claim,
): Promise<{ readonly sessionId: string; readonly text: string } | undefined> {
  const next = wishesIn(readIndex(store.layout)).find(({ agent }) =>
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
  await changeWish(
    store,
    sessionId,
    claim,
    (one) => isAlive(one.agent, now) ? one : { ...one, agent },
  );
  return holderOfWish(store, sessionId) === holder
    ? { sessionId, text }
    : undefined;
}

async function textOf(store: Store, sessionId: string) {
  const { stem } = findSession(store, sessionId);
  const entries = await readSessionLog(store, stem);
  if (entries.length === 0) return undefined;
  const concepts = newestConcepts(readConcepts(store.layout), CONCEPTS_SHOWN);
  return renderLog(entries, concepts);
}
