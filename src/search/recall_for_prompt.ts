/**
 * What memory has to say to a prompt, if it really has something: at most
 * three passages from one earlier session, or two. Silence is the rule, since a
 * passage that does not belong costs more than one that is missing. It asks
 * the index as it is and changes nothing: a prompt must not wait.
 */

import { parseQuery } from "./query/query.ts";
import { readQuestion } from "./query/read_question.ts";
import { shortNames } from "../store/layout.ts";
import { isDamage, openExistingIndex } from "./index/open_search_index.ts";
import type { Store } from "../store/store.ts";
import { readTracked } from "../store/tracked_files.ts";
import type { withLastPrompts } from "./_follow_up.ts";
import { chooseDocuments, type Gate } from "./_recall_gate.ts";
import { chooseProbes } from "./query/choose_probes.ts";

/** A memory that matches the prompt well. */
export interface Recollection {
  readonly text: string;
  readonly date: string;
  /** The same as far as it is known: a moment, or a day. */
  readonly at?: string;
  /** Only when it was recorded is known, not when the work was done. */
  readonly isRecorded?: boolean;
  /** The file it is in. */
  readonly source: string;
  /** Git tracks the file: others may have written it. */
  readonly isTracked?: boolean;
  /** Who says so, of a team's item. */
  readonly author?: string;
  readonly session?: string | undefined;
  /** "3 days old" */
  readonly age?: string;
  /** What became of files it names: "src/tide.ts has changed since". */
  readonly files?: readonly string[];
}

export interface RecallOptions {
  /** The session that asks: what it says itself is no memory. */
  readonly sessionId?: string;
  /** Other thresholds, to measure with. */
  readonly gate?: Gate;
}

const WAIT_MS = 50;
/** A prompt must not wait: fewer words choose than for a search. */
const MOST_HOLDERS = 250;
const MAX_PROMPT_CHARS = 4000;
const MAX_PROMPT_TERMS = 40;

export async function recallForPrompt(
  store: Store,
  prompt: string,
  options: RecallOptions = {},
): Promise<Recollection[]> {
  const head = prompt.slice(0, MAX_PROMPT_CHARS);
  if (parseQuery(head).terms.length < 2 && !isFollowUp(head)) return [];
  try {
    return await ask(store, head, options);
  } catch (error) {
    // A damaged index is rebuilt when the turn is over.
    if (isDamage(error)) return [];
    throw error;
  }
}

async function ask(
  store: Store,
  prompt: string,
  { sessionId, gate }: RecallOptions,
): Promise<Recollection[]> {
  using index = await openExistingIndex(store, WAIT_MS);
  if (index === undefined) return [];
  const text = sessionId !== undefined && isFollowUp(prompt)
    ? await withLast(store, index, prompt, sessionId)
    : prompt;
  const asked = (await readQuestion(index, await withoutTime(text))).terms
    .slice(0, MAX_PROMPT_TERMS);
  if (asked.length < 2) return [];
  const chosenBy = chooseProbes(index, asked, MOST_HOLDERS);
  const own = sessionId ? [sessionId, ...shortNames(sessionId)] : [];
  const isOther = (session: string | null) => !own.includes(session ?? "");
  const isQuestion = ASKS.test(prompt);
  const chosen = chooseDocuments(index, chosenBy, {
    isOther,
    isQuestion,
    gate,
  });
  if (chosen.length === 0) return [];
  // Most prompts come never this far.
  const { readPassages } = await import("./_read_passages.ts");
  const passages = await readPassages(store, index, chosenBy.probes, chosen);
  if (passages.length === 0) return [];
  const tracked = readTracked(store.layout.dir);
  return passages.map((one) => {
    const [file = ""] = one.source?.split("#") ?? [];
    // Of a team's item it is said anyway whose it is.
    return tracked.has(file) && one.author === undefined
      ? { ...one, isTracked: true }
      : one;
  });
}

/** What may name a time; most prompts have nothing of it. */
const MAY_NAME_TIME =
  /\d|\b(?:yesterday|today|last|this|ago|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)|day\b|[월月어지작오이昨今先去上这本]/i;

/** A day is no word that a passage would have to hold. */
async function withoutTime(prompt: string): Promise<string> {
  if (!MAY_NAME_TIME.test(prompt)) return prompt;
  const { readTimeHint, splitTime } = await import("./query/time_hint.ts");
  const hint = readTimeHint(prompt, { now: new Date(), offsetMinutes: 0 });
  return hint?.at ? splitTime(prompt, hint)[0] : prompt;
}

const MOST_FOLLOW_UP_CHARS = 40;
const ASKS =
  /[?？]|\b(?:why|how|what|when|where|which|who)\b|왜|어떻게|뭐|언제|어디|なぜ|どうして|どう|为什么|怎么|何/i;

/** A short question that has hardly a word to search for. */
function isFollowUp(prompt: string): boolean {
  const text = prompt.trim();
  if (text.length > MOST_FOLLOW_UP_CHARS || !ASKS.test(text)) return false;
  const { terms, onlyAsks } = parseQuery(text);
  return onlyAsks || terms.length < 2;
}

async function withLast(...given: Parameters<typeof withLastPrompts>) {
  const { withLastPrompts } = await import("./_follow_up.ts");
  return await withLastPrompts(...given);
}
