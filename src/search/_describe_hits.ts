/** From ranked documents to hits a person can read. */

import { entryOfDoc, sourceOfDoc } from "./index/doc_id.ts";
import { isRecorded } from "./index/documents.ts";
import { explain } from "./rank/explain.ts";
import { snippetOf } from "./_hit_snippet.ts";
import type { SearchIndex } from "./index/search_index.ts";
import type { Store } from "../store/store.ts";
import { clip } from "../base/cut_text.ts";
import { ToldHits } from "./_told_hits.ts";
import { HitReader, type ReadDocument, weightsOf } from "./_read_hits.ts";
import {
  type Found,
  type Neighbour,
  type RankedHits,
  type SearchRequest,
} from "./search_request.ts";

const NEIGHBOUR_CHARS = 200;

export async function describeHits(
  store: Store,
  index: SearchIndex,
  { probes, ranked, total, deep, notes }: RankedHits,
  { limit, context }: SearchRequest,
): Promise<Found> {
  const reader = new HitReader(store, index);
  const weights = weightsOf(probes, ranked[0]?.rarity ?? []);
  const told = new ToldHits();
  let repeated = 0;
  for (const one of ranked) {
    if (told.hits.length >= limit) break;
    const read = await reader.read(one.doc);
    if (read === undefined) {
      repeated++;
      continue;
    }
    const { text, marks } = await snippetOf(reader, one, read, weights);
    const isNew = told.add({
      ...placeOf(one.doc, read),
      score: one.score,
      snippet: text,
      marks,
      context: context > 0 ? await neighbours(reader, one.doc, context) : [],
      reason: () => explain(one, probes),
    }, read);
    if (!isNew) repeated++;
  }
  return { hits: told.hits, total: total - repeated, deep, notes };
}

/** What comes before and after, the document itself left out. */
async function neighbours(
  reader: HitReader,
  doc: number,
  count: number,
): Promise<Neighbour[]> {
  const docs = reader.index.docNumbers(sourceOfDoc(doc));
  const at = docs.indexOf(doc);
  const around = docs.slice(Math.max(0, at - count), at + count + 1);
  const found: Neighbour[] = [];
  for (const other of around) {
    const read = other === doc ? undefined : await reader.read(other);
    if (read === undefined) continue;
    const { entry } = placeOf(other, read);
    const text = clip(
      read.document.text.replace(/\s+/g, " ").trim(),
      NEIGHBOUR_CHARS,
    );
    found.push({ entry, who: whoOf(read), text });
  }
  return found;
}

function placeOf(doc: number, read: ReadDocument) {
  const { source, facts, session, document } = read;
  const isNumber = /^\d+$/.test(facts.key) && source.layer !== "team";
  return {
    id: `${source.path}#${facts.key}`,
    layer: source.layer,
    file: source.path,
    session,
    ...(document.author === undefined ? {} : { author: document.author }),
    ts: facts.ts ?? (source.session === null ? null : source.firstTs),
    ...(isRecorded(source.layer, facts) ? { isRecorded: true } : {}),
    entry: isNumber && source.layer === "l1"
      ? entryOfDoc(doc)
      : isNumber
      ? Number(facts.key)
      : facts.key,
  };
}

function whoOf({ source, document }: ReadDocument): string {
  return document.column === "other" ? source.layer : document.column;
}
