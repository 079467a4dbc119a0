/**
 * L1: one JSON object a line, what was said and what was done. Keys that would
 * be empty are absent.
 */

import { isObject, type JsonObject } from "../base/json.ts";

/** Longer commands are cut. */
export const COMMAND_CHARS = 200;
/** The same of the line that says why a command failed. */
export const ERROR_CHARS = 200;
/** And of what a tool printed. */
export const OUTPUT_CHARS = 200;

/** Words of the user, of the assistant, or of a compaction. */
export interface WordsEntry {
  readonly ts?: string;
  readonly role: "user" | "assistant" | "summary";
  readonly text: string;
  readonly agent?: string;
}

/** What a tool call did, in the few words its row in _tool_lines.ts gives. */
export interface ToolAction {
  readonly target?: string;
  readonly lines?: string;
  readonly diff?: string;
  readonly size?: number;
  readonly cmd?: string;
  readonly pattern?: string;
  readonly path?: string;
  readonly info?: string;
}

/** A tool call joined with its result; without one it never came back. */
export interface ToolEntry extends ToolAction {
  readonly ts?: string;
  readonly role: "tool";
  readonly id: string;
  readonly name: string;
  readonly result?: "ok" | "error";
  readonly output?: string;
  /** The line that says why a command failed, where `output` does not have it. */
  readonly error?: string;
  /** The line that says that it passed, where a pipe hides it and `output` has it not. */
  readonly verdict?: string;
  readonly agent?: string;
}

export type L1Entry = WordsEntry | ToolEntry;

/**
 * A line of a log as an entry, or undefined if it is none. Logs of the earlier
 * generation have results on lines of their own and tools without ids; a line
 * stays one entry, because entries are numbered.
 */
export function asEntry(value: unknown): L1Entry | undefined {
  if (!isObject(value) || typeof value["role"] !== "string") return undefined;
  const { role, id, name, text, content } = value;
  if (role === "tool_result") return olderResult(value);
  if (role !== "tool") {
    if (typeof text === "string") return value as unknown as L1Entry;
    return typeof content === "string"
      ? { ...value, text: content } as unknown as L1Entry
      : undefined;
  }
  return typeof id === "string" && typeof name === "string"
    ? value as unknown as L1Entry
    : olderTool(value);
}

/** Whether only the earlier generation wrote such a line. */
export function isOlderLine(value: unknown): boolean {
  return isObject(value) &&
    (value["role"] === "tool_result" ||
      (value["role"] === "tool" && typeof value["id"] !== "string"));
}

function olderTool({ id, name, params, ...rest }: JsonObject): L1Entry {
  return {
    ...rest,
    role: "tool",
    id: typeof id === "string" ? id : "",
    name: typeof name === "string" ? name : "unknown",
    ...(typeof params === "string" ? { info: params } : {}),
  };
}

/** Its versions called what a tool answered by different names. */
function olderResult(line: JsonObject): L1Entry {
  const { tool_use_id, output, text, content, result, ...rest } = line;
  const id = typeof tool_use_id === "string" ? tool_use_id : "";
  const isVerdict = result === "ok" || result === "error";
  const said = [output, text, content, isVerdict ? undefined : result]
    .map(wordsOf).find((words) => words !== "");
  return {
    ...rest,
    role: "tool",
    id,
    name: "Result",
    ...(isVerdict ? { result } : {}),
    ...(said === undefined ? {} : { output: said }),
  };
}

/** A text, or blocks of text as the API has them. */
function wordsOf(value: unknown): string {
  if (typeof value === "string") return value;
  if (!Array.isArray(value)) return "";
  return value.map((block) => isObject(block) ? wordsOf(block["text"]) : "")
    .filter((words) => words !== "").join("\n");
}

/** How a summary begins in the place of answers that were deleted. */
export const PROMPTS_ALONE = "Prompts alone, from Claude Code's history";

const FORGOTTEN = "forgotten";

/** What is left of an entry that was forgotten: its place and its time. */
export function forgottenEntry({ ts }: { readonly ts?: string }): L1Entry {
  const left = { ...(ts === undefined ? {} : { ts }), role: FORGOTTEN };
  return left as unknown as L1Entry;
}

export function isForgottenEntry(value: unknown): boolean {
  return isObject(value) && value["role"] === FORGOTTEN;
}

/** Optional keys are left out when there is nothing to say. */
export function withoutEmpty<T extends object>(entry: T): T {
  const full: Record<string, unknown> = {};
  for (const key in entry) {
    const value: unknown = entry[key];
    if (value !== undefined && value !== "") full[key] = value;
  }
  return full as T;
}
