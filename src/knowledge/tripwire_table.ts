/**
 * The user's rules as a table of what trips. The hooks module gets it with every
 * reply; without a module PostToolUse reads a copy, which is there only if a
 * rule can trip at all.
 */

import { isText } from "../base/json_values.ts";
import { isObject } from "../base/json.ts";
import { readSealed, writeSealed } from "../store/cache_file.ts";
import { readPlace } from "../store/git/branch.ts";
import { readQuiet } from "../store/quiet_list.ts";
import { readText, resolveExisting, statFile } from "../store/read_file.ts";
import { type Store, storeExists } from "../store/store.ts";
import { isTracked } from "../store/tracked_files.ts";
import { readRuleTexts, type RuleText } from "./said_rules.ts";
import { compileRule, type Tripwire } from "./tripwire.ts";
import type { Place } from "./changed_files.ts";
import { readUserRules, rulesIn } from "./user_rules.ts";

/** More than the rules of a project and of the user can make. */
const MAX_BYTES = 1_000_000;

/** Empty where the user wants none. */
export function tripwiresOf(store: Store): Tripwire[] {
  const { tripwires } = store.config;
  if (tripwires === "off" || !storeExists(store)) return [];
  const quiet = readQuiet(store);
  const everywhere = readUserRules(store.project)
    .map((content, n) => ({ id: `g${n + 1}`, content }));
  return [...ownRules(store), ...everywhere]
    .filter(({ id }) => !quiet.includes(id))
    .flatMap((rule) => compileRule(rule, tripwires === "deny"));
}

/** What others wrote may be read, but stops no call. */
function ownRules(store: Store): RuleText[] {
  const { layout } = store;
  const said = readRuleTexts(store);
  const written = writtenRules(store);
  return [
    ...(said.length > 0 && isTracked(layout.facts) ? [] : said),
    ...(written.length > 0 && isTracked(layout.written("rules"))
      ? []
      : written),
  ];
}

/** The lines of the project's rules.md. */
function writtenRules({ layout }: Store): RuleText[] {
  const text = readText(layout.written("rules"), MAX_BYTES) ?? "";
  return rulesIn(text)
    .map((content, n) => ({ id: `rules.md#${n + 1}`, content }));
}

/**
 * The project's folder as Claude Code names it, and where a link leads; what is
 * checked out there only for a rule that asks.
 */
export function placeOf(
  { project: { root } }: Store,
  wires: readonly Tripwire[] = [],
): Place {
  const roots = [...new Set([root, resolveExisting(root)])];
  const asks = wires.some(({ branch }) => branch !== undefined);
  const branch = asks ? readPlace(root).branch : undefined;
  return { roots, ...(branch === undefined ? {} : { branch }) };
}

/** Rules have changed, or a session begins. */
export function saveTripwires(store: Store): void {
  const { files, layout } = store;
  const wires = tripwiresOf(store);
  if (wires.length === 0) {
    if (statFile(layout.tripwires)) files.remove(layout.tripwires);
    return;
  }
  if (JSON.stringify(readTripwires(store)) === JSON.stringify(wires)) return;
  writeSealed(store, layout.tripwires, { wires });
}

/** The copy; none if it is damaged, until the next session begins. */
export function readTripwires(store: Store): Tripwire[] {
  const { wires } = readSealed(store, store.layout.tripwires, MAX_BYTES);
  return Array.isArray(wires) ? wires.filter(isTripwire) : [];
}

const isList = (value: unknown) => Array.isArray(value) && value.every(isText);
const isNone = (value: unknown) => value === undefined;

const isTripwire = (value: unknown): value is Tripwire => {
  if (!isObject(value) || !isText(value["id"]) || !isText(value["text"])) {
    return false;
  }
  const { prefix, bundle, branch, with: flags } = value;
  const isFlags = Array.isArray(flags) && flags.every(isList);
  return [prefix, bundle, branch].every((one) => isNone(one) || isText(one)) &&
    ["unless", "except", "paths", "deletes"].map((key) => value[key])
      .every((one) => isNone(one) || isList(one)) &&
    (isNone(flags) || isFlags);
};
