/**
 * Facts and rules that go, and what was made from them: a concept that rests on
 * them alone, its summary, what it gathered, a note that repeats their words.
 * An id is good for one folder: a copy from before `clear` counts again at 1.
 */

import { isText } from "../base/json_values.ts";
import { type JsonObject } from "../base/json.ts";
import { normalText } from "../base/normal_text.ts";
import { baseName } from "../base/path_text.ts";

type Item = Readonly<Record<string, unknown>>;

export interface LearnedItems {
  /** Each with its folder. */
  readonly ids: readonly string[];
  /** What they say, in normal form. */
  readonly words: readonly string[];
  /** Their keywords and files. */
  readonly gathered: readonly string[];
}

export const NO_ITEMS: LearnedItems = { ids: [], words: [], gathered: [] };

/** Shorter texts occur often and identify nothing on their own. */
export const LEAST_TELLING = 12;

/** The fields in which an item says something. */
export const SAYS =
  /^(?:content|reason|evidence|name|title|summary|description|problem|solution|feature|resolution)$/;
const FACT_ID = /^(?:[dpirs]|cl)\d+$/;

export class GoneItems {
  readonly #ids: Set<string>;
  readonly #words: Set<string>;
  readonly #gathered: Set<string>;
  /** Keywords and files of facts that stay. */
  readonly #kept = new Set<string>();
  #folder = "";
  #isFacts = false;

  constructor({ ids, words, gathered }: LearnedItems) {
    this.#ids = new Set(ids);
    this.#words = new Set(words);
    this.#gathered = new Set(gathered);
  }

  /** The items noted from now on are in this file of this folder. */
  enter(folder: string, path: string): void {
    this.#folder = folder;
    this.#isFacts = baseName(path).startsWith("facts");
  }

  /** This item is removed. For a fact only facts.json decides. */
  note(item: Item): void {
    const { id } = item;
    const isFact = typeof id === "string" && FACT_ID.test(id);
    if (isFact && !this.#isFacts) return;
    if (typeof id === "string") this.#ids.add(this.#keyOf(id));
    for (const [key, value] of Object.entries(item)) {
      if (typeof value !== "string" || !SAYS.test(key)) continue;
      const normal = normalText(value);
      if (normal.length >= LEAST_TELLING) this.#words.add(normal);
    }
    for (const text of gatheredBy(item)) this.#gathered.add(text);
  }

  noteKept(item: Item): void {
    if (!this.#isFacts) return;
    for (const text of gatheredBy(item)) this.#kept.add(text);
  }

  #keyOf(id: string): string {
    return `${this.#folder} ${id}`;
  }

  isId(id: string): boolean {
    return this.#ids.has(this.#keyOf(id));
  }

  /** Whether all facts of this concept are removed. */
  areBaseOf(item: Item): boolean {
    const all = [item["facts"] ?? [], item["exchanges"] ?? []].flat();
    return all.length > 0 &&
      all.every((id) => typeof id === "string" && this.isId(id));
  }

  /** A concept that keeps some of its facts, without what the others gave. */
  refit(item: Item): { next: JsonObject; removed: number } {
    const { facts, summary } = item;
    const isTouched = Array.isArray(facts) &&
      facts.some((id) => typeof id === "string" && this.isId(id));
    if (!isTouched) return { next: item, removed: 0 };
    const isStaying = (text: unknown) =>
      typeof text !== "string" || !this.#gathered.has(text) ||
      this.#kept.has(text);
    const lists = ["keywords", "files"].flatMap((key) => {
      const list = item[key];
      return Array.isArray(list) ? [[key, list.filter(isStaying)]] : [];
    });
    const isTold = typeof summary === "string" && this.#isWord(summary);
    return {
      next: {
        ...item,
        ...Object.fromEntries(lists),
        ...(isTold ? { summary: "" } : {}),
      },
      removed: isTold ? 1 : 0,
    };
  }

  #isWord(text: string): boolean {
    return this.#words.has(normalText(text));
  }

  /** Whether a text, in normal form, repeats what one of them says. */
  areToldIn(normal: string): boolean {
    return this.#words.values().some((words) => normal.includes(words));
  }

  get learned(): LearnedItems {
    return {
      ids: [...this.#ids],
      words: [...this.#words],
      gathered: [...this.#gathered],
    };
  }
}

function gatheredBy({ keywords, files }: Item): string[] {
  return [keywords ?? [], files ?? []].flat()
    .filter(isText);
}
