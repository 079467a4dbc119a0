/**
 * Which of the evidence's names were found in the working tree, kept in
 * `.cache`: a name counts as gone only if it was there before, or was in a
 * folder of the project that still exists.
 */

import { isSystemError, UserError } from "../base/errors.ts";
import { isObject, type JsonObject } from "../base/json.ts";
import { readText } from "../store/read_file.ts";
import type { Store } from "../store/store.ts";

export interface NameNote {
  /** It was found at least once. */
  readonly seen?: true;
  /** The first day on which it was missing. */
  readonly gone?: string;
  /** The folder's time then: if unchanged, nothing came back since. */
  readonly folderMs?: number;
}

type Notes = Map<string, NameNote>;

export interface EvidenceNotes {
  readonly files: Notes;
  readonly identifiers: Notes;
  /** The day of the last search through the tree, and what for. */
  scanned: string;
}

const MAX_BYTES = 512 * 1024;
const MOST_NOTES = 2000;
const NAME_CHARS = 500;

export function readEvidenceNotes({ layout }: Store): EvidenceNotes {
  let raw: unknown;
  try {
    raw = JSON.parse(readText(layout.evidence, MAX_BYTES) ?? "null");
  } catch (error) {
    if (!isExpected(error)) throw error;
    // Lost or half-written: it is searched again.
  }
  const { files, identifiers, scanned } = isObject(raw) ? raw : {};
  return {
    files: notesIn(files),
    identifiers: notesIn(identifiers),
    scanned: typeof scanned === "string" ? scanned : "",
  };
}

export function writeEvidenceNotes(store: Store, notes: EvidenceNotes): void {
  const { files, identifiers, scanned } = notes;
  const text = JSON.stringify({
    files: newestOf(files),
    identifiers: newestOf(identifiers),
    scanned,
  });
  try {
    store.files.writeUnsynced(store.layout.evidence, text);
  } catch (error) {
    // Then the next start searches again.
    if (!isExpected(error)) throw error;
  }
}

const newestOf = (notes: Notes) =>
  Object.fromEntries([...notes].slice(-MOST_NOTES));

function notesIn(value: unknown): Notes {
  const entries = Object.entries(isObject(value) ? value : {});
  return new Map(entries.flatMap(([name, raw]) => {
    const note = isObject(raw) ? noteIn(raw) : {};
    const isOurs = name.length <= NAME_CHARS && (note.seen || note.gone);
    return isOurs ? [[name, note] as const] : [];
  }));
}

function noteIn({ seen, gone, folderMs }: JsonObject): NameNote {
  const isDay = typeof gone === "string" && /^\d{4}-\d\d-\d\d$/.test(gone);
  return {
    ...(seen ? { seen: true } : {}),
    ...(isDay ? { gone } : {}),
    ...(typeof folderMs === "number" ? { folderMs } : {}),
  };
}

const isExpected = (error: unknown) =>
  error instanceof SyntaxError || error instanceof UserError ||
  isSystemError(error);
