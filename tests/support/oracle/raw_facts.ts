// What one raw transcript shows, for judging what a digest says about it: the
// words of both sides and every call of a tool with its whole result, in the
// order of the file. It shares no code with the product.

import { readSlowly, readSubagents } from "./slow_reading.ts";

export interface RawCall {
  readonly at: number;
  readonly name: string;
  /** The command of a shell, else "". */
  readonly command: string;
  /** The file it is about, else "". */
  readonly file: string;
  readonly input: string;
  result: "ok" | "error" | "none";
  output: string;
}

export interface RawFacts {
  /** What the user typed or said with a tool's result, flattened. */
  readonly typed: readonly string[];
  readonly said: readonly string[];
  readonly summaries: readonly string[];
  readonly calls: readonly RawCall[];
  /** The last words of the main thread, and whether anything came after them. */
  readonly lastWords: string;
  readonly isAnswered: boolean;
}

type Json = Record<string, unknown>;

const isJson = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** White space and the marks of Markdown do not count. */
export function flatten(text: string): string {
  return text.toWellFormed().replace(/[*`_#>"“”'’‹<\\|~-]+/g, " ").replace(
    /\s+/g,
    " ",
  ).replace(/ (?=[,.;:!?)])/g, "").trim()
    .toLowerCase();
}

export async function readRawFacts(path: string): Promise<RawFacts> {
  const main = await readSlowly(path);
  const agents = await readSubagents(path);
  const calls: RawCall[] = [];
  const state = { lastWords: "", isAnswered: false };
  readFile(await Deno.readTextFile(path), calls, state);
  for (const { name } of agents.filter(({ own }) => !own)) {
    const file = path.replace(/\.jsonl$/, `/subagents/${name}.jsonl`);
    readFile(await Deno.readTextFile(file), calls);
  }
  const readings = [main, ...agents.map(({ reading }) => reading)];
  return {
    typed: [
      ...main.typedUserTexts.map(({ text }) => text),
      ...main.userRemarks.map(({ text }) => text),
    ].map(flatten),
    said: [
      ...readings.flatMap(({ assistantTexts, sidechainTexts }) =>
        [...assistantTexts, ...sidechainTexts].map(({ text }) => flatten(text))
      ),
      // Its questions stand in a call.
      ...calls.filter(({ name }) => name === "AskUserQuestion")
        .map(({ input }) => flatten(input)),
    ],
    summaries: main.compactSummaries.map(flatten),
    calls,
    ...state,
  };
}

function readFile(
  text: string,
  calls: RawCall[],
  state: { lastWords: string; isAnswered: boolean } = {
    lastWords: "",
    isAnswered: false,
  },
): void {
  const byId = new Map<string, RawCall>();
  for (const line of text.split("\n")) {
    const entry = parse(line);
    const progress = progressOf(entry);
    const message = progress ??
      (isJson(entry?.["message"]) ? entry["message"] : undefined);
    const content = message?.["content"];
    const isMain = entry?.["isSidechain"] !== true && progress === undefined;
    if (typeof content === "string") {
      const isPrompt = entry?.["type"] === "user" && entry["isMeta"] !== true &&
        !/^\s*<|^\[Request interrupted/.test(content);
      if (isMain && isPrompt) state.isAnswered = false;
      if (isMain && entry?.["type"] === "assistant") {
        Object.assign(state, { lastWords: flatten(content), isAnswered: true });
      }
      continue;
    }
    if (!Array.isArray(content)) continue;
    for (const block of content.filter(isJson)) {
      const { type, id, name, input, text: words } = block;
      if (type === "tool_use") {
        const given = isJson(input) ? input : {};
        const call: RawCall = {
          at: calls.length,
          name: String(name),
          command: String(given["command"] ?? ""),
          file: String(given["file_path"] ?? given["notebook_path"] ?? ""),
          input: JSON.stringify(given),
          result: "none",
          output: "",
        };
        calls.push(call);
        byId.set(String(id), call);
        if (isMain) state.isAnswered = false;
      } else if (type === "tool_result") {
        const call = byId.get(String(block["tool_use_id"]));
        if (call === undefined) continue;
        call.result = block["is_error"] === true ? "error" : "ok";
        call.output = textOf(block["content"]);
      } else if (type === "text" && typeof words === "string") {
        if (!isMain || words.trim() === "") continue;
        if (entry?.["type"] === "assistant") {
          Object.assign(state, { lastWords: flatten(words), isAnswered: true });
        } else if (!/^\s*<|^\[Request interrupted/.test(words)) {
          if (entry?.["isMeta"] !== true) state.isAnswered = false;
        }
      }
    }
  }
}

/** What an agent did, as versions without a file for it tell. */
function progressOf(entry: Json | undefined): Json | undefined {
  const data = entry?.["data"];
  const told = isJson(data) && data["type"] === "agent_progress"
    ? data["message"]
    : undefined;
  const message = isJson(told) ? told["message"] : undefined;
  return isJson(message) ? message : undefined;
}

function parse(line: string): Json | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return isJson(value) ? value : undefined;
  } catch {
    return undefined; // torn lines are part of some transcripts
  }
}

function textOf(content: unknown): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return content.map((one) => isJson(one) ? String(one["text"] ?? "") : "")
    .join("\n");
}
