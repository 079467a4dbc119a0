/** What memory and the whole project cost, at list prices, from transcripts. */

import { shiftedBy } from "../base/local_stamp.ts";
import { isOwnAgent } from "../claude/agents.ts";
import {
  CostCounter,
  type CountedRequest,
  type GivenText,
  type Seen,
} from "../claude/count_cost.ts";
import { dollarsFor, PRICES_OF, sentTokens } from "../claude/prices.ts";
import { allProjectTranscripts } from "../capture/project_transcripts.ts";
import type { FoundTranscript } from "../capture/found_transcript.ts";
import { parseWhole, viewLine } from "../capture/refine/raw_line.ts";
import { readIndex } from "../session/memory_index.ts";
import { agentTypeOf } from "../store/claude_settings.ts";
import { subagentsDir } from "../store/growing_file.ts";
import { TranscriptReader } from "../store/line_reader.ts";
import { listNames } from "../store/read_file.ts";
import type { Store } from "../store/store.ts";
import { usageDays } from "../summary/model_usage.ts";
import { dayOf } from "../base/utc_time.ts";
import type { World } from "../base/world.ts";

export interface Cost {
  /** Requests of the model, and those made for memory. */
  readonly requests: number;
  readonly memoryRequests: number;
  /** Tokens of memory's texts at starts, with prompts and to agents. */
  readonly starts: number;
  readonly prompts: number;
  readonly agents: number;
  /** Tokens that were sent and answered in requests for memory. */
  readonly memorySent: number;
  readonly memoryAnswered: number;
  /** Dollars for memory: its requests, and its texts in other requests. */
  readonly memoryDollars: number;
  readonly dollars: number;
  /** Requests of models that have no price here. */
  readonly unpriced: number;
}

export interface CostReport {
  readonly pricesOf: string;
  readonly total: Cost;
  /** Newest first; local days. */
  readonly days: readonly (Cost & { day: string; sessions: number })[];
  /** Newest first. */
  readonly sessions: readonly (Cost & { session: string; started: string })[];
}

interface CostRequest {
  /** Words by which our texts are recognised, and those given to our agents. */
  readonly marks: readonly string[];
  readonly agentMarks: readonly string[];
  readonly since?: string | undefined;
  readonly until?: string | undefined;
  readonly progress?: (doneBytes: number, totalBytes: number) => void;
}

const NOTHING: Cost = {
  requests: 0,
  memoryRequests: 0,
  starts: 0,
  prompts: 0,
  agents: 0,
  memorySent: 0,
  memoryAnswered: 0,
  memoryDollars: 0,
  dollars: 0,
  unpriced: 0,
};

/** The scribe asks for Haiku; which one, its usage does not say. */
const SCRIBE_MODEL = "claude-haiku-5-5";

export function readCost(
  store: Store,
  world: World,
  request: CostRequest,
): CostReport {
  const { since = "", until = "~", progress = () => {} } = request;
  const isMeant = ({ at }: { readonly at: string }) =>
    at >= since && at < until;
  // A fork is younger than what it repeats.
  const found = allProjectTranscripts(store, world).toReversed();
  const seen: Seen = { messages: new Set(), entries: new Set() };
  const totalBytes = found.reduce((sum, { size }) => sum + size, 0);
  const days = new Map<string, Cost & { ids: Set<string> }>();
  const toDay = (at: string, cost: Partial<Cost>, session?: string) => {
    const day = localDay(at, world);
    const known = days.get(day) ?? { ...NOTHING, ids: new Set<string>() };
    if (session !== undefined) known.ids.add(session);
    days.set(day, { ...add(known, cost), ids: known.ids });
  };
  const sessions: (Cost & { session: string; started: string })[] = [];
  let doneBytes = 0;
  for (const one of found) {
    const { requests, texts } = countSession(one, request, seen);
    const parts = [...requests.filter(isMeant), ...texts.filter(isMeant)];
    const costs = parts.map((part) => ({ at: part.at, cost: costOf(part) }));
    for (const { at, cost } of costs) toDay(at, cost, one.sessionId);
    const started = parts.map(({ at }) => at).sort()[0];
    if (started !== undefined) {
      const sum = costs.reduce((sum, { cost }) => add(sum, cost), NOTHING);
      sessions.push({ session: one.sessionId, started, ...sum });
    }
    progress(doneBytes += one.size, totalBytes);
  }
  for (
    const [day, usage] of Object.entries(usageDays(readIndex(store.layout)))
  ) {
    const at = `${day}T12:00:00.000Z`;
    if (isMeant({ at })) toDay(at, scribeCost(usage));
  }
  const sorted = [...days].sort(([a], [b]) => a < b ? 1 : -1);
  return {
    pricesOf: PRICES_OF,
    total: sorted.reduce((sum, [, cost]) => add(sum, cost), NOTHING),
    days: sorted.map(([day, { ids, ...cost }]) => ({
      day,
      sessions: ids.size,
      ...cost,
    })),
    sessions: sessions.toSorted((a, b) => a.started < b.started ? 1 : -1),
  };
}

