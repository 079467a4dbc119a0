/**
 * Values that a session has shown to be secret, by a name or a sentence: they
 * are secret in the rest of it, whatever is around them (`echo $TOKEN`). They
 * live in memory only. What is kept on disk is where they were seen, so that
 * who reads on finds them again in the transcript.
 */

import { findSecrets } from "./_find_secrets.ts";
import type { Span } from "./_secret_pattern.ts";
import { isRecognisable } from "./_secret_value.ts";

/** A line of a transcript that named a secret, by its bytes. */
export interface SecretLine {
  readonly from: number;
  readonly to: number;
}

/** Longer lines are not read again at every event. */
const MAX_LINE_BYTES = 64 * 1024;
const MAX_LINES = 64;
const MAX_ALL_BYTES = 512 * 1024;
const MAX_VALUES = 128;
const MAX_VALUE_CHARS = 256;

export class KnownValues {
  /** In the order of their lines: what is known at a place is a beginning of it. */
  readonly #values: { readonly value: string; readonly from: number }[];
  readonly #lines: SecretLine[] = [];
  #bytes = 0;
  readonly #patterns = new Map<number, RegExp>();

  constructor(values: readonly string[] = []) {
    this.#values = values.map((value) => ({ value, from: -1 }));
  }

  /** Remember what a line calls a secret. The first ones stay: reading on must come to the same. */
  learn(bytes: Uint8Array, { from, to }: SecretLine): void {
    const size = to - from;
    const isFull = this.#lines.length >= MAX_LINES ||
      this.#values.length >= MAX_VALUES || this.#bytes + size > MAX_ALL_BYTES;
    if (isFull || size > MAX_LINE_BYTES) return;
    const text = withoutCopy(new TextDecoder().decode(bytes));
    const found = recognisableIn(text, findSecrets(text));
    const added = found.filter((value) =>
      !this.#values.some((known) => known.value === value)
    ).slice(0, MAX_VALUES - this.#values.length);
    if (added.length === 0) return;
    this.#values.push(...added.map((value) => ({ value, from })));
    this.#lines.push({ from, to });
    this.#bytes += size;
  }

  /** The lines to learn from again before reading continues at an offset. */
  linesBefore(offset: number): SecretLine[] {
    return this.#lines.filter(({ from }) => from < offset);
  }

  valuesBefore(at: number): string[] {
    return this.#values.slice(0, this.#countBefore(at))
      .map(({ value }) => value);
  }

  /** What finds the values of earlier lines; undefined if there are none. */
  patternBefore(at: number): RegExp | undefined {
    const count = this.#countBefore(at);
    if (count === 0) return undefined;
    let pattern = this.#patterns.get(count);
    if (pattern === undefined) {
      pattern = patternOf(this.valuesBefore(at));
      this.#patterns.set(count, pattern);
    }
    return pattern;
  }

  #countBefore(at: number): number {
    const last = this.#values.findLastIndex(({ from }) => from < at);
    return last + 1;
  }
}

/** Claude Code repeats a tool's result at the end of its line. */
function withoutCopy(line: string): string {
  const at = line.indexOf(',"toolUseResult":');
  return at < 0 ? line : line.slice(0, at);
}

/** The values among these spans that can be told from words when they come alone. */
export function recognisableIn(text: string, spans: readonly Span[]): string[] {
  const values = spans
    .filter(({ start, end }) => end - start <= MAX_VALUE_CHARS)
    .map(({ start, end }) => text.slice(start, end).replace(/[.,;:!?)]+$/, ""));
  return [...new Set(values)].filter(isRecognisable);
}

/** Any of these, as a whole: not as a part of a longer word. */
export function patternOf(values: readonly string[]): RegExp {
  const any = values.toSorted((a, b) => b.length - a.length)
    .map((value) => value.replace(/[^A-Za-z0-9_]/g, "\\$&"));
  return new RegExp(`(?<![A-Za-z0-9])(?:${any.join("|")})(?![A-Za-z0-9])`, "g");
}
