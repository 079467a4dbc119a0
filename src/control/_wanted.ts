/**
 * What is to be forgotten, and whether a record is it. A target names nothing
 * by its place: killed anywhere, the same target finds what is left.
 */

import { isObject } from "../base/json.ts";
import { textDigest } from "../base/text_digest.ts";
import { normalOfEscaped, normalText } from "../base/normal_text.ts";
import type { Section } from "../memory/memory_text.ts";
import type { WorkTimes } from "../memory/work_times.ts";
import type { KnownSession } from "../session/session_log.ts";
import { entryWords, type Forgotten } from "../store/forgotten.ts";
import type { ForgottenEntry } from "../store/tombstones.ts";
import { shortNames, shortOf } from "../store/layout.ts";
import {
  GoneItems,
  type LearnedItems,
  LEAST_TELLING,
  NO_ITEMS,
} from "./_gone_items.ts";

interface EntrySpan extends KnownSession {
  /** Entries, `to` exclusive. */
  readonly from: number;
  readonly to: number;
}

export interface Target {
  /** In normal form. */
  readonly phrases: readonly string[];
  /** Of facts, rules and concepts. */
  readonly ids: readonly string[];
  readonly sessions: readonly KnownSession[];
  readonly spans: readonly EntrySpan[];
  readonly times: readonly { readonly from: string; readonly to: string }[];
}

export const NO_TARGET: Target = {
  phrases: [],
  ids: [],
  sessions: [],
  spans: [],
  times: [],
};

/** With what it said, in normal form. */
interface GoneEntry extends ForgottenEntry {
  readonly words: string;
}

/** What was learned from the logs before they were rewritten. */
export interface Learned {
  readonly entries: readonly (readonly [string, GoneEntry])[];
  /** Whole entries, in normal form. */
  readonly said: readonly string[];
  /** Short names. */
  readonly touched: readonly string[];
  readonly items: LearnedItems;
  /** Blocks and sections that went, in normal form. */
  readonly written: readonly string[];
}

const NOTHING_LEARNED: Learned = {
  entries: [],
  said: [],
  touched: [],
  items: NO_ITEMS,
  written: [],
};

const BEGINNING_CHARS = 60;

type Entry = Readonly<Record<string, unknown>>;

export class Wanted {
  readonly #shorts: ReadonlySet<string>;
  /** Short names of those whose ids are not known. */
  readonly #nameless: ReadonlySet<string>;
  readonly #ids: ReadonlySet<string>;
  /** Entries that go, by session, time and role. */
  readonly #entries: Map<string, GoneEntry>;
  /** What these entries say: facts and rules rest on it. */
  readonly #said: Set<string>;
  /** Sessions that lose entries by their place. */
  readonly #touched: Set<string>;
  /** Stretches of entries that go, so that sections about them go. */
  readonly #spans: Pick<EntrySpan, "stem" | "from" | "to">[];
  /** When the first entry that is removed by its place was made, by session. */
  readonly #placedAt = new Map<string, string>();
  readonly items: GoneItems;
  readonly #written: Set<string>;

