/** The commands of a session that failed, and what became of them. */

import { clip, cut } from "../base/cut_text.ts";
import { folderOf } from "./command_runs.ts";
import {
  answersOf,
  isCheckName,
  isLookName,
  similarTo,
} from "./_check_names.ts";
import { announcesCause, isAssertion, saysLittle } from "./_hollow_lines.ts";
import { errorKey } from "./error_key.ts";
import {
  asCode,
  type CommandEntry,
  isCommand,
  isRefused,
} from "./tool_actions.ts";
import { commandsOf } from "./_shell_changes.ts";
import type { L1Entry } from "../session/log_entry.ts";

const COMMAND_CHARS = 70;
const ERROR_CHARS = 70;

type Followed =
  | "passed later"
  | "a similar one passed later"
  | "run again later"
  | "a similar one was run later"
  | "never passed"
  | "not run again";

export interface FailedCommand {
  /** As it failed first, without folder and pipes. */
  readonly command: string;
  readonly error: string;
  readonly times: number;
  /** It never failed in the session itself. */
  readonly inAgent: boolean;
  readonly followed: Followed;
  /** The entry of its last failure. */
  readonly at: number;
  /** A test, a build or the like, which says how far the work is proven. */
  readonly isCheck: boolean;
  /** Tests, builds and commits; not a look around. */
  readonly matters: boolean;
}

