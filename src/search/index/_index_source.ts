/** From one file to its documents in the index. */

import { COLUMNS, encodeDoc, entryOfDoc } from "./doc_id.ts";
import { type Document, documentsOf, entryDocument } from "./documents.ts";
import type { Layer } from "./layers.ts";
import { wordsOf } from "../../base/tokens.ts";
import { lineKey } from "../../digest/command_runs.ts";
import { signatureOf } from "../../digest/error_signature.ts";
import { commandOutcome } from "../../digest/failures.ts";
import { passedKeysOf } from "../../digest/printed_end.ts";
import { isCommand } from "../../digest/tool_actions.ts";
import type { L1Entry } from "../../session/log_entry.ts";
import { addToTurns, parseTurns, renderTurns } from "./log_turns.ts";
import { readLogEntries } from "../../session/read_entries.ts";
import type { LogEnd } from "../../session/log_writer.ts";
import type { DocFacts, IndexedSource, IndexWriter } from "./search_index.ts";
import { readNoted, type SourceFile } from "./search_sources.ts";
import { markBefore } from "../../store/growing_file.ts";
import { textDigest } from "../../base/text_digest.ts";
import type { Deadline } from "../../base/timeout.ts";

/** Longer documents are pasted logs; their beginning is enough. */
const MAX_CHARS = 200_000;
/** So many are worth more than the order of their neighbours. */
const MANY_DOCS = 500;

/** A file that is read as a whole; documents that have not changed stay. */
export function indexFile(
  index: IndexWriter,
  found: SourceFile,
  layer: Exclude<Layer, "l1">,
): void {
  const { file, text } = readNoted(found);
  const documents = documentsOf(layer, file.path, text, file.times);
  const known = index.find(file.path);
  const before = known ? new KnownDocs(index.docsOf(known.id)) : undefined;
  const kept = documents.map((one) => before?.take(file, one));
  const isWorthIt = before !== undefined && before.isTidy(kept);
  if (!isWorthIt) index.remove(file.path);
  const source = new SourceWriter(
    index,
    file,
    isWorthIt && known
      ? { ...known, docs: before.nextEntry, firstTs: null, lastTs: null }
      : undefined,
  );
  documents.forEach((document, i) => {
    if (isWorthIt && kept[i] !== undefined) return source.keep(document);
    const mark = textDigest(document.text);
    source.add(document, source.next, mark, document.text.length);
  });
  if (isWorthIt) before.rest().forEach((doc) => index.removeDoc(doc));
  const read = { offset: 0, mark: "", size: file.size };
  source.finish(read, documents.length);
}

/** What the index has of a file, by all that could have changed. */
class KnownDocs {
  readonly #docs = new Map<string, number[]>();
  readonly nextEntry: number;

  constructor(docs: readonly (DocFacts & { readonly doc: number })[]) {
    let last = -1;
    for (const { doc, key, ts, fromTs, session, offset, bytes } of docs) {
      last = Math.max(last, entryOfDoc(doc));
      const what = JSON.stringify([key, ts, fromTs, session, offset, bytes]);
      const alike = this.#docs.get(what);
      if (alike) alike.push(doc);
      else this.#docs.set(what, [doc]);
    }
    this.nextEntry = last + 1;
  }

  /** The number of this document, each once. */
  take(file: SourceFile, document: Document): number | undefined {
    const { key, ts = null, fromTs = null, session = null, text } = document;
    const own = file.session === null ? session : null;
    const facts = [key, ts, fromTs, own, textDigest(text), text.length];
    return this.#docs.get(JSON.stringify(facts))?.shift();
  }

  /**
   * Neighbours are told by their numbers, so a short file that was changed in
   * its middle is read again, and so is one that was changed very often.
   */
  isTidy(kept: readonly (number | undefined)[]): boolean {
    const firstNew = kept.indexOf(undefined);
    const isAppended = kept.every((doc, i) =>
      doc === undefined || (firstNew < 0 || i < firstNew) &&
        (i === 0 || doc > (kept[i - 1] ?? 0))
    );
    return (isAppended || kept.length > MANY_DOCS) &&
      this.nextEntry < 2 * kept.length + MANY_DOCS;
  }

