/** Which facts may be outdated, for commands: they read and keep nothing. */

import { isText } from "../base/json_values.ts";
import { type JsonObject } from "../base/json.ts";
import { oneLine } from "../base/safe_text.ts";
import { Deadline } from "../base/timeout.ts";
import type { World } from "../base/world.ts";
import type { Store } from "../store/store.ts";
import { EvidenceCheck } from "./evidence_check.ts";
import { allFacts } from "./knowledge.ts";
import type { Facts } from "./facts.ts";

/** A person waits longer than a hook. */
const COMMAND_MS = 1000;
const NO_LIMITS = { looks: Infinity, misses: Infinity };

/** By id: "may be outdated (src/tide.ts is gone since 2026-05-01)". */
export function readDoubts(
  store: Store,
  world: World,
  items: readonly JsonObject[],
): ReadonlyMap<string, string> {
  const budget = new Deadline(COMMAND_MS);
  const check = new EvidenceCheck(store, world, budget, NO_LIMITS);
  return new Map(
    items.filter(({ status }) => status !== "resolved").flatMap((item) => {
      const doubt = oneLine(check.doubt({ ...item, content: contentOf(item) }));
      return doubt === "" ? [] : [[String(item["id"]), doubt] as const];
    }),
  );
}

export function allItems(facts: Facts): readonly JsonObject[] {
  const { rules, solutions, core_logic } = facts.permanent;
  return [
    ...allFacts(facts).map(({ fact }) => fact),
    ...rules,
    ...solutions,
    ...core_logic,
  ];
}

/** For JSON; nothing if there is no doubt. */
export const withDoubt = <T extends { readonly id: string }>(
  item: T,
  doubts: ReadonlyMap<string, string>,
) => doubts.has(item.id) ? { ...item, doubt: doubts.get(item.id) } : item;

const SAYS = ["content", "feature", "problem", "description", "solution"];

const contentOf = (item: JsonObject) =>
  SAYS.map((field) => item[field]).filter(isText)
    .join("\n");
