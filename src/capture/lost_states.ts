/** Sessions that have their log but lost their state. */

import { shortNames, shortOf } from "../store/layout.ts";
import { listNames } from "../store/read_file.ts";
import {
  knownSessions,
  listSessionIds,
  loadSessionState,
} from "../session/session_state.ts";
import type { Store } from "../store/store.ts";
import type { World } from "../base/world.ts";
import type { FoundTranscript } from "./found_transcript.ts";
import { projectTranscripts } from "./project_transcripts.ts";

export interface LostStates {
  /** Logs that no state names, by their stems; also those of an earlier tool. */
  readonly stems: readonly string[];
  /** The transcripts from which a state can be rebuilt. */
  readonly found: readonly FoundTranscript[];
}

export function findLostStates(store: Store, world: World): LostStates {
  const { layout } = store;
  const named = new Set(
    listSessionIds(layout).flatMap((id) => {
      const loaded = loadSessionState(layout, id);
      return loaded.state === "ok" ? [loaded.value.stem] : [];
    }),
  );
  const logs = listNames(layout.sessions).flatMap((name) =>
    /^(.+)\.l1\.jsonl(?:\.gz)?$/.exec(name)?.[1] ?? []
  );
  const stems = [...new Set(logs)].filter((stem) => !named.has(stem));
  const shorts = new Set(stems.map(shortOf));
  const known = knownSessions(layout);
  return {
    stems,
    found: stems.length === 0 ? [] : projectTranscripts(store, world).filter((
      { sessionId },
    ) =>
      !known.has(sessionId) &&
      shortNames(sessionId).some((name) => shorts.has(name))
    ),
  };
}
