/**
 * Removes secrets and private text. Whatever is written to the store passes
 * through a Redactor first, so nothing else has to think about either.
 */

import { findSecrets, judgeNamed } from "./_find_secrets.ts";
import type { Span } from "./_secret_pattern.ts";
import { KnownValues, recognisableIn } from "./known_values.ts";
import { ValueFinder } from "./_value_finder.ts";
import { isRecognisable } from "./_secret_value.ts";
import { findKeyBodies } from "./_key_block.ts";
import { PatternWorker } from "./_pattern_worker.ts";
import { stripPrivate } from "./private_regions.ts";
import type { UserPattern } from "./_user_patterns.ts";

export { parseUserPatterns, type UserPattern } from "./_user_patterns.ts";

/** Marks of an earlier redaction. They stay as they are, which makes redaction idempotent. */
const MARK = /\[(?:REDACTED:[a-z0-9-]{1,40}|PRIVATE)\]/g;

/** `echo $NAME`, `printenv NAME` and the like, and nothing else. */
const PRINTS_ONE =
  /^\s*(?:(?:echo|printf(?:\s+["']?%s(?:\\n)?["']?)?)\s+(?:-n\s+)?["']?\$\{?|printenv\s+)([A-Za-z_]\w{0,63})\}?["']?\s*$/;

/** What prints a secret, and nothing else, without a name for it. */
const PRINTS_SECRET =
  /^\s*(?:gh auth token|op read\s|vault (?:kv get|read)\s[^|]*-field|pass show\s|security find-\w+-password\s[^|]*-w|gcloud auth print-\w+-token|az account get-access-token\s[^|]*-o tsv|aws secretsmanager get-secret-value\s[^|]*--output text|kubectl get secrets?\s.*\|\s*base64\s+(?:-d|-D|--decode)\b|cat\s+\S*(?:token|secret|password|passwd)["']?\s*$)/;

const MAX_ROUNDS = 8;

/** The kind of a text that a user's pattern took too long for. */
const UNCHECKED = "unchecked";

/** Takes out of a text what must not come back. */
interface Forgets {
  cut(text: string): { text: string; count: number };
}

export class Redactor {
  readonly #user: readonly UserPattern[];
  readonly #counts: Map<string, number>;
  /** What the session's lines before `#at` have shown to be secret. */
  readonly known: KnownValues;
  #at = 0;
  #hasNamed = false;
  #mayName = false;
  #hasPrinted = false;
  /** Texts of this line that are a secret as a whole, even if they are words. */
  #printed: ReadonlySet<string> | undefined;
  /** Started with the first text, and only where a pattern needs it. */
  readonly #worker: { thread?: PatternWorker };
  /** What the user had forgotten. */
  forgotten: Forgets | undefined;

  constructor(
    user: readonly UserPattern[] = [],
    known = new KnownValues(),
    counts = new Map<string, number>(),
    worker: { thread?: PatternWorker } = {},
  ) {
    this.#user = user;
    this.known = known;
    this.#counts = counts;
    this.#worker = worker;
  }

  /** Ends the thread, where one was started; the end of the process does too. */
  close(): void {
    this.#worker.thread?.close();
  }

  /** The line that begins here comes next: what earlier lines named is known. */
  moveTo(at: number): void {
    this.#at = at;
    this.#printed = undefined;
  }

  /** The line that begins here was read before: what it showed itself is known too. */
  moveInto(at: number): void {
    this.#at = at + 1;
    this.#printed = this.known.printedAt(at);
  }

  /** The line that is read may name secrets beyond what is redacted of it. */
  expectSecrets(): void {
    this.#mayName = true;
  }

  /** Remember what this line calls a secret, if it calls anything so. */
  endLine(bytes: Uint8Array, from: number, to: number): void {
    if (!this.#hasNamed && !this.#mayName) return;
    const line = this.#hasPrinted ? { from, to, printed: true } : { from, to };
    this.known.learn(bytes, line, this.#hasNamed);
    this.#hasNamed = this.#hasPrinted = this.#mayName = false;
  }

  /** For the lines of a subagent that was called at this place. */
  forAgent(at: number): Redactor {
    const known = new KnownValues(this.known.valuesBefore(at));
    const own = new Redactor(this.#user, known, this.#counts, this.#worker);
    own.forgotten = this.forgotten;
    return own;
  }

  /** What a command printed; all of it is the secret if that is all it prints. */
  printed(command: string, output: string): string {
    const value = output.trim();
    const name = PRINTS_ONE.exec(command)?.[1] ??
      (PRINTS_SECRET.test(command) && isRecognisable(value) ? "secret" : "");
    const kind = judgeNamed(name, value);
    if (kind === undefined) return this.text(output);
    this.#hasNamed = this.#hasPrinted = true;
    return this.#drop(kind);
  }

  /** How many parts were removed, by kind; `private` for private regions. */
  get counts(): ReadonlyMap<string, number> {
    return this.#counts;
  }

  /** The text without its private regions and secrets. */
  text(value: string): string {
    if (this.#printed?.has(value.trim())) return this.#drop("secret");
    const text = value.includes("<") ? this.#withoutPrivate(value) : value;
    return this.#withoutSecrets(text);
  }

  /** The blocks of one message: a private region may open in one and close in a later one. */
  blocks(values: readonly string[]): string[] {
    const blocks: string[] = [];
    let depth = 0;
    for (const value of values) {
      const stripped = stripPrivate(value, depth);
      depth = stripped.depth;
      this.#count("private", stripped.regions);
      blocks.push(this.#withoutSecrets(stripped.text));
    }
    return blocks;
  }

  /** A copy of a JSON value with every string redacted. */
  value(json: unknown): unknown {
    if (typeof json === "string") return this.text(json);
    if (Array.isArray(json)) return json.map((item) => this.value(item));
    if (json === null || typeof json !== "object") return json;
    const copy: Record<string, unknown> = {};
    for (const [key, item] of Object.entries(json)) {
      const clean = typeof item === "string"
        ? this.#member(key, item)
        : this.value(item);
      // Assigning to this key would set the prototype instead.
      if (key === "__proto__") defineMember(copy, key, clean);
      else copy[key] = clean;
    }
    return copy;
  }

  #member(key: string, value: string): string {
    const text = this.text(value);
    if (text !== value) return text;
    const kind = judgeNamed(key, value);
    if (kind === undefined) return value;
    this.#hasNamed = true;
    return this.#drop(kind);
  }

  #withoutPrivate(value: string): string {
    const { text, regions } = stripPrivate(value);
    this.#count("private", regions);
    return text;
  }

  #withoutSecrets(value: string): string {
    let text = value;
    const named = new Set<string>();
    // What is gone may bring what is left together: look until nothing is found.
    for (let round = 0; round < MAX_ROUNDS; round++) {
      const left = this.#withoutFound(text, named);
      if (left === text) break;
      text = left;
    }
    for (const pattern of this.#user) {
      const matches = this.#matches(pattern, text);
      // Better nothing than a text that was not checked.
      if (matches === undefined) return this.#drop(UNCHECKED);
      text = this.#remove(text, matchesOf(pattern.kind, matches, text));
    }
    return this.#withoutForgotten(text);
  }

  /** Without what one look finds; values that may come again are added to `named`. */
  #withoutFound(value: string, named: Set<string>): string {
    let text = value;
    const spans = findSecrets(text);
    if (spans.length > 0) {
      for (const one of recognisableIn(text, spans)) named.add(one);
      text = this.#remove(text, spans);
    }
    text = this.#remove(text, findKeyBodies(text));
    if (named.size > 0) {
      this.#hasNamed = true;
      text = this.#remove(text, knownIn(finderOf(named).find(text), text));
    }
    const known = this.known.find(text, this.#at);
    return known.length > 0 ? this.#remove(text, knownIn(known, text)) : text;
  }

  #withoutForgotten(value: string): string {
    if (this.forgotten === undefined) return value;
    const { text, count } = this.forgotten.cut(value);
    this.#count("forgotten", count);
    return text;
  }

  #matches(pattern: UserPattern, text: string): Iterable<Match> | undefined {
    if (!pattern.isSlow) return matchesIn(pattern.regex, text);
    const slow = this.#user.filter((one) => one.isSlow);
    this.#worker.thread ??= new PatternWorker(
      slow.map(({ regex: { source, flags } }) => ({ source, flags })),
    );
    return this.#worker.thread.match(slow.indexOf(pattern), text);
  }

  #drop(kind: string): string {
    this.#count(kind, 1);
    return `[REDACTED:${kind}]`;
  }

  #remove(text: string, spans: Iterable<Span>): string {
    let kept = "";
    let keptTo = 0;
    for (const { kind, start, end } of spans) {
      kept += `${text.slice(keptTo, start)}[REDACTED:${kind}]`;
      keptTo = end;
      this.#count(kind, 1);
    }
    return keptTo === 0 ? text : kept + text.slice(keptTo);
  }

  #count(kind: string, more: number): void {
    if (more === 0) return;
    this.#counts.set(kind, (this.#counts.get(kind) ?? 0) + more);
  }
}

function knownIn(matches: Iterable<Match>, text: string): Iterable<Span> {
  return matchesOf("known-secret", matches, text);
}

function finderOf(values: Iterable<string>): ValueFinder {
  const finder = new ValueFinder();
  for (const value of values) finder.add(value, -1);
  return finder;
}

function defineMember(object: object, key: string, value: unknown): void {
  Object.defineProperty(object, key, {
    value,
    configurable: true,
    enumerable: true,
    writable: true,
  });
}

/** Where a pattern matches: from one character to before another. */
type Match = readonly [start: number, end: number];

function* matchesIn(regex: RegExp, text: string): Generator<Match> {
  for (const match of text.matchAll(regex)) {
    yield [match.index, match.index + match[0].length];
  }
}

/** What matches, less the marks that are there already. */
function* matchesOf(
  kind: string,
  matches: Iterable<Match>,
  text: string,
): Generator<Span> {
  const marks = text.matchAll(MARK);
  let mark = marks.next().value;
  for (const [from, end] of matches) {
    let start = from;
    while (mark !== undefined && mark.index < end) {
      const markEnd = mark.index + mark[0].length;
      if (mark.index > start) yield { kind, start, end: mark.index };
      start = Math.max(start, markEnd);
      if (markEnd > end) break;
      mark = marks.next().value;
    }
    if (start < end) yield { kind, start, end };
  }
}
