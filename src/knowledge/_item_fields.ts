/**
 * Reads fields of knowledge that other versions and people may have written. A
 * field of another type is read as far as possible and its value stays in
 * `older`: one odd field loses neither the item nor its content.
 */

import { isText, textsIn } from "../base/json_values.ts";
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
    const texts = textsIn(value);
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

/** How fields of a kind are read, and whether a value is as we write it. */
const kind = <T>(
  read: (fields: ItemFields, names: readonly [string, ...string[]]) => T,
  fits: (value: unknown) => boolean,
) => ({ read, fits });

/** An older item without a confidence was found by reflection. */
const USUAL_CONFIDENCE = 0.7;

const KINDS = {
  text: kind((fields, names) => fields.text(...names), isText),
  "text or null": kind(
    (fields, names) => fields.text(...names) || null,
    (value) => value === null || (isText(value) && value !== ""),
  ),
  texts: kind<readonly string[]>(
    (fields, names) => names.flatMap((name) => fields.texts(name)),
    (value) => Array.isArray(value) && value.every(isText),
  ),
  /** A number, at first 0. */
  count: kind((fields, [name]) => fields.number(name, 0), Number.isFinite),
  /** A number, at first 1. */
  times: kind((fields, [name]) => fields.number(name, 1), Number.isFinite),
  /** From 0 to 1. */
  confidence: kind(
    (fields, [name]) =>
      Math.min(1, Math.max(0, fields.number(name, USUAL_CONFIDENCE))),
    (value) => typeof value === "number" && value >= 0 && value <= 1,
  ),
};

type Kinds = typeof KINDS;

/** The fields of an item: their kinds, and their names in other versions. */
export type Shape = Readonly<
  Record<string, readonly [kind: keyof Kinds, ...older: string[]]>
>;

/** An item of a shape, with whatever else its file has. */
export type ItemOf<S extends Shape> =
  & JsonObject
  & { readonly [K in keyof S]: ReturnType<Kinds[S[K][0]]["read"]> };

/** All fields of a shape, each by the first of its names that has a value. */
export function readShape<S extends Shape>(
  raw: JsonObject,
  shape: S,
): ItemOf<S> {
  const fields = new ItemFields(raw);
  const known = Object.entries(shape).map(([name, [kind, ...older]]) => [
    name,
    KINDS[kind].read(fields, [name, ...older]),
  ]);
  return { ...fields.rest(), ...Object.fromEntries(known) } as ItemOf<S>;
}

/**
 * Whether an item is exactly as this version writes it, so that it needs no
 * conversion. Nearly all are, and a session start reads a hundred of them.
 */
export function isOfShape(raw: JsonObject, shape: Shape): boolean {
  for (const name in shape) {
    const [kind, ...older] = shape[name] as Shape[string];
    if (!KINDS[kind].fits(raw[name])) return false;
    if (older.some((key) => raw[key] !== undefined)) return false;
  }
  return true;
}

/**
 * Items of a list, or of an object whose keys are their ids. What is no item is
 * kept unchanged in `unread`.
 */
export function readItemList(value: unknown) {
  const found: readonly unknown[] = isObject(value)
    ? Object.entries(value).map(([id, one]) =>
      isObject(one) ? { id, ...one } : one
    )
    : [value ?? []].flat();
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
