/**
 * What turned a failed command into one that passes, from the log between. An
 * error is followed by itself: it is gone when the next run of the command does
 * not show it, though that run may fail with another.
 */

import { cut } from "../base/cut_text.ts";
import { baseName } from "../base/path_text.ts";
import { oneLine } from "../base/safe_text.ts";
import type { L1Entry, ToolEntry } from "../session/log_entry.ts";
import { changesMachine } from "./_machine_changes.ts";
import { folderOf, lineKey, programsOf } from "./command_runs.ts";
import { showsError, signatureOf } from "./error_signature.ts";
import { commandOutcome, coreOf, isCut } from "./failures.ts";
import {
  asCode,
  type CommandEntry,
  isCommand,
  isEdit,
  isWork,
  toolAction,
} from "./tool_actions.ts";

/** With more than this it is not clear what helped. */
const MOST_STEPS = 4;
const MOST_FILES = 2;
const STEP_CHARS = 130;

export interface FixStep {
  /** Which of the entries. */
  readonly at: number;
  /** The change, in a few words. */
  readonly what: string;
  /** What was edited. */
  readonly file?: string;
}

export interface FixStory {
  /** Changes after the error was last seen, up to the run that was without it. */
  readonly made: readonly FixStep[];
  /** Changes after which it was seen again. */
  readonly tried: readonly FixStep[];
  /** The run in between that failed with another error, and what followed it. */
  readonly then?: { readonly at: number; readonly made: readonly FixStep[] };
  /** The command that passed, if it is not the same to the letter. */
  readonly passedAs?: string;
}

/**
 * The first entry is the failure, the last one the pass. Undefined if it is not
 * clear what helped: nothing was changed, or very much.
 */
export function fixStory(entries: readonly L1Entry[]): FixStory | undefined {
  const [failure, passed] = [entries[0], entries.at(-1)];
  if (!failure || !passed || !isCommand(failure) || !isCommand(passed)) {
    return undefined;
  }
  const error = signatureOf(failure);
  if (error === undefined || !isSamePlace(failure, passed)) return undefined;
  if (skipsChecks(passed.cmd)) return undefined;
  const seen = Math.max(
    entries.findLastIndex((entry) => showsError(entry, error)),
    0,
  );
  const end = entries.length - 1;
  if (seen === end) return undefined;
  const gone = firstWithout(entries, seen);
  const steps = stepsOf(entries.slice(0, end));
  const made = steps.filter(({ at }) => at > seen && at < gone);
  // Words that any mistake of this kind makes: what was edited is no answer.
  if (!error.isSpecific && made.some(({ file }) => file)) return undefined;
  const files = new Set(made.flatMap(({ file }) => file ?? []));
  if (made.length > MOST_STEPS || files.size > MOST_FILES) return undefined;
  const isSame = coreOf(passed.cmd) === coreOf(failure.cmd);
  const isMore = gone === end && addsTo(failure.cmd, passed.cmd);
  if (made.length === 0 && !isMore) return undefined;
  const later = steps.filter(({ at }) => at > gone);
  return {
    made,
    tried: steps.filter(({ at }) => at < seen),
    ...(gone < end ? { then: { at: gone, made: later } } : {}),
    ...(isSame
      ? {}
      : { passedAs: cut(oneLine(coreOf(passed.cmd)), STEP_CHARS) }),
  };
}

/** The next run of the command whose end is known and that lacks the error. */
function firstWithout(entries: readonly L1Entry[], seen: number): number {
  const end = entries.length - 1;
  const [failure] = entries as [CommandEntry];
  const key = lineKey(failure.cmd);
  const at = entries.findIndex((entry, n) =>
    n > seen && isCommand(entry) && lineKey(entry.cmd) === key &&
    commandOutcome(entry)?.failed && !isCut(entry) && !entry.cmd.includes("|")
  );
  return at < 0 ? end : at;
}

/** With another folder it is another command. */
function isSamePlace(failure: CommandEntry, passed: CommandEntry): boolean {
  const [from, to] = [folderOf(failure.cmd), folderOf(passed.cmd)];
  return from === undefined || to === undefined || from === to;
}

function stepsOf(entries: readonly L1Entry[]): FixStep[] {
  return entries.flatMap((entry, at): FixStep[] =>
    at > 0 && (isWork(entry) || hasChangedMachine(entry))
      ? [{
        at,
        what: describe(entry as ToolEntry),
        ...(isEdit(entry) ? { file: entry.target } : {}),
      }]
      : []
  );
}

const hasChangedMachine = (entry: L1Entry) =>
  isCommand(entry) && entry.result === "ok" && changesMachine(entry.cmd);

/** Whether an edit that helped was undone later: it may have been wrong. */
export function isTakenBack(
  { made }: Pick<FixStory, "made">,
  later: readonly L1Entry[],
): boolean {
  const edited = made.flatMap(({ file }) => file ? [baseName(file)] : []);
  if (edited.length === 0) return false;
  return later.some((entry) =>
    isCommand(entry) && entry.result === "ok" &&
    programsOf(entry.cmd).some((words) => takesBack(words, edited))
  );
}

function takesBack(
  [git, verb = "", ...rest]: readonly string[],
  files: readonly string[],
): boolean {
  if (git !== "git") return false;
  if (verb === "reset") return rest.includes("--hard");
  if (verb === "revert") return true;
  return /^(?:checkout|restore)$/.test(verb) &&
    rest.some((path) => path === "." || files.includes(baseName(path)));
}

/** `HUSKY=0 git commit` passes whatever is wrong. */
const skipsChecks = (cmd: string) =>
  /(?:^|[\s;&])(?:(?:HUSKY|LEFTHOOK)=(?:0|false)|(?:HUSKY_SKIP_HOOKS|SKIP|LEFTHOOK_EXCLUDE|PRE_COMMIT_ALLOW_NO_CONFIG|SKIP_\w+)=\S|PREK_SKIP=\S)/
    .test(cmd);

/** `make` → `OSD=sdl make`: more was said before or after it. */
function addsTo(failed: string, passed: string): boolean {
  const [before, after] = [coreOf(failed), coreOf(passed)];
  return after.length > before.length && after.includes(before);
}

function describe(entry: ToolEntry): string {
  const action = entry.cmd === undefined
    ? toolAction(entry)
    : asCode(oneLine(coreOf(entry.cmd)));
  const change = changeIn(entry.diff ?? "");
  return cut(change === "" ? action : `${action}: ${change}`, STEP_CHARS);
}

/** The lines that are new; those that went if none is. */
function changeIn(diff: string): string {
  const lines = diff.split("\n");
  const only = (sign: string, other: string) => {
    const there = new Set(
      lines.filter((line) => line.startsWith(other))
        .map((line) => line.slice(1).trim()),
    );
    return lines.filter((line) =>
      line.startsWith(sign) && !there.has(line.slice(1).trim())
    );
  };
  const added = only("+", "-");
  return oneLine((added.length > 0 ? added : only("-", "+")).join(" "));
}
