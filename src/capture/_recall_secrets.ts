/**
 * What a session has shown to be secret before the place where reading goes on,
 * and what the sessions have whose beginning it shares.
 */

import { KnownValues } from "../redact/known_values.ts";
import {
  loadSessionState,
  type SessionState,
} from "../session/session_state.ts";
import { readPart, statTranscript } from "../store/growing_file.ts";
import type { Store } from "../store/store.ts";

const MAX_PARENTS = 8;

export function recallSecrets(
  { layout }: Pick<Store, "layout">,
  state: SessionState,
): KnownValues {
  const inherited: string[] = [];
  let id = state.forkOf;
  for (let depth = 0; id !== undefined && depth < MAX_PARENTS; depth++) {
    const loaded = loadSessionState(layout, id);
    if (loaded.state !== "ok") break;
    inherited.push(
      ...learnAgain(new KnownValues(), loaded.value).valuesBefore(
        Infinity,
      ),
    );
    id = loaded.value.forkOf;
  }
  return learnAgain(new KnownValues(inherited), state);
}

/** Lines behind the offset are still to be read, and teach it then. */
function learnAgain(
  known: KnownValues,
  { transcript, offset, secretLines = [] }: SessionState,
): KnownValues {
  const end = Math.min(offset, statTranscript(transcript)?.size ?? 0);
  for (const line of secretLines) {
    if (line.to > end || !known.takes(line)) continue;
    known.learn(readPart(transcript, line.from, line.to - line.from), line);
  }
  return known;
}
