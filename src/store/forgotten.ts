/**
 * Whether a text, an entry or a session was forgotten, from its tombstones.
 * Loaded only where there are any.
 */

import { hmacSha256 } from "../base/hmac.ts";
import { decodeEscapes, mapNormal, normalText } from "../base/normal_text.ts";
import type { World } from "../base/world.ts";
import { type Layout, shortNames } from "./layout.ts";
import { statFile } from "./read_file.ts";
import {
  type ForgottenEntry,
  type ForgottenText,
  readTombstones,
  type Tombstones,
  unpackTimes,
} from "./tombstones.ts";
import { userKey } from "./user_key.ts";

/** What stays in the place of a text. */
const FORGOTTEN_MARK = "[REDACTED:forgotten]";

/** The shape of a log's entry, as far as it matters here. */
type Entry = Readonly<Record<string, unknown>>;

/** Signs texts; undefined without a user's key. */
interface TextSigner {
  readonly keyId: string;
  sign(normal: string): ForgottenText;
}

interface Secrets {
  readonly keyId: string;
  readonly hmacKey: string;
  readonly factor: number;
}

function secretsOf(world: World): Secrets | undefined {
  const key = userKey(world);
  if (key === undefined) return undefined;
  const hmacKey = key.sign("forgotten texts");
  const factor = parseInt(key.sign("forgotten sums").slice(0, 8), 16);
  return { keyId: key.id, hmacKey, factor: factor | 1 };
}

