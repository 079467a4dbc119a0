/** What a step of the journal changed, in words that a person recognises. */

import { fingerprint } from "../store/growing_file.ts";
import { type Change, removedBytes } from "../store/journal.ts";
import { readBytes } from "../store/read_file.ts";

export interface ToldChange {
  readonly path: string;
  /** Whether words came, went, or are others now. */
  readonly how: "added" | "removed" | "changed";
  /** The first of them; "" where none can be told any more. */
  readonly words: string;
}

/** `dir` is the folder whose journal has the change. */
export function tellChange(dir: string, change: Change): ToldChange {
  const { path } = change;
  const say = path.endsWith(".json") ? sayJson : sayMarkdown;
  const before = say(new TextDecoder().decode(removedBytes(change)));
  const inserted = insertedText(dir, change);
  const isKnown = inserted !== undefined;
  const after = say(inserted ?? "");
  const [added] = after.filter((one) => !before.includes(one));
  const [removed] = before.filter((one) => !after.includes(one));
  if (added !== undefined) return { path, how: "added", words: added };
  // What it put there is not known any more, but that it took nothing away.
  if (before.length === 0) return { path, how: "added", words: "" };
  return removed !== undefined && isKnown
    ? { path, how: "removed", words: removed }
    : { path, how: "changed", words: before[0] ?? "" };
}

/** What the change put there, if it is still there. */
function insertedText(dir: string, change: Change): string | undefined {
  const { path, place, inserted, mark } = change;
  const bytes = (readBytes(`${dir}/${path}`) ?? new Uint8Array())
    .subarray(place, place + inserted);
  return fingerprint(bytes) === mark
    ? new TextDecoder().decode(bytes)
    : undefined;
}

const SAID =
  /"(?:content|name|problem|feature|resolution)": *("(?:[^"\\]|\\.)*")/g;

function sayJson(text: string): string[] {
  return Array.from(text.matchAll(SAID), ([, said = '""']) => {
    try {
      return String(JSON.parse(said));
    } catch {
      return ""; // a text that was cut
    }
  }).filter((said) => said !== "");
}

/** Headings and comments of sections tell nothing. */
function sayMarkdown(text: string): string[] {
  return text.split("\n")
    .filter((line) => !/^\s*(?:#|<!--|$)/.test(line))
    .map((line) => line.replace(/^\s*(?:[-*+]|\d+\.) /, "").trim());
}
