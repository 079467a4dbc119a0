/**
 * Whether a tool call trips a rule. The plugin's hooks module has the same
 * comparison, because it cannot load this; a test compares the two.
 */

import type { Tripwire } from "./tripwire.ts";

const EDITS = ["Edit", "Write", "MultiEdit", "NotebookEdit"];
const SHELLS = ["Bash", "PowerShell"];

export interface ToolCall {
  readonly tool: string;
  readonly command?: unknown;
  readonly file_path?: unknown;
  readonly notebook_path?: unknown;
}

/** Whether a call reads or changes a file of the project. */
export function isAbout(path: string, call: ToolCall): boolean {
  const file = call.file_path ?? call.notebook_path;
  if (typeof file !== "string") return false;
  if (call.tool !== "Read" && !EDITS.includes(call.tool)) return false;
  return ("/" + file.replaceAll("\\", "/")).endsWith("/" + path);
}

export function trips(wire: Tripwire, call: ToolCall): boolean {
  if (wire.path !== undefined) {
    const file = call.file_path ?? call.notebook_path;
    if (!EDITS.includes(call.tool) || typeof file !== "string") return false;
    const path = "/" + file.replaceAll("\\", "/");
    return wire.path.endsWith("/")
      ? path.includes("/" + wire.path)
      : path.endsWith("/" + wire.path);
  }
  const { command } = call;
  if (!SHELLS.includes(call.tool) || typeof command !== "string") return false;
  if (wire.unless !== undefined && command.includes(wire.unless)) return false;
  return startsOf(command).some((part) =>
    (part + " ").startsWith(wire.prefix + " ") &&
    (wire.with === undefined || (part + " ").includes(" " + wire.with + " "))
  );
}

/** The commands of a line, up to the first quote: behind it anything may be. */
function startsOf(command: string): string[] {
  let open = command.length;
  for (const mark of ['"', "'", "`", "<<", "$(", "#"]) {
    const at = command.indexOf(mark);
    if (at >= 0 && at < open) open = at;
  }
  const plain = command.slice(0, open);
  return plain.split("\n").flatMap((line) => line.split("&&"))
    .flatMap((part) => part.split(";")).flatMap((part) => part.split("|"))
    .map((part) => part.replaceAll("(", " ").replaceAll(")", " ").trim());
}
