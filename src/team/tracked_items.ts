/** What people with version 0.1 still share: a tracked memory.md, facts.json. */

import { hasConflict } from "../base/conflict_markers.ts";
import { parseFacts } from "../knowledge/facts.ts";
import { parseMemory } from "../memory/memory_text.ts";
import { loadJson } from "../store/json_file.ts";
import { type Layout, nameIn } from "../store/layout.ts";
import { readText } from "../store/read_file.ts";
import { factItems, toSection } from "./own_items.ts";
import { renderItem, stemOfItem, type TeamItem } from "./team_item.ts";
import type { NamedItem } from "./team_set.ts";

export interface TrackedItems {
  readonly items: readonly NamedItem[];
  /** Files in which git has left a conflict; both sides are among the items. */
  readonly torn: readonly string[];
}

/** As items without an author, under the names they have once migrated. */
export function readTrackedItems(layout: Layout): TrackedItems {
  const path = (name: string) => `${layout.dir}/${name}`;
  const isLocal = (name: string) => nameIn(layout, name) !== name;
  const memory = isLocal("memory.md") ? readText(path("memory.md")) ?? "" : "";
  const loaded = isLocal("facts.json")
    ? loadJson(path("facts.json"), parseFacts)
    : undefined;
  const facts = loaded?.state === "ok" ? loaded : undefined;
  const all: TeamItem[] = [
    ...parseMemory(memory).sections.flatMap((one) =>
      toSection({ ...one, isDigest: false }, "") ?? []
    ),
    ...(facts ? factItems(facts.value, "", () => "") : [])
      .map(({ item }) => item),
  ];
  const items = all.filter((one) => !layout.hidesItem?.(renderItem(one)));
  return {
    items: items.map((item) => ({ stem: stemOfItem(item), item })),
    torn: [
      ...(hasConflict(memory) ? ["memory.md"] : []),
      ...(facts?.isJoined ? ["facts.json"] : []),
    ],
  };
}
