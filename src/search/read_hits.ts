/** The documents behind ranked hits, and what to mark in them. */

import { sourceOfDoc } from "./index/doc_id.ts";
import type { Document } from "./index/documents.ts";
import type { WordWeights } from "./snippet.ts";
import { type Probe, stemSlot } from "./rank/tally.ts";
import type {
  DocFacts,
  IndexedSource,
  SearchIndex,
} from "./index/search_index.ts";
import type { Store } from "../store/store.ts";
import { DocumentReader } from "./read_document.ts";

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
