/**
 * L1: one JSON object a line, what was said and what was done. Keys that would
 * be empty are absent.
 */

/** Words of the user, of the assistant, or of a compaction. */
export interface WordsEntry {
  readonly ts?: string;
  readonly role: "user" | "assistant" | "summary";
  readonly text: string;
  readonly agent?: string;
}

/** What a tool call did, in the few words its row in tool_lines.ts gives. */
export interface ToolDeed {
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
export interface ToolEntry extends ToolDeed {
  readonly ts?: string;
  readonly role: "tool";
  readonly id: string;
  readonly name: string;
  readonly result?: "ok" | "error";
  readonly output?: string;
  readonly agent?: string;
}

export type L1Entry = WordsEntry | ToolEntry;

/** Optional keys are left out when there is nothing to say. */
export function withoutEmpty<T extends object>(entry: T): T {
  const full: Record<string, unknown> = {};
  for (const key in entry) {
    const value: unknown = entry[key];
    if (value !== undefined && value !== "") full[key] = value;
  }
  return full as T;
}
