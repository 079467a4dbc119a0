/** Options that search, show and timeline share, read and checked. */

import type { Here } from "../base/local_stamp.ts";
import { UserError } from "../base/errors.ts";
import { isLayer, type Layer, LAYERS } from "../search/index/layers.ts";
import { parseBound } from "../search/query/time_bounds.ts";
import type { Invocation } from "./command.ts";
import { didYouMean } from "../base/did_you_mean.ts";

/** Both bounds as ISO times, the second exclusive. */
export function readBounds({ values }: Invocation, here: Here) {
  const bound = (name: string, end: boolean) => {
    const text = values.get(name);
    if (text === undefined) return undefined;
    const parsed = parseBound(text, here, end);
    if (parsed !== undefined) return parsed;
    throw new UserError("misuse", `"--${name}" cannot be "${text}"`, [
      'Write 2026-02-01, friday, "last week", "yesterday evening", 7d or 2w',
    ]);
  };
  return { since: bound("since", false), until: bound("until", true) };
}

export function readNumber(
  { values }: Invocation,
  name: string,
  otherwise: number,
  [least, most]: readonly [number, number],
): number {
  const text = values.get(name);
  if (text === undefined) return otherwise;
  const number = Number(text);
  if (/^\d+$/.test(text) && number >= least && number <= most) return number;
  throw new UserError("misuse", `"--${name}" cannot be "${text}"`, [
    `It is a number from ${least} to ${most}`,
  ]);
}

/** Undefined if not given; several are separated by commas. */
export function readLayers({ values }: Invocation): Layer[] | undefined {
  const words = values.get("layer")?.split(",").map((word) => word.trim());
  return words?.map((word) => {
    if (isLayer(word)) return word;
    throw new UserError("misuse", `"--layer" cannot be "${word}"`, [
      didYouMean(word, LAYERS) ?? `It is one of: ${LAYERS.join(", ")}`,
    ]);
  });
}

export function readSession({ values }: Invocation): string | undefined {
  const session = values.get("session");
  if (session === undefined || /^[\w-]{4,128}$/.test(session)) return session;
  throw new UserError("misuse", `"--session" cannot be "${session}"`, [
    "Write the beginning of a session's id, at least 4 characters",
  ]);
}

/** A session's label; one of an earlier tool has only its time. */
export function sessionLabel(session: string): string {
  return /^\d{4}-\d\d-\d\d_\d/.test(session) ? session : session.slice(0, 8);
}

/** Before the ids of what a folder brought that is not the user's. */
export const THEIRS = "foreign:";
