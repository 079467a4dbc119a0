/**
 * Give `l2-summarizer` the whole session it runs in. Its parts are asked for
 * by several processes; the first notes how far the log goes, so that the
 * parts of one agent belong together while the session goes on.
 */

import { newestConcepts } from "../knowledge/concepts.ts";
import { CONCEPTS_SHOWN, renderLog } from "./_delta_text.ts";
import { splitParts } from "./_text_parts.ts";
import { readConcepts } from "../knowledge/knowledge_files.ts";
import { readL1 } from "../session/log_file.ts";
import { withSession } from "../session/session.ts";
import type { Claim, Store } from "../store/store.ts";

/** The parts of the text, or undefined if the session has said nothing. */
export async function handOverSession(
  store: Store,
  { agentId, sessionId, parts }: {
    readonly agentId: string;
    readonly sessionId: string;
    readonly parts: number;
  },
  claim: Claim,
): Promise<string[] | undefined> {
  const { layout } = store;
  const given = await withSession(store, sessionId, claim, (session) => {
    const { state } = session;
    if (state === undefined) return undefined;
    const { l2 } = state;
    if (l2?.agent === agentId) return { ...l2, stem: state.stem };
    const concepts = newestConcepts(readConcepts(layout), CONCEPTS_SHOWN)
      .map(({ id, name }) => ({ id, name }));
    const mark = { agent: agentId, bytes: state.l1Bytes, concepts };
    session.change({ ...state, l2: mark });
    return { ...mark, stem: state.stem };
  });
  if (given === undefined) return undefined;
  const entries = readL1(layout.l1(given.stem), 0, given.bytes);
  if (entries.length === 0) return undefined;
  return splitParts(renderLog(entries, given.concepts), parts);
}
