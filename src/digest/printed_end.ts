/**
 * How a command ended when a pipe hides its exit code, where its output says so
 * plainly: `npm test 2>&1 | tail -5` with "12 passed". If anything sounds bad,
 * a part is not shown, or one stream is hidden, the end is not known.
 */

import { lineKey, onlyFilter, passedKeys } from "./command_runs.ts";
import {
  commandOutcome,
  isCut,
  isFailurePrinted,
  isTelling,
  printedLines,
  runsCheck,
  tellingLine,
} from "./failures.ts";
import { type CommandEntry, isCommand } from "./tool_actions.ts";
import type { L1Entry } from "../session/log_entry.ts";

/** The keys of all that is known to have passed. */
export function passedKeysOf(entry: CommandEntry): string[] {
  const { cmd, output = "", verdict } = entry;
  const isProven = verdict !== undefined ||
    !isCut({ output }) && passingLine(cmd, output) !== undefined;
  return passedKeys(cmd, isProven);
}

/** What the log keeps of an output that is longer than it keeps. */
export interface PrintedEnd {
  /** Why it failed, though the pipe reports success. */
  readonly error?: string;
  /** The line that says that it passed. */
  readonly verdict?: string;
}

/** Whether a pipe reports success whatever a check found. */
export const hidesEnd = (cmd: string) => cmd.includes("|") && runsCheck(cmd);

export function printedEnd(cmd: string, printed: string): PrintedEnd {
  if (isFailurePrinted(printed)) return { error: tellingLine(printed) };
  const verdict = passingLine(cmd, printed);
  return verdict ? { verdict } : {};
}

/** What a checker says at its end if all is well. */
const PASSES = [
  // pytest, jest, vitest, mocha, node, bun
  /^=*\s*(?:\d+ (?:passed|skipped|deselected|xfailed|warnings?)(?:, | in |\s|$))*\d+ passed\b.* in [\d.]+ ?m?s/,
  /^Tests:? +(?:\d+ (?:skipped|todo)(?:, | \| ))*\d+ passed\b/,
  /^\d+ passing \([\d.]+m?s\)$/,
  /^[#ℹ] fail 0$|^0 fail$/,
  // cargo, deno, ctest, dotnet, swift
  /^test result: ok\. \d+ passed; 0 failed\b/,
  /^ok \| \d+ passed\b.* \| 0 failed\b/,
  /^100% tests passed, 0 tests failed out of \d/,
  /^Passed! +- Failed: +0, Passed: +\d/,
  /^Executed \d+ tests?, with 0 failures\b/,
  // rspec, ExUnit, minitest, phpunit, unittest
  /^\d+ (?:examples?|tests?|runs?)\b.*, 0 failures\b(?!.*[1-9]\d* errors?)/,
  /^OK \((?:\d+ tests?, .*|skipped=\d+)\)$|^OK$/,
  // Linters and compilers
  /^0 issues\.?$|^Found 0 (?:errors?|issues|warnings and 0 errors)\b/,
  /^Success: no issues found in \d+ source files?/,
  /^All checks passed!$|^All matched files use Prettier code style!$/,
  /^Checked \d+ files? in \S+\. (?:No fixes applied|Fixed \d+ files?)\.$/,
  /^BUILD SUCCESSFUL in \d|^\[INFO\] BUILD SUCCESS$|^Build succeeded\.$/,
  /^[✓✔] (?:Compiled successfully|built in [\d.]+m?s)/,
  /^webpack \S+ compiled successfully in \d|^Compiled successfully\b/,
  /^Finished (?:`\w+` profile|dev|test|release) \[.*\] target\(s\) in [\d.]/,
] as const;
/** A package of many; behind the last one `go test` says FAIL if one failed. */
const PACKAGE_OK = /^ok\s+\S+\s+(?:[\d.]+s|\(cached\))/;
/** So near to the end. */
const LAST_LINES = 5;

/** The script's own line, and what the client adds. */
const ECHO =
  /^(?:[>$] |\[[\w:.-]+\] \$ |Shell cwd was reset\b|npm (?:warn|notice)\b)|\[no test files\]$/;
const COUNTS_NONE =
  /\b(?:0|no) (?:\w+ )?(?:errors?|fail\w*|issues?|problems?)\b|\bfail(?:ed|ures?)?:? +0\b/gi;
const PASSED_LINE = /^(?:[✓✔√] |PASS\b|--- PASS\b|ok\s)/;
const SOUNDS_BAD =
  /\b(?:killed|terminated|abort(?:ed|ing)|segmentation|out of memory|time[ds]? ?out|interrupted|cancell?ed|not ok|exit(?:ed)? (?:code|status|with)|[1-9]\d* (?:issues?|problems?|warnings?))\b|[✗✖✕×]/i;

/**
 * The line of an output that says that the command before the pipe passed; ""
 * if it printed nothing and would have. Undefined if it is not certain.
 */
function passingLine(cmd: string, printed: string): string | undefined {
  const filter = onlyFilter(cmd);
  if (filter === undefined || lineKey(cmd) === "") return undefined;
  const all = printedLines(printed);
  if (isFailurePrinted(printed) || all.some(soundsBad)) return undefined;
  // Blank lines at its ends are not in the log.
  const isWhole = 2 * printed.trim().split("\n").length <= filter.lines;
  if (filter.isHead && !isWhole) return undefined;
  const lines = all.filter((line) => !ECHO.test(line));
  const last = lines.at(-1);
  if (last === undefined) return isWhole && filter.hasErrors ? "" : undefined;
  if (PACKAGE_OK.test(last)) return last;
  return lines.slice(-LAST_LINES)
    .findLast((line) => PASSES.some((pattern) => pattern.test(line)));
}

function soundsBad(line: string): boolean {
  if (PASSED_LINE.test(line)) return false;
  const rest = line.replace(COUNTS_NONE, "");
  return isTelling(rest) || SOUNDS_BAD.test(rest);
}

/** Whether a line that passed has run all that another runs, its end known. */
export function hasPassed(entry: L1Entry, key: string): boolean {
  return key !== "" && commandOutcome(entry)?.failed === false &&
    isCommand(entry) && passedKeysOf(entry).includes(key);
}
