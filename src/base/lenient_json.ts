/**
 * JSON as models write it: between words, in a fence, with a trailing comma,
 * a raw line break in a string, or cut off before its end.
 */

import { tryParseJson } from "./json.ts";

/** Where a JSON value is in a text; no `value` when it cannot be read. */
interface FoundJson {
  /** With the fence around it, if there is one. */
  readonly start: number;
  readonly end: number;
  readonly value?: unknown;
}

/** The value of a text that is JSON, or nearly; undefined when it is not. */
export function parseLenient(text: string): unknown {
  return tryParseJson(text) ?? tryParseJson(repair(text));
}

/** Every value that begins where `beginning` matches, outermost only. */
export function findJson(text: string, beginning: RegExp): FoundJson[] {
  const found: FoundJson[] = [];
  const pattern = new RegExp(beginning, `${beginning.flags}g`);
  for (let match; (match = pattern.exec(text)) !== null;) {
    const end = endOfValue(text, match.index);
    const value = parseLenient(text.slice(match.index, end));
    if (found.length >= MOST_FOUND) break;
    const range = withFence(text, match.index, end);
    found.push(value === undefined ? range : { ...range, value });
    // The end of a broken value is a guess: continue right after its start.
    pattern.lastIndex = value === undefined ? match.index + 1 : end;
  }
  return found;
}

/** Limits the work: a broken value is scanned to the end of the text. */
const MOST_FOUND = 50;

/** After the bracket that closes the one at `start`, else the text's end. */
function endOfValue(text: string, start: number): number {
  let depth = 0;
  let inString = false;
  for (let i = start; i < text.length; i++) {
    const char = text[i];
    if (inString) {
      if (char === "\\") i++;
      else if (char === '"') inString = false;
    } else if (char === '"') inString = true;
    else if (char === "{" || char === "[") depth++;
    else if (char === "}" || char === "]") {
      depth--;
      if (depth === 0) return i + 1;
    }
  }
  return text.length;
}

function withFence(text: string, start: number, end: number) {
  const before = /(?:^|\n)[ \t]*(?:`{3,}|~{3,})[ \t]*\w*\s*$/.exec(
    text.slice(Math.max(0, start - 100), start),
  );
  const after = /^\s*(?:`{3,}|~{3,})[ \t]*(?=\n|$)/.exec(text.slice(end));
  if (before === null) return { start, end };
  return {
    start: Math.max(0, start - 100) + before.index,
    end: end + (after?.[0].length ?? 0),
  };
}

/** Removes trailing commas, escapes raw line breaks in strings. */
function repair(text: string): string {
  return text.replace(
    /"(?:[^"\\]|\\.)*"|,(?=\s*[}\]])/gs,
    (part) =>
      part === "," ? "" : part.replaceAll("\r", "").replaceAll("\n", "\\n")
        .replaceAll("\t", "\\t"),
  );
}
