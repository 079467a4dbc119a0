/**
 * Makes outside text safe for our files: a model or a user may write anything,
 * but not the markers that only the program writes.
 */

/** `## YYYY-MM-DD_HHMM`, with or without the local time after it. */
export const STAMP_HEADER =
  /^##[ \t]+(\d{4})-(\d{2})-(\d{2})_(\d{2})(\d{2})(?!\d)/;

const STAMP_HEADERS = new RegExp(STAMP_HEADER, "gm");
const ANSI_SEQUENCES = /\x1b\[[0-9;?]*[ -\/]*[@-~]/g;
const LINE_ENDS = /\r\n?|[\v\f\x85\u2028\u2029]/g;
/** All but tab and newline, and those that change the reading direction. */
const CONTROL_CHARACTERS =
  /[\x00-\x08\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ufeff]/g;

/** One kind of line end, no control characters. */
export function normaliseText(text: string): string {
  return text.replace(ANSI_SEQUENCES, "").replace(LINE_ENDS, "\n")
    .replace(CONTROL_CHARACTERS, "");
}

/** A text as one line. */
export function oneLine(text: string): string {
  return normaliseText(text).replace(/\s+/g, " ").trim();
}

/** Our section comments, our request markers and our log lines, disarmed. */
export function disarmMarks(text: string): string {
  return text
    .replace(/<!--(?=\s*(?:session|work)\b)/gi, "&lt;!--")
    .replace(/\[\s*MEMORY_KEEPER_(\w+)\s*\]/gi, "(MEMORY_KEEPER_$1)")
    .replace(LOG_LINE_STARTS, "$1- ");
}

/**
 * Contains nothing that is changed below: no control character, bracket, lone
 * surrogate, log line mark or direction mark. Nearly every line matches, and a
 * session start reads hundreds.
 */
const HARMLESS =
  /^[\t\n -;=-Z\\-~\xa0-\u2027\u202f-\u2065\u206a-\u25c5\u25c7-\ud7ff\ue000-\ufefe\uff00-\uffff]*$/;

/** For a model to read: nothing in it passes for our text or Claude Code's. */
export function disarmForModel(text: string): string {
  if (HARMLESS.test(text)) return text;
  return disarmMarks(normaliseText(text.toWellFormed()))
    .replace(/<(?=\s*\/?\s*system-reminder)/gi, "&lt;");
}

/** Lines that look like a delta's, also after a quote mark or a bullet. */
const LOG_LINE_STARTS = /^([^\S\n]*(?:[>*+-][^\S\n]*)*)\u25c6[^\S\n]*/gm;

/** A stamped header inside quoted text must not start a new section. */
export function disarmHeaders(text: string): string {
  return text.replace(STAMP_HEADERS, "\\$&");
}

/** A comment left open would hide the rest of the file from a reader. */
export function disarmOpenComment(text: string): string {
  const closed = text.lastIndexOf("-->") + 1;
  return text.slice(0, closed) +
    text.slice(closed).replaceAll("<!--", "&lt;!--");
}
