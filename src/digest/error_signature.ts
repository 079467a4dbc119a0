/**
 * A failed command as a signature: tool, program, error class and the line that
 * says what went wrong, without numbers, places, folders, hashes, times and
 * ids. Two failures with one signature are the same mistake. Where the line
 * says too little there is none: silence is better than a wrong memory.
 */

import { commandsOf } from "./_shell_changes.ts";
import { commandOutcome, coreOf, saysLittle, tellingLine } from "./failures.ts";
import {
  COMMAND_CHARS,
  ERROR_CHARS,
  type L1Entry,
  OUTPUT_CHARS,
  type ToolEntry,
} from "../session/log_entry.ts";
import { clip } from "../base/cut_text.ts";

const TEXT_CHARS = 120;
const READ_CHARS = 30_000;

export interface FailureSignature {
  readonly tool: string;
  /** Program and subcommand: `npm run build`. */
  readonly program: string;
  /** What `errorKey()` makes of the line that says why. */
  readonly error: string;
}

/** Undefined for what did not fail, is a look around, or says too little. */
export function signatureOf(entry: L1Entry): FailureSignature | undefined {
  const outcome = commandOutcome(entry);
  if (!outcome?.failed || outcome.isLook) return undefined;
  const program = programOf(outcome.cmd);
  const error = program === "" ? undefined : errorKey(outcome.error);
  const tool = (entry as ToolEntry).name;
  return error === undefined ? undefined : { tool, program, error };
}

/** A call that has just failed. */
export interface FailedCall {
  readonly name: string;
  readonly command: string;
  readonly error: string;
}

/** As it will be of the entry in the session's log. */
export function signatureOfCall(
  { name, command, error }: FailedCall,
): FailureSignature | undefined {
  return signatureOf({
    role: "tool",
    id: "",
    name,
    cmd: clip(command, COMMAND_CHARS),
    result: "error",
    output: clip(error.trim(), OUTPUT_CHARS),
    error: tellingLine(clip(error, READ_CHARS)),
  });
}

export function isSameSignature(
  a: FailureSignature | undefined,
  b: FailureSignature,
): boolean {
  return a?.tool === b.tool && a.program === b.program && a.error === b.error;
}

/** Error class and text of a line; undefined if it says too little. */
export function errorKey(line: string): string | undefined {
  const whole = clip(line, ERROR_CHARS);
  if (saysLittle(whole) || NO_MISTAKE.test(whole)) return undefined;
  const errorClass = CLASS.exec(whole)?.[0] ?? "";
  const text = clip(withoutDetails(whole), TEXT_CHARS);
  return isTelling(text, errorClass) ? `${errorClass}: ${text}` : undefined;
}

/**
 * The commands of a line without quoted words and environment, to compare
 * them. If the line failed, the last one is the one that did.
 */
export function commandKeys(cmd: string): string[] {
  const keys = simpleCommands(cmd).map((words) =>
    words.filter((word) => !/\s/.test(word)).join(" ")
  ).filter((key) => key !== "" && !key.startsWith("cd "));
  if (cmd.length < COMMAND_CHARS - 1) return keys;
  // The last word of a cut command may be half of one.
  const last = keys.pop()?.replace(/\s*\S*$/, "") ?? "";
  return last === "" ? keys : [...keys, last];
}

/** Words from the program on. */
function simpleCommands(cmd: string): string[][] {
  return commandsOf(bareOf(cmd)).map(({ words }) => {
    const start = words.findIndex((word) => !BEFORE_PROGRAM.test(word));
    return start < 0 ? [] : words.slice(start);
  });
}

