/** From one file to its documents in the index. */

import { COLUMNS, encodeDoc } from "../search/doc_id.ts";
import {
  type Document,
  documentsOf,
  entryDocument,
} from "../search/documents.ts";
import type { Layer } from "../search/layers.ts";
import { sharesOfColumn } from "../search/tally.ts";
import { wordsOf } from "../search/tokens.ts";
import { addToTurns, parseTurns, renderTurns } from "../search/turns.ts";
import { readLogEntries } from "../store/log_entries.ts";
import { readText } from "../store/read_file.ts";
import type { IndexedSource, IndexWriter } from "../store/search_index.ts";
import type { SourceFile } from "../store/search_sources.ts";
import { markBefore } from "../store/transcript_file.ts";
import type { Deadline } from "../timeout.ts";

/** Longer documents are pasted logs; their beginning is enough. */
const MAX_CHARS = 200_000;

/** A file that is read as a whole. */
export function indexFile(
  index: IndexWriter,
  file: SourceFile,
  layer: Exclude<Layer, "l1">,
): void {
  const text = readText(file.file) ?? "";
  index.remove(file.path);
  const documents = documentsOf(layer, file.path, text);
  const source = new SourceWriter(index, file);
  documents.forEach((document, i) => source.add(document, i, 0, 0));
  source.finish({ offset: 0, mark: "", size: file.size });
}

export interface LogRequest {
  readonly known: IndexedSource | undefined;
  /** The content of a packed log. */
  readonly unpacked: Uint8Array | undefined;
  readonly budget: Deadline;
}

/** A session's log, from where it was left. False if the time ran out. */
export function indexLog(
  index: IndexWriter,
  file: SourceFile,
  { known, unpacked, budget }: LogRequest,
): boolean {
  const continues = known !== undefined && !file.packed &&
    known.offset <= file.size &&
    markBefore(file.file, known.offset) === known.mark;
  if (!continues) index.remove(file.path);
  const source = new SourceWriter(index, file, continues ? known : undefined);
  const { offset, atEnd } = readLogEntries(
    unpacked ?? file.file,
    continues ? known.offset : 0,
    (entry, from, to) => {
      const i = source.next;
      source.add(entry && entryDocument(entry, i), i, from, to - from);
    },
    () => budget.passed,
  );
  source.finish({
    offset,
    mark: file.packed ? "" : markBefore(file.file, offset),
    // Another size than the file's says that there is more to read.
    size: atEnd ? file.size : offset,
  });
  return atEnd;
}

/** Adds documents to a source and keeps its sums. */
class SourceWriter {
  readonly #id: number;
  next: number;
  #length: number;
  readonly #turns;
  #firstTs: string | null;
  #lastTs: string | null;

  constructor(
    readonly index: IndexWriter,
    readonly file: SourceFile,
    known?: IndexedSource,
  ) {
    this.next = known?.docs ?? 0;
    this.#length = known?.length ?? 0;
    this.#turns = parseTurns(known?.turns ?? "");
    this.#firstTs = known?.firstTs ?? null;
    this.#lastTs = known?.lastTs ?? null;
    this.#id = known?.id ?? this.#put({ offset: 0, mark: "", size: -1 });
  }

  /** An entry without words only counts. */
  add(
    document: Document | undefined,
    entry: number,
    offset: number,
    bytes: number,
  ): void {
    this.next = entry + 1;
    if (document === undefined) return;
    const { column, key, ts = null, session = null } = document;
    const words = wordsOf(document.text.slice(0, MAX_CHARS));
    const place = { source: this.#id, entry, length: words.length };
    const doc = encodeDoc(place);
    if (doc === undefined || words.length === 0) return;
    const length = words.length * sharesOfColumn(COLUMNS.indexOf(column));
    this.#length += length;
    if (column !== "other") {
      addToTurns(this.#turns, entry, length, column === "user");
    }
    if (ts !== null && (this.#firstTs === null || ts < this.#firstTs)) {
      this.#firstTs = ts;
    }
    if (ts !== null && (this.#lastTs === null || ts > this.#lastTs)) {
      this.#lastTs = ts;
    }
    this.index.add({
      doc,
      column: COLUMNS.indexOf(column),
      words,
      key,
      ts,
      // A log's entries have the session of their file.
      session: this.file.session === null ? session : null,
      offset,
      bytes,
    });
  }

  finish(read: Pick<IndexedSource, "offset" | "mark" | "size">): void {
    this.#put(read);
  }

  #put(read: Pick<IndexedSource, "offset" | "mark" | "size">): number {
    const { path, layer, session, short, mtimeMs } = this.file;
    return this.index.put({
      path,
      layer,
      session,
      short,
      mtimeMs,
      ...read,
      docs: this.next,
      length: this.#length,
      firstTs: this.#firstTs,
      lastTs: this.#lastTs,
      turns: renderTurns(this.#turns),
    });
  }
}
