/**
 * forgotten.json: what must not come back. Texts are there as an HMAC with the
 * user's key, entries by their session and time. Loaded only where the file is.
 */

import { hmacSha256 } from "../base/hmac.ts";
import { storeError } from "../base/errors.ts";
import { isObject, type JsonObject } from "../base/json.ts";
import { mapNormal, normalText } from "../base/normal_text.ts";
import type { World } from "../base/world.ts";
import { readText, statFile } from "./read_file.ts";
import { userKey } from "./user_key.ts";

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

export interface Tombstones {
  readonly version: 1;
  /** Names the key of the texts. */
  readonly key: string | null;
  readonly texts: readonly ForgottenText[];
  readonly entries: readonly ForgottenEntry[];
  readonly sessions: readonly string[];
  /** ISO 8601; `to` is the first moment that is kept. */
  readonly times: readonly { readonly from: string; readonly to: string }[];
}

export const NO_TOMBSTONES: Tombstones = {
  version: 1,
  key: null,
  texts: [],
  entries: [],
  sessions: [],
  times: [],
};

/** What stays in the place of a text. */
const FORGOTTEN_MARK = "[REDACTED:forgotten]";

/** The shape of a log's entry, as far as it matters here. */
type Entry = Readonly<Record<string, unknown>>;

/** Signs texts; undefined without a user's key. */
export interface TextSigner {
  readonly keyId: string;
  sign(normal: string): ForgottenText;
}

interface Secrets {
  readonly keyId: string;
  readonly hmacKey: string;
  readonly factor: number;
}

async function secretsOf(world: World): Promise<Secrets | undefined> {
  const key = await userKey(world);
  if (key === undefined) return undefined;
  const hmacKey = await key.sign("forgotten texts");
  const factor = parseInt((await key.sign("forgotten sums")).slice(0, 8), 16);
  return { keyId: key.id, hmacKey, factor: factor | 1 };
}

export async function textSigner(
  world: World,
): Promise<TextSigner | undefined> {
  const secrets = await secretsOf(world);
  return secrets && {
    keyId: secrets.keyId,
    sign: (normal) => ({
      chars: normal.length,
      check: sumOf(normal, secrets.factor),
      hmac: hmacSha256(secrets.hmacKey, normal),
    }),
  };
}

/** A polynomial in the factor; 24 of its 32 bits. */
function sumOf(normal: string, factor: number): number {
  let sum = 0;
  for (let i = 0; i < normal.length; i++) {
    sum = Math.imul(sum, factor) + normal.charCodeAt(i) | 0;
  }
  return sum >>> 8;
}

export function readTombstones(path: string): Tombstones {
  const text = readText(path);
  if (text === undefined) return NO_TOMBSTONES;
  const raw = parse(path, text);
  const list = (key: string) => Array.isArray(raw[key]) ? raw[key] : [];
  return {
    version: 1,
    key: typeof raw["key"] === "string" ? raw["key"] : null,
    texts: list("texts").filter(isObject) as unknown as ForgottenText[],
    entries: list("entries").filter(isObject) as unknown as ForgottenEntry[],
    sessions: list("sessions").filter((id) => typeof id === "string"),
    times: list("times").filter(isObject) as unknown as Tombstones["times"],
  };
}

