/**
 * A block of ours in a file that is not ours. Everything outside its two marks
 * stays byte for byte, and taking it out leaves what was there before it came.
 */

import { fenceAfter } from "../base/markdown_fence.ts";

const BEGIN = /<!-- memory-keeper:begin( joined| made)? -->/g;
const END = "<!-- memory-keeper:end -->";

export type BlockChange =
  | { readonly kind: "same" }
  | { readonly kind: "changed"; readonly text: string }
  /** Taking the block out leaves nothing of a file that was made for it. */
  | { readonly kind: "gone" }
  /** The marks were tampered with: whose text is whose cannot be told. */
  | { readonly kind: "unclear" };

interface Place {
  readonly before: string;
  readonly note: string;
  /** The line end that the block was written with. */
  readonly lineEnd: string;
  readonly after: string;
}

/** Put `body` into the file's text, or take the block out of it. */
export function changeBlock(
  text: string | undefined,
  body: string | undefined,
): BlockChange {
  const place = findBlock(text ?? "");
  if (place === "unclear") return { kind: "unclear" };
  const next = body === undefined
    ? place && remove(place)
    : place
    ? renderBlock(place, body)
    : append(text, body);
  if (next === undefined || next === text) return { kind: "same" };
  return next === "" && place?.note === " made"
    ? { kind: "gone" }
    : { kind: "changed", text: next };
}

/** Whether there may be anything of ours. */
export function hasMark(text: string): boolean {
  return text.includes("<!-- memory-keeper:");
}

function findBlock(text: string): Place | undefined | "unclear" {
  // A user may quote our marks as code; a fence may also open within ours.
  const outside = findMarks(blankFences(text));
  const marks = outside === "unclear" ? findMarks(text) : outside;
  if (marks === undefined || marks === "unclear") return marks;
  const { begin, inner, note, end } = marks;
  return {
    before: text.slice(0, begin),
    note,
    lineEnd: lineEndOf(text.slice(inner, end)),
    after: text.slice(end + END.length),
  };
}

interface Marks {
  readonly begin: number;
  /** Where the text between the marks begins. */
  readonly inner: number;
  readonly note: string;
  readonly end: number;
}

function findMarks(text: string): Marks | undefined | "unclear" {
  const begins = [...text.matchAll(BEGIN)];
  const ends = text.split(END).length - 1;
  const [first] = begins;
  if (first === undefined && ends === 0) return undefined;
  const end = text.indexOf(END);
  if (first === undefined || begins.length > 1 || ends !== 1) return "unclear";
  if (end < first.index) return "unclear";
  const inner = first.index + first[0].length;
  return { begin: first.index, inner, note: first[1] ?? "", end };
}

/** The same text with blanks for what is in fences that are closed. */
function blankFences(text: string): string {
  const lines = text.split("\n");
  let open: string | undefined;
  let from = 0;
  lines.forEach((line, at) => {
    const next = fenceAfter(open, line);
    if (open === undefined && next !== undefined) from = at;
    if (open !== undefined && next === undefined) {
      for (let i = from; i <= at; i++) {
        lines[i] = " ".repeat(lines[i]?.length ?? 0);
      }
    }
    open = next;
  });
  return lines.join("\n");
}

function append(text: string | undefined, body: string): string {
  const lineEnd = lineEndOf(text ?? "");
  const isOpenLine = text !== undefined && text !== "" && !text.endsWith("\n");
  const place = {
    before: (text ?? "") + (isOpenLine ? lineEnd : ""),
    note: text === undefined ? " made" : isOpenLine ? " joined" : "",
    lineEnd,
    after: lineEnd,
  };
  return renderBlock(place, body);
}

function renderBlock(
  { before, note, lineEnd, after }: Place,
  body: string,
): string {
  const inner = body.replaceAll("<!--", "&lt;!--").trim().split(/\r\n?|\n/);
  const lines = [`<!-- memory-keeper:begin${note} -->`, ...inner, END];
  return before + lines.join(lineEnd) + after;
}

function remove({ before, note, lineEnd, after }: Place): string {
  const rest = after.startsWith(lineEnd) ? after.slice(lineEnd.length) : after;
  // With something behind it now, the line before must keep its end.
  const isJoined = note === " joined" && rest === "" &&
    before.endsWith(lineEnd);
  return (isJoined ? before.slice(0, -lineEnd.length) : before) + rest;
}

function lineEndOf(text: string): string {
  return /\r?\n/.exec(text)?.[0] ?? "\n";
}
