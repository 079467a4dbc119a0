/**
 * A failed command as a signature: tool, program, error class and the line that
 * says what went wrong, as a key. Two failures with one signature are the same
 * mistake. Where the line says too little there is none: silence is better than
 * a wrong memory.
 */

import { clip } from "../base/cut_text.ts";
import {
  COMMAND_CHARS,
  type L1Entry,
  OUTPUT_CHARS,
  type ToolEntry,
} from "../session/log_entry.ts";
import { programsOf } from "./command_runs.ts";
import { type ErrorKey, errorKey } from "./error_key.ts";
import { commandOutcome, printedLines, tellingLine } from "./failures.ts";

const READ_CHARS = 30_000;

export interface FailureSignature extends ErrorKey {
  readonly tool: string;
  /** Program and subcommand: `npm run build`. */
  readonly program: string;
}

/** Undefined for what did not fail, is a look around, or says too little. */
export function signatureOf(entry: L1Entry): FailureSignature | undefined {
  const outcome = commandOutcome(entry);
  if (!outcome?.failed || outcome.isLook) return undefined;
  const program = programOf(outcome.cmd);
  const key = program === "" ? undefined : errorKey(outcome.error);
  const tool = (entry as ToolEntry).name;
  return key && { ...key, tool, program };
}

/** What a call that has just failed says: all that most calls are asked for. */
export function keyOfError(error: string): ErrorKey | undefined {
  const line = lineOf(error);
  return line === "" ? undefined : errorKey(line);
}

const lineOf = (error: string) => tellingLine(clip(error, READ_CHARS));

/** A call that has just failed. */
interface FailedCall {
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
    error: lineOf(error),
  });
}

/**
 * `npx tsc` and `npm run build` find the same mistake, if it has a class and a
 * name. Words alone may mean something else in another program.
 */
export function isSameSignature(
  a: FailureSignature | undefined,
  b: FailureSignature,
): boolean {
  return a?.tool === b.tool && isSameError(a, b) &&
    (a.program === b.program || b.isSpecific && b.errorClass !== "");
}

const isSameError = (a: ErrorKey | undefined, b: ErrorKey) =>
  a?.text === b.text && a.errorClass === b.errorClass;

/** Whether a call says this error anywhere in what the log has of it. */
export function showsError(entry: L1Entry, error: ErrorKey): boolean {
  if (entry.role !== "tool" || entry.cmd === undefined) return false;
  return [entry.error ?? "", ...printedLines(entry.output ?? "")]
    .some((line) => isSameError(errorKey(line.replace(/\s+/g, " ")), error));
}

/** Program and subcommand of the last command of a line. */
function programOf(cmd: string): string {
  const last = programsOf(cmd)
    .findLast(([program = ""]) => /^[\w./~\x80-\uffff-]+$/.test(program));
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
