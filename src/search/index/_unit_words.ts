/**
 * The words of one unit as its documents are read, in the form the index keeps.
 * One is used for all units, one after another: objects for every word of each
 * would be most of the garbage of an import.
 */

import { addCodes, encodePlace, lastOfPlace } from "./_place_list.ts";
import { COLUMNS, encodePlace as placeOf, entryOfDoc } from "./doc_id.ts";

const OTHER = COLUMNS.indexOf("other");
const TOOL = COLUMNS.indexOf("tool");
const NONE = -1;

export interface Posting {
  /** A log's entries that say it, or how often a document has it. */
  readonly count: number;
  /** Tool lines that have it. */
  readonly tools: number;
  /** In a log; see `decodePlaces()`. */
  readonly places: string;
}

export class UnitWords {
  /** Where each word is in the lists below. */
  readonly #at = new Map<string, number>();
  readonly #counts: number[] = [];
  readonly #tools: number[] = [];
  /** The last entry that has the word, how often, and the places before it. */
  readonly #entries: number[] = [];
  readonly #times: number[] = [];
  readonly #lasts: number[] = [];
  readonly #texts: string[] = [];
  /** The places of a log's entries. */
  readonly #places: number[] = [];

  add(doc: number, column: number, words: readonly string[]): void {
    const isLog = column !== OTHER;
    const entry = entryOfDoc(doc);
    if (isLog) this.#places.push(placeOf(doc, column));
    for (const word of words) {
      let at = this.#at.get(word);
      if (at === undefined) this.#at.set(word, at = this.#begin());
      if (!isLog) this.#counts[at]!++;
      else if (this.#entries[at] === entry) this.#times[at]!++;
      else {
        this.#endPlace(at);
        this.#entries[at] = entry;
        this.#times[at] = 1;
        if (column === TOOL) this.#tools[at]!++;
        else this.#counts[at]!++;
      }
    }
  }

  get words(): Iterable<string> {
    return this.#at.keys();
  }

  get size(): number {
    return this.#at.size;
  }

  /** What is known of the word that was added as the `at`-th. */
  posting(at: number): Posting {
    this.#endPlace(at);
    this.#entries[at] = NONE;
    return {
      count: this.#counts[at] as number,
      tools: this.#tools[at] as number,
      places: this.#texts[at] as string,
    };
  }

  /** The codes of a log's entries, with those that were added. */
  addCodesTo(codes: string): string {
    return addCodes(codes, this.#places);
  }

  clear(): void {
    this.#at.clear();
    this.#places.length = 0;
  }

  #begin(): number {
    const at = this.#at.size;
    this.#counts[at] = this.#tools[at] = this.#times[at] = 0;
    this.#lasts[at] = 0;
    this.#entries[at] = NONE;
    this.#texts[at] = "";
    return at;
  }

  #endPlace(at: number): void {
    const entry = this.#entries[at] as number;
    if (entry === NONE) return;
    const times = this.#times[at] as number;
    this.#texts[at] += encodePlace(entry, times, this.#lasts[at] as number);
    this.#lasts[at] = lastOfPlace(entry, times);
  }
}
