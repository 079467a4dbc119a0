/**
 * A file's text without what is to be forgotten. The smallest whole record goes:
 * a list item, a paragraph, an entry, a fact. Where that is not enough, the
 * section goes, then the file.
 */

import { isObject, type JsonObject, tryParseJson } from "../base/json.ts";
import { fenceAfter } from "../base/markdown_fence.ts";
import { isSpoken } from "../capture/refine/raw_line.ts";
import { readDigestFile } from "../memory/digest_file.ts";
import { parseMemory } from "../memory/memory_text.ts";
import { MONTH, parseTier, renderTier, WEEK } from "../memory/tier_text.ts";
import { forgottenEntry, isForgottenEntry } from "../session/log_entry.ts";
import { splitLines } from "../session/log_lines.ts";
import { baseName } from "../base/path_text.ts";
import type { Wanted } from "./_wanted.ts";

interface Rewritten {
  /** Undefined for a file that goes as a whole. */
  readonly text: string | undefined;
  readonly removed: number;
}

export interface FileAt {
  /** Below its store, with `/`. */
  readonly path: string;
  /** The full id of the session with this short name, where it is known. */
  readonly idOf: (short: string) => string;
}

export type Rewrite = (file: FileAt, text: string, wanted: Wanted) => Rewritten;

const GONE = { text: undefined, removed: 1 } as const;
const same = (text: string): Rewritten => ({ text, removed: 0 });

/** `sessions/<stem>.l1.jsonl` and the like. */
export function stemOfFile(path: string): string {
  return baseName(path).replace(/\.(?:l1|raw)\.jsonl.*$|\.l2\.json$|\.md$/, "");
}

/** List items, paragraphs, headings and fences, each with what ends it. */
function blocksOf(text: string): string[] {
  const blocks: string[] = [];
  let open: string | undefined;
  let isNext = true;
  for (const line of text.match(/[^\n]*\n|[^\n]+$/g) ?? []) {
    const isBlank = line.trim() === "";
    const begins = open === undefined &&
      (isNext && !isBlank || BEGINS.test(line));
    const last = blocks.length - 1;
    if (begins || last < 0) blocks.push(line);
    else blocks[last] += line;
    open = fenceAfter(open, line.trimEnd());
    isNext = open === undefined && (isBlank || /^#{1,6} /.test(line));
  }
  return blocks;
}

const BEGINS =
  /^\s*(?:[-*+]|\d+[.)]) |^#{1,6} |^(?:Files|Commits|Failed|Open): |^◆ /;

export const prose: Rewrite = (_, text, wanted) => {
  if (!wanted.holds(text)) return same(text);
  const blocks = blocksOf(text);
  const [kept, gone] = [false, true].map((isGone) =>
    blocks.filter((block) => wanted.holds(block) === isGone)
  ) as [string[], string[]];
  gone.forEach((block) => wanted.noteWritten(block));
  const rest = kept.join("");
  // What is wanted may extend over several blocks.
  return wanted.holds(rest) || rest.trim() === ""
    ? GONE
    : { text: rest, removed: blocks.length - kept.length };
};

/** The id of a delta begins with its session's short name. */
export const delta: Rewrite = (file, text, wanted) => {
  const short = baseName(file.path).replace(/-\d+\.txt$/, "");
  if (wanted.isSession(short)) return GONE;
  const { kept, removed } = withoutConcepts(text, wanted);
  const rest = prose(file, kept, wanted);
  const next = { ...rest, removed: rest.removed + removed };
  // Its state names it: something must be there to hand over.
  return next.text === undefined ? { ...next, text: `◆ ${LEFT_OUT}\n` } : next;
};

const LEFT_OUT = "(forgotten)";

/** Its heading names concepts that facts may go to, such as "c001 harbour". */
function withoutConcepts(text: string, wanted: Wanted) {
  const [heading = ""] = /^Known concepts:\n(?:.+\n)+/.exec(text) ?? [];
  const lines = heading.split("\n");
  const left = lines.filter((line) => !wanted.isId(line.split(" ", 1)[0]));
  const kept = left.join("\n") + text.slice(heading.length);
  return { kept, removed: lines.length - left.length };
}

