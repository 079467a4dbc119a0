/**
 * One line of a transcript: what kind of entry it is, found without parsing
 * where possible, and its JSON without the unused parts. Most of a transcript's
 * bytes are tool results, each written twice; the copy is never parsed, and of
 * a long result only the beginning is.
 */

import { isObject, type JsonObject } from "../../base/json.ts";
import { isTornLine, isTornText, splitEntries } from "./_torn_line.ts";
import { mayHoldRemark } from "./_user_words.ts";

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const LETTER_U = 0x75;
const CARRIAGE_RETURN = 0x0d;
/** The length of `\\uXXXX`. */
const UNICODE_ESCAPE = 6;
const HIGH_SURROGATE = /^\\u[dD][89abAB]/;

/** A line up to this length is decoded as a whole. */
const SHORT_LINE_BYTES = 4096;
/** Enough of a longer one to see its kind. */
const HEAD_BYTES = 640;
/** What is read of a long tool result; L1 keeps far less. */
const RESULT_BYTES = 1536;
/** The part of the entry after a result that matters. */
const TAIL_BYTES = 400;

const decoder = new TextDecoder();

/** An entry, and its `toolUseResult` for the few that need it. */
export interface RawEntry {
  readonly entry: JsonObject;
  readonly resultCopy: () => unknown;
}

/** What the first bytes of a line show. */
export interface LineView {
  readonly type: string | undefined;
  readonly subtype: string | undefined;
  readonly bytes: Uint8Array;
  /** The whole text of a short line, the beginning of a long one. */
  readonly head: string;
  /** Where the message is in the head, if it comes first. */
  readonly messageAt: number;
}

/** The first key that is `type` or holds a whole object, and the type. */
const TYPE =
  /^\{(?:"(?!type")\w+":(?:"[^"\\]*"|null|true|false|-?[\d.]+),)*"(type|message|attachment)":(?:"([\w-]+)")?/;
