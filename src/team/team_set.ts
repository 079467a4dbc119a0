/**
 * What a team knows: every item but those that were replaced or removed, the
 * same words by several people once. The order in which files came does not
 * matter: merges, rebases and cherry-picks give the same set.
 */

import { saidBy, type TeamItem, timeOf } from "./team_item.ts";

export interface NamedItem<T extends TeamItem = TeamItem> {
  readonly stem: string;
  readonly item: T;
}

export interface TeamEntry<T extends TeamItem = TeamItem> extends NamedItem<T> {
  /** Everyone who says so, by name; none for a migrated item. */
  readonly authors: readonly string[];
  /** The others that say the same. */
  readonly same: readonly string[];
}

/** Newest first. `gone` are the stems of tombstones. */
export function teamSet<T extends TeamItem>(
  named: readonly NamedItem<T>[],
  gone: ReadonlySet<string>,
): TeamEntry<T>[] {
  const replaced = new Set(
    named.flatMap(({ stem, item }) =>
      item.replaces && item.replaces !== stem ? [item.replaces] : []
    ),
  );
  const valid = named.filter(({ stem }) =>
    !gone.has(stem) && !replaced.has(stem)
  );
  const bySaid = Map.groupBy(valid, ({ item }) => saidBy(item));
  return [...bySaid.values()].map(toEntry).sort((a, b) =>
    timeOf(b.item).getTime() - timeOf(a.item).getTime() ||
    (a.stem < b.stem ? -1 : 1)
  );
}

/** The first who said it represents all; an author before none. */
function toEntry<T extends TeamItem>(
  alike: readonly NamedItem<T>[],
): TeamEntry<T> {
  const sorted = alike.toSorted((a, b) =>
    Number(a.item.author === "") - Number(b.item.author === "") ||
    (a.stem < b.stem ? -1 : 1)
  );
  const [first, ...others] = sorted as [NamedItem<T>, ...NamedItem<T>[]];
  const authors = sorted.map(({ item }) => item.author)
    .filter((author) => author !== "");
  return {
    ...first,
    authors: [...new Set(authors)],
    same: others.map(({ stem }) => stem),
  };
}

const MOST_NAMED = 3;

/** "by Kim", "by Kim and Lee", "by Kim, Lee, Park and 2 more". */
export function describeAuthors(authors: readonly string[]): string {
  if (authors.length === 0) return "by someone in the team";
  const named = authors.slice(0, MOST_NAMED);
  const rest = authors.length - named.length;
  const parts = rest > 0 ? [...named, `${rest} more`] : named;
  const last = parts.at(-1) ?? "";
  const head = parts.slice(0, -1).join(", ");
  return `by ${head === "" ? last : `${head} and ${last}`}`;
}
