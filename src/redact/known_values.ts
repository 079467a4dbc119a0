/**
 * Values that a session has shown to be secret, by a name, a sentence or a
 * command that prints them: they are secret in the rest of it, whatever is
 * around them. They are in memory only. The disk keeps where they were seen, so
 * that a later read finds them again in the transcript.
 */

import { isObject, type JsonObject } from "../base/json.ts";
import { findSecrets, judgeNamed } from "./_find_secrets.ts";
import type { Span } from "./_secret_pattern.ts";
import { isRecognisable } from "./_secret_value.ts";
import { ValueFinder } from "./_value_finder.ts";

/** A line of a transcript that named a secret, by its bytes. */
export interface SecretLine {
  readonly from: number;
  readonly to: number;
  /** It has what a command printed, and that is the secret. */
  readonly printed?: boolean;
}

/** They are read again at every event, which bounds them. */
const MAX_LINE_BYTES = 256 * 1024;
const MAX_LINES = 512;
const MAX_ALL_BYTES = 1024 * 1024;
const MAX_VALUES = 2048;
const MAX_VALUE_CHARS = 256;
const MIN_VALUE_CHARS = 8;
const NOTHING: readonly [number, number][] = [];

export class KnownValues {
  readonly #values = new Map<string, number>();
  readonly #lines: SecretLine[] = [];
  #bytes = 0;
  /** What commands printed in the lines of this run, by where they begin. */
  readonly #printed = new Map<number, Set<string>>();
  #finder: ValueFinder | undefined;

  constructor(values: readonly string[] = []) {
    for (const value of values) this.#add(value, -1);
  }

  /**
   * Remember what a line calls a secret. The first ones stay, so that reading
   * in parts gives the same.
   */
  learn(bytes: Uint8Array, line: SecretLine, isSure = true): void {
    if (line.to - line.from > MAX_LINE_BYTES) return;
    const text = new TextDecoder().decode(bytes);
    // Nearly every line that may name one does not, and parsing takes long.
    if (!isSure && findSecrets(withoutCopy(text)).length === 0) return;
    const printed = line.printed ? printedIn(text) : new Set<string>();
    if (printed.size > 0) this.#printed.set(line.from, printed);
    if (!this.takes(line)) return;
    const before = this.#values.size;
    for (const value of [...printed, ...secretsIn(text)]) {
      if (!isRecognisable(value)) continue;
      if (this.#values.size < MAX_VALUES) this.#add(value, line.from);
    }
    if (this.#values.size === before) return;
    this.#lines.push(line);
    this.#bytes += line.to - line.from;
  }

  /** Whether there is room for what a line of this size may teach. */
  takes({ from, to }: SecretLine): boolean {
    const size = to - from;
    return size <= MAX_LINE_BYTES && this.#bytes + size <= MAX_ALL_BYTES &&
      this.#lines.length < MAX_LINES && this.#values.size < MAX_VALUES;
  }

  /** The lines to learn from again before reading continues at an offset. */
  linesBefore(offset: number): SecretLine[] {
    return this.#lines.filter(({ from }) => from < offset);
  }

  valuesBefore(at: number): string[] {
    return [...this.#values].filter(([, from]) => from < at)
      .map(([value]) => value);
  }

  /** The texts of a line that are a secret as a whole. */
  printedAt(from: number): ReadonlySet<string> | undefined {
    return this.#printed.get(from);
  }

  /** Where the values of earlier lines are in a text. */
  find(text: string, at: number): readonly [number, number][] {
    const isTooShort = text.length < MIN_VALUE_CHARS;
    return isTooShort ? NOTHING : this.#finder?.find(text, at) ?? NOTHING;
  }

  #add(value: string, from: number): void {
    if (this.#values.has(value)) return;
    this.#values.set(value, from);
    this.#finder ??= new ValueFinder();
    this.#finder.add(value, from);
  }
}

/** What a line of a transcript calls a secret. */
function secretsIn(line: string): Set<string> {
  const found = new Set<string>();
  const entry = parsed(withoutCopy(line)) ?? parsed(line);
  if (entry === undefined) collect("", line, found);
  else walk(entry, found);
  return found;
}

/** Claude Code repeats a tool's result at the end of its line. */
function withoutCopy(line: string): string {
  const at = line.indexOf(',"toolUseResult":');
  return at < 0 ? line : `${line.slice(0, at)}}`;
}

function parsed(line: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined; // A damaged line may hold several entries: it is read as text.
  }
}

/** Without recursion: a line may be nested as deep as it is long. */
function walk(value: unknown, found: Set<string>): void {
  const open: [string, unknown][] = [["", value]];
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    const [name, item] = one;
    if (typeof item === "string") collect(name, item, found);
    else if (item !== null && typeof item === "object") {
      for (const member of Object.entries(item)) open.push(member);
    }
  }
}

function collect(key: string, text: string, found: Set<string>): void {
  for (const value of recognisableIn(text, findSecrets(text))) found.add(value);
  const isShort = text.length <= MAX_VALUE_CHARS;
  if (isShort && judgeNamed(key, text) !== undefined) found.add(text);
}

/** The results of tools in a line, as far as they are one short text. */
function printedIn(line: string): Set<string> {
  const message = parsed(line)?.["message"];
  const content = isObject(message) ? message["content"] : undefined;
  const found = new Set<string>();
  for (const block of Array.isArray(content) ? content : []) {
    const result: unknown = isObject(block) ? block["content"] : undefined;
    for (const part of Array.isArray(result) ? result : [result]) {
      const text: unknown = isObject(part) ? part["text"] : part;
      const value = typeof text === "string" ? text.trim() : "";
      if (value !== "" && value.length <= MAX_VALUE_CHARS) found.add(value);
    }
  }
  return found;
}

/** The values among these spans that can be told from words when they come alone. */
export function recognisableIn(text: string, spans: readonly Span[]): string[] {
  const values = spans
    .filter(({ start, end }) => end - start <= MAX_VALUE_CHARS)
    .map(({ start, end }) => text.slice(start, end).replace(/[.,;:!?)]+$/, ""));
  return [...new Set(values)].filter(isRecognisable);
}
