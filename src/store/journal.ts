/**
 * journal/steps.jsonl: changes of memory.md, knowledge and written files, with
 * the bytes they replaced, so that `undo` can take them back. A change of a
 * file is a line; those made under one hold of the store's lock are one step.
 */

import { LINE_FEED } from "./file_steps.ts";
import { isFileProblem } from "../base/errors.ts";
import { type JsonObject, objectOf, tryParseJson } from "../base/json.ts";
import { compareItems, isItemChange, type ItemChange } from "./json_items.ts";
import { isArchiveName, type Layout } from "./layout.ts";
import { fingerprint, readPart } from "./growing_file.ts";
import { readBytes, readText, statFile } from "./read_file.ts";
import type { FileChange, StoreFiles } from "./store_files.ts";

export const MOST_STEPS = 200;
const MOST_BYTES = 5_000_000;
/** Room for some more, so that not every change makes room. */
const PRUNED_BYTES = 4_000_000;
const PRUNE_EVERY_BYTES = 100_000;

export interface Change {
  readonly id: string;
  readonly at: string;
  readonly who: string;
  /** Below the folder whose journal it is. */
  readonly path: string;
  /** Where it begins, in bytes; whole lines are replaced. */
  readonly place: number;
  /** What was there, as text or in base64. */
  readonly removed: string | { readonly base64: string };
  /** How many bytes are there instead, and a fingerprint of them. */
  readonly inserted: number;
  readonly mark: string;
  /** A fingerprint of the whole file before the change. */
  readonly was: string;
  /** The same after the change; absent where text was only appended. */
  readonly whole?: string;
  /** The file was not there before. */
  readonly made?: boolean;
  /** What it did, as it was when it was made. */
  readonly told?: Told;
  /** The items it touched, in a file of items. */
  readonly items?: readonly ItemChange[];
}

const WRITTEN =
  /^(?:(?:memory|facts|concepts)(?:\.local)?|project|architecture|conventions|workflow|lessons|rules)\.(?:md|json)$/;

/** What a journal is of: a store, or the user's own folder. */
export interface Journaled {
  readonly files: StoreFiles;
  readonly layout: Layout;
}

/** What is changed meanwhile is one step. The lock of these files is held. */
export async function journaled<T>(
  { files, layout }: Journaled,
  who: string,
  body: () => T | Promise<T>,
): Promise<T> {
  const step = new JournalStep(files, layout, who);
  files.onChange = (change) => step.note(change);
  try {
    return await body();
  } finally {
    files.onChange = undefined;
  }
}

/** One hold of the store's lock; nothing is written before the first change. */
class JournalStep {
  readonly #id = crypto.randomUUID().slice(0, 6);

  constructor(
    readonly files: StoreFiles,
    readonly layout: Layout,
    readonly who: string,
  ) {}

  /** Before the change itself: if that dies, `undo` sees that it was not made. */
  note({ path, before, after }: FileChange): void {
    const { dir, journal } = this.layout;
    const name = path.startsWith(`${dir}/`) ? path.slice(dir.length + 1) : "";
    if (!WRITTEN.test(name) && !isArchiveName(name)) return;
    try {
      const change: Change = {
        id: this.#id,
        at: new Date().toISOString(),
        who: this.who,
        path: name,
        ...compare(before() ?? new Uint8Array(), after),
        ...(before() === undefined ? { made: true } : {}),
        ...describe(name, before() ?? new Uint8Array(), after),
      };
      const line = `${JSON.stringify(change)}\n`;
      if (line.length > MOST_BYTES) return;
      this.#cutTornLine();
      const size = this.files.appendAtomically(journal, line);
      const isTime = Math.floor(size / PRUNE_EVERY_BYTES) >
        Math.floor((size - line.length) / PRUNE_EVERY_BYTES);
      if (isTime || size > MOST_BYTES) pruneJournal(this.files, this.layout);
    } catch (error) {
      // A change that cannot be taken back is made all the same.
      if (!isFileProblem(error)) throw error;
    }
  }

  /** What a process left that died while it wrote. */
  #cutTornLine(): void {
    const { journal } = this.layout;
    const size = statFile(journal)?.size ?? 0;
    if (size === 0 || readPart(journal, size - 1, 1)[0] === LINE_FEED) return;
    const end = readBytes(journal)?.lastIndexOf(LINE_FEED) ?? -1;
    this.files.truncate(journal, end + 1);
  }
}

function describe(
  name: string,
  before: Uint8Array,
  after: Uint8Array,
): Pick<Change, "told" | "items"> {
  const decoder = new TextDecoder();
  const texts = [decoder.decode(before), decoder.decode(after)] as const;
  const items = name.endsWith(".json") ? compareItems(...texts) : undefined;
  return {
    told: tellChange(name, ...texts, items),
    ...(items ? { items } : {}),
  };
}

type Compared = Pick<
  Change,
  "place" | "removed" | "inserted" | "mark" | "was" | "whole"
