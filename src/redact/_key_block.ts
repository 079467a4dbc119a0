/**
 * Private keys as they come: whole, in a JSON string, in string literals that
 * are added up, indented, cut off, or with what a tool puts before each line
 * (Read a number, Grep a place, a diff a sign, a log or a quote a bar). Read
 * line by line and only forward, so that no text can make it slow.
 */

import type { Span } from "./_secret_pattern.ts";

/** With the signs that `cat -A` puts at the end of a line. */
const BREAK = /(?:\\+[nrt]|[\s"'`,;|>]|\+(?=\s)|(?:\^M)?\$(?=\s)){1,200}/y;
/** Before a line that is no line of a key by itself. */
const PREFIX =
  /(?:\d{1,6}(?:\\+t|[ \t]{0,3}[→:|│-]|\t)|[^\s:"'`]{1,200}[:-]\d{1,6}[:-]|[\w.@-]{1,60}[ \t]{0,20}[|│]|[+<>|│*#-]{1,3}|\/\/)(?:\\t|[ \t]){0,40}["'`]?/y;
const LINE = /[A-Za-z0-9+/=]{16,4096}(?=[\s"'`,;|\\<)$^]|-----|$)/y;
const SHORT_LINE = /[A-Za-z0-9+/=]{1,15}(?=[\s"'`,;|\\<)$^]|-----|$)/y;
const FIELD = /[A-Za-z-]{4,16}: [^\r\n\\]{0,80}(?=[\r\n\\])/y;
const END = /-----END [A-Z0-9 ]{0,40}-----/y;
const MAX_FIELDS = 4;
const MAX_SHORT_LINES = 2;

/** Where the key ends whose first line is at `at` or behind breaks; undefined without one. */
export function keyBlockEnd(text: string, at: number): number | undefined {
  let end: number | undefined;
  let fields = 0;
  for (;;) {
    const next = lineStart(text, at);
    const stop = skip(LINE, text, next) ??
      skip(LINE, text, unprefixed(text, next));
    if (stop !== undefined) {
      end = at = stop;
      continue;
    }
    const field = end === undefined && fields++ < MAX_FIELDS
      ? skip(FIELD, text, next) ?? skip(FIELD, text, unprefixed(text, next))
      : undefined;
    if (field === undefined) break;
    at = field;
  }
  return end === undefined ? undefined : finish(text, end);
}

/** The last lines of a key may be short; they count where its end follows. */
function finish(text: string, end: number): number {
  let at = end;
  for (let lines = 0; lines <= MAX_SHORT_LINES; lines++) {
    const next = lineStart(text, at);
    const line = unprefixed(text, next);
    const closed = skip(END, text, next) ?? skip(END, text, line);
    if (closed !== undefined) return closed;
    if (next >= text.length) {
      return /^[a-z]*$/.test(text.slice(end, at).trim()) ? end : at;
    }
    const short = skip(SHORT_LINE, text, next) ?? skip(SHORT_LINE, text, line);
    if (short === undefined || next === at) return end;
    at = short;
  }
  return end;
}

function lineStart(text: string, at: number): number {
  return skip(BREAK, text, at) ?? at;
}

function unprefixed(text: string, at: number): number {
  const once = skip(PREFIX, text, at) ?? at;
  return skip(PREFIX, text, once) ?? once;
}

function skip(regex: RegExp, text: string, at: number): number | undefined {
  regex.lastIndex = at;
  return regex.test(text) ? regex.lastIndex : undefined;
}

/** PEM, PuTTY and PGP write 64 characters a line, OpenSSH 70; mail writes 76. */
const WIDTHS: ReadonlySet<number> = new Set([64, 70]);
const MIN_LINES = 3;
const MIN_BLOCK_CHARS = 190;
const LONGEST_LINE = 400;
/** A plus before it is a diff's, though a key's line may begin with one too. */
const LAST_RUN =
  /(?:^|[^A-Za-z0-9+/=])\+?([A-Za-z0-9+/]{64,70})(?:\\+[nr])?(?:\^M)?["'`,;|\s\\+$]{0,8}$/;
/** What is written in the same way and is no secret. */
const PUBLIC =
  /BEGIN (?:CERTIFICATE|[A-Z0-9 ]*PUBLIC|PGP (?:MESSAGE|SIGNATURE))/;

/** Runs of lines that only a key's middle has: all of one width, letters of both cases and digits. */
export function findKeyBodies(text: string): Span[] {
  const blocks: Span[] = [];
  if (text.length < MIN_BLOCK_CHARS) return blocks;
  let [lines, width, start, end, before] = [0, 0, 0, 0, 0];
  const close = () => {
    if (lines >= MIN_LINES && !PUBLIC.test(text.slice(before, start))) {
      blocks.push({ kind: "private-key", start, end: bodyEnd(text, end) });
    }
    lines = 0;
  };
  for (let from = 0; from < text.length;) {
    const feed = text.indexOf("\n", from);
    const to = feed < 0 ? text.length : feed;
    // Nearly every long line is a sentence, and has a space here.
    const run = to - from < 64 || to - from > LONGEST_LINE ||
        text.slice(to - 50, to - 12).includes(" ")
      ? undefined
      : runAtEnd(text.slice(from, to));
    if (run === undefined || lines > 0 && run.width !== width) close();
    if (run !== undefined) {
      if (lines === 0) [start, width] = [from + run.at, run.width];
      end = from + run.at + run.width;
      lines++;
    } else before = from;
    from = to + 1;
  }
  close();
  return blocks;
}

function bodyEnd(text: string, end: number): number {
  return keyBlockEnd(text, end) ?? finish(text, end);
}

function runAtEnd(line: string): { at: number; width: number } | undefined {
  const run = LAST_RUN.exec(line)?.[1];
  if (run === undefined || !WIDTHS.has(run.length)) return undefined;
  if (!/[a-z]/.test(run) || !/[A-Z]/.test(run) || !/\d/.test(run)) {
    return undefined;
  }
  return { at: line.lastIndexOf(run), width: run.length };
}
