/**
 * One line of a transcript: what kind of entry it is, found without parsing
 * where that can be, and its JSON without the parts nobody needs. Most of a
 * transcript's bytes are tool results, each written twice; the copy is never
 * parsed, and of a long result only the beginning is.
 */

import { isObject, type JsonObject } from "../json.ts";
import { mayHoldRemark } from "./user_words.ts";

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** Enough of a line to see its kind. */
const HEAD_BYTES = 640;
/** What is read of a long tool result; L1 keeps far less. */
const RESULT_BYTES = 3072;
/** Where a result tells that it holds words of the user. */
const REMARK_BYTES = 300;
/** Where the entry goes on after a result, as far as it matters. */
const TAIL_BYTES = 640;

const decoder = new TextDecoder();

/** An entry, and its `toolUseResult` for the few that need it. */
export interface RawEntry {
  readonly entry: JsonObject;
  readonly resultCopy: () => unknown;
}

export interface LineKind {
  readonly type: string | undefined;
  readonly subtype: string | undefined;
}

/** The first key that is `type` or holds a whole object, and the type. */
const TYPE =
  /^\{(?:"(?!type")\w+":(?:"[^"\\]*"|null|true|false|-?[\d.]+),)*"(type|message|attachment)":(?:"([\w-]+)")?/;
const SUBTYPE = /"(?:subtype|data":\{"type|attachment":\{"type)":"([\w-]+)"/;

/** The kind of an entry as far as its first bytes tell. */
export function peekKind(line: Uint8Array): LineKind {
  const head = decoder.decode(line.subarray(0, HEAD_BYTES));
  const [, key, word] = TYPE.exec(head) ?? [];
  const type = key === "type" ? word : key === "attachment" ? key : undefined;
  const subtype = type === undefined || type === "user" || type === "assistant"
    ? undefined
    : SUBTYPE.exec(head)?.[1];
  return { type, subtype };
}

/** The whole entries of a line; none if it is damaged beyond use. */
export function parseLine(line: Uint8Array): readonly RawEntry[] {
  const result = line.length > HEAD_BYTES ? parseResult(line) : undefined;
  if (result) return [result];
  const text = decoder.decode(line);
  const answer = parseAnswer(text);
  return answer ? [answer] : parseText(text);
}

const CONTENT = '"role":"assistant","content":[';
const CONTENT_END = '],"stop_reason":';
const ANSWER_END =
  /\},"requestId":"[^"]*",("type":"assistant","uuid":"[^"]*","timestamp":"[^"]*")[,}]/;

/**
 * An answer of the usual form: the content alone is parsed, and of the rest
 * what comes before and after it. Counts of tokens are half of such a line.
 */
function parseAnswer(text: string): RawEntry | undefined {
  const from = text.indexOf(CONTENT);
  const end = text.lastIndexOf(CONTENT_END);
  const message = text.indexOf('"message":{');
  if (message < 0 || from < message || end < from) return undefined;
  const rest = ANSWER_END.exec(text.slice(end));
  if (rest === null) return undefined;
  const content = text.slice(from + CONTENT.length - 1, end + 1);
  const entry = tryParse(
    `${text.slice(0, message)}"message":{"content":${content}},${rest[1]}}`,
  );
  return isObject(entry) ? wholeEntry(entry) : undefined;
}

const RESULT_COPY = ',"toolUseResult":';

function parseText(text: string): readonly RawEntry[] {
  const cut = text.indexOf(RESULT_COPY);
  if (cut > 0) {
    // The copy comes after everything that matters, or this does not parse.
    const entry = tryParse(`${text.slice(0, cut)}}`);
    if (isObject(entry) && "message" in entry) {
      return [{ entry, resultCopy: () => parseCopy(text.slice(cut)) }];
    }
  }
  return parseWhole(text);
}

/** The same with nothing left out. */
export function parseWhole(text: string): readonly RawEntry[] {
  const entry = tryParse(text);
  if (entry === undefined) return salvage(text);
  return isObject(entry) ? [wholeEntry(entry)] : [];
}

const wholeEntry = (entry: JsonObject): RawEntry => ({
  entry,
  resultCopy: () => entry["toolUseResult"],
});

