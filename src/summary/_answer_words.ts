/** An agent's words, made fit for the place below a section's header. */

import { closeFence, fenceAfter } from "../base/markdown_fence.ts";
import {
  disarmMarks,
  disarmOpenComment,
  normaliseText,
} from "../base/safe_text.ts";

/** Lines that announce the answer instead of being it, in a few languages. */
const CHATTER = [
  /^(?:sure|certainly|of course|okay|ok|understood)\b[^.:!,\n]{0,60}[.:!,](?:\s*(?=\n)|\s+(?=here|below|the following))/i,
  /^(?:here(?:'s|’s| is| are)|below (?:is|are)|the following is)\b[^:\n]{0,120}:[*_]*\s*\n/i,
  /^(?:here(?:'s|’s| is)|below is|the following is)\b[^:\n]{0,60}\bsummary\b[^:\n]{0,60}:[*_]*\s*/i,
  /^(?:i(?:'ve| have)|i(?:'ll| will)|let me)\b[^:\n]{0,120}\b(?:summar|delta|log)[^:\n]{0,80}[:.]\s*\n/i,
  /^(?:다음은|아래는|以下は|以下是|以下為)[^::\n]{0,80}[::]\s*/,
  /^[*_#\s]*(?:(?:delta |session )?summary|요약|要約|摘要|总结)[*_ \t]*(?:[::][*_ \t]*|\n)/i,
];

/** Ends an answer without saying anything. */
const CLOSING =
  /\n[ \t]{0,3}(?:let me know|(?:i )?hope|feel free|is there anything|would you like)\b[^\n]{0,200}$/i;

const CHATTER_CHARS = 300;

/** Whether nothing is said at all. */
export function isChatter(text: string): boolean {
  return text.length < CHATTER_CHARS &&
    /^(?:sure|certainly|of course|okay|ok|understood|done)?[\s.:!,]*$/i
      .test(`\n${text}`.replace(CLOSING, "").trim());
}

const REFUSAL =
  /^(?:I(?:'m| am) (?:sorry|unable|not able)|I (?:can(?:no|')t|cannot|won't)\b|sorry\b|as an AI\b|unfortunately,? I\b)/i;

/**
 * Whether a short answer says nothing of the work: the model refuses, or only
 * announces what it then leaves out.
 */
export function isNoSummary(text: string): boolean {
  return text.length < CHATTER_CHARS &&
    (REFUSAL.test(text) || /^[^\n]*[::]$/.test(text));
}

export function cleanWords(text: string): string {
  const words = dropChatter(unwrap(normaliseText(text).trim()));
  const flat = demoteHeadings(disarmMarks(words));
  return closeFence(
    disarmOpenComment(flat).replace(/\n{3,}/g, "\n\n").trim(),
  );
}

/** A whole answer in one fence is an answer, not code. */
function unwrap(text: string): string {
  const found = /^(`{3,}|~{3,})(?:markdown|md|text|txt)?[ \t]*\n(.*)\n\1$/s
    .exec(text);
  const inner = found?.[2];
  const fence = found?.[1];
  if (inner === undefined || fence === undefined) return text;
  // "```\na\n```\nb\n```\nc\n```" is two blocks with words between.
  return inner.split("\n").some((line) => line.startsWith(fence))
    ? text
    : inner.trim();
}

/** What is left when the announcements go; they are kept if that is nothing. */
function dropChatter(text: string): string {
  let words = text.replace(CLOSING, "").trim();
  for (const pattern of CHATTER) {
    words = words.replace(pattern, "").trimStart() || words;
  }
  return words;
}

/** What only the program writes above a section. */
const STAMP = /^\d{4}-\d\d-\d\d_\d{4}(?: \([^)]*\))*$/;

/** Headings outside code become bold lines: headers are the program's. */
function demoteHeadings(text: string): string {
  let open: string | undefined;
  const lines: string[] = [];
  for (const line of text.split("\n")) {
    const inCode = open !== undefined;
    open = fenceAfter(open, line);
    if (inCode || open !== undefined) lines.push(line);
    else if (!isUnderline(line, lines.at(-1) ?? "")) lines.push(demote(line));
  }
  return lines.join("\n");
}

function demote(line: string): string {
  const marks = /^[ \t]{0,3}#{1,6}(?=[ \t]|$)/.exec(line);
  if (marks === null) return line;
  const title = line.slice(marks[0].length).trim().replace(/(?:^|[ \t])#+$/, "")
    .replaceAll("**", "").trim();
  return title === "" || STAMP.test(title) ? "" : `**${title}**`;
}

/** `===` or `---` below a line of text would make that line a heading. */
function isUnderline(line: string, before: string): boolean {
  return /^ {0,3}(?:=+|-{2,})[ \t]*$/.test(line) && before.trim() !== "" &&
    !/^\s*(?:`{3,}|~{3,}|[|>])/.test(before);
}