export const sections: Rewrite = (file, text, wanted) => {
  const { preamble, sections } = parseMemory(text);
  const head = prose(file, preamble, wanted);
  let removed = head.removed;
  const kept = sections.map((section) => {
    const { raw, header, session, body } = section;
    if (wanted.isSection(section)) {
      wanted.noteWritten(raw);
      return removed++, "";
    }
    const next = prose(file, raw, wanted);
    removed += next.removed;
    if (next.removed === 0) return raw;
    // A header without words says nothing.
    const left = parseMemory(next.text ?? "").sections[0];
    return left?.header === header && left.session === session &&
        left.body !== "" && body !== ""
      ? next.text ?? ""
      : "";
  });
  return { text: (head.text ?? "") + kept.join(""), removed };
};

export const log: Rewrite = ({ path, idOf }, text, wanted) => {
  const stem = stemOfFile(path);
  const lines = splitLines(text);
  const sessionId = idOf(stem);
  let [index, removed] = [0, 0];
  const kept = lines.map((line) => {
    const value = tryParseJson(line);
    if (!value) return wanted.holds(line) ? (removed++, "") : line;
    const at = index++;
    const entry = isObject(value) ? value : { value };
    if (
      isForgottenEntry(value) || !wanted.isEntry(sessionId, stem, at, entry)
    ) return line;
    wanted.note(sessionId, stem, at, entry);
    removed++;
    return `${JSON.stringify(forgottenEntry(entry))}\n`;
  });
  if (removed === 0 && !wanted.isSession(stem)) return same(text);
  return { text: wanted.isSession(stem) ? undefined : kept.join(""), removed };
};

export const raw: Rewrite = ({ path, idOf }, text, wanted) => {
  const stem = stemOfFile(path);
  const lines = splitLines(text);
  const sessionId = idOf(stem);
  let isWithin = false;
  const kept = lines.filter((line) => {
    const value = tryParseJson(line);
    if (!isObject(value)) return !isWithin && !wanted.holds(line);
    const isPlaced = wanted.isPlacedLine(sessionId, stem, value);
    // Results, attachments and notes go with what they belong to.
    if (isPlaced || isSpoken(value)) isWithin = isPlaced;
    return !isWithin && !wanted.isToldIn(value);
  });
  const removed = lines.length - kept.length;
  return { text: wanted.isSession(stem) ? undefined : kept.join(""), removed };
};

/** A digest is removed as a whole: the rest could reveal what is gone. */
export const digest: Rewrite = (file, text, wanted) => {
  if (wanted.touches(stemOfFile(file.path))) return GONE;
  const next = prose(file, text, wanted);
  return readDigestFile(next.text ?? "").body.trim() === "" && next.removed > 0
    ? GONE
    : next;
};

export const tier: Rewrite = (file, text, wanted) => {
  const kind = baseName(file.path).startsWith("week-") ? WEEK : MONTH;
  const { head, entries } = parseTier(text, kind);
  const top = prose(file, head, wanted);
  let removed = top.removed;
  const kept = entries.flatMap(({ session, raw }) => {
    if (wanted.touches(session)) return removed++, [];
    const next = prose(file, raw, wanted);
    removed += next.removed;
    const isLeft = parseTier(next.text ?? "", kind).entries.length > 0;
    return isLeft ? [{ session, raw: next.text ?? "" }] : [];
  });
  return removed === 0
    ? same(text)
    : { text: renderTier({ head: top.text ?? "", entries: kept }), removed };
};

/** Places and names: neither a person nor the model said them. */
const SPARED = /^(?:transcript|stem|file|id|sourceFile|summary_file|mark)$/;

