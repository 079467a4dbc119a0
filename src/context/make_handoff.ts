/** A session's handoff, from its log and the project's knowledge. */

import { compareTexts } from "../base/compare_texts.ts";
import { cut } from "../base/cut_text.ts";
import { handoffOf } from "../digest/handoff.ts";
import type { Fact } from "../knowledge/facts.ts";
import { readFacts } from "../knowledge/knowledge_files.ts";
import { readRuleTexts } from "../knowledge/said_rules.ts";
import {
  findSession,
  type KnownSession,
  readSessionLog,
} from "../session/session_log.ts";
import { listSessionIds, loadSessionState } from "../session/session_state.ts";
import { shortNames, shortOf } from "../store/layout.ts";
import { listNames } from "../store/read_file.ts";
import type { Store } from "../store/store.ts";
import { lastEntryAt } from "./_newest_record.ts";

const MOST_DECISIONS = 12;
const MOST_RULES = 8;
const FACT_CHARS = 300;

export interface Handoff {
  readonly session: string;
  readonly text: string;
}

/** Of the named session, or of the newest; undefined if there is none. */
export async function makeHandoff(
  store: Store,
  named?: string,
): Promise<Handoff | undefined> {
  const found = named === undefined
    ? newestSession(store)
    : findSession(store, named);
  if (found === undefined) return undefined;
  const { stem, sessionId } = found;
  const entries = await readSessionLog(store, stem);
  const times = entries.flatMap(({ ts }) => ts ?? []);
  const short = shortOf(stem);
  const text = handoffOf(entries, {
    short,
    from: minuteOf(times[0]),
    to: minuteOf(times.at(-1)),
    project: store.project.root,
    decisions: decisionsFor(store, [sessionId, ...shortNames(sessionId)]),
    rules: readRuleTexts(store).slice(0, MOST_RULES)
      .map(({ id, content }) => `${cut(content, FACT_CHARS)} (${id})`),
  });
  return { session: sessionId, text };
}

const minuteOf = (ts = "?") => ts.slice(0, 16).replace("T", " ");

/** The one whose last entry is the newest, whenever it was ingested. */
function newestSession(store: Store): KnownSession | undefined {
  const { layout } = store;
  const newest = listNames(layout.sessions)
    .flatMap((name) => /^(.+)\.l1\.jsonl(?:\.gz)?$/.exec(name)?.[1] ?? [])
    .map((stem) => ({ stem, spokeAt: spokeAt(layout.l1(stem), stem) }))
    .sort((a, b) =>
      compareTexts(b.spokeAt, a.spokeAt) || compareTexts(b.stem, a.stem)
    )[0];
  if (newest === undefined) return undefined;
  const { stem } = newest;
  const [sessionId = shortOf(stem)] = listSessionIds(layout).filter((id) => {
    const loaded = loadSessionState(layout, id);
    return loaded.state === "ok" && loaded.value.stem === stem;
  });
  return { stem, sessionId };
}

/** Stems begin with the time as well: `2026-02-01_1727`. */
function spokeAt(log: string, stem: string): string {
  return lastEntryAt(log)?.toISOString() ??
    stem.replace(/_(\d\d)(\d\d).*$/, "T$1:$2");
}

/** The session's own first, then the newest of the project. */
function decisionsFor({ layout }: Store, names: readonly string[]): string[] {
  const { decisions } = readFacts(layout);
  const isOwn = ({ sessions }: Fact) =>
    sessions.some((session) => names.includes(session));
  const newest = decisions.toReversed();
  return [...newest.filter(isOwn), ...newest.filter((one) => !isOwn(one))]
    .slice(0, MOST_DECISIONS).map((one) => {
      const { id, content, reason, date } = one;
      const why = reason ? ` – because ${reason}` : "";
      const whose = isOwn(one) ? "" : `, not of this session, ${date}`;
      return `${cut(content + why, FACT_CHARS)} (${id}${whose})`;
    });
}
