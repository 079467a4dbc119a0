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

  /** One's own words stay, of others' all who say them. */
  #join(place: number, hit: Hit): void {
    const told = this.hits[place] as Hit;
    if (hit.layer !== "team") this.hits[place] = hit;
    if (hit.layer !== "team" || told.layer !== "team") return;
    const authors = [...told.authors ?? [told.author], hit.author]
      .filter((name) => name !== undefined && name !== "");
    const names = [...new Set(authors as string[])];
    if (names.length > 1) this.hits[place] = { ...told, authors: names };
  }
}

/** A fact has its reason, files and keywords on lines below. */
function saidIn({ source, document: { text } }: ReadDocument): string {
  const isFact = source.layer === "facts" || source.path.endsWith(".json");
  return normalText(isFact ? text.split("\n", 1)[0] ?? "" : text);
}
