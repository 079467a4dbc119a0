/**
 * What an agent's last message brings: words for memory.md and facts, or the
 * reason why nothing of it is kept. The model is only asked for words, so all
 * that looks like our own writing is taken out of them.
 */

import { clip, clipSentence, leftOutMark } from "../base/cut_text.ts";
import { isObject } from "../base/json.ts";
import { normaliseText, oneLine } from "../base/safe_text.ts";
import {
  cleanWords,
  isChatter,
  isNoSummary,
  readObject,
  separate,
} from "./_answer_parts.ts";

export type AgentAnswer =
  | {
    readonly kind: "summary";
    readonly text: string;
    /** As the model wrote them; undefined when it brought none. */
    readonly factsJson: readonly unknown[] | undefined;
  }
  | {
    readonly kind: "refused";
    readonly reason: string;
    /** The same in one word, for the event log: it quotes nothing. */
    readonly why: string;
  };

const ANSWER_MAX_CHARS = 20_000;
const ABSURD_CHARS = 200_000;
/** With facts in it; refused before it is looked at. */
const ABSURD_MESSAGE_CHARS = 2_000_000;
const REASON_CHARS = 100;
/** For a fence that has to be closed after a cut. */
const FENCE_ROOM = 20;

/**
 * Words longer than `maxChars` are cut at a sentence; `factsOnly` is for an agent
 * that is asked for nothing else.
 */
export function readAgentAnswer(
  message: unknown,
  { maxChars = ANSWER_MAX_CHARS, factsOnly = false } = {},
): AgentAnswer {
  if (typeof message !== "string" && !isObject(message)) {
    return refused("not-text", "The answer is not text");
  }
  if (typeof message === "string" && message.length > ABSURD_MESSAGE_CHARS) {
    return refused("too-long", `The answer has ${message.length} characters`);
  }
  const { words, facts, isCutOff = false } = isObject(message)
    ? readObject(message)
    : separate(normaliseText(message));
  if (words.length > ABSURD_CHARS) {
    return refused("too-long", `The answer has ${words.length} characters`);
  }
  const text = cleanWords(words);
  const error = ERROR_ANSWER.exec(words.trim()) ?? ERROR_ANSWER.exec(text);
  if (error !== null) {
    const said = clip(oneLine(error[1] ?? ""), REASON_CHARS);
    return refused("error", `The agent answered ERROR: ${said}`.trim());
  }
  if (text.length > maxChars && repeatsDelta(words)) {
    return refused("repeats", "The answer repeats the delta");
  }
  const full = isChatter(text) ? listContents(facts ?? []) || text : text;
  if (isNoSummary(full) && facts === undefined) {
    return refused("refusal", "The answer is not a summary");
  }
  if (full === "" && !(factsOnly && facts !== undefined)) {
    return refused("empty", whyEmpty(message, isCutOff));
  }
  if (full !== "" && !/[\p{L}\p{N}]/u.test(full.replace(OUR_REQUEST, ""))) {
    return refused("marker", "The answer has no words of its own");
  }
  return { kind: "summary", text: shorten(full, maxChars), factsJson: facts };
}

/** `ERROR:` as the first word, whatever Markdown or quotes precede it. */
const ERROR_ANSWER = /^(?:`{3,}\w*\s)?[\s*_#>`~"'([-]*ERROR[*_`]*\s*[::](.*)/;

/** A request of ours, repeated; its brackets were taken from it already. */
const OUR_REQUEST = /[([]MEMORY_KEEPER_\w+[)\]](?:\s*file=\S+)?/g;

function whyEmpty(message: unknown, isCutOff: boolean): string {
  if (isCutOff) return "The answer is cut off";
  return typeof message === "string" && message.trim() === ""
    ? "The answer is empty"
    : "The answer has neither words nor facts";
}

function refused(why: string, reason: string): AgentAnswer {
  return { kind: "refused", reason, why };
}

/** Facts without a word of summary still say what happened. */
function listContents(facts: readonly unknown[]): string {
  const contents = facts.slice(0, MOST_LISTED).flatMap((fact) =>
    isObject(fact) && typeof fact["content"] === "string"
      ? [`- ${oneLine(fact["content"])}`]
      : []
  );
  return cleanWords(contents.join("\n"));
}

const MOST_LISTED = 10;

function repeatsDelta(words: string): boolean {
  return (words.match(/^◆ (?:User|Claude|Tool\()/gm)?.length ?? 0) >= 3;
}

function shorten(text: string, max: number): string {
  if (text.length <= max) return text;
  const mark = leftOutMark(text.length).length + 1;
  // Cleaned again: the cut may have left a code fence open.
  const kept = cleanWords(clipSentence(text, max - mark - FENCE_ROOM));
  return `${kept}\n${leftOutMark(text.length - kept.length)}`;
}
