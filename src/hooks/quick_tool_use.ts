/**
 * The tool use that is only counted, as nearly all are. It has a fraction of the
 * program to load; what it cannot decide is left to the full handler.
 */

import { isObject } from "../base/json.ts";
import { TIMED_OUT, within } from "../base/timeout.ts";
import type { World } from "../base/world.ts";
import { countByPass } from "../session/count_by_pass.ts";
import type { ToolUseCount } from "../session/count_tool_use.ts";
import { isSessionId } from "../store/session_paths.ts";
import type { Input } from "./standard_streams.ts";

/** As long as the event itself may take. */
const WAIT_MS = 30_000;

/** Undefined if nothing was counted. */
export async function countQuickly(
  input: Promise<Input>,
  world: World,
): Promise<ToolUseCount | undefined> {
  const root = world.env("CLAUDE_PROJECT_DIR");
  if (!root || world.env("MEMORY_KEEPER_DISABLED")) return undefined;
  const read = await within(WAIT_MS, input);
  const raw = read === TIMED_OUT ? undefined : read.json;
  if (!isObject(raw) || raw["hook_event_name"] !== "PostToolUse") {
    return undefined;
  }
  const id = raw["session_id"];
  if (raw["agent_id"] || !isSessionId(id)) return undefined;
  return countByPass(root, id);
}