function countSession(
  { transcript }: FoundTranscript,
  { marks, agentMarks }: CostRequest,
  seen: Seen,
) {
  const main = new CostCounter(marks, seen);
  countFile(transcript, main);
  const dir = subagentsDir(transcript);
  const agents = listNames(dir).filter((name) => name.endsWith(".jsonl"))
    .map((name) => {
      const path = `${dir}/${name}`;
      const isOwn = isOwnAgent(agentTypeOf(path));
      const counter = new CostCounter(isOwn ? agentMarks : marks, seen, isOwn);
      countFile(path, counter);
      return counter;
    });
  const all = [main, ...agents];
  return {
    requests: all.flatMap(({ requests }) => requests),
    texts: all.flatMap(({ texts }) => texts),
  };
}

const COUNTED = new Set(["user", "assistant", "system", "attachment"]);

function countFile(path: string, counter: CostCounter): void {
  const decoder = new TextDecoder();
  using reader = new TranscriptReader(path, 0, (line) => {
    const { type } = viewLine(line);
    if (type !== undefined && !COUNTED.has(type)) return;
    for (const { entry } of parseWhole(decoder.decode(line))) {
      counter.add(entry);
    }
  });
  while (reader.readChunk());
}

/** Texts have tokens only: their dollars are in the requests that carry them. */
function costOf(part: CountedRequest | GivenText): Partial<Cost> {
  if ("to" in part) return { [part.to]: part.tokens };
  const dollars = dollarsFor(part.model, part);
  const isPriced = dollars !== undefined;
  const forMemory = part.isForMemory
    ? {
      memoryRequests: 1,
      memorySent: sentTokens(part),
      memoryAnswered: part.output,
      memoryDollars: dollars ?? 0,
    }
    : { memoryDollars: Math.min(dollars ?? 0, dollarsOfTexts(part)) };
  return {
    requests: 1,
    dollars: dollars ?? 0,
    unpriced: isPriced ? 0 : 1,
    ...forMemory,
  };
}

/** New texts are written to the cache, earlier ones read from it. */
function dollarsOfTexts(part: CountedRequest): number {
  const { given, carried, model, written1h } = part;
  const isHour = written1h > 0;
  return dollarsFor(model, {
    input: 0,
    output: 0,
    read: carried,
    written5m: isHour ? 0 : given,
    written1h: isHour ? given : 0,
  }) ?? 0;
}

function scribeCost(
  { calls, inputTokens, outputTokens }: ReturnType<
    typeof usageDays
  >[string],
): Partial<Cost> {
  const dollars = dollarsFor(SCRIBE_MODEL, {
    // As single requests: a day's sum is no long prompt.
    input: inputTokens / Math.max(1, calls),
    output: outputTokens / Math.max(1, calls),
    read: 0,
    written5m: 0,
    written1h: 0,
  }) ?? 0;
  return {
    requests: calls,
    memoryRequests: calls,
    memorySent: inputTokens,
    memoryAnswered: outputTokens,
    memoryDollars: dollars * calls,
    dollars: dollars * calls,
  };
}

function add(sum: Cost, more: Partial<Cost>): Cost {
  const keys = Object.keys(NOTHING) as (keyof Cost)[];
  return Object.fromEntries(
    keys.map((key) => [key, sum[key] + (more[key] ?? 0)]),
  ) as unknown as Cost;
}

function localDay(at: string, world: World): string {
  const time = new Date(at);
  if (Number.isNaN(time.getTime())) return "unknown";
  return dayOf(shiftedBy(time, world.localOffsetMinutes(time)));
}
