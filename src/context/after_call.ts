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

/** Refusals exist only with the module: then it is a reminder too. */
export async function afterCall(
  store: Store,
  world: World,
  sessionId: string,
  { tool_name, tool_input, cwd }: JsonObject,
): Promise<string | undefined> {
  if (typeof tool_name !== "string") return undefined;
  const call = { ...(isObject(tool_input) ? tool_input : {}), tool: tool_name };
  const wires = store.config.tripwires === "off" ? [] : readTripwires(store);
  const notes = await currentFileNotes(store);
  const { root } = store.project;
  const claim =
    (kind: MomentKind) =>
    ({ id, text }: { readonly id: string; readonly text: string }) =>
      claimMoment(store, world, sessionId, { kind, id, chars: text.length });
  const said = [
    ...brokenRules(wires, call, placeBefore(placeOf(store, wires), call, cwd))
      .filter(claim("rule")),
    ...notes.filter(({ path }) => isAbout(path, call, root)).filter(
      claim("file"),
    ),
  ];
  return said.length === 0
    ? undefined
    : said.map(({ text }) => text).join("\n");
}

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