/** Behind a pipe a failing command reports success; its output tells. */
const SHOWS_FAILURE =
  /^(?:--- )?FAIL\b|ERROR task failed|\b[1-9]\d* (?:tests? )?(?:failed|failing)\b|\berror TS\d+|^error(?:\[E\d+\])?: |npm ERR!|^E {3}|Traceback \(most recent/m;

/** The log has the beginning of an output; a failure shows at its end. */
const CUT_CHARS = 190;

/** Whether the log may lack a part of an output. */
export const isCut = ({ output = "" }: Pick<CommandEntry, "output">) =>
  output.length >= CUT_CHARS;

type Outcome = "passed" | "failed" | "unknown";

function outcomeOf(entry: CommandEntry): Outcome {
  const { result, output = "", cmd, error, verdict } = entry;
  if (result !== "ok") return "failed";
  const isOverruled = overruledCheck(cmd) !== undefined;
  if (!isOverruled && !cmd.includes("|")) return "passed";
  if (error !== undefined || isFailurePrinted(output)) return "failed";
  if (isOverruled) return printedCode(cmd, output);
  return isCut(entry) && verdict === undefined ? "unknown" : "passed";
}

/** The check of `npm test; echo done`: what follows says how the line ends. */
function overruledCheck(cmd: string): string | undefined {
  const commands = commandsOf(cmd).filter(({ words }) => words.length > 0);
  const heads = commands.map(({ words }) => headsOf(words.join(" "))[0] ?? "");
  const at = heads.findLastIndex(isCheckName);
  const isLost = commands.slice(at, -1).some(({ endedBy }) =>
    /^(?:;|\n|&|\|\|)$/.test(endedBy)
  );
  return at >= 0 && isLost ? heads[at] : undefined;
}

/** Of `npm test; echo "exit $?"`. */
function printedCode(cmd: string, output: string): Outcome {
  const code = /\$\?["']?\s*$/.test(cmd) && !cmd.includes("|")
    ? /(?:^|\D)(\d{1,3})\s*$/.exec(output)?.[1]
    : undefined;
  return code === undefined ? "unknown" : code === "0" ? "passed" : "failed";
}

export const isFailurePrinted = (output: string) => SHOWS_FAILURE.test(output);

/**
 * The failed commands of the session and its subagents, in the order of their
 * first failure. A failure that an agent's summary omits still counts.
 */
export function failedCommands(entries: readonly L1Entry[]): FailedCommand[] {
  const failures = new Map<string, Failure>();
  const passed = new Map<string, number>();
  const again = new Map<string, number>();
  for (const [at, entry] of entries.entries()) {
    // Broken off: it was run again, and how it ended is unknown.
    if (entry.role === "tool" && entry.cmd !== undefined && !entry.result) {
      again.set(coreOf(entry.cmd), at);
    }
    const outcome = commandOutcome(entry);
    if (outcome === undefined) continue;
    const { heads, key, core, error } = outcome;
    const folder = folderOf(outcome.cmd);
    if (!outcome.failed) {
      const seen = outcome.passed ? passed : again;
      const names = [core, ...heads, ...heads.flatMap(answersOf)];
      for (const name of names) {
        seen.set(name, at);
        seen.set(inFolder(name, folder), at);
      }
      continue;
    }
    const before = failures.get(core);
    failures.set(core, {
      key,
      folder,
      command: cut(core, COMMAND_CHARS),
      error: cut(error, ERROR_CHARS) || (before?.error ?? ""),
      times: (before?.times ?? 0) + 1,
      inAgent: (before?.inAgent ?? true) && entry.agent !== undefined,
      at,
    });
  }
  return [...failures].map(([core, { key, folder, ...failure }]) => {
    const isAfter = (seen: ReadonlyMap<string, number>, names: string[]) =>
      names.flatMap((name) =>
        folder === undefined
          ? [name]
          : [inFolder(name, folder), inFolder(name, undefined)]
      ).some((name) => (seen.get(name) ?? -1) > failure.at);
    const similar = [key, ...similarTo(key)];
    return {
      ...failure,
      isCheck: isCheckName(key),
      matters: !isLookName(key),
      followed: isAfter(passed, [core])
        ? "passed later"
        : isAfter(passed, similar)
        ? "a similar one passed later"
        : isAfter(again, [core])
        ? "run again later"
        : isAfter(again, similar)
        ? "a similar one was run later"
        : failure.times > 1
        ? "never passed"
        : "not run again",
    };
  });
}

/** With another folder it is another command. */
const inFolder = (name: string, folder: string | undefined) =>
  `${name} in ${folder ?? ""}`;

/** What became of one command. */
interface CommandOutcome {
  readonly cmd: string;
  readonly heads: readonly string[];
  /** Program and subcommand. */
  readonly key: string;
  readonly core: string;
  readonly failed: boolean;
  /** Neither if its end is not in the log. */
  readonly passed: boolean;
  /** The line that says why; "" if there is none. */
  readonly error: string;
  /** A look around, which fails often and means little. */
  readonly isLook: boolean;
  /** A test, a build or the like. */
  readonly isCheck: boolean;
}

/** Undefined for what is no command, or did not run. */
export function commandOutcome(entry: L1Entry): CommandOutcome | undefined {
  if (!isCommand(entry)) return undefined;
  const output = entry.output ?? "";
  const heads = headsOf(entry.cmd);
  const isOk = entry.result === "ok";
  const key = (isOk ? overruledCheck(entry.cmd) : undefined) ?? heads.at(-1);
  if (key === undefined || isRefused(entry) || NO_FAILURE.test(output)) {
    return undefined;
  }
  const isLook = isLookName(key);
  const outcome = isLook && isOk ? "passed" : outcomeOf(entry);
  const [failed, passed] = [outcome === "failed", outcome === "passed"];
  const error = failed ? entry.error ?? tellingLine(output) : "";
  const { cmd } = entry;
  const [core, isCheck] = [coreOf(cmd), heads.some(isCheckName)];
  return { cmd, heads, key, core, failed, passed, error, isLook, isCheck };
}

/** The newest test, check or build, which tells how far the work is proven. */
export function lastCheck(entries: readonly L1Entry[]): string {
  const last = entries.findLast((entry) =>
    isCommand(entry) && !isRefused(entry) &&
    runsCheck(entry.cmd)
  );
  if (last === undefined || !isCommand(last)) return "";
  const outcome = isFailurePrinted(last.output ?? "")
    ? "failed"
    : outcomeOf(last);
  const how = outcome === "unknown"
    ? "was run; its end is not in the log"
    : outcome;
  return `${asCode(cut(coreOf(last.cmd), COMMAND_CHARS))} ${how}`;
}

/** `npm test` ×3 (subagent) */
export function renderCommand(
  { command, times, inAgent }: FailedCommand,
): string {
  return asCode(command) +
    (times > 1 ? ` ×${times}` : "") + (inAgent ? " (subagent)" : "");
}

/** What failed and did not pass since, checks and repeated failures first. */
export function unfixed(failed: readonly FailedCommand[]): FailedCommand[] {
  const weight = ({ isCheck, times }: FailedCommand) =>
    (isCheck ? 2 : 0) + (times > 1 ? 1 : 0);
  return failed.filter(({ followed }) => !followed.endsWith(" later"))
    .sort((a, b) => weight(b) - weight(a) || b.at - a.at);
}

/** By the whole command: another file's tests are another command. */
interface Failure
  extends
    Pick<FailedCommand, "command" | "error" | "times" | "inAgent" | "at"> {
  /** Program and subcommand. */
  readonly key: string;
  readonly folder: string | undefined;
}

/** It did not run, or found its work done. */
const NO_FAILURE =
  /Sibling tool call errored|nothing to commit, working tree clean/;

/** A test, a build or the like. */
export const runsCheck = (cmd: string) => headsOf(cmd).some(isCheckName);

/** Without the folder it ran in, its environment and what filters its output. */
export function coreOf(cmd: string): string {
  return cmd.replace(/\s+/g, " ")
    .replace(/^\s*cd \S+ ?(?:&&|;) ?/, "")
    .replace(/ ?\d?>&\d| ?\d?> ?\/dev\/null/g, "")
    .replace(
      / ?\| ?(?:head|tail|grep|tee|cat|sed|awk|less)\b(?:"[^"]*(?:"|$)|'[^']*(?:'|$)|[^|&;"'])*/g,
      "",
    )
    .trim();
}

/** Program and subcommand of each command in a chain: `npm run check`. */
function headsOf(cmd: string): string[] {
  return coreOf(cmd).split(/&&|\|\||;|\|/).flatMap((part) => {
    const words = part.trim().split(" ")
      .filter((word) => !/^[A-Z_][A-Z0-9_]*=/i.test(word) && word !== "time");
    const [program = "", second = "", third = ""] = words;
    if (!/^[\w./~\x80-\uffff-]+$/.test(program) || program === "cd") return [];
    if (!/^(?:-m|[a-z][\w:.-]*)$/i.test(second)) return [program];
    const runs = /^(?:-m|run|exec|tool|task|pr|compose)$/.test(second) ||
      /^(?:npx|bunx|uvx|pnpx)$/.test(program);
    return [
      runs && /^[\w:.@/-]+$/.test(third)
        ? `${program} ${second} ${third}`
        : `${program} ${second}`,
    ];
  });
}

/** Names something that went wrong; a test may have such a name and pass. */
const TELLING =
  /error|fail|fatal|panic|cannot|can't|could not|unable to|uninitialized|not found|no such|invalid|denied|conflict|expected|unresolved|undeclared|undefined(?: reference|:)|not used\b|redeclared|paths are ignored by|\[rejected\]|npm (?:err!|error) peer|오류|실패|エラー|失敗/i;
export const isTelling = (line: string) => TELLING.test(line);
const SAYS_NOTHING =
  /^(?:npm (?:warn|notice)\b|Exit code \d+$|\[[\w:.-]+\] |[╭│╰┃$] ?|>(?! (?:error|could not|cannot)\b) ?|[✓✔√] |PASS\b|(?:\d+ +)?\d+ +[│|])|\[no test files\]|^ok\s|\b0 (?:errors?|failed|failures)\b|\bError when using sourcemap\b/;
/** `[lint:go] tide.go:10:17: …`: what a runner puts before a place. */
const RUNNER_TAG = /^\[[\w:.-]+\] (?=\S+:\d+:\d+: \S)/;
/** A compiler or linter says what is wrong behind the place. */
const AT_PLACE = /^[\w./\\-]+\.\w+:\d+:\d+: (?!warning\b|note\b)\w/;
/** A single line among so few is the reason, even without such words. */
const MOST_AROUND = 4;

/** The line of an output that says what went wrong. */
export function tellingLine(output: string): string {
  const all = printedLines(output).map((line) => line.replace(RUNNER_TAG, ""));
  const lines = all.filter((line) => !SAYS_NOTHING.test(line));
  const telling = [
    ...lines.filter(isTelling),
    ...lines.filter((line) => AT_PLACE.test(line)),
  ];
  const line = mostTelling(telling) ??
    (lines.length === 1 && all.length <= MOST_AROUND ? lines[0] : undefined) ??
    "";
  return line.replace(/\s+/g, " ");
}

/** What is further right says nothing more. */
const LINE_CHARS = 1000;

const ESCAPES =
  /\x1b\[[0-9;?]*[A-Za-z]|\[\d*[GK]|\x1b\]8;[^\x1b\x07]*(?:\x07|\x1b\\)?/g;

/** Lines with words in them, without colours and links. */
export const printedLines = (output: string) =>
  output.replace(ESCAPES, "").split(/[\r\n]/)
    .map((line) => clip(line.trim(), LINE_CHARS))
    .filter((line) => /[\p{L}\p{N}]{2}/u.test(line));

/**
 * What a test asserted, whatever else was printed; or the first line, if it
 * does not announce what is below it.
 */
function mostTelling(lines: readonly string[]): string | undefined {
  const first = lines.findIndex((line) => !saysLittle(line));
  const line = lines.find(isAssertion) ?? lines[Math.max(first, 0)];
  if (line === undefined || isAssertion(line) || !announcesCause(line)) {
    return line;
  }
  return lines.slice(first).find((below) => errorKey(below)?.isSpecific) ??
    line;
}
