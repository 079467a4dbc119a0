/** What a refiner makes of the entries of a session. */

import { assertEquals } from "@std/assert";
import { Redactor } from "../../../src/redact/redactor.ts";
import { Refiner } from "../../../src/capture/refine/refiner.ts";
import type {
  RefinerOptions,
  Taken,
} from "../../../src/capture/refine/refiner_types.ts";
import type { Piece } from "../../../src/capture/refine/slots.ts";

export const TOKEN = `ghp_${"Ab3dE6gH9kLm2nPq5rSt".repeat(2).slice(0, 36)}`;

export function short(piece: Piece): string {
  if (piece.kind === "agent") return `work of ${piece.id}`;
  const { entry } = piece;
  const by = entry.agent ? ` (${entry.agent})` : "";
  return entry.role === "tool"
    ? `${entry.name} ${entry.output ?? "-"}${by}`
    : `${entry.role[0]}: ${entry.text}${by}`;
}

/** What is final after these lines, read in one go or from each offset on. */
export function read(
  lines: readonly object[],
  step: number,
  options: Partial<RefinerOptions> = {},
): string[] {
  const texts = lines.map((line) => JSON.stringify(line));
  const starts = texts.map((_, i) =>
    texts.slice(0, i).reduce((sum, text) => sum + text.length + 1, 0)
  );
  const pieces: Piece[] = [];
  let taken: Taken | undefined;
  for (let end = Math.min(step, texts.length);; end += step) {
    // What is saved goes through JSON.
    const state = taken && JSON.parse(JSON.stringify(taken)) as Taken;
    const refiner = new Refiner({
      redactor: new Redactor(),
      progress: true,
      ...options,
      ...(state
        ? {
          offset: state.offset,
          recent: state.recent,
          queued: state.queued,
          notices: state.notices,
          hidden: state.hidden,
        }
        : {}),
    });
    texts.forEach((text, i) => {
      const from = starts[i] ?? 0;
      if (i >= end || from < (state?.offset ?? 0)) return;
      refiner.line(
        new TextEncoder().encode(text),
        from,
        from + text.length + 1,
      );
    });
    if (end >= texts.length) refiner.close();
    taken = refiner.take();
    pieces.push(...taken.pieces);
    if (end >= texts.length) return pieces.map(short);
  }
}

export type Row = readonly [
  name: string,
  lines: readonly object[],
  said: readonly string[],
];

export async function check(
  t: Deno.TestContext,
  rows: readonly Row[],
  options: Partial<RefinerOptions> = {},
): Promise<void> {
  for (const [name, lines, said] of rows) {
    await t.step(name, () => {
      for (const step of [lines.length, 1, 2, 3]) {
        assertEquals(read(lines, step, options), said, `${step} at a time`);
      }
    });
  }
}
