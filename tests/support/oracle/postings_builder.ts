/** The words of documents, in plain lists. */

import {
  COLUMNS,
  encodePlace,
  sourceOfDoc,
} from "../../../src/search/index/doc_id.ts";

const OTHER = COLUMNS.indexOf("other");
const TOOL = COLUMNS.indexOf("tool");

interface Posting {
  /** A log's entries that say it, or how often a document has it. */
  count: number;
  /** Tool lines that have it. */
  tools: number;
  /** In a log; each followed by how often the word occurs there. */
  readonly places: number[];
}

/** By unit: a log, or a document of another file. */
export class PostingsBuilder extends Map<number, Map<string, Posting>> {
  add(doc: number, column: number, words: readonly string[]): void {
    const isLog = column !== OTHER;
    const unit = isLog ? sourceOfDoc(doc) : doc;
    const place = encodePlace(doc, column);
    let known = this.get(unit);
    if (known === undefined) this.set(unit, known = new Map());
    for (const word of words) {
      let found = known.get(word);
      if (found === undefined) {
        known.set(word, found = { count: 0, tools: 0, places: [] });
      }
      const isNew = found.places.at(-2) !== place;
      if (column === TOOL) found.tools += isNew ? 1 : 0;
      else if (isNew || !isLog) found.count++;
      if (isNew && isLog) found.places.push(place, 1);
      else if (isLog) found.places[found.places.length - 1]! += 1;
    }
  }
}
