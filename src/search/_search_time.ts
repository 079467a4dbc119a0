/** The sessions of a time, for a question that names nothing else. */

import { DAY_MS } from "../base/durations.ts";
import type { Here } from "../base/local_stamp.ts";
import { searchFilter } from "./_search_filter.ts";
import { sourceOfDoc } from "./index/doc_id.ts";
import type { Layer } from "./index/layers.ts";
import type { SearchIndex } from "./index/search_index.ts";
import type { TimeHint } from "./query/time_hint.ts";
import { boundOf } from "./query/time_ranges.ts";
import type { Ranked } from "./rank/rank.ts";
import {
  ONLY_TIME,
  type RankedHits,
  type SearchRequest,
} from "./search_request.ts";

/** What tells best of a session; of what is not named the first that comes. */
const LAYER_ORDER: readonly Layer[] = ["summary", "memory", "digest", "l1"];
/** A day is remembered too early rather than too late. */
const MOST_DAYS_AFTER = 14;

/** A time as a question names it. */
export interface AskedTime {
  readonly words: string;
  readonly bounds: TimeHint["bounds"] | undefined;
}

/** The sessions of a time, newest first; undefined if there are none. */
export function listTime(
  index: SearchIndex,
  time: AskedTime,
  request: SearchRequest,
): RankedHits | undefined {
  const bounds = boundsOf(time, request.here);
  if (bounds === undefined) return undefined;
  const [since, until] = bounds;
  const later = new Date(Date.parse(until) + MOST_DAYS_AFTER * DAY_MS);
  const then = sessionsOf(index, since, until, request);
  const ranked = then.length > 0
    ? then.toReversed()
    : sessionsOf(index, since, later.toISOString(), request);
  if (ranked.length === 0) return undefined;
  const total = ranked.length;
  return { probes: [], ranked, total, deep: true, notes: [ONLY_TIME] };
}

function boundsOf({ bounds, words }: AskedTime, here: Here) {
  const since = bounds ? bounds.since ?? "" : boundOf(words, here, false);
  const until = bounds
    ? bounds.until ?? here.now.toISOString()
    : boundOf(words, here, true);
  return since !== undefined && until && since < until
    ? [since, until] as const
    : undefined;
}

/** Of each session what tells best of it, in the order of their work. */
function sessionsOf(
  index: SearchIndex,
  since: string,
  until: string,
  request: SearchRequest,
): Ranked[] {
  const accept = searchFilter(index, { phrases: [] }, {
    ...request,
    deep: true,
  });
  const best = new Map<string, { doc: number; place: number; ts: string }>();
  const ofSource = new Map<number, { place: number; session: string | null }>();
  for (const doc of index.docs(since, until)) {
    const source = sourceOfDoc(doc);
    let known = ofSource.get(source);
    if (known === undefined) {
      const { layer, session = null } = index.source(source) ?? {};
      const place = LAYER_ORDER.indexOf(layer ?? "l1");
      ofSource.set(source, known = { place, session });
    }
    if (known.place < 0 || !accept(doc)) continue;
    const session = known.session ?? index.sessionOf(doc) ?? `#${doc}`;
    const other = best.get(session);
    if (other && other.place <= known.place) continue;
    const ts = index.doc(doc)?.ts ?? "";
    best.set(session, { doc, place: known.place, ts });
  }
  return [...best].toSorted(([, a], [, b]) => a.ts < b.ts ? -1 : 1)
    .map(([session, { doc }]) => hit(session, doc));
}

/** All fit as well: what was asked for is a time. */
const hit = (session: string, doc: number): Ranked => ({
  session: session.startsWith("#") ? null : session,
  doc,
  score: 1,
  share: 1,
  boost: 1,
  evidence: { log: 0, turn: 0, entry: 0, opening: 0, written: 0, tools: 0 },
  rarity: [],
  inLog: () => [],
  inDocument: () => [],
  bestEntry: () => undefined,
});