/** The usual beginning of an entry with one tool result that is a text. */
const RESULT_START =
  /"message":\{"role":"user","content":\[\{(?:"tool_use_id":"[\w-]+",)?"type":"tool_result","content":"/;

/** A result of the usual form, the middle of its text and its copy left out. */
function parseResult(line: Uint8Array): RawEntry | undefined {
  const head = decoder.decode(line.subarray(0, HEAD_BYTES));
  const start = RESULT_START.exec(head);
  if (start === null) return undefined;
  const from = encodedLength(head.slice(0, start.index + start[0].length));
  const end = endOfString(line, from);
  if (end < 0) return undefined;
  const beginning = decoder.decode(line.subarray(from, from + REMARK_BYTES));
  const kept = mayHoldRemark(beginning)
    ? end
    : Math.min(end, safeCut(line, from, RESULT_BYTES));
  const tail = decoder.decode(line.subarray(end, end + TAIL_BYTES));
  const cut = tail.indexOf(RESULT_COPY);
  const before = decoder.decode(line.subarray(0, kept));
  const after = cut < 0
    ? decoder.decode(line.subarray(end))
    : `${tail.slice(0, cut)}}`;
  const entry = tryParse(before + after);
  if (!isObject(entry)) return undefined;
  if (cut < 0) return wholeEntry(entry);
  return {
    entry,
    resultCopy: () => {
      const rest = decoder.decode(line.subarray(end));
      return parseCopy(rest.slice(rest.indexOf(RESULT_COPY)));
    },
  };
}

function parseCopy(tail: string): unknown {
  const rest = tryParse(`{${tail.slice(1)}`);
  return isObject(rest) ? rest["toolUseResult"] : undefined;
}

/** The head of a line is nearly always ASCII; a folder's name may not be. */
function encodedLength(text: string): number {
  return /^[\x00-\x7f]*$/.test(text)
    ? text.length
    : new TextEncoder().encode(text).length;
}

/** The position of the quote that ends the string around `from`. */
function endOfString(line: Uint8Array, from: number): number {
  for (let at = line.indexOf(QUOTE, from); at >= 0;) {
    let slashes = 0;
    while (line[at - 1 - slashes] === BACKSLASH) slashes++;
    if (slashes % 2 === 0) return at;
    at = line.indexOf(QUOTE, at + 1);
  }
  return -1;
}

/** A place near `from + length` where neither letter nor escape is split. */
function safeCut(line: Uint8Array, from: number, length: number): number {
  for (let at = from + length; at > from; at--) {
    const isStart = ((line[at] ?? 0) & 0xc0) !== 0x80;
    const clear = line.subarray(at - 6, at).indexOf(BACKSLASH) < 0;
    if (isStart && clear) return at;
  }
  return line.length;
}

function tryParse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const ENTRY_START =
  /\{"(?:parentUuid|logicalParentUuid|type|uuid|isSidechain|sessionId)":/g;
const SALVAGE_MAX_CHARS = 4 * 1024 * 1024;
const SALVAGE_MAX_TRIES = 400;

/**
 * A crash in mid-write leaves two entries on one line, or half of one before a
 * whole one. Whatever is whole is kept.
 */
function salvage(line: string): RawEntry[] {
  if (line.length > SALVAGE_MAX_CHARS) return [];
  const starts = Array.from(line.matchAll(ENTRY_START), ({ index }) => index);
  const ends = [...starts.slice(1), line.length];
  const whole: RawEntry[] = [];
  let tries = 0;
  for (let i = 0; i < starts.length; i++) {
    for (let j = i; j < ends.length && tries < SALVAGE_MAX_TRIES; j++) {
      tries++;
      const entry = tryParse(line.slice(starts[i], ends[j]));
      if (!isObject(entry) || !looksLikeEntry(entry)) continue;
      whole.push(wholeEntry(entry));
      i = j;
      break;
    }
  }
  return whole;
}

/** Objects inside a half-written entry parse as well; they are not entries. */
function looksLikeEntry(value: JsonObject): boolean {
  return typeof value["type"] === "string" &&
    ["uuid", "sessionId", "leafUuid", "messageId"].some((key) => key in value);
}