  constructor(
    readonly target: Target,
    readonly times?: WorkTimes,
    told: Partial<Learned> = {},
    /** What was forgotten before and must not come back. */
    readonly forgotten?: Forgotten,
  ) {
    // What an earlier version left may have less.
    const learned = { ...NOTHING_LEARNED, ...told };
    const { sessions, spans, ids } = target;
    this.#shorts = new Set(sessions.flatMap(namesOf));
    this.#nameless = new Set(
      sessions.map(({ sessionId }) => sessionId)
        .filter((id) => /^[0-9a-f]{8}$/.test(id)),
    );
    this.#spans = [...spans];
    this.#ids = new Set(ids);
    this.#touched = new Set([
      ...spans.map(({ stem }) => shortOf(stem)),
      ...learned.touched,
    ]);
    this.#entries = new Map(learned.entries);
    this.#said = new Set(learned.said);
    this.items = new GoneItems(learned.items);
    this.#written = new Set(learned.written);
    for (const [key, { ts, byPlace }] of learned.entries) {
      if (byPlace) this.#place(key.slice(0, key.indexOf(" ")), ts);
    }
  }

  holds(text: string): boolean {
    const { target: { phrases }, forgotten } = this;
    if (phrases.length === 0 && !forgotten) return false;
    const isIn = (normal: string) =>
      phrases.some((phrase) => normal.includes(phrase)) ||
      (forgotten?.isIn(normal) ?? false);
    return isIn(normalText(text)) ||
      text.includes("\\") && isIn(normalOfEscaped(text));
  }

  /** Whether any string in a JSON value has it, keys included. */
  holdsIn(value: unknown): boolean {
    if (typeof value === "string") return this.holds(value);
    if (Array.isArray(value)) return value.some((one) => this.holdsIn(one));
    return isObject(value) && Object.entries(value)
      .some(([key, one]) => this.holds(key) || this.holdsIn(one));
  }

  /** By its id, its short name, or the name of its files. */
  isSession(name: unknown): boolean {
    return typeof name === "string" &&
      (this.#shorts.has(name) || this.#shorts.has(shortOf(name)) ||
        this.#nameless.size > 0 &&
          shortNames(name).some((short) => this.#nameless.has(short)));
  }

  /** Whether anything of this session is removed. */
  touches(stem: string): boolean {
    return this.isSession(stem) || this.#touched.has(shortOf(stem));
  }

  isId(id: unknown): boolean {
    return typeof id === "string" && (this.#ids.has(id) || this.items.isId(id));
  }

  isAt(ts: unknown): boolean {
    return typeof ts === "string" &&
      this.target.times.some(({ from, to }) => ts >= from && ts < to);
  }

  isEntry(session: string, stem: string, index: number, entry: Entry): boolean {
    const known = this.#entries.has(keyOf(shortOf(stem), entry));
    return known || this.#isPlaced(stem, index, entry["ts"]) ||
      entry["role"] === "summary" && this.#repeats(stem, entry["ts"]) ||
      this.forgotten?.hides({ session }, entry) !== undefined ||
      this.holdsIn(entry);
  }

  /** A compaction's summary tells once more what was said before it. */
  #repeats(stem: string, ts: unknown): boolean {
    const from = this.#placedAt.get(shortOf(stem));
    return from !== undefined && typeof ts === "string" && ts >= from;
  }

  #isPlaced(stem: string, index: number, ts: unknown): boolean {
    return this.isAt(ts) || this.isSession(stem) ||
      this.target.spans.some((span) =>
        span.stem === stem && index >= span.from && index < span.to
      );
  }

  /** This entry is removed, and so is what is said about it elsewhere. */
  note(sessionId: string, stem: string, index: number, entry: Entry): void {
    const { ts, role, id } = entry;
    const byPlace = this.#isPlaced(stem, index, ts) ||
      this.forgotten?.hides({ session: sessionId }, entry) === "place";
    if (typeof ts === "string" && typeof role === "string") {
      const tool = typeof id === "string" ? { id } : {};
      const words = normalText(entryWords(entry));
      const one = { session: sessionId, ts, role, ...tool, byPlace, words };
      this.#entries.set(keyOf(shortOf(stem), entry), one);
    }
    if (!byPlace) return;
    const short = shortOf(stem);
    this.#touched.add(short);
    this.#spans.push({ stem, from: index, to: index + 1 });
    if (typeof ts === "string") this.#place(short, ts);
    const said = normalText(entryWords(entry));
    if (said.length >= LEAST_TELLING) this.#said.add(said);
  }

  #place(short: string, ts: string): void {
    const known = this.#placedAt.get(short) ?? ts;
    this.#placedAt.set(short, ts < known ? ts : known);
  }

  /** Entries that neither a session nor a time of the target covers. */
  get entries(): GoneEntry[] {
    return [...this.#entries.values()].filter(({ session, ts }) =>
      !this.isSession(session) && !this.isAt(ts)
    );
  }

  timesOf(sessionId: string): string[] {
    return this.#entries.values().filter(({ session }) => session === sessionId)
      .map(({ ts }) => ts).toArray();
  }

  hasEntryOf(sessionId: string): boolean {
    return this.#entries.values().some((one) => one.session === sessionId);
  }

  get learned(): Learned {
    return {
      entries: [...this.#entries],
      said: [...this.#said],
      touched: [...this.#touched],
      items: this.items.learned,
      written: [...this.#written],
    };
  }

  noteWritten(text: string): void {
    this.#written.add(normalText(text));
  }

  /** Whether words, which may be cut off, begin with a part of what went. */
  wasWritten(words: string): boolean {
    const normal = normalText(words).slice(0, BEGINNING_CHARS);
    return normal !== "" &&
      this.#written.values().some((text) => text.includes(normal));
  }

  /** A line of a raw copy, by its place: calls and results have one id. */
  isPlacedLine(session: string, stem: string, line: Entry): boolean {
    const { timestamp, isCompactSummary } = line;
    if (this.isSession(stem) || this.isAt(timestamp)) return true;
    // Copies of requests and prompts name no time.
    const isRepeat = isCompactSummary === true || timestamp === undefined;
    if (isRepeat && this.#repeats(stem, timestamp ?? "9999")) return true;
    if (this.forgotten?.hidesLine({ session }, line)) return true;
    const short = shortOf(stem);
    const text = JSON.stringify(line);
    return this.#entries.entries().some(([key, { ts, id, byPlace }]) =>
      byPlace && key.startsWith(`${short} `) &&
      (id === undefined ? ts === timestamp : text.includes(`"${id}"`))
    );
  }

  /** A line of a raw copy, by what it says. */
  isToldIn(line: Entry): boolean {
    const text = JSON.stringify(line);
    return this.holds(text) || this.holdsIn(line) ||
      // A note of the client about what goes.
      !/^(?:user|assistant)$/.test(String(line["type"])) &&
        this.#isToldIn(normalOfEscaped(text));
  }

  #isToldIn(normal: string): boolean {
    return this.#said.values().some((said) => normal.includes(said)) ||
      this.items.areToldIn(normal);
  }

  isSection(section: Section): boolean {
    const { session, from = 0, to = 0, utc } = section;
    if (this.isSession(session)) return true;
    const isSpan = this.#spans.some((span) =>
      shortOf(span.stem) === session && from < span.to && span.from < to
    );
    if (isSpan) return true;
    const work = this.times?.of(section) ?? section.work;
    const [first, last] = [work?.from ?? utc, work?.to ?? utc];
    return first !== undefined && last !== undefined &&
      this.target.times.some(({ from, to }) =>
        last.toISOString() >= from && first.toISOString() < to
      );
  }

  /** A fact, a rule, a concept: by its id, its session, its base or its evidence. */
  isItem(item: Entry): boolean {
    const { id, session, sessionId, sessions, evidence, content } = item;
    if (this.isId(id) || this.isSession(session ?? sessionId)) return true;
    if (this.items.areBaseOf(item)) return true;
    if (
      Array.isArray(sessions) && sessions.length > 0 &&
      sessions.every((one) => this.isSession(one))
    ) return true;
    return [evidence, content].some((text) => this.#isSaid(text));
  }

  #isSaid(text: unknown): boolean {
    if (typeof text !== "string" || this.#said.size === 0) return false;
    const normal = normalText(text);
    return normal.length >= LEAST_TELLING &&
      [...this.#said].some((said) => said.includes(normal));
  }

  /** Text of any kind that is, or speaks of, what goes. */
  mentions(text: string): boolean {
    if (this.holds(text)) return true;
    const words = [...this.#ids, ...this.#shorts];
    if (words.some((word) => text.includes(word))) return true;
    return this.#isToldIn(normalText(text)) ||
      [...this.#touched].some((short) => text.includes(`session ${short}`));
  }
}

function namesOf({ sessionId, stem }: KnownSession): string[] {
  const short = stem === "" ? shortNames(sessionId)[0] : shortOf(stem);
  return [sessionId, short];
}

const keyOf = (short: string, entry: Entry) =>
  [
    short,
    entry["ts"],
    entry["role"],
    entry["id"],
    textDigest(entryWords(entry)),
  ]
    .join(" ");
