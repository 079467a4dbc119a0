/**
 * Reads fields of knowledge that other versions and people may have written. A
 * field of another type is read as far as possible and its value stays in
 * `older`: one odd field loses neither the item nor its content.
 */

import { isObject, type JsonObject, objectOf } from "../base/json.ts";

export class ItemFields {
  readonly #raw: JsonObject;
  readonly #older: JsonObject;

  constructor(raw: JsonObject) {
    this.#raw = raw;
    this.#older = { ...objectOf(raw["older"]) };
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

  /** All other fields, with the original values of odd ones. */
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

/** The type of a field as this version writes it. */
export type FieldKind = "text" | "text or null" | "texts" | "number" | "share";

export interface Shape {
  readonly fields: Readonly<Record<string, FieldKind>>;
  /** Names of these fields in other versions. */
  readonly older: readonly string[];
}

/**
 * Whether an item is exactly as this version writes it, so that it needs no
 * conversion. Nearly all are, and a session start reads a hundred of them.
 */
export function isOfShape(raw: JsonObject, { fields, older }: Shape): boolean {
  for (const name in fields) {
    if (!isOfKind(raw[name], fields[name])) return false;
  }
  return older.every((name) => raw[name] === undefined);
}

function isOfKind(value: unknown, kind: FieldKind | undefined): boolean {
  switch (kind) {
    case "text":
      return typeof value === "string";
    case "text or null":
      return value === null || (typeof value === "string" && value !== "");
    case "texts":
      return Array.isArray(value) &&
        value.every((one) => typeof one === "string");
    case "number":
      return Number.isFinite(value);
    case "share":
      return typeof value === "number" && value >= 0 && value <= 1;
    case undefined:
      return false;
    default:
      return kind satisfies never;
  }
}

export interface ItemList {
  readonly items: readonly JsonObject[];
  /** Values that are not items; they are kept unchanged. */
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