/** Without what it writes to a program's input. */
const bareOf = (cmd: string) =>
  coreOf(cmd.replace(/(?<!<)<<-?\s*['"]?\w+['"]?\s[^]*$/, ""));

/** `TS2322`, `E0308`, `G304`, `ENOENT`, `ERR_MODULE_NOT_FOUND`, `TypeError`. */
const CLASS =
  /\b(?:[A-Z]{1,5}\d{2,5}|(?!ERROR\b|EXPECTED\b)E[A-Z]{4,11}|ERR_[A-Z_]+|[A-Z]\w*(?:Error|Exception))\b/;

/** Each merge has its own conflict: what settled one says nothing of another. */
const NO_MISTAKE = /^CONFLICT \(|\bmerge conflict\b/i;

type Mark = string | ((found: string, offset: number) => string);

const DETAILS: readonly (readonly [RegExp, Mark])[] = [
  [/\bhttps?:\/\/[^\s'"`]+/g, (found) => withName("<url>", found.slice(8))],
  [
    /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi,
    "<id>",
  ],
  [/\b\d{4}[-/]\d\d[-/]\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?Z?)?/g, "<n>"],
  [/\b\d\d?:\d\d(?::\d\d(?:[.,]\d+)?)?\b/g, "<n>"],
  // `src/a.ts(217,9)`, `./x/y:12:5`, `C:\a\b`, `@scope/name` is a path as well.
  [
    /(?:[A-Za-z]:)?(?:[\w.@~+-]*[/\\])+[\w.@+-]*(?:\(\d+(?:,\d+)?\)|(?::\d+)*)?/g,
    (found, offset) => offset === 0 ? "<path>" : withName("<path>", found),
  ],
  [/\b[\w-]+\.[a-z]{1,5}(?:\(\d+(?:,\d+)?\)|(?::\d+)+)/gi, "<path>"],
  [/\b(?=[a-f]*\d)[0-9a-f]{7,}\b/gi, "<id>"],
  [/\b0x[0-9a-f]+\b/gi, "<n>"],
  [/(?<!\w)\d+(?:[.,]\d+)*/g, "<n>"],
];

/** Where something went wrong differs; what it is about keeps its name. */
function withName(mark: string, path: string): string {
  const name = /[/\\]([\w.@+-]*[a-z][\w.@+-]*)$/i.exec(path)?.[1];
  return name === undefined ? mark : `${mark}:${name}`;
}

function withoutDetails(line: string): string {
  let text = line;
  for (const [pattern, mark] of DETAILS) {
    text = typeof mark === "string"
      ? text.replace(pattern, mark)
      : text.replace(pattern, mark);
  }
  return text.toLowerCase().replace(/^[^\p{L}\p{N}<]+|[\s.:,;]+$/gu, "");
}

/** In nearly every error; they tell none apart. */
const COMMON = new Set(
  ("error errors fail failed failure fatal panic cannot invalid expected " +
    "received found exit code status line test tests the for and with from " +
    "not was has have was been that this assertion actual got want " +
    "path url undefined null true false").split(" "),
);
const LEAST_WORDS = 2;

function isTelling(text: string, errorClass: string): boolean {
  const words = text.replace(/<(?:path|url)>:\S+/g, "")
    .match(/[\p{L}_]{3,}/gu) ?? [];
  const telling = new Set(words.filter((word) => !COMMON.has(word)));
  const isClassOnly = telling.size < LEAST_WORDS;
  return !isClassOnly || /\d/.test(errorClass) && telling.size > 0;
}

/** Program and subcommand of the last command of a line. */
function programOf(cmd: string): string {
  const last = simpleCommands(cmd)
    .findLast(([program = ""]) => /^[\w./~-]+$/.test(program));
  if (last === undefined) return "";
  const [path = "", ...rest] = last;
  const program = path.replace(/^.*\//, "");
  const [second = "", third = ""] = rest;
  const runs = /^(?:-m|run|exec|tool|task|compose)$/.test(second) ||
    /^(?:npx|bunx|uvx|pnpx)$/.test(program);
  const named = [second, ...(runs ? [third] : [])]
    .filter((word) => /^(?:-m|[a-z][\w:.-]*)$/i.test(word));
  return [program, ...named].join(" ");
}

const BEFORE_PROGRAM =
  /^(?:(?:sudo|env|time|command|nohup|exec)$|[A-Za-z_]\w*=)/;
