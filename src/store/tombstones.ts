/**
 * forgotten.json: what must not come back. Texts are there as an HMAC with the
 * user's key, entries by their session and time.
 */

import { textsIn } from "../base/json_values.ts";
import { storeError } from "../base/errors.ts";
import { isObject, type JsonObject } from "../base/json.ts";
import { saveJson } from "./json_file.ts";
import { loadKeptOut } from "./kept_out_copy.ts";
import type { Layout } from "./layout.ts";
import type { StoreFiles } from "./store_files.ts";

export interface ForgottenText {
  /** Of its normal form. */
  readonly chars: number;
  /** A sum with a secret factor: most places need no HMAC. */
  readonly check: number;
  readonly hmac: string;
}

/** An entry of a log; calls of tools have an id as well. */
export interface ForgottenEntry {
  readonly session: string;
  readonly ts: string;
  readonly role: string;
  readonly id?: string;
  /** Of what it said: a fork has it too, under another session. */
  readonly hmac?: string;
  /** It went whatever it said; else a text in it did. */
  readonly byPlace?: boolean;
}

/** Of a whole session: forks repeat its entries, with their times. */
interface ForgottenBeginning {
  readonly firstUuid: string;
  /** See `packTimes()`. */
  readonly times: string;
}

export interface Tombstones {
  readonly version: 1;
  /** Names the key of the texts. */
  readonly key: string | null;
  readonly texts: readonly ForgottenText[];
  readonly entries: readonly ForgottenEntry[];
  /** Ids; a short name where the id was not known any more. */
  readonly sessions: readonly string[];
  readonly beginnings: readonly ForgottenBeginning[];
  /** ISO 8601; `to` is the first moment that is kept. */
  readonly times: readonly { readonly from: string; readonly to: string }[];
}

const NO_TOMBSTONES: Tombstones = {
  version: 1,
  key: null,
  texts: [],
  entries: [],
  sessions: [],
  beginnings: [],
  times: [],
};

/** Throws if it cannot be understood: what was forgotten would come back. */
export function readTombstones(path: string, copies?: string): Tombstones {
  const loaded = loadKeptOut(path, copies, parseTombstones);
  if (loaded.state !== "damaged") {
    return loaded.state === "ok" ? loaded.value : NO_TOMBSTONES;
  }
  throw storeError(
    `Cannot read "${path}": ${loaded.reason}`,
    "It says what was forgotten. Nothing is kept until it can be read: put it " +
      "back from a copy of yours. Without it, what was forgotten comes back",
  );
}

function parseTombstones(raw: JsonObject): Tombstones {
  const list = (key: string) => Array.isArray(raw[key]) ? raw[key] : [];
  const objects = <T>(key: string, texts: readonly string[]) =>
    list(key).filter((one) =>
      isObject(one) && texts.every((text) => typeof one[text] === "string")
    ) as T[];
  return {
    version: 1,
    key: typeof raw["key"] === "string" ? raw["key"] : null,
    texts: objects("texts", ["hmac"]),
    entries: objects("entries", ["session", "ts", "role"]),
    sessions: textsIn(raw["sessions"]),
    beginnings: objects("beginnings", ["firstUuid", "times"]),
    times: objects("times", ["from", "to"]),
  };
}

/** Those of both are written to the file. */
export function addTombstones(
  files: StoreFiles,
  { forgotten: path, keptOut }: Layout,
  more: Tombstones,
): void {
  const all = joinTombstones(more, readTombstones(path, keptOut));
  if (hasAny(all)) saveJson(files, path, all);
}

const hasAny = ({ texts, entries, sessions, times }: Tombstones) =>
  [texts, entries, sessions, times].some(({ length }) => length > 0);

/** What an earlier key signed cannot be recognised any more. */
function joinTombstones(
  now: Tombstones,
  before: Tombstones,
): Tombstones {
  const key = now.key ?? before.key;
  const ofKey = (one: Tombstones): Tombstones =>
    one.key === key ? one : {
      ...one,
      texts: [],
      entries: one.entries.map(({ hmac: _, ...entry }) => entry),
    };
  const [a, b] = [ofKey(before), ofKey(now)];
  return {
    version: 1,
    key,
    texts: unique([...a.texts, ...b.texts]),
    entries: unique([...a.entries, ...b.entries]),
    sessions: unique([...a.sessions, ...b.sessions]),
    beginnings: unique([...a.beginnings, ...b.beginnings]),
    times: unique([...a.times, ...b.times]),
  };
}

function unique<T>(list: readonly T[]): T[] {
  return [...new Map(list.map((one) => [JSON.stringify(one), one])).values()];
}

/** Milliseconds, each from the one before it, in base 36. */
export function packTimes(times: readonly string[]): string {
  const all = [...new Set(times.map((time) => Date.parse(time)))]
    .filter((ms) => !Number.isNaN(ms)).sort((a, b) => a - b);
  return all.map((ms, i) => (ms - (all[i - 1] ?? 0)).toString(36)).join(" ");
}

export function unpackTimes(packed: string): number[] {
  let at = 0;
  return packed.split(" ").map((step) => parseInt(step, 36))
    .filter((step) => step > 0).map((step) => at += step)
    .filter((ms) => ms < LATEST_MS);
}

const LATEST_MS = Date.UTC(9999, 0);