export const json: Rewrite = (file, text, wanted) => {
  // A session's facts or state go with it.
  const stem = baseName(file.path).replace(/\.(?:l2\.)?json$/, "");
  if (wanted.isSession(stem)) return GONE;
  const value = tryParseJson(text);
  if (value === undefined) return lines(file, text, wanted);
  const refused = refusedIn(value).filter(() => wanted.touches(stem));
  const isLess = refused.length > 0 && isObject(value);
  const pruned = prune(isLess ? { ...value, rejected: [] } : value, wanted);
  const { next } = pruned;
  const removed = pruned.removed + refused.length;
  return removed === 0
    ? same(text)
    : { text: `${JSON.stringify(next, null, 2)}\n`, removed };
};

/** Facts without evidence name no entry: they go with any of their session. */
function refusedIn(value: unknown): readonly unknown[] {
  const list = isObject(value) ? value["rejected"] : undefined;
  return Array.isArray(list) ? list : [];
}

/** Removed as a whole: the program writes it again. */
export const whole: Rewrite = (_, text, wanted) =>
  prune(tryParseJson(text), wanted).removed > 0 || wanted.mentions(text)
    ? GONE
    : same(text);

interface Pruned {
  readonly next: unknown;
  readonly removed: number;
}

function prune(value: unknown, wanted: Wanted): Pruned {
  if (Array.isArray(value)) return pruneList(value, wanted);
  if (!isObject(value)) return { next: value, removed: 0 };
  let removed = 0;
  const next: JsonObject = {};
  for (const [key, one] of Object.entries(value)) {
    if (wanted.holds(key) || isText(key, one, wanted)) {
      removed++;
      continue;
    }
    const pruned = prune(one, wanted);
    removed += pruned.removed;
    (next as Record<string, unknown>)[key] = pruned.next;
  }
  return { next, removed };
}

function pruneList(list: readonly unknown[], wanted: Wanted): Pruned {
  let removed = 0;
  const next = list.flatMap((one) => {
    const isGone = typeof one === "string"
      ? wanted.holds(one) || wanted.isId(one) || wanted.isSession(one)
      : isObject(one) &&
        (wanted.isItem(one) ||
          Object.entries(one).some(([key, text]) => isText(key, text, wanted)));
    if (isGone) {
      // Around a text that goes, what was made of the rest may stay.
      if (isObject(one) && wanted.isItem(one)) wanted.items.note(one);
      return removed++, [];
    }
    if (!isObject(one)) return [one];
    wanted.items.noteKept(one);
    const fitted = wanted.items.refit(one);
    const pruned = prune(fitted.next, wanted);
    removed += fitted.removed + pruned.removed;
    return [pruned.next];
  });
  return { next, removed };
}

const isText = (key: string, value: unknown, wanted: Wanted) =>
  typeof value === "string" && !SPARED.test(key) && wanted.holds(value);

/** Files whose records are lines, and what could not be understood. */
export const lines: Rewrite = (_, text, wanted) => {
  const all = text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
  const kept = all.filter((line) => !wanted.mentions(line));
  const rest = kept.join("");
  if (kept.length === all.length && !wanted.holds(rest)) return same(text);
  return wanted.holds(rest) || rest === ""
    ? GONE
    : { text: rest, removed: all.length - kept.length };
};

/** Steps of the journal go as a whole: a part could not be undone. */
export const steps: Rewrite = (_, text, wanted) => {
  const all = splitLines(text);
  const idOf = (line: string) => {
    const value = tryParseJson(line);
    return isObject(value) ? value["id"] : undefined;
  };
  const isGone = (line: string) =>
    wanted.mentions(line) || tellsOf(tryParseJson(line), wanted);
  const gone = new Set(all.filter(isGone).map(idOf));
  const kept = all.filter((line) => !gone.has(idOf(line)));
  const removed = all.length - kept.length;
  return removed === 0 ? same(text) : { text: kept.join(""), removed };
};

/** By the words that describe it, or by an item that it touched. */
function tellsOf(step: unknown, wanted: Wanted): boolean {
  if (!isObject(step)) return false;
  const { told, items } = step;
  const words = isObject(told) ? told["words"] : "";
  return typeof words === "string" && wanted.wasWritten(words) ||
    Array.isArray(items) &&
      items.some((item) => isObject(item) && wanted.isId(item["id"]));
}