>;

/** The lines between what is the same at the beginning and at the end. */
function compare(before: Uint8Array, after: Uint8Array): Compared {
  const least = Math.min(before.length, after.length);
  let place = 0;
  while (place < least && before[place] === after[place]) place++;
  const isAppended = place === before.length;
  while (!isAppended && place > 0 && before[place - 1] !== LINE_FEED) place--;
  let same = 0;
  while (
    same < least - place &&
    before[before.length - 1 - same] === after[after.length - 1 - same]
  ) same++;
  while (same > 0 && before[before.length - same - 1] !== LINE_FEED) same--;
  const removed = before.subarray(place, before.length - same);
  const inserted = after.subarray(place, after.length - same);
  return {
    place,
    removed: asText(removed),
    inserted: inserted.length,
    mark: fingerprint(inserted),
    was: fingerprint(before),
    ...(isAppended ? {} : { whole: fingerprint(after) }),
  };
}

function asText(bytes: Uint8Array): Change["removed"] {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })
      .decode(bytes);
  } catch {
    return {
      base64: btoa(Array.from(bytes, (b) => String.fromCharCode(b)).join("")),
    };
  }
}

export function removedBytes({ removed }: Change): Uint8Array {
  return typeof removed === "string"
    ? new TextEncoder().encode(removed)
    : Uint8Array.from(atob(removed.base64), (one) => one.charCodeAt(0));
}

/** Oldest first; lines that a kill tore are none. */
export function readJournal({ journal }: Layout): Change[] {
  return (readText(journal) ?? "").split("\n").flatMap((line) => {
    const value = tryParseJson(line);
    return typeof objectOf(value)["id"] === "string"
      ? [checked(value as Change)]
      : [];
  });
}

/** What an earlier version or another hand wrote may have less. */
function checked({ told, items, ...change }: Change): Change {
  const isTold = typeof told?.how === "string" &&
    typeof told.words === "string";
  return {
    ...change,
    ...(isTold ? { told } : {}),
    ...(Array.isArray(items) && items.every(isItemChange) ? { items } : {}),
  };
}

/** The newest steps stay. The store's lock is held. */
export function pruneJournal(files: StoreFiles, layout: Layout): void {
  const changes = readJournal(layout);
  const ids = [...new Set(changes.map(({ id }) => id))].slice(-MOST_STEPS);
  const kept: string[] = [];
  let size = 0;
  for (const id of ids.toReversed()) {
    const lines = changes.filter((one) => one.id === id)
      .map((one) => `${JSON.stringify(one)}\n`).join("");
    size += new TextEncoder().encode(lines).length;
    if (size > PRUNED_BYTES) break;
    kept.unshift(lines);
  }
  files.replace(layout.journal, kept.join(""));
}

interface Told {
  /** Whether words were added, removed or replaced. */
  readonly how: "added" | "removed" | "changed";
  /** The first of them; "" where there are none. */
  readonly words: string;
}

const TOLD_CHARS = 120;

/** What a change did, in words that a person recognises. */
export function tellChange(
  path: string,
  before: string,
  after: string,
  items: readonly ItemChange[] = [],
): Told {
  const { how, words } = path.endsWith(".json")
    ? tellItems(items, after)
    : tellLines(before, after);
  return { how, words: words.slice(0, TOLD_CHARS) };
}

function tellItems(items: readonly ItemChange[], after: string): Told {
  const added = items.find(({ before }) => before === null);
  const removed = items.find(({ after }) => after === null);
  const [first] = items;
  if (added) return { how: "added", words: wordsAfter(after, added) };
  if (removed?.before) {
    return { how: "removed", words: wordsOf(removed.before) };
  }
  return { how: "changed", words: first ? wordsAfter(after, first) : "" };
}

function wordsAfter(text: string, { list, at }: ItemChange): string {
  const value = [...list, at].reduce<unknown>(
    (one, name) => (one as Record<string | number, unknown>)?.[name],
    JSON.parse(text),
  );
  return wordsOf(value as JsonObject);
}

function wordsOf(item: JsonObject): string {
  const said = ["content", "name", "problem", "feature"]
    .map((key) => item[key]).find((text) => text);
  return typeof said === "string" ? said : "";
}

function tellLines(before: string, after: string): Told {
  const [old, now] = [said(before), said(after)];
  const added = now.find((line) => !old.includes(line));
  const removed = old.find((line) => !now.includes(line));
  const how = added === undefined
    ? removed === undefined ? "changed" : "removed"
    : removed === undefined
    ? "added"
    : "changed";
  return { how, words: added ?? removed ?? "" };
}

/** Lines without headings, labels and the comments of sections. */
function said(text: string): string[] {
  return text.split("\n")
    .filter((line) => !/^\s*(?:#|<!--|\*\*[^*]*\*\*:?\s*$|$)/.test(line))
    .map((line) => line.replace(/^\s*(?:[-*+]|\d+\.) /, "").trim());
}