export function textSigner(world: World): TextSigner | undefined {
  const secrets = secretsOf(world);
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

/**
 * With another user's key texts cannot be recognised; everything else works.
 */
export function loadForgotten(
  world: World,
  { forgotten: path, keptOut }: Pick<Layout, "forgotten" | "keptOut">,
): Forgotten {
  const modifiedMs = statFile(path)?.mtime?.getTime();
  const tombstones = readTombstones(path, keptOut);
  const secrets = tombstones.key !== null ? secretsOf(world) : undefined;
  return new Forgotten(
    tombstones,
    secrets?.keyId === tombstones.key ? secrets : undefined,
    modifiedMs,
  );
}

/** "place": whatever it says. "text": because of a text in it. */
type HiddenBy = "place" | "text";

/** A session as its transcript tells it. */
export interface Whose {
  readonly session: string;
  /** Its first entry, which its forks share. */
  readonly firstUuid?: string | null | undefined;
}

/** Claude Code's history has a prompt with a time of its own. */
const SAME_PROMPT_MS = 60_000;

export class Forgotten {
  readonly #entries: ReadonlyMap<string, readonly ForgottenEntry[]>;
  readonly #prompts: ReadonlyMap<string, readonly ForgottenEntry[]>;
  readonly #texts: ReadonlyMap<number, ReadonlyMap<number, string[]>>;
  readonly #beginnings = new Map<string, ReadonlySet<number>>();
  /** Of the session that was asked for last. */
  #names = { id: "", short: [] as readonly string[] };

  constructor(
    readonly tombstones: Tombstones,
    readonly secrets: Secrets | undefined,
    /** Of its file, before that was read. */
    readonly modifiedMs: number | undefined,
  ) {
    const { entries } = tombstones;
    this.#entries = Map.groupBy(entries, keyOf);
    const prompts = entries.filter(({ role }) => role === "user");
    this.#prompts = Map.groupBy(prompts, ({ hmac = "" }) => hmac);
    const texts = new Map<number, Map<number, string[]>>();
    for (const { chars, check, hmac } of tombstones.texts) {
      const sums = texts.get(chars) ?? new Map<number, string[]>();
      texts.set(chars, sums);
      sums.set(check, [...sums.get(check) ?? [], hmac]);
    }
    this.#texts = texts;
    for (const { firstUuid, times } of tombstones.beginnings) {
      const known = this.#beginnings.get(firstUuid) ?? [];
      this.#beginnings.set(
        firstUuid,
        new Set([...known, ...unpackTimes(times)]),
      );
    }
  }

  /** Whether the file says the same now; it may have come back from its copy. */
  isStill(path: string): boolean {
    return statFile(path)?.mtime?.getTime() === this.modifiedMs ||
      JSON.stringify(readTombstones(path)) === JSON.stringify(this.tombstones);
  }

  hidesSession(id: string): boolean {
    return this.tombstones.sessions.some((name) => this.#isOf(name, id));
  }

  /** A session whose state was lost is known by its short name alone. */
  #isOf(name: string, id: string): boolean {
    if (this.#names.id !== id) this.#names = { id, short: shortNames(id) };
    return name === id || this.#names.short.includes(name);
  }

  /** Why this entry of a session was forgotten as a whole, if it was. */
  hides(whose: Whose, entry: Entry): HiddenBy | undefined {
    const { session } = whose;
    if (this.hidesSession(session) || this.#hidesTime(whose, entry["ts"])) {
      return "place";
    }
    const words = entryWords(entry);
    const [known] = this.#known(session, entry, words);
    return known && (known.byPlace ? "place" : "text");
  }

  #known(session: string, entry: Entry, words: string): ForgottenEntry[] {
    const found = this.#entries.get(keyOf(entry)) ?? [];
    const own = found.filter((one) => this.#isOf(one.session, session));
    // Without the key, or where its text was cut out, the time has to do.
    if (words.includes(FORGOTTEN_MARK) || this.secrets === undefined) {
      return own;
    }
    const isPrompt = entry["role"] === "user" && this.#prompts.size > 0;
    if (found.length === 0 && !isPrompt) return [];
    const signed = hmacSha256(this.secrets.hmacKey, normalText(words));
    const near = isPrompt
      ? this.#prompts.get(signed)?.filter(({ ts }) => isNear(ts, entry["ts"]))
      : [];
    return [
      ...own.filter(({ hmac }) => hmac === undefined),
      ...found.filter(({ hmac }) => hmac === signed),
      ...near ?? [],
    ];
  }

  /** The same for a line of a transcript: calls and results by their id. */
  hidesLine(whose: Whose, line: Entry): boolean {
    const { session } = whose;
    const ts = line["timestamp"];
    if (this.hidesSession(session) || this.#hidesTime(whose, ts)) return true;
    return this.tombstones.entries.some((one) =>
      one.byPlace === true && this.#isOf(one.session, session) &&
      (one.id === undefined
        ? one.ts === ts
        : JSON.stringify(line).includes(`"${one.id}"`))
    );
  }

  /** Whether what is left of an entry in a log was one that went by its place. */
  isPlace(whose: Whose, ts: unknown): boolean {
    return this.#hidesTime(whose, ts) ||
      this.tombstones.entries.some((one) => one.byPlace && one.ts === ts);
  }

  #hidesTime({ firstUuid }: Whose, ts: unknown): boolean {
    if (typeof ts !== "string") return false;
    return this.tombstones.times.some(({ from, to }) =>
      ts >= from && ts < to
    ) ||
      (this.#beginnings.get(firstUuid ?? "")?.has(Date.parse(ts)) ?? false);
  }

  /** When the forgotten session began whose entries this one repeats. */
  beginningOf({ firstUuid }: Whose): string | undefined {
    const times = this.#beginnings.get(firstUuid ?? "");
    const first = times?.values().reduce((a, b) => Math.min(a, b), Infinity);
    return first === undefined || first === Infinity
      ? undefined
      : new Date(first).toISOString();
  }

  /** Whether a text, in normal form, has one of the forgotten ones. */
  isIn(normal: string): boolean {
    return this.#placesIn(normal).length > 0;
  }

  #placesIn(normal: string): Place[] {
    const { secrets } = this;
    if (secrets === undefined) return [];
    return [...this.#texts].flatMap(([chars, sums]) =>
      placesOf(normal, chars, sums, secrets)
    );
  }

  /** The text without what was forgotten, and how often that was in it. */
  cut(text: string): { text: string; count: number } {
    if (this.#texts.size === 0) return { text, count: 0 };
    const plain = this.#cutIn(text);
    if (!text.includes("\\")) return plain;
    // JSON within a text writes breaks and letters in its own way.
    const decoded = this.#cutIn(decodeEscapes(plain.text));
    if (decoded.count === 0) return plain;
    return { text: decoded.text, count: plain.count + decoded.count };
  }

  #cutIn(text: string): { text: string; count: number } {
    const found = this.#placesIn(normalText(text))
      .sort((a, b) => a.from - b.from);
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

const isNear = (a: unknown, b: unknown) =>
  Math.abs(Date.parse(String(a)) - Date.parse(String(b))) < SAME_PROMPT_MS;

const keyOf = ({ ts, role, id }: Entry | ForgottenEntry) =>
  `${ts} ${role} ${id ?? ""}`;

/** What an entry says: all but who, when and how it went. */
export function entryWords(entry: Entry): string {
  return Object.entries(entry).flatMap(([key, value]) =>
    typeof value === "string" && !NO_WORDS.has(key) ? [value] : []
  ).join("\n");
}

const NO_WORDS = new Set(["ts", "role", "id", "result", "agent", "name"]);

interface Place {
  readonly from: number;
  readonly to: number;
}

function placesOf(
  normal: string,
  chars: number,
  sums: ReadonlyMap<number, string[]>,
  { factor, hmacKey }: Secrets,
): Place[] {
  const found: Place[] = [];
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
