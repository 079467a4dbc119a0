/** The documents behind ranked hits, and what to mark in them. */

import { sourceOfDoc } from "./index/doc_id.ts";
import { type Document, entryDocument, finderIn } from "./index/documents.ts";
import type { WordWeights } from "./_snippet.ts";
import { type Probe, stemSlot } from "./rank/tally.ts";
import { readSource, sourceAt } from "./index/search_sources.ts";
import type {
  DocFacts,
  IndexedSource,
  SearchIndex,
} from "./index/search_index.ts";
import type { Store } from "../store/store.ts";
import { readLogEntry, unpackLog } from "../session/read_entries.ts";
import { leadsOut } from "../store/inside_project.ts";
import { statFile } from "../store/read_file.ts";

export interface ReadDocument {
  readonly source: IndexedSource;
  readonly facts: DocFacts;
  readonly session: string | null;
  readonly document: Document;
}

/** Reads the documents of one search. */
export class HitReader {
  readonly #reader: DocumentReader;

  constructor(store: Store, readonly index: SearchIndex) {
    this.#reader = new DocumentReader(store);
  }

  /** Undefined if the file has changed under the search. */
  async read(doc: number): Promise<ReadDocument | undefined> {
    const source = this.index.source(sourceOfDoc(doc));
    const facts = this.index.doc(doc);
    if (source === undefined || facts === undefined) return undefined;
    const document = await this.#reader.read(source, facts);
    if (document === undefined) return undefined;
    const session = source.session ?? this.index.sessionOf(doc);
    return { source, facts, session, document };
  }
}

/** What to mark in a text, and how much each word says. */
export function weightsOf(
  probes: readonly Probe[],
  rarity: readonly number[],
): WordWeights {
  return new Map(
    probes.flatMap(({ term, words }, probe) => {
      const weight = rarity[stemSlot(probe)] ?? 0;
      if (weight === 0) return [];
      return words.map(({ word }) => [word, { term, weight }] as const);
    }),
  );
}

/** Reads documents; a file that holds several is read once. */
export class DocumentReader {
  readonly #finders = new Map<string, ReturnType<typeof finderIn>>();
  readonly #packed = new Map<string, Uint8Array>();

  constructor(readonly store: Store) {}

  /** Undefined if the file has changed since it was indexed. */
  async read(
    { path }: Pick<IndexedSource, "path">,
    { key, offset, bytes }: DocFacts,
  ): Promise<Document | undefined> {
    const source = sourceAt(this.store.layout, path);
    if (source === undefined) return undefined;
    if (source.layer !== "l1") {
      let find = this.#finders.get(path);
      if (find === undefined) {
        const text = readSource(source);
        this.#finders.set(path, find = finderIn(source.layer, path, text));
      }
      return find(key);
    }
    const log = await this.openLog(path);
    if (log === undefined) return undefined;
    const entry = readLogEntry(log, offset, bytes);
    return entry && entryDocument(entry, Number(key));
  }

  /** A log's path, or the content of a packed one. */
  async openLog(path: string): Promise<string | Uint8Array | undefined> {
    const file = sourceAt(this.store.layout, path)?.file;
    if (file === undefined) return undefined;
    if (isFileInside(file)) return file;
    if (!isFileInside(`${file}.gz`)) return undefined;
    const known = this.#packed.get(path) ?? await unpackLog(`${file}.gz`);
    this.#packed.set(path, known);
    return known;
  }
}

const isFileInside = (file: string) =>
  statFile(file)?.isFile && leadsOut(file) === undefined;