/** Without it what was forgotten would come back: better nothing is ingested. */
function parse(path: string, text: string): JsonObject {
  try {
    const raw: unknown = JSON.parse(text);
    if (isObject(raw)) return raw;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw storeError(
    `Cannot read "${path}": it is damaged`,
    "Remove it, and forget again what must not come back",
  );
}

/** Of another user's key, texts cannot be recognised; the rest still holds. */
export async function loadForgotten(
  world: World,
  path: string,
): Promise<Forgotten> {
  const modifiedMs = statFile(path)?.mtime?.getTime();
  const tombstones = readTombstones(path);
  const secrets = tombstones.key !== null ? await secretsOf(world) : undefined;
  return new Forgotten(
    tombstones,
    secrets?.keyId === tombstones.key ? secrets : undefined,
    modifiedMs,
  );
}

export class Forgotten {
  readonly #entries: ReadonlyMap<string, readonly ForgottenEntry[]>;
  readonly #texts: ReadonlyMap<number, ReadonlyMap<number, string[]>>;

  constructor(
    readonly tombstones: Tombstones,
    readonly secrets: Secrets | undefined,
    /** Of the file it was read from. */
    readonly modifiedMs: number | undefined,
  ) {
    this.#entries = Map.groupBy(tombstones.entries, keyOf);
    const texts = new Map<number, Map<number, string[]>>();
    for (const { chars, check, hmac } of tombstones.texts) {
      const sums = texts.get(chars) ?? new Map<number, string[]>();
      texts.set(chars, sums);
      sums.set(check, [...sums.get(check) ?? [], hmac]);
    }
    this.#texts = texts;
  }

  hidesSession(id: string): boolean {
    return this.tombstones.sessions.includes(id);
  }

  /** Whether this entry of a session was forgotten as a whole. */
  hides(session: string, entry: Entry): boolean {
    const { ts } = entry;
    if (this.hidesSession(session) || this.#hidesTime(ts)) return true;
    const found = this.#entries.get(keyOf(entry));
    if (found === undefined) return false;
    const words = wordsOf(entry);
    const isOwn = found.some((one) => one.session === session);
    // Without the key, or where its text was cut out, the time has to do.
    if (words.includes(FORGOTTEN_MARK) || this.secrets === undefined) {
      return isOwn;
    }
    const signed = hmacSha256(this.secrets.hmacKey, normalText(words));
    return found.some(({ hmac, session: whose }) =>
      hmac === undefined ? whose === session : hmac === signed
    );
  }

  /** The same for a line of a transcript: calls and results by their id. */
  hidesLine(session: string, line: Entry): boolean {
    const ts = line["timestamp"];
    if (this.hidesSession(session) || this.#hidesTime(ts)) return true;
    return this.tombstones.entries.some((one) =>
      one.byPlace === true && one.session === session &&
      (one.id === undefined
        ? one.ts === ts
        : JSON.stringify(line).includes(`"${one.id}"`))
    );
  }

  #hidesTime(ts: unknown): boolean {
    return typeof ts === "string" &&
      this.tombstones.times.some(({ from, to }) => ts >= from && ts < to);
  }

  /** The text without what was forgotten, and how often that was in it. */
  cut(text: string): { text: string; count: number } {
    const secrets = this.secrets;
    if (this.#texts.size === 0 || secrets === undefined) {
      return { text, count: 0 };
    }
    const normal = normalText(text);
    const found = [...this.#texts].flatMap(([chars, sums]) =>
      placesOf(normal, chars, sums, secrets)
    ).sort((a, b) => a.from - b.from);
    if (found.length === 0) return { text, count: 0 };
    const { composed, places } = mapNormal(text);
    let [kept, keptTo] = ["", 0];
    for (const { from, to } of found) {
      const start = places[from] ?? 0;
      if (start < keptTo) continue;
      kept += composed.slice(keptTo, start) + FORGOTTEN_MARK;
      keptTo = endOf(composed, places[to - 1] ?? start);
    }
    return { text: kept + composed.slice(keptTo), count: found.length };
  }
}

const keyOf = ({ ts, role, id }: Entry | ForgottenEntry) =>
  `${ts} ${role} ${id ?? ""}`;

/** What an entry says: all but who, when and how it went. */
export function wordsOf(entry: Entry): string {
  return Object.entries(entry).flatMap(([key, value]) =>
    typeof value === "string" && !NO_WORDS.has(key) ? [value] : []
  ).join("\n");
}

const NO_WORDS = new Set(["ts", "role", "id", "result", "agent", "name"]);

function placesOf(
  normal: string,
  chars: number,
  sums: ReadonlyMap<number, string[]>,
  { factor, hmacKey }: Secrets,
): { from: number; to: number }[] {
  const found: { from: number; to: number }[] = [];
  let [sum, power] = [0, 1];
  for (let i = 0; i < chars; i++) power = Math.imul(power, factor);
  for (let i = 0; i < normal.length; i++) {
    sum = Math.imul(sum, factor) + normal.charCodeAt(i) | 0;
    if (i >= chars) {
      sum = sum - Math.imul(normal.charCodeAt(i - chars), power) | 0;
    }
    const hmacs = i >= chars - 1 ? sums.get(sum >>> 8) : undefined;
    if (hmacs === undefined) continue;
    const from = i - chars + 1;
    const signed = hmacSha256(hmacKey, normal.slice(from, i + 1));
    if (hmacs.includes(signed)) found.push({ from, to: i + 1 });
  }
  return found;
}

function endOf(text: string, at: number): number {
  return at + String.fromCodePoint(text.codePointAt(at) ?? 0).length;
}
