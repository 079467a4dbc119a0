/**
 * The little Markdown that memory is written in, as HTML: paragraphs, lists,
 * headings, quotes, code. Links and pictures stay text: nothing on the page
 * leads out of it.
 */

import { fenceAfter } from "../base/markdown_fence.ts";
import { normaliseText } from "../base/safe_text.ts";
import { type Content, Markup, markup } from "./_markup.ts";

interface Block {
  readonly kind: "text" | "item" | "heading" | "quote" | "code";
  readonly lines: string[];
  /** How deep an item is nested, and its number in an ordered list. */
  readonly depth?: number;
  readonly mark?: string;
}

const DEEPEST = 3;
const ITEM = /^(\s*)(?:[-*+]|(\d{1,6})[.)])\s+(.*)$/;
const HEADING = /^#{1,6}\s+(.*?)\s*#*$/;
const QUOTE = /^\s*>\s?(.*)$/;
const TABLE_ROW = /^\s*\|.*\|\s*$/;

export function renderMarkdown(text: string): Markup {
  const blocks = readBlocks(normaliseText(text).split("\n"));
  return markup`${groupItems(blocks).map(renderGroup)}`;
}

/** Items of the same kind that follow each other are one list. */
function groupItems(blocks: readonly Block[]): Block[][] {
  const groups: Block[][] = [];
  for (const block of blocks) {
    const last = groups.at(-1);
    const isNext = block.kind === "item" && last?.[0]?.kind === "item" &&
      (block.mark === undefined) === (last[0].mark === undefined);
    if (isNext) last.push(block);
    else groups.push([block]);
  }
  return groups;
}

function readBlocks(lines: readonly string[]): Block[] {
  const blocks: Block[] = [];
  let fence: string | undefined;
  let isOpen = false;
  for (const line of lines) {
    const before = fence;
    fence = fenceAfter(fence, line);
    const last = blocks.at(-1);
    if (before === undefined && fence !== undefined) {
      blocks.push({ kind: "code", lines: [] });
    } else if (before !== undefined) {
      if (fence !== undefined) last?.lines.push(line);
      isOpen = false;
    } else if (line.trim() === "") {
      isOpen = false;
    } else {
      const block = readLine(line);
      // A line continues the block before it, unless it begins a new one.
      if (isOpen && last && goesOn(last, block)) {
        last.lines.push(...block.lines);
      } else blocks.push(block);
      isOpen = block.kind !== "heading";
    }
  }
  return blocks;
}

function readLine(line: string): Block {
  const heading = HEADING.exec(line);
  if (heading) return { kind: "heading", lines: [heading[1] ?? ""] };
  const item = ITEM.exec(line);
  if (item) {
    const [, space = "", mark, words = ""] = item;
    const depth = Math.min(DEEPEST, Math.floor(space.length / 2));
    return { kind: "item", lines: [words], depth, ...(mark ? { mark } : {}) };
  }
  const quote = QUOTE.exec(line);
  if (quote) return { kind: "quote", lines: [quote[1] ?? ""] };
  // Table columns only line up in a monospaced font.
  if (TABLE_ROW.test(line)) return { kind: "code", lines: [line] };
  return { kind: "text", lines: [line.trim()] };
}

const goesOn = (last: Block, { kind }: Block) =>
  kind === "text"
    ? last.kind !== "code"
    : kind !== "item" && kind === last.kind;

function renderGroup(group: readonly Block[]): Content {
  const [first] = group;
  if (first?.kind !== "item") return group.map(renderBlock);
  const items = group.map(renderBlock);
  return first.mark === undefined
    ? markup`<ul>${items}</ul>`
    : markup`<ol>${items}</ol>`;
}

function renderBlock({ kind, lines, depth = 0, mark }: Block): Markup {
  const text = lines.join("\n");
  switch (kind) {
    case "code":
      return markup`<pre>${text}</pre>`;
    case "heading":
      return markup`<p class="heading">${renderWords(text)}</p>`;
    case "quote":
      return markup`<blockquote>${renderWords(text)}</blockquote>`;
    case "item": {
      const value = mark && markup` value="${Number(mark)}"`;
      const deep = depth > 0 && markup` class="deep${depth}"`;
      return markup`<li${value}${deep}>${renderWords(text)}</li>`;
    }
    case "text":
      return markup`<p>${renderWords(text)}</p>`;
    default:
      return kind satisfies never;
  }
}

/** Inline: `code` and **bold**, nothing else. */
export function renderWords(text: string): Markup {
  const parts = text.split(/(`[^`\n]+`|\*\*[^*\n]+\*\*)/);
  return markup`${parts.map(renderPart)}`;
}

function renderPart(part: string, i: number): Content {
  if (i % 2 === 0) return part;
  return part.startsWith("`")
    ? markup`<code>${part.slice(1, -1)}</code>`
    : markup`<strong>${part.slice(2, -2)}</strong>`;
}
