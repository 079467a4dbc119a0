/**
 * One row for each tool of Claude Code: which of its arguments say what it did.
 * A tool without a row shows its short scalar arguments.
 */

import { objectsIn } from "../../base/json_values.ts";
import { isObject, type JsonObject } from "../../base/json.ts";
import { clip } from "../../base/cut_text.ts";
import { COMMAND_CHARS, type ToolAction } from "../../session/log_entry.ts";

const DIFF_LINES = 3;
const DIFF_CHARS = 100;
const INFO_CHARS = 200;
const TARGET_CHARS = 500;
/** Read beyond the cut, so that a secret across it is still recognised. */
const READ_BEYOND_CHARS = 800;

/** Secrets are removed from a text before it is cut, or half of one may stay. */
type Redact = (text: string) => string;

type Describe = (input: JsonObject, text: TextOf) => ToolAction;

/** An argument as redacted text of a length, "" when it is missing. */
type TextOf = (value: unknown, max?: number) => string;

const target = (key: string): Describe => (input, text) => ({
  target: text(input[key]),
});

const command: Describe = (input, text) => ({
  cmd: text(input["command"], COMMAND_CHARS),
});

const search: Describe = (input, text) => ({
  pattern: text(input["pattern"]),
  path: text(input["path"]),
});

const agent: Describe = (input, text) => ({
  info: [input["subagent_type"], input["description"]]
    .map((part) => text(part, INFO_CHARS)).filter((part) => part !== "")
    .join(": "),
});

const edit: Describe = (input, text) => ({
  target: text(input["file_path"]),
  diff: diffOf([input], text),
});

const TOOLS: ReadonlyMap<string, Describe> = new Map<string, Describe>([
  ["Read", (input, text) => ({
    target: text(input["file_path"]),
    lines: rangeOf(input),
  })],
  ["Edit", edit],
  ["MultiEdit", (input, text) => ({
    target: text(input["file_path"]),
    diff: diffOf(objectsIn(input["edits"]), text),
  })],
  ["NotebookEdit", (input, text) => ({
    target: text(input["notebook_path"]),
    diff: diffOf([{ new_string: input["new_source"] }], text),
  })],
  ["Write", (input, text) => ({
    target: text(input["file_path"]),
    size: lengthOf(input["content"]),
  })],
  ["Bash", command],
  ["PowerShell", command],
  ["Grep", search],
  ["Glob", search],
  ["WebFetch", target("url")],
  ["WebSearch", target("query")],
  ["Agent", agent],
  ["Task", agent],
  ["TodoWrite", (input, text) => ({
    info: clip(
      // Open items first: a long list is cut at its end.
      objectsIn(input["todos"])
        .toSorted((a, b) => Number(isDone(a)) - Number(isDone(b)))
        .map((todo) =>
          `${text(todo["status"], 20)}: ${text(todo["content"], 80)}`
        ).join("; "),
      INFO_CHARS,
    ),
  })],
]);

const isDone = (todo: JsonObject) => todo["status"] === "completed";

/** Their success message repeats the call; a failure is kept as always. */
const SILENT_ON_SUCCESS: ReadonlySet<string> = new Set([
  "Edit",
  "MultiEdit",
  "NotebookEdit",
  "Write",
  "TodoWrite",
  "TaskCreate",
  "TaskUpdate",
]);

export function isSilentOnSuccess(name: string): boolean {
  return SILENT_ON_SUCCESS.has(name);
}

export function describeTool(
  name: string,
  input: unknown,
  redact: Redact,
): ToolAction {
  const text: TextOf = (value, max = TARGET_CHARS) =>
    typeof value === "string" && value !== ""
      ? clip(redact(clip(value, max + READ_BEYOND_CHARS)), max)
      : "";
  const known = isObject(input) ? input : {};
  return (TOOLS.get(name) ?? shortArguments)(known, text);
}

/** `key: value` of the arguments that are short and plain. */
function shortArguments(input: JsonObject, text: TextOf): ToolAction {
  const parts = Object.entries(input).flatMap(([key, value]) => {
    if (typeof value === "number" || typeof value === "boolean") {
      return [`${key}: ${value}`];
    }
    const words = text(value, 100);
    return words === "" ? [] : [`${key}: ${words}`];
  });
  return { info: clip(text(parts.join(", "), INFO_CHARS * 2), INFO_CHARS) };
}

function rangeOf({ offset, limit }: JsonObject): string {
  if (typeof offset !== "number" && typeof limit !== "number") return "";
  const from = typeof offset === "number" ? offset : 1;
  return typeof limit === "number" ? `${from}-${from + limit - 1}` : `${from}-`;
}

/** The first removed and the first added lines over all edits. */
function diffOf(edits: readonly JsonObject[], text: TextOf): string {
  const side = (mark: string, key: string) =>
    edits.flatMap((one) => {
      const lines = text(one[key], DIFF_LINES * DIFF_CHARS);
      return lines === "" ? [] : lines.split(/\r?\n/);
    }).slice(0, DIFF_LINES).map((line) => mark + line).join("\n");
  return [side("-", "old_string"), side("+", "new_string")]
    .filter((lines) => lines !== "")
    .map((lines) => clip(lines, DIFF_CHARS)).join("\n");
}

function lengthOf(value: unknown): number {
  return typeof value === "string" ? value.length : 0;
}
