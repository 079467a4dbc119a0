/**
 * In auto mode an agent delivers its report with the tool `SubagentHandback`,
 * and SubagentStop comes without a last message. The report is then the last
 * such call in the agent's own transcript.
 */

import { isObject } from "../base/json.ts";

export const HAND_BACK_TOOL = "SubagentHandback";

/** The message of the last hand-back in (the end of) an agent's transcript. */
export function lastHandBack(transcript: string): string | undefined {
  const lines = transcript.split("\n");
  for (let i = lines.length - 1; i >= 0; i--) {
    const line = lines[i] as string;
    if (!line.includes(HAND_BACK_TOOL)) continue;
    const message = handBackIn(line);
    if (message !== undefined) return message;
  }
  return undefined;
}

function handBackIn(line: string): string | undefined {
  let entry: unknown;
  try {
    entry = JSON.parse(line);
  } catch {
    return undefined; // cut off by the window, or damaged
  }
  if (!isObject(entry) || entry["type"] !== "assistant") return undefined;
  const message = isObject(entry["message"]) ? entry["message"] : {};
  const content = message["content"];
  if (!Array.isArray(content)) return undefined;
  return content.map(messageOf).findLast((text) => text !== undefined);
}

function messageOf(block: unknown): string | undefined {
  if (!isObject(block) || block["type"] !== "tool_use") return undefined;
  if (block["name"] !== HAND_BACK_TOOL || !isObject(block["input"])) {
    return undefined;
  }
  const { message } = block["input"];
  return typeof message === "string" ? message : undefined;
}
