/** The reminder after a call that has broken a rule, where no module runs. */

import { isObject, type JsonObject } from "../base/json.ts";
import type { World } from "../base/world.ts";
import { readTripwires } from "../knowledge/tripwire_table.ts";
import { trips } from "../knowledge/trips.ts";
import type { Store } from "../store/store.ts";
import { claimMoment } from "./moments.ts";

/** Refusals exist only with the module: then it is a reminder too. */
export function reminderFor(
  store: Store,
  world: World,
  sessionId: string,
  { tool_name, tool_input }: JsonObject,
): string | undefined {
  if (store.config.tripwires === "off" || typeof tool_name !== "string") {
    return undefined;
  }
  const input = isObject(tool_input) ? tool_input : {};
  const call = { ...input, tool: tool_name };
  const said = readTripwires(store).filter((wire) => trips(wire, call))
    .filter(({ id, text }) =>
      claimMoment(store, world, sessionId, {
        kind: "rule",
        id,
        chars: text.length,
      })
    );
  return said.length === 0
    ? undefined
    : said.map(({ text }) => text).join("\n");
}
