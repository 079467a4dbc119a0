/**
 * What is said after a tool call where no hooks module runs: a rule it has
 * broken, and what memory knows about the file.
 */

import { isObject, type JsonObject } from "../base/json.ts";
import type { World } from "../base/world.ts";
import { placeOf, readTripwires } from "../knowledge/tripwire_table.ts";
import type { Place } from "../knowledge/changed_files.ts";
import {
  brokenRules,
  folderAfterCall,
  isAbout,
  keepsBranch,
  type ToolCall,
} from "../knowledge/trips.ts";
import type { Store } from "../store/store.ts";
import { currentFileNotes } from "./file_notes.ts";
import type { MomentKind } from "./moment_budget.ts";
import { claimMoment } from "./moments.ts";

interface Told {
  readonly id: string;
  readonly text: string;
}

/** A rule it has broken, and what memory knows about its file. */
export async function afterCall(
  store: Store,
  world: World,
  sessionId: string,
  raw: JsonObject,
): Promise<string | undefined> {
  const call = callIn(raw);
  if (call === undefined) return undefined;
  const notes = await currentFileNotes(store);
  const about = notes.filter(({ path }) =>
    isAbout(path, call, store.project.root)
  );
  const rules = brokenBy(store, call, raw);
  return joined([
    ...rules.filter(claimer(store, world, sessionId, "rule")),
    ...about.filter(claimer(store, world, sessionId, "file")),
  ]);
}

/** A rule it has broken. The result of a failed call waits for this alone. */
export function afterFailedCall(
  store: Store,
  world: World,
  sessionId: string,
  raw: JsonObject,
): string | undefined {
  const call = callIn(raw);
  const rules = call === undefined ? [] : brokenBy(store, call, raw);
  return joined(rules.filter(claimer(store, world, sessionId, "rule")));
}

function callIn({ tool_name, tool_input }: JsonObject): ToolCall | undefined {
  if (typeof tool_name !== "string") return undefined;
  return { ...(isObject(tool_input) ? tool_input : {}), tool: tool_name };
}

/** Refusals exist only with the module: then it is a reminder too. */
function brokenBy(store: Store, call: ToolCall, { cwd }: JsonObject): Told[] {
  const wires = store.config.tripwires === "off" ? [] : readTripwires(store);
  const place = placeBefore(placeOf(store, wires), call, cwd);
  return brokenRules(wires, call, place);
}

const claimer =
  (store: Store, world: World, sessionId: string, kind: MomentKind) =>
  ({ id, text }: Told) =>
    claimMoment(store, world, sessionId, { kind, id, chars: text.length });

const joined = (said: readonly Told[]) =>
  said.length === 0 ? undefined : said.map(({ text }) => text).join("\n");

/** The payload says where the shell is now, behind the call's own `cd`. */
function placeBefore(place: Place, call: ToolCall, after: unknown): Place {
  const { roots } = place;
  const from = [after, ...roots].filter((one) => typeof one === "string");
  const cwd = from.find((cwd) =>
    folderAfterCall(call, { roots, cwd }) === after
  );
  // A call that checks something else out: what was there before is not known.
  return { ...place, cwd, ...(keepsBranch(call) ? {} : { branch: undefined }) };
}
