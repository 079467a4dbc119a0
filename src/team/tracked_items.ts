/** What people with version 0.1 still share: a tracked memory.md, facts.json. */

import { parseFacts } from "../knowledge/facts.ts";
import { parseMemory } from "../memory/memory_text.ts";
import { loadJson } from "../store/json_file.ts";
import { type Layout, nameIn } from "../store/layout.ts";
import { readText } from "../store/read_file.ts";
import { factItems, toSection } from "./own_items.ts";
import { stemOfItem } from "./team_item.ts";
import type { NamedItem } from "./team_set.ts";

/** As items without an author, under the names they have once migrated. */
export function readTrackedItems(layout: Layout): NamedItem[] {
  const path = (name: string) => `${layout.dir}/${name}`;
  const isLocal = (name: string) => nameIn(layout, name) !== name;
  const sections = isLocal("memory.md")
    ? parseMemory(readText(path("memory.md")) ?? "").sections
    : [];
  const loaded = isLocal("facts.json")
    ? loadJson(path("facts.json"), parseFacts)
    : undefined;
  const facts = loaded?.state === "ok"
    ? factItems(loaded.value, "", () => "")
    : [];
  return [
    ...sections.flatMap((one) =>
      toSection({ ...one, isDigest: false }, "") ?? []
    ),
    ...facts.map(({ item }) => item),
  ].map((item) => ({ stem: stemOfItem(item), item }));
}