  /** What is not there any more. */
  rest(): number[] {
    return [...this.#docs.values()].flat();
  }
}

export interface LogRequest {
  readonly known: IndexedSource | undefined;
  /** The content of a packed log. */
  readonly unpacked: Uint8Array | undefined;
  /** The end of it, where it is in memory: it need not be read again. */
  readonly end?: LogEnd | undefined;
  readonly budget: Deadline;
}

/** A session's log, from where it was left. False if the time ran out. */
export function indexLog(
  index: IndexWriter,
  file: SourceFile,
  { known, unpacked, end, budget }: LogRequest,
): boolean {
  const appended = appendedTo(file, known, end);
  const continues = known !== undefined && (appended !== undefined ||
    !file.packed && known.offset <= file.size &&
      markBefore(file.file, known.offset) === known.mark);
  if (!continues) index.remove(file.path);
  const source = new SourceWriter(index, file, continues ? known : undefined);
  // What passes settles what failed before: mostly nothing has.
  let hasFailed = continues;
  const { offset, atEnd } = readLogEntries(
    appended ?? unpacked ?? file.file,
    continues ? known.offset : 0,
    (entry, from, to) => {
      const i = source.next;
      const document = entry && entryDocument(entry, i);
      const doc = source.add(document, i, from, to - from);
      if (entry && doc !== undefined) {
        hasFailed = noteCommand(index, doc, entry, hasFailed);
      }
    },
    () => budget.passed,
  );
  source.finish({
    offset,
    mark: file.packed
      ? ""
      : appended && end?.markAt(offset) || markBefore(file.file, offset),
    // Another size than the file's says that there is more to read.
    size: atEnd ? file.size : offset,
  });
  return atEnd;
}

/**
 * What failed can be asked for by what went wrong, see `failures()`. Returns
 * whether anything in this log has failed so far.
 */
function noteCommand(
  index: IndexWriter,
  doc: number,
  entry: L1Entry,
  hasFailed: boolean,
): boolean {
  const outcome = commandOutcome(entry);
  if (outcome === undefined || !isCommand(entry)) return hasFailed;
  const { cmd, isLook, failed } = outcome;
  if (!failed && !(isLook && outcome.heads.length === 1)) {
    for (const key of hasFailed ? new Set(passedKeysOf(entry)) : []) {
      index.noteCommand(doc, textDigest(key));
    }
    return hasFailed;
  }
  const error = signatureOf(entry)?.text;
  const key = lineKey(cmd);
  if (error === undefined || key === "") return hasFailed;
  index.noteCommand(doc, textDigest(key), textDigest(error));
  return true;
}

/** What was appended, if it is all that the index lacks. */
function appendedTo(
  { size, packed }: SourceFile,
  known: IndexedSource | undefined,
  end: LogEnd | undefined,
): LogEnd | undefined {
  if (packed || known === undefined || end?.to !== size) return undefined;
  const isSame = end.markAt(known.offset) === known.mark;
  return isSame ? end.after(known.offset) : undefined;
}

type ReadSoFar = Pick<IndexedSource, "offset" | "mark" | "size">;

/** Adds documents to a source and keeps its sums. */
class SourceWriter {
  readonly #id: number;
  next: number;
  #length: number;
  #toolLength: number;
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
    this.#toolLength = known?.toolLength ?? 0;
    this.#turns = parseTurns(known?.turns ?? "");
    this.#firstTs = known?.firstTs ?? null;
    this.#lastTs = known?.lastTs ?? null;
    this.#id = known?.id ?? this.#put({ offset: 0, mark: "", size: -1 });
  }

  /** A document that is in the index already. */
  keep({ ts }: Document): void {
    this.#noteTime(ts ?? null);
  }

  /** The number it gets; an entry without words only counts. */
  add(
    document: Document | undefined,
    entry: number,
    offset: number,
    bytes: number,
  ): number | undefined {
    this.next = entry + 1;
    if (document === undefined) return undefined;
    const { column, key, ts = null, fromTs = null, session = null } = document;
    const words = wordsOf(
      (document.findBy ?? document.text).slice(0, MAX_CHARS),
    );
    const place = { source: this.#id, entry, length: words.length };
    const doc = encodeDoc(place);
    if (doc === undefined || words.length === 0) return undefined;
    if (column !== "other") {
      if (column === "tool") this.#toolLength += words.length;
      else {
        this.#length += words.length;
        addToTurns(this.#turns, entry, words.length, column === "user");
      }
    }
    this.#noteTime(ts);
    this.index.add({
      doc,
      column: COLUMNS.indexOf(column),
      words,
      key,
      ts,
      fromTs,
      // A log's entries have the session of their file.
      session: this.file.session === null ? session : null,
      offset,
      bytes,
    });
    return doc;
  }

  #noteTime(ts: string | null): void {
    if (ts === null) return;
    if (this.#firstTs === null || ts < this.#firstTs) this.#firstTs = ts;
    if (this.#lastTs === null || ts > this.#lastTs) this.#lastTs = ts;
  }

  finish(read: ReadSoFar, docs = this.next): void {
    this.#put(read, docs);
  }

  #put(read: ReadSoFar, docs = this.next): number {
    const { path, layer, session, short, mtimeMs } = this.file;
    return this.index.put({
      path,
      layer,
      session,
      short,
      mtimeMs,
      ...read,
      docs,
      length: this.#length,
      toolLength: this.#toolLength,
      firstTs: this.#firstTs,
      lastTs: this.#lastTs,
      turns: renderTurns(this.#turns),
    });
  }
}
