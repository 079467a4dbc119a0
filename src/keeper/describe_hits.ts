/** From ranked documents to hits a person can read. */

import { entryOfDoc, sourceOfDoc } from "../search/doc_id.ts";
import type { Document } from "../search/documents.ts";
import { explain } from "../search/explain.ts";
import { cutSnippet, type WordWeights } from "../search/snippet.ts";
import { type Probe, stemSlot } from "../search/tally.ts";
import type {
  DocFacts,
  IndexedSource,
  SearchIndex,
} from "../store/search_index.ts";
import type { Store } from "../store/store.ts";
import { clip } from "../transcript/clip.ts";
import { DocumentReader } from "./read_document.ts";
import {
  type Found,
  type Hit,
  type Neighbour,
  type RankedHits,
  type SearchRequest,
  SNIPPET_CHARS,
} from "./search_request.ts";

const NEIGHBOUR_CHARS = 200;

export async function describeHits(
  store: Store,
  index: SearchIndex,
  { probes, ranked, total, deep, notes }: RankedHits,
  { limit, context }: SearchRequest,
): Promise<Found> {
  const describer = new Describer(store, index);
  const weights = weightsOf(probes, ranked[0]?.rarity ?? []);
  const hits: Hit[] = [];
  const told = new Set<string>();
  for (const one of ranked) {
    if (hits.length >= limit) break;
    const read = await describer.read(one.doc);
    const hit = read && {
      ...placeOf(one.doc, read),
      score: one.score,
      ...snippetOf(read, weights),
      context: context > 0 ? await describer.neighbours(one.doc, context) : [],
      reason: () => explain(one, probes),
    };
    // A digest may stand both in its file and in memory.md.
    const what = `${hit?.session} ${hit?.snippet}`;
    if (hit === undefined || told.has(what)) continue;
    told.add(what);
    hits.push(hit);
  }
  return { hits, total, deep, notes };
}

function snippetOf({ document }: ReadDocument, weights: WordWeights) {
  const { text, marks } = cutSnippet(document.text, weights, SNIPPET_CHARS);
  return { snippet: text, marks };
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

/** Reads the documents of one search. */
export class Describer {
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
    const session = source.session ??
      this.index.collection().sessionOfDoc.get(doc) ?? null;
    return { source, facts, session, document };
  }

  /** What stands before and after, the document itself left out. */
  async neighbours(doc: number, count: number): Promise<Neighbour[]> {
    const docs = this.index.docsOf(sourceOfDoc(doc));
    const at = docs.findIndex((one) => one.doc === doc);
    const around = docs.slice(Math.max(0, at - count), at + count + 1);
    const neighbours: Neighbour[] = [];
    for (const { doc: other } of around) {
      const read = other === doc ? undefined : await this.read(other);
      if (read === undefined) continue;
      const { entry } = placeOf(other, read);
      const text = clip(
        read.document.text.replace(/\s+/g, " ").trim(),
        NEIGHBOUR_CHARS,
      );
      neighbours.push({ entry, who: whoOf(read), text });
    }
    return neighbours;
  }
}

export interface ReadDocument {
  readonly source: IndexedSource;
  readonly facts: DocFacts;
  readonly session: string | null;
  readonly document: Document;
}

export function placeOf(doc: number, read: ReadDocument) {
  const { source, facts, session } = read;
  const isNumber = /^\d+$/.test(facts.key);
  return {
    id: `${source.path}#${facts.key}`,
    layer: source.layer,
    file: source.path,
    session,
    ts: facts.ts ?? (source.session === null ? null : source.firstTs),
    entry: isNumber && source.layer === "l1"
      ? entryOfDoc(doc)
      : isNumber
      ? Number(facts.key)
      : facts.key,
  };
}

export function whoOf({ source, document }: ReadDocument): string {
  return document.column === "other" ? source.layer : document.column;
}
