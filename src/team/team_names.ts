/**
 * The names of team files: when the work was done, who did it, and the
 * beginning of the SHA-256 of the content. The same content by the same author
 * has the same name and bytes in every clone.
 */

import { sha256Hex } from "../base/hmac.ts";
import { oneLine } from "../base/safe_text.ts";

/** `2026-11-17_1010_kim-minji_0a1b2c3d` */
const STEM =
  /^(\d{4})-(\d\d)-(\d\d)_(\d\d)(\d\d)_([a-z0-9-]{1,40})_([0-9a-f]{8,64})$/;
const SLUG_CHARS = 40;

/** In the place of an author where the item comes from a shared file of 0.1. */
const MIGRATED = "migrated";
/** Where git knows no name. */
const NAMELESS = "unknown";

export interface TeamName {
  readonly stem: string;
  /** To the minute, in UTC. */
  readonly at: Date;
  readonly slug: string;
}

/** Whether a name has the form of one; its day may still be none. */
export const isStem = (name: string): boolean => STEM.test(name);

/** Undefined for any other name: it is not ours to read. */
export function parseStem(stem: string): TeamName | undefined {
  const [, y, m, d, hour, minute, slug = ""] = STEM.exec(stem) ?? [];
  const at = new Date(`${y}-${m}-${d}T${hour}:${minute}:00Z`);
  if (Number.isNaN(at.getTime())) return undefined;
  // Date takes 30 February for 2 March.
  return at.getUTCDate() === Number(d) ? { stem, at, slug } : undefined;
}

/** The time in a name, in milliseconds; the name is not checked. */
export function timeOfStem(stem: string): number {
  const [year, month, day, hour, minute] = [
    stem.slice(0, 4),
    stem.slice(5, 7),
    stem.slice(8, 10),
    stem.slice(11, 13),
    stem.slice(13, 15),
  ].map(Number) as [number, number, number, number, number];
  return Date.UTC(year, month - 1, day, hour, minute);
}

/** What a team item is called: the digits of its content. */
export const idOfStem = (stem: string): string =>
  stem.slice(stem.lastIndexOf("_") + 1);

export function stemOf(at: Date, author: string, content: string): string {
  const stamp = at.toISOString().slice(0, 16).replace("T", "_")
    .replace(":", "");
  const hash = sha256Hex(content).slice(0, 8);
  return `${stamp}_${author === "" ? MIGRATED : slugOf(author)}_${hash}`;
}

/**
 * For a file name on any system, so in ASCII: what is written in other letters
 * has digits of its own, and its name in the file.
 */
export function slugOf(author: string): string {
  const name = oneLine(author).normalize("NFKD").toLowerCase();
  if (name === "") return NAMELESS;
  const words = name.replace(/\p{M}/gu, "").replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "");
  const isWhole = !/[^\p{ASCII}\p{M}]/u.test(name);
  const slug = isWhole && words !== "" && words !== MIGRATED
    ? words
    : `${words.slice(0, 20)}-${sha256Hex(name).slice(0, 6)}`;
  return slug.replace(/^-+/, "").slice(0, SLUG_CHARS).replace(/-+$/, "");
}
