/**
 * JSON state that other versions also write: unknown fields are kept, and a
 * file that cannot be parsed is set aside with its content, never replaced by
 * defaults.
 */

import { isCount, isText } from "../base/json_values.ts";
import { parseBothSides } from "../base/conflict_markers.ts";
import { UserError } from "../base/errors.ts";
import { isObject, type JsonObject } from "../base/json.ts";
import { readExactText } from "./read_file.ts";
import { asideOf, type StoreFiles } from "./store_files.ts";

/** Turns outside JSON into a typed value, or throws with the reason. */
export type Parse<T> = (raw: JsonObject) => T;

export type Loaded<T> =
  | {
    readonly state: "ok";
    readonly value: T;
    /** The file has a merge conflict; this is both of its sides. */
    readonly isJoined?: true;
  }
  | { readonly state: "absent" }
  | {
    readonly state: "damaged";
    readonly reason: string;
    /** Set if the file is not text at all; has its own hints. */
    readonly error?: UserError;
  };

/** Read without changing anything on disk. */
export function loadJson<T>(path: string, parse: Parse<T>): Loaded<T> {
  try {
    const text = readExactText(path);
    if (text === undefined) return { state: "absent" };
    const { value: raw, isJoined } = parseBothSides(text);
    if (!isObject(raw)) return { state: "damaged", reason: "not an object" };
    const value = parse(raw);
    return { state: "ok", value, ...(isJoined ? { isJoined } : {}) };
  } catch (error) {
    if (error instanceof SyntaxError) {
      return { state: "damaged", reason: "not valid JSON" };
    }
    if (error instanceof UserError) {
      return { state: "damaged", reason: error.message, error };
    }
    if (error instanceof ShapeError) {
      return { state: "damaged", reason: error.message };
    }
    throw error;
  }
}

/** What a file says; undefined if it is missing or damaged. */
export function readJson<T>(path: string, parse: Parse<T>): T | undefined {
  const loaded = loadJson(path, parse);
  return loaded.state === "ok" ? loaded.value : undefined;
}

/**
 * Read for a change, under the lock that guards the file. A damaged file is
 * moved aside and `rebuild` makes a new value.
 */
export function loadForUpdate<T>(
  files: StoreFiles,
  path: string,
  parse: Parse<T>,
  rebuild: (damage: string | undefined) => T,
): T {
  const loaded = loadJson(path, parse);
  switch (loaded.state) {
    case "ok":
      return loaded.value;
    case "absent":
      return rebuild(undefined);
    case "damaged":
      // A folder in its place is refused: it is not ours to move.
      files.rename(path, asideOf(path));
      return rebuild(loaded.reason);
    default:
      return loaded satisfies never;
  }
}

export function saveJson(files: StoreFiles, path: string, value: object): void {
  files.replace(path, `${JSON.stringify(value, null, 2)}\n`);
}

/** As `moveAside()`, without taking it away: its place is never empty. */
export function keepAside(files: StoreFiles, path: string): string {
  const aside = asideOf(path);
  files.replace(aside, Deno.readFileSync(path));
  return aside;
}

/** Outside JSON that has the wrong shape. */
export class ShapeError extends Error {
  override readonly name = "ShapeError";
}

/** Readers for one field each: the default when absent, an error when wrong. */
export const field = {
  number: (raw: JsonObject, key: string, otherwise: number): number =>
    read(raw, key, otherwise, Number.isFinite) as number,
  /** A count or an offset: a whole number from 0. */
  count: (raw: JsonObject, key: string, otherwise: number): number =>
    read(raw, key, otherwise, isCount) as number,
  /** A file name: short, one line, without any path in it. */
  name: (raw: JsonObject, key: string, otherwise: string): string =>
    read(raw, key, otherwise, isName) as string,
  text: (raw: JsonObject, key: string, otherwise: string): string =>
    read(raw, key, otherwise, isText) as string,
  object: (raw: JsonObject, key: string): JsonObject =>
    read(raw, key, {}, isObject) as JsonObject,
  list: <T>(raw: JsonObject, key: string, item: (v: unknown) => v is T): T[] =>
    read(raw, key, [], (v) => Array.isArray(v) && v.every(item)) as T[],
};

/** It may reach a prompt, where it must not look like a text of its own. */
const isName = (value: unknown) =>
  typeof value === "string" &&
  /^(?!\.)[^\\/\p{Cc}\p{Cf}\p{Zl}\p{Zp}]{0,120}$/u.test(value);

function read(
  raw: JsonObject,
  key: string,
  otherwise: unknown,
  valid: (value: unknown) => boolean,
): unknown {
  const value = Object.hasOwn(raw, key) ? raw[key] : undefined;
  if (value === undefined || value === null) return otherwise;
  if (!valid(value)) throw new ShapeError(`"${key}" has the wrong type`);
  return value;
}
