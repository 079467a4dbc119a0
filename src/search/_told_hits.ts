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
  readonly #copies = new Set<string>();
  readonly #read: ReadDocument[] = [];
  readonly #words: string[] = [];

  /** False if it was told before. */
  add(hit: Hit, read: ReadDocument): boolean {
    const place = this.#placeOf(hit, read);
    if (place >= 0) this.#join(place, hit);
    const copy = `${hit.session} ${hit.snippet}`;
    if (place >= 0 || this.#copies.has(copy)) return false;
    this.#copies.add(copy);
    this.hits.push(hit);
    this.#read.push(read);
    return true;
  }

  /** Where the same words are, one's own or a team's: without a team no look. */
  #placeOf(hit: Hit, read: ReadDocument): number {
    const ofTeam = (one: Hit) => one.layer === "team";
    if (!ofTeam(hit) && !this.hits.some(ofTeam)) return -1;
    const words = saidIn(read);
    return this.hits.findIndex((one, at) =>
      (ofTeam(hit) || ofTeam(one)) &&
      words === (this.#words[at] ??= saidIn(this.#read[at] as ReadDocument))
    );
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
