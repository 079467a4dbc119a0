/**
 * What of a transcript is not kept: what was said while memory was off, and
 * turns that the user called private. Such a stretch lasts until a later
 * prompt, because the answer tells what was asked.
 */

import { type OffPeriod, periodAt } from "../../base/off_period.ts";
import { opensPrivateTurn } from "../../redact/private_regions.ts";
import type { HiddenStretch } from "../../session/session_state.ts";

/** Typed while a turn goes on, and no prompt of the model's. */
const IN_BETWEEN = /^<(?:command-name|bash-input|user-memory-input)>/;

interface Stretch extends HiddenStretch {
  /** The lines that began and ended it. */
  readonly line: number;
  readonly endLine?: number;
}

export class Hidden {
  readonly #periods: readonly OffPeriod[];
  /** Only the time of an entry counts: an agent has no prompts. */
  readonly #isAgent: boolean;
  #stretches: Stretch[];
  #timeMs = 0;
  #line = 0;
  #isRepeating = false;
  #queuesPrivate = false;

  constructor(
    periods: readonly OffPeriod[] = [],
    known: readonly HiddenStretch[] = [],
    isAgent = false,
  ) {
    this.#periods = periods;
    this.#isAgent = isAgent;
    this.#stretches = known.map((one) => ({ ...one, line: -1, endLine: -1 }));
  }

  /** Whether the entry that is read now is hidden. */
  get isOn(): boolean {
    return this.#isAgent ? this.#isOff : this.#open !== undefined;
  }

  /** Whether a copy of the transcript may have this line. */
  get mayCopy(): boolean {
    return !this.isOn && !this.#isRepeating;
  }

  /** A line begins here. */
  line(from: number): void {
    this.#line = from;
    this.#isRepeating = false;
  }

  /** An entry begins; one without a time has that of the one before it. */
  entry(time: string | undefined): void {
    if (this.#periods.length === 0 && !this.#hasAny) return;
    this.#timeMs = Date.parse(time ?? "") || this.#timeMs;
    if (!this.#isAgent && this.#isOff) this.#begin(time);
  }

  /**
   * The line may tell again what was said before, as a compaction's summary
   * does; returns whether anything of that is hidden.
   */
  repeats(): boolean {
    this.#isRepeating ||= this.#hasAny;
    return this.#hasAny;
  }

  /** The user's next prompt: a hidden stretch ends here, or goes on. */
  prompt(time: string | undefined, text: string): void {
    if (IN_BETWEEN.test(text)) return;
    this.#queuesPrivate = false;
    if (opensPrivateTurn(text)) return this.#begin(time);
    const open = this.#open;
    if (open === undefined || this.#isOff) return;
    const ended = { ...open, to: this.#timeOr(time), endLine: this.#line };
    this.#stretches = [...this.#stretches.slice(0, -1), ended];
  }

  /** Words that join a turn: they end nothing. */
  joins(time: string | undefined, text: string): void {
    if (opensPrivateTurn(text)) this.#begin(time);
  }

  /** Words that wait in the queue. */
  queues(text: string): void {
    if (opensPrivateTurn(text)) this.#isRepeating = this.#queuesPrivate = true;
  }

  /** Queued words were answered that no other entry shows. */
  answersQueue(time: string | undefined): void {
    if (this.#queuesPrivate) this.#begin(time);
  }

  /** Whether work that began then belongs to what is hidden. */
  hasBegun(begun: () => Date | undefined): boolean {
    const all = [...this.#periods, ...this.#stretches];
    const time = all.length > 0 ? begun()?.getTime() : undefined;
    return time !== undefined && periodAt(all, time) !== undefined;
  }

  /** What was known before the line at an offset. */
  before(offset: number): HiddenStretch[] {
    return this.#stretches.filter(({ line }) => line < offset)
      .map(({ from, to, endLine = 0 }) => ({
        from,
        ...(to === undefined || endLine >= offset ? {} : { to }),
      }));
  }

  #begin(time: string | undefined): void {
    if (this.#open !== undefined) return;
    this.#stretches.push({ from: this.#timeOr(time), line: this.#line });
  }

  #timeOr(time: string | undefined): string {
    return time ?? new Date(this.#timeMs).toISOString();
  }

  get #hasAny(): boolean {
    return this.#stretches.length > 0;
  }

  get #isOff(): boolean {
    return this.#periods.length > 0 &&
      periodAt(this.#periods, this.#timeMs) !== undefined;
  }

  get #open(): Stretch | undefined {
    const last = this.#stretches.at(-1);
    return last?.to === undefined ? last : undefined;
  }
}
