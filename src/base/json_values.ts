/** What a value from JSON is. Apart from json.ts, which each tool use loads. */

import { isObject, type JsonObject, tryParseJson } from "./json.ts";

/** The value of a text that is a JSON object; undefined for any other. */
export function tryParseObject(text: string): JsonObject | undefined {
  const value = tryParseJson(text);
  return isObject(value) ? value : undefined;
}

export const isText = (value: unknown): value is string =>
  typeof value === "string";

export const isBoolean = (value: unknown): value is boolean =>
  typeof value === "boolean";

/** A number of things, or a place in a file: whole, from 0 on. */
export const isCount = (value: unknown): value is number =>
  Number.isSafeInteger(value) && (value as number) >= 0;

/** The texts of a list; none of anything else. */
export const textsIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter(isText) : [];

/** The objects of a list; none of anything else. */
export const objectsIn = (value: unknown): JsonObject[] =>
  Array.isArray(value) ? value.filter(isObject) : [];
