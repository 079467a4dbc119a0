/** Reads fields of transcript entries, which may have any type. */

import { objectsIn } from "../../base/json_values.ts";
import { isOwnAgent } from "../../claude/agents.ts";
import { isObject, type JsonObject, textOf } from "../../base/json.ts";

export function isOwnAgentCall(block: JsonObject): boolean {
  const { input } = block;
  return isObject(input) && isOwnAgent(input["subagent_type"]);
}

/** The tool that starts an agent has had two names. */
export function isAgentTool(name: string): boolean {
  return name === "Agent" || name === "Task";
}

const LAUNCHED = "Async agent launched successfully";

/** Whether a result only says that an agent was started. */
export function isLaunch(result: string): boolean {
  return result.startsWith(LAUNCHED);
}

/** The subagent whose work ended with this result, if one did. */
export function endedAgent(
  tool: string,
  resultCopy: () => unknown,
  text: string,
): string | undefined {
  if (!isAgentTool(tool)) return undefined;
  const copy = resultCopy();
  const { isAsync, status } = isObject(copy) ? copy : {};
  if (isAsync === true || status === "async_launched") return undefined;
  return isLaunch(text) ? undefined : startedAgent(copy, text);
}

/** The subagent that a call started, whether it is at its end or not. */
export function startedAgent(copy: unknown, text: string): string | undefined {
  const id = isObject(copy) ? textOf(copy["agentId"]) : "";
  // It becomes part of a path.
  return /^[\w-]+$/.test(id) ? id : /\bagentId: ([\w-]+)/.exec(text)?.[1];
}

/** A subagent whose work has no id. */
const SIDECHAIN = "sidechain";

/** The subagent whose work an entry of the main transcript is. */
export function sidechainOf(entry: JsonObject): string | undefined {
  if (entry["isSidechain"] !== true) return undefined;
  return textOf(entry["agentId"]) || SIDECHAIN;
}

/** Newer versions say who wrote an entry. */
export function isHuman({ origin }: JsonObject): boolean {
  return !isObject(origin) || (origin["kind"] ?? "human") === "human";
}

export function blocksOf({ message }: JsonObject): JsonObject[] {
  return contentBlocks(isObject(message) ? message["content"] : undefined);
}

/** Content is a text, or a list of blocks. */
function contentBlocks(content: unknown): JsonObject[] {
  if (typeof content === "string") return [{ type: "text", text: content }];
  return objectsIn(content);
}

export function textsOf(blocks: readonly JsonObject[]): string[] {
  return blocks.filter(({ type }) => type === "text")
    .map(({ text }) => textOf(text));
}

export function picturesIn(blocks: readonly JsonObject[]): number {
  return blocks.filter(({ type }) => type === "image" || type === "document")
    .length;
}

/** Words that reached the model within a turn. */
interface QueuedCommand {
  readonly texts: readonly string[];
  readonly images: number;
  readonly origin: unknown;
  readonly isTyped: boolean;
}

export function queuedCommand(attachment: unknown): QueuedCommand | undefined {
  if (!isObject(attachment) || attachment["type"] !== "queued_command") {
    return undefined;
  }
  const { prompt, commandMode = "prompt", isMeta, origin } = attachment;
  const blocks = contentBlocks(prompt);
  const texts = textsOf(blocks);
  const isTyped = isHuman(attachment) && isMeta !== true &&
    commandMode === "prompt";
  return { texts, images: blocks.length - texts.length, origin, isTyped };
}

/** Old sessions record their subagents' work in the main file. */
interface RecordedWork {
  readonly message: JsonObject;
  readonly agent: string;
  /** The call that started the agent. */
  readonly call: string;
}

export function recordedWork(entry: JsonObject): RecordedWork | undefined {
  const { data, parentToolUseID } = entry;
  if (!isObject(data) || !isObject(data["message"])) return undefined;
  return {
    message: data["message"],
    agent: textOf(data["agentId"]) || SIDECHAIN,
    call: textOf(parentToolUseID),
  };
}

/** The `type` inside an attachment. */
export function subtypeOf(attachment: unknown): string | undefined {
  return isObject(attachment)
    ? textOf(attachment["type"]) || undefined
    : undefined;
}

export function resultText(content: unknown): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return content.filter(isObject).map((block) =>
    block["type"] === "text" ? textOf(block["text"]) : `[${block["type"]}]`
  ).join("\n");
}

export function timestampOf({ timestamp }: JsonObject): string | undefined {
  return typeof timestamp === "string" && /^\d{4}-\d\d-\d\dT/.test(timestamp)
    ? timestamp
    : undefined;
}

/** How the ids of entries begin that we wrote ourselves; see revive_session.ts. */
export const REVIVED_ID = "0e71bed0-0000-4000-8000-";
