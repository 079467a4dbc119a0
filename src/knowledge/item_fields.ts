/**
 * Fields of knowledge that other versions and people may have written. What is
 * not of the expected kind is read as far as it goes and stays in `older`: one
 * odd field costs neither the item nor what was in it.
 */

import { isObject, type JsonObject } from "../json.ts";

export class ItemFields {
  readonly #raw: JsonObject;
  readonly #older: JsonObject;

  constructor(raw: JsonObject) {
    this.#raw = raw;
    this.#older = isObject(raw["older"]) ? { ...raw["older"] } : {};
  }

  /** Text of the first of these keys that has some. */
  text(...keys: readonly string[]): string {
    for (const key of keys) {
      const value = this.#get(key);
      if (typeof value === "string" && value !== "") return value;
      if (typeof value === "number") return String(value);
      if (value !== undefined && value !== "") this.#keep(key, value);
    }
    return "";
  }

  /** A list of texts; a single text is a list of one. */
  texts(key: string): string[] {
    const value = this.#get(key);
    if (value === undefined || value === "") return [];
    if (typeof value === "string") return [value];
    const texts = Array.isArray(value)
      ? value.filter((one) => typeof one === "string")
      : [];
    if (!Array.isArray(value) || texts.length < value.length) {
      this.#keep(key, value);
    }
    return texts;
  }

  /** A number; a list counts as its length. */
  number(key: string, otherwise: number): number {
    const value = this.#get(key);
    if (value === undefined) return otherwise;
    if (typeof value === "number" && Number.isFinite(value)) return value;
    this.#keep(key, value);
    if (Array.isArray(value)) return value.length;
    const parsed = typeof value === "string" ? parseFloat(value) : Number.NaN;
    return Number.isFinite(parsed) ? parsed : otherwise;
  }

  /** Everything that was there, with what had to be read otherwise. */
  rest(): JsonObject {
    return Object.keys(this.#older).length === 0
      ? this.#raw
      : { ...this.#raw, older: this.#older };
  }

  #get(key: string): unknown {
    const value = Object.hasOwn(this.#raw, key) ? this.#raw[key] : undefined;
    return value === null ? undefined : value;
  }

  #keep(key: string, value: unknown): void {
    if (!Object.hasOwn(this.#older, key)) this.#older[key] = value;
  }
}

export interface ItemList {
  readonly items: readonly JsonObject[];
  /** What no item can be made of; it is kept as it is. */
  readonly unread: readonly unknown[];
}

/** Items of a list, or of an object whose keys are their ids. */
export function readItems(value: unknown): ItemList {
  if (value === undefined || value === null) return { items: [], unread: [] };
  const found: readonly unknown[] = Array.isArray(value)
    ? value
    : isObject(value)
    ? Object.entries(value).map(([id, one]) =>
      isObject(one) ? { id, ...one } : one
    )
    : [value];
  const items: JsonObject[] = [];
  const unread: unknown[] = [];
  for (const one of found) {
    if (isObject(one)) items.push(one);
    else if (typeof one === "string" && one.trim() !== "") {
      items.push({ content: one });
    } else unread.push(one);
  }
  return { items, unread };
}
