/**
 * Hits that a person reads, each thing once: a digest may stand both in its
 * file and in memory.md, several in a team may say the same, and one's own
 * words take the place of theirs.
 */

import { normalText } from "../base/normal_text.ts";
import type { ReadDocument } from "./_read_hits.ts";
import type { Hit } from "./search_request.ts";

export class ToldHits {
  readonly hits: Hit[] = [];
  readonly #places = new Map<string, number>();

  /** False if it was told before. */
  add(hit: Hit, read: ReadDocument): boolean {
    const [copy, words] = [`${hit.session} ${hit.snippet}`, saidIn(read)];
    const place = this.#places.get(words);
    const isSaid = place !== undefined &&
      [hit, this.hits[place]].some((one) => one?.layer === "team");
    if (isSaid) this.#join(place, hit);
    if (isSaid || this.#places.has(copy)) return false;
    this.#places.set(copy, this.hits.length).set(words, this.hits.length);
    this.hits.push(hit);
    return true;
  }

  /** One's own words stay; all who say the same are named. */
  #join(place: number, hit: Hit): void {
    const told = this.hits[place] as Hit;
    const names = [...new Set([...saidBy(told), ...saidBy(hit)])];
    const own = [told, hit].find(({ layer }) => layer !== "team");
    if (own !== undefined) {
      this.hits[place] = names.length > 0 ? { ...own, alsoBy: names } : own;
    } else if (names.length > 1) {
      this.hits[place] = { ...told, authors: names };
    }
  }
}

/** Others, of one's own words. */
const saidBy = ({ author, authors, alsoBy }: Hit): readonly string[] =>
  alsoBy ?? authors ?? (author ? [author] : []);

/** A fact has its reason, files and keywords on lines below. */
function saidIn({ source, document: { text } }: ReadDocument): string {
  const isFact = source.layer === "facts" || source.path.endsWith(".json");
  return normalText(isFact ? text.split("\n", 1)[0] ?? "" : text);
}
