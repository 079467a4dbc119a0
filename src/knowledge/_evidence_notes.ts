/**
 * Which of the evidence's names were found in the working tree, kept in
 * `.cache`: a name counts as gone only if it was there before, or was in a
 * folder of the project that still exists.
 */

import { objectOf } from "../base/json.ts";
import { readCache, writeCache } from "../store/cache_file.ts";
import type { Store } from "../store/store.ts";

interface NameNote {
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
  const raw = readCache(layout.evidence, MAX_BYTES);
  const { files, identifiers, scanned } = objectOf(raw);
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
  writeCache(store.files, store.layout.evidence, text);
}

const newestOf = (notes: Notes) =>
  Object.fromEntries([...notes].slice(-MOST_NOTES));

function notesIn(value: unknown): Notes {
  return new Map(
    Object.entries(objectOf(value)).flatMap(([name, raw]) => {
      const note = noteIn(raw);
      const isOurs = name.length <= NAME_CHARS && (note.seen || note.gone);
      return isOurs ? [[name, note] as const] : [];
    }),
  );
}

function noteIn(raw: unknown): NameNote {
  const { seen, gone, folderMs } = objectOf(raw);
  const isDay = typeof gone === "string" && /^\d{4}-\d\d-\d\d$/.test(gone);
  return {
    ...(seen ? { seen: true } : {}),
    ...(isDay ? { gone } : {}),
    ...(typeof folderMs === "number" ? { folderMs } : {}),
  };
}
