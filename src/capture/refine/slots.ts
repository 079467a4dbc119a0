/**
 * The slots of the session log in the order of the transcript. A slot that is
 * still open holds back everything from its line on: lines are taken whole.
 */

import type { L1Entry } from "../../session/log_entry.ts";

/** An entry, or the place where a subagent's own transcript belongs. */
export type Piece =
  | { readonly kind: "entry"; readonly entry: L1Entry }
  | {
    readonly kind: "agent";
    readonly id: string;
    /** The line it belongs to. */
    readonly from: number;
    /** What it said, in case it has no transcript. */
    readonly words?: () => L1Entry | undefined;
  };

/** One line's content; open until its pieces are known. */
export interface Slot {
  readonly from: number;
  pieces: readonly Piece[] | undefined;
}

export class Slots {
  #slots: Slot[] = [];

  add(from: number, pieces: readonly Piece[]): void {
    this.#slots.push({ from, pieces });
  }

  open(from: number): Slot {
    const slot: Slot = { from, pieces: undefined };
    this.#slots.push(slot);
    return slot;
  }

  get hasOpen(): boolean {
    return this.#slots.some(({ pieces }) => pieces === undefined);
  }

  /** What is final; `end` is where the lines read so far end. */
  take(end: number): { pieces: Piece[]; offset: number } {
    const open = this.#slots.find(({ pieces }) => pieces === undefined);
    const offset = open?.from ?? end;
    const done = open
      ? this.#slots.filter(({ from }) => from < offset)
      : this.#slots;
    this.#slots = this.#slots.slice(done.length);
    return { pieces: done.flatMap(({ pieces }) => pieces ?? []), offset };
  }
}

export function settle(
  slot: Slot,
  entries: readonly L1Entry[],
  agentId?: string,
): void {
  const pieces: Piece[] = entries.map((entry) => ({ kind: "entry", entry }));
  if (agentId !== undefined) {
    pieces.push({ kind: "agent", id: agentId, from: slot.from });
  }
  slot.pieces = pieces;
}
