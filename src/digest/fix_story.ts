/** What turned a failed command into one that passes, from the log between. */

import { cut } from "../base/cut_text.ts";
import { commandKeys } from "./error_signature.ts";
import { commandOutcome, coreOf } from "./failures.ts";
import {
  asCode,
  isCommand,
  isEdit,
  isWork,
  toolAction,
} from "./tool_actions.ts";
import { oneLine } from "../base/safe_text.ts";
import type { L1Entry, ToolEntry } from "../session/log_entry.ts";

/** With more than this it is not clear what helped. */
const MOST_STEPS = 4;
const MOST_FILES = 2;
const STEP_CHARS = 130;

export interface FixStep {
  /** Which of the entries. */
  readonly at: number;
  /** The change, in a few words. */
  readonly what: string;
}

export interface FixStory {
  /** Changes after the last failure: with them it passed. */
  readonly made: readonly FixStep[];
  /** Changes after which it failed again. */
  readonly tried: readonly FixStep[];
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
  const key = commandKeys(failure.cmd).at(-1);
  const lastFailure = entries.findLastIndex((entry) => {
    const outcome = commandOutcome(entry);
    return outcome?.failed && commandKeys(outcome.cmd).at(-1) === key;
  });
  const steps = entries.flatMap((entry, at): (FixStep & { file?: string })[] =>
    at > 0 && at < entries.length - 1 && isWork(entry)
      ? [{
        at,
        what: describe(entry as ToolEntry),
        ...(isEdit(entry) ? { file: entry.target } : {}),
      }]
      : []
  );
  const made = steps.filter(({ at }) => at > lastFailure);
  const files = new Set(made.flatMap(({ file }) => file ?? []));
  if (made.length > MOST_STEPS || files.size > MOST_FILES) return undefined;
  const passedAs = coreOf(passed.cmd) === coreOf(failure.cmd)
    ? {}
    : { passedAs: cut(oneLine(coreOf(passed.cmd)), STEP_CHARS) };
  if (made.length === 0 && !addsTo(failure.cmd, passed.cmd)) return undefined;
  const tried = steps.filter(({ at }) => at < lastFailure);
  return { made, tried, ...passedAs };
}

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
