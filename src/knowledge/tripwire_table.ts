/**
 * The user's rules as a table of what trips. The hooks module gets it with every
 * reply; without a module PostToolUse reads a copy, which is there only if a
 * rule can trip at all.
 */

import { isObject, tryParseJson } from "../base/json.ts";
import { readQuiet } from "../store/quiet_list.ts";
import { readText, statFile } from "../store/read_file.ts";
import { type Store, storeExists } from "../store/store.ts";
import { readRuleTexts } from "./said_rules.ts";
import { compileRule, type Tripwire } from "./tripwire.ts";
import { readUserRules } from "./user_rules.ts";

/** More than the rules of a project and of the user can make. */
const MAX_BYTES = 1_000_000;

/** Empty where the user wants none. */
export function tripwiresOf(store: Store): Tripwire[] {
  const { tripwires } = store.config;
  if (tripwires === "off" || !storeExists(store)) return [];
  const quiet = readQuiet(store);
  const everywhere = readUserRules(store.project)
    .map((content, n) => ({ id: `g${n + 1}`, content }));
  return [...readRuleTexts(store), ...everywhere]
    .filter(({ id }) => !quiet.includes(id))
    .flatMap((rule) => compileRule(rule, tripwires === "deny") ?? []);
}

/** Rules have changed, or a session begins. */
export function saveTripwires(store: Store): void {
  const { files, layout } = store;
  const wires = tripwiresOf(store);
  const text = wires.length === 0 ? "" : JSON.stringify(wires);
  const isThere = statFile(layout.tripwires) !== undefined;
  if (text === "" && !isThere) return;
  if (text === "") return files.remove(layout.tripwires);
  if (readText(layout.tripwires, MAX_BYTES) === text) return;
  files.writeUnsynced(layout.tripwires, text);
}

/** The copy; none if it is damaged, until the next session begins. */
export function readTripwires({ layout }: Store): Tripwire[] {
  const raw = tryParseJson(readText(layout.tripwires, MAX_BYTES));
  return Array.isArray(raw) ? raw.filter(isTripwire) : [];
}

const isTripwire = (value: unknown): value is Tripwire =>
  isObject(value) && typeof value["id"] === "string" &&
  typeof value["text"] === "string" &&
  ["prefix", "with", "path"].some((key) => typeof value[key] === "string");
