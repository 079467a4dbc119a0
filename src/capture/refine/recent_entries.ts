/**
 * The last few entries of a transcript, to notice one that is written twice.
 * Identified by id and a hash of the content: the same id with other words is
 * another entry, the same words in another wrapping are not.
 */

import { isObject } from "../../base/json.ts";

const WINDOW = 64;
/** Longer than any id of Claude Code, and the state file stays small. */
const ID_CHARS = 40;
/** What the hash reads at either end of a text. */
const WEIGHED_CHARS = 16;

interface Seen {
  readonly id: string;
  /** Computed only when needed: hardly any entry is written twice. */
  readonly weight: () => number;
  readonly from: number;
  readonly ordinal: number;
}

export class RecentEntries {
  #seen: Seen[] = [];
  #last = new Map<string, Seen>();
  #count = 0;

  /** `keys` come from `before` of an earlier run. */
  constructor(keys: readonly string[] = []) {
    for (const key of keys) {
      const end = key.lastIndexOf(":");
      const weight = Number(key.slice(end + 1));
      this.#remember(key.slice(0, end), () => weight, -1);
    }
  }

  /** Whether this entry is among the last ones; remembers it either way. */
  isRepeat(uuid: unknown, content: unknown, from: number): boolean {
    if (typeof uuid !== "string") return false;
    const id = uuid.slice(-ID_CHARS);
    const before = this.#last.get(id);
    const repeat = before !== undefined &&
      this.#count - before.ordinal <= WINDOW &&
      before.weight() === weigh(content);
    this.#remember(id, () => weigh(content), from);
    return repeat;
  }

  /** The window as of an offset; older entries are forgotten. */
  before(offset: number): string[] {
    const later = this.#seen.findIndex(({ from }) => from >= offset);
    const end = later < 0 ? this.#seen.length : later;
    const old = Math.max(0, end - WINDOW);
    if (old > 0) {
      this.#seen = this.#seen.slice(old);
      this.#last = new Map(this.#seen.map((seen) => [seen.id, seen]));
    }
    return this.#seen.slice(0, end - old)
      .map(({ id, weight }) => `${id}:${weight()}`);
  }

  #remember(id: string, weight: () => number, from: number): void {
    const seen = { id, weight, from, ordinal: this.#count++ };
    this.#seen.push(seen);
    this.#last.set(id, seen);
  }
}

/** The ids in the keys from `before`. */
export const idsOf = (keys: readonly string[]): ReadonlySet<string> =>
  new Set(keys.map((key) => key.slice(0, key.lastIndexOf(":"))));

/** A number that differs, in practice, when the words differ. */
function weigh(value: unknown): number {
  if (typeof value === "string") return weighText(value);
  if (Array.isArray(value)) {
    return value.reduce(
      (sum: number, item) => mix(sum, weigh(item)),
      value.length,
    );
  }
  if (!isObject(value)) return 1;
  return weigh(value["text"] ?? value["content"] ?? value["id"] ?? "");
}

function weighText(text: string): number {
  let sum = text.length;
  const first = Math.min(text.length, WEIGHED_CHARS);
  for (let i = 0; i < first; i++) sum = mix(sum, text.charCodeAt(i));
  const last = Math.max(first, text.length - WEIGHED_CHARS);
  for (let i = last; i < text.length; i++) sum = mix(sum, text.charCodeAt(i));
  return sum;
}

const mix = (sum: number, next: number) => (Math.imul(sum, 31) + next) >>> 0;