const SUBTYPE = /"(?:subtype|data":\{"type|attachment":\{"type)":"([\w-]+)"/;
const MESSAGE = '"message":{';

/** A line without the CR of a CRLF. */
export function withoutReturn(line: Uint8Array): Uint8Array {
  return line.at(-1) === CARRIAGE_RETURN ? line.subarray(0, -1) : line;
}

export function viewLine(bytes: Uint8Array): LineView {
  const head = decoder.decode(
    bytes.length <= SHORT_LINE_BYTES ? bytes : bytes.subarray(0, HEAD_BYTES),
  );
  const [found = "", key, word] = TYPE.exec(head) ?? [];
  const first = key === "type" ? word : key === "attachment" ? key : undefined;
  const talks = first === undefined || first === "user" ||
    first === "assistant";
  return {
    // The beginning of a torn line does not show the kind of the second entry.
    type: talks || !isTornLine(bytes) ? first : undefined,
    subtype: talks ? undefined : SUBTYPE.exec(head)?.[1],
    bytes,
    head,
    messageAt: key === "message"
      ? found.length - '"message":'.length
      : talks
      ? head.indexOf(MESSAGE)
      : -1,
  };
}

/** The whole entries of a line; none if it is damaged beyond use. */
export function parseRawLine(line: LineView | Uint8Array): readonly RawEntry[] {
  const view = line instanceof Uint8Array ? viewLine(line) : line;
  const { bytes, head, messageAt } = view;
  const result = messageAt < 0 ? undefined : parseResult(view);
  if (result) return [result];
  const text = bytes.length <= SHORT_LINE_BYTES ? head : decoder.decode(bytes);
  const answer = messageAt < 0 ? undefined : parseAnswer(view, text);
  return answer ? [answer] : parseText(text);
}

/** The fields before the message that say whose work an entry is. */
function sideOf(head: string, messageAt: number): JsonObject {
  const before = head.slice(0, messageAt);
  if (!before.includes('"isSidechain":true')) return {};
  const agentId = /"agentId":"([\w-]+)"/.exec(before)?.[1];
  return { isSidechain: true, ...(agentId ? { agentId } : {}) };
}

const CONTENT = '"role":"assistant","content":[';
const CONTENT_END = '],"stop_reason":';
/** After the message, newer versions say more about the request. */
const ANSWER_END =
  /\},(?:"\w+":(?:"[^"\\]*"|null|true|false|-?[\d.]+),)*?"type":"assistant","uuid":"([^"]*)","timestamp":"([^"]*)"[,}]/;

/**
 * An answer of the usual form: the content alone is parsed. Counts of tokens
 * are half of such a line, and thinking is not kept.
 */
function parseAnswer(view: LineView, text: string): RawEntry | undefined {
  const { head, messageAt } = view;
  const from = text.indexOf(CONTENT, messageAt) + CONTENT.length - 1;
  const end = text.lastIndexOf(CONTENT_END) + 1;
  if (from < messageAt || end < from) return undefined;
  if (isTornText(text)) return undefined;
  const [rest, uuid, timestamp] = ANSWER_END.exec(text.slice(end)) ?? [];
  if (rest === undefined) return undefined;
  const json = text.slice(from, end);
  const isThinking = json.startsWith('[{"type":"thinking"') &&
    !json.includes('"type":"text"') && !json.includes('"type":"tool_use"');
  const content = isThinking ? [] : tryParse(json);
  if (content === undefined) return undefined;
  return wholeEntry({
    ...sideOf(head, messageAt),
    type: "assistant",
    message: { content },
    uuid,
    timestamp,
  });
}

const RESULT_COPY = ',"toolUseResult":';

function parseText(text: string): readonly RawEntry[] {
  const cut = text.indexOf(RESULT_COPY);
  if (cut > 0 && !isTornText(text, cut)) {
    // The copy comes after everything that matters, or this does not parse.
    const entry = tryParse(`${text.slice(0, cut)}}`);
    if (isObject(entry) && "message" in entry) {
      return [{ entry, resultCopy: () => parseCopy(text.slice(cut)) }];
    }
  }
  return parseWhole(text);
}

/** As `parseRawLine()`, with nothing left out. */
export function parseWhole(text: string): readonly RawEntry[] {
  const entry = tryParse(text);
  if (entry === undefined) return salvage(text);
  return isObject(entry) ? [wholeEntry(entry)] : [];
}

const wholeEntry = (entry: JsonObject): RawEntry => ({
  entry,
  resultCopy: () => entry["toolUseResult"],
});

/** The usual beginning of a message with one tool result that is a text. */
const RESULT_START =
  /"message":\{"role":"user","content":\[\{(?:"tool_use_id":"([\w-]+)",)?"type":"tool_result","content":"/y;
/** And its usual end, from the quote that closes the text. */
const RESULT_END =
  /^"(?:,"is_error":(true|false))?(?:,"tool_use_id":"([\w-]+)")?\}\]\},"uuid":"([\w-]+)","timestamp":"([^"]+)"(?=[,}])/;

/** A result of the usual form: only the beginning of its text is parsed. */
function parseResult({ bytes, head, messageAt }: LineView) {
  RESULT_START.lastIndex = messageAt;
  const start = RESULT_START.exec(head);
  if (start === null) return undefined;
  const from = encodedLength(head.slice(0, RESULT_START.lastIndex));
  const end = endOfString(bytes, from);
  if (end < 0 || isTornLine(bytes, end)) return undefined;
  const tail = decoder.decode(bytes.subarray(end, end + TAIL_BYTES));
  const [found, isError, laterId, uuid, timestamp] = RESULT_END.exec(tail) ??
    [];
  const text = found && readString(bytes, from, end);
  if (text === undefined) return undefined;
  const entry: JsonObject = {
    ...sideOf(head, messageAt),
    type: "user",
    message: {
      content: [{
        type: "tool_result",
        tool_use_id: start[1] ?? laterId,
        content: text,
        is_error: isError === "true",
      }],
    },
    uuid,
    timestamp,
  };
  const resultCopy = () => {
    const rest = decoder.decode(bytes.subarray(end));
    const at = rest.indexOf(RESULT_COPY);
    return at < 0 ? undefined : parseCopy(rest.slice(at));
  };
  return { entry, resultCopy };
}

/** The beginning of a string, all of it if it may hold words of the user. */
function readString(
  bytes: Uint8Array,
  from: number,
  end: number,
): string | undefined {
  const short = Math.min(end, safeCut(bytes, from, RESULT_BYTES));
  const beginning = decoder.decode(bytes.subarray(from, short));
  const raw = short < end && mayHoldRemark(beginning.slice(0, 300))
    ? decoder.decode(bytes.subarray(from, end))
    : beginning;
  const text = raw.includes("\\") ? tryParse(`"${raw}"`) : raw;
  return typeof text === "string" ? text : undefined;
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

/** The last place up to `from + length` that splits no character or escape. */
function safeCut(line: Uint8Array, from: number, length: number): number {
  let at = from + length;
  while (((line[at] ?? 0) & 0xc0) === 0x80) at--;
  const escape = lastEscape(line, at);
  const size = line[escape + 1] === LETTER_U ? UNICODE_ESCAPE : 2;
  if (escape >= 0 && at < escape + size) at = escape;
  const before = lastEscape(line, at);
  const isHalf = before >= 0 && before === at - UNICODE_ESCAPE &&
    HIGH_SURROGATE.test(decoder.decode(line.subarray(before, at)));
  return isHalf ? before : at;
}

/** Where the last escape begins that could reach up to `at`. */
function lastEscape(line: Uint8Array, at: number): number {
  let slash = at - 1;
  while (slash >= at - UNICODE_ESCAPE && line[slash] !== BACKSLASH) slash--;
  if (slash < at - UNICODE_ESCAPE) return -1;
  let run = 1;
  while (line[slash - run] === BACKSLASH) run++;
  return run % 2 === 1 ? slash : -1;
}

/** Whether a line is one whole JSON object. */
export function isWholeLine(line: Uint8Array): boolean {
  return isObject(tryParse(decoder.decode(line)));
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
  return splitEntries(line).flatMap((part) => {
    const entry = tryParse(part);
    return isObject(entry) && looksLikeEntry(entry)
      ? [wholeEntry(entry)]
      : searchEntries(part);
  });
}

/** Where no beginning is recognised: try every range between possible starts. */
function searchEntries(line: string): RawEntry[] {
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

/** Whether it has words of a turn: a log has an entry for it. */
export function isSpoken({ type, message }: JsonObject): boolean {
  if (type !== "user" && type !== "assistant" || !isObject(message)) {
    return false;
  }
  const { content } = message;
  return typeof content === "string" ||
    Array.isArray(content) &&
      content.some((block) =>
        isObject(block) && /^(?:text|tool_use)$/.test(String(block["type"]))
      );
}
