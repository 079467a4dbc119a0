/**
 * Joins the facts of an older store with those of a newer one. A fact in the
 * same words only adds its sessions; similar facts are not merged, or words
 * would be lost.
 */

import { isText } from "../base/json_values.ts";
import { type JsonObject } from "../base/json.ts";
import {
  byList,
  type Facts,
  ID_PREFIXES,
  type ListName,
  parseFacts,
} from "./facts.ts";
import { idNumber } from "./_item_ids.ts";

/** Two facts are the same only if all of these agree. */
const WORDS = [
  "content",
  "reason",
  "status",
  "resolution",
  "problem",
  "solution",
  "feature",
  "description",
] as const;

type Item = JsonObject & { readonly id: string };

export function joinFacts(mine: Facts, theirs: Facts) {
  let added = 0;
  const join = (name: ListName) => {
    const known = listOf(mine, name);
    const items = [...known];
    const places = new Map(items.map((item, i) => [wordsOf(item), i]));
    for (const item of listOf(theirs, name)) {
      const words = wordsOf(item);
      const at = places.get(words) ?? items.length;
      const same = items[at];
      items[at] = same
        ? withSessions(same, item)
        : withFreeId(mine, name, item);
      places.set(words, at);
    }
    added += items.length - known.length;
    // Oldest first, as all lists are.
    return [...items.slice(known.length), ...items.slice(0, known.length)];
  };
  const lists = byList(join, mine.permanent);
  return { facts: parseFacts({ ...mine, ...lists }), added };
}

function listOf(facts: Facts, name: ListName): readonly Item[] {
  return name === "decisions" || name === "patterns" || name === "issues"
    ? facts[name]
    : facts.permanent[name];
}

function wordsOf(item: Item): string {
  return foldWords(
    WORDS.map((key) => item[key])
      .filter(isText).join("\n"),
  );
}

/** Apart from case, space and a final stop. */
export function foldWords(text: string): string {
  return text.normalize("NFC").toLowerCase().replace(/\s+/g, " ")
    .replace(/[.!。\s]+$/, "");
}

function withSessions(mine: Item, theirs: Item): Item {
  const sessions = [mine["sessions"], theirs["sessions"]]
    .flatMap((value) => Array.isArray(value) ? value : []);
  return sessions.length === 0
    ? mine
    : { ...mine, sessions: [...new Set(sessions)] };
}

/** An id that was ever used here is not used again. */
function withFreeId(mine: Facts, name: ListName, item: Item): Item {
  const number = idNumber(item.id, ID_PREFIXES[name]) ?? 0;
  return number >= mine._meta.nextId[name] ? item : { ...item, id: "" };
}
