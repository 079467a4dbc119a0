/**
 * What of a transcript is not kept: what was said while memory was off, and
 * turns that the user called private. Such a stretch lasts until a later
 * prompt, because the answer tells what was asked.
 */

import { type OffPeriod, periodAt } from "../base/off_period.ts";
import type { HiddenStretch } from "../session/session_state.ts";

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

  constructor(
    periods: readonly OffPeriod[] = [],
    known: readonly HiddenStretch[] = [],
    isAgent = false,
  ) {
    this.#periods = periods;
    this.#isAgent = isAgent;
    this.#stretches = known.map((one) => ({ ...one, line: -1, endLine: -1 }));
  }

  /** Whether anything was hidden so far. */
  get hasAny(): boolean {
    return this.#stretches.length > 0;
  }

  /** Whether the entry that is read now is hidden. */
  get isOn(): boolean {
    return this.#isAgent ? this.#isOff : this.#open !== undefined;
  }

  /** An entry begins; one without a time has that of the one before it. */
  entry(time: string | undefined, line: number): void {
    this.#line = line;
    if (this.#periods.length === 0 && !this.hasAny) return;
    this.#timeMs = Date.parse(time ?? "") || this.#timeMs;
    if (!this.#isAgent && this.#isOff) this.begin(time);
  }

  /** The user's next prompt: a hidden stretch ends here, or goes on. */
  prompt(time: string | undefined, isPrivate: boolean): void {
    if (isPrivate) return this.begin(time);
    const open = this.#open;
    if (open === undefined || this.#isOff) return;
    const to = time ?? new Date(this.#timeMs).toISOString();
    this.#stretches = [
      ...this.#stretches.slice(0, -1),
      { ...open, to, endLine: this.#line },
    ];
  }

  begin(time: string | undefined): void {
    if (this.#open !== undefined) return;
    const from = time ?? new Date(this.#timeMs).toISOString();
    this.#stretches.push({ from, line: this.#line });
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

  get #isOff(): boolean {
    return this.#periods.length > 0 &&
      periodAt(this.#periods, this.#timeMs) !== undefined;
  }

  get #open(): Stretch | undefined {
    const last = this.#stretches.at(-1);
    return last?.to === undefined ? last : undefined;
  }
}
