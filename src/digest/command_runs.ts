/**
 * Which commands a line of shell runs, and which of them are known to have
 * passed if the line did. Behind a pipe, `||`, `;` or `&` a command's own end is
 * not known, and of `a && b` that fails it is not known which did.
 */

import { oneLine } from "../base/safe_text.ts";
import { commandsOf, type SimpleCommand } from "./_shell_changes.ts";

/** Of very long chains the last commands count. */
const MOST_COMMANDS = 6;

/**
 * What a line runs, the same whatever its environment, its folder, its commit
 * message and what filters its output. "" if it cannot be read to its end.
 */
export function lineKey(cmd: string): string {
  const commands = commandsOf(cmd);
  if (!isWhole(commands)) return "";
  return keysOf(withoutFilters(commands)).join(AND);
}

/**
 * The keys of all that has passed if the line has, each part of a chain too.
 * `isProven`: what it printed says that what is piped has passed as well.
 */
export function passedKeys(cmd: string, isProven = false): string[] {
  const passed = surelyPassed(commandsOf(cmd), isProven);
  const keys = keysOf(passed).slice(-MOST_COMMANDS);
  return keys.flatMap((_, from) =>
    keys.slice(from).map((_, n) => keys.slice(from, from + n + 1).join(AND))
  );
}

/** The folder a line goes to, if it does. */
export function folderOf(cmd: string): string | undefined {
  return commandsOf(cmd).findLast(({ words }) => words[0] === "cd")?.words[1];
}

/** What shortens the output of a line's one command. */
interface OutputFilter {
  /** The beginning is shown, not the end. */
  readonly isHead: boolean;
  /** How many lines it lets through at most. */
  readonly lines: number;
  /** What goes to the other stream is shown as well. */
  readonly hasErrors: boolean;
}

/**
 * Of `cd app && make 2>&1 | tail -5`. Undefined where more than one command
 * prints, where lines are picked, and for whatever else is not this plain.
 */
export function onlyFilter(cmd: string): OutputFilter | undefined {
  const commands = commandsOf(cmd);
  const [filter, piped, ...before] = commands.toReversed();
  if (
    filter?.endedBy !== "" || piped?.endedBy !== "|" ||
    piped.written.length > 0 ||
    !commands.every(({ isSure, words: [first = ""] }) =>
      isSure && !CONTROL.test(first)
    ) ||
    !before.every(({ words: [first = ""], endedBy }) =>
      endedBy === "&&" && SETTING.test(first)
    )
  ) return undefined;
  const [program = "", ...args] = filter.words;
  const isHead = program === "head";
  if (!isHead && program !== "tail") {
    return /^(?:cat|tee)$/.test(program)
      ? { isHead, lines: Infinity, hasErrors: BOTH_STREAMS.test(cmd) }
      : undefined;
  }
  const [, lines] = COUNT.exec(args.join(" ")) ?? [];
  return args.length > 0 && lines === undefined ? undefined : {
    isHead,
    lines: Number(lines ?? DEFAULT_LINES),
    hasErrors: BOTH_STREAMS.test(cmd),
  };
}

/** The words of each command, from its program on. */
export function programsOf(cmd: string): string[][] {
  return withoutFilters(commandsOf(cmd)).map(fromProgram)
    .filter((words) => words.length > 0);
}

const AND = " && ";
const BEFORE_PROGRAM =
  /^(?:(?:sudo|env|time|command|nohup|exec)$|[A-Za-z_]\w*=)/;
const FILTER = /^(?:head|tail|e?grep|rg|tee|cat|sed|awk|less|sort|uniq|wc|jq)$/;
/** What it runs depends on more than its words. */
const CONTROL =
  /^(?:if|then|elif|else|fi|for|while|until|do|done|case|esac|function|!|\{|\}|\[\[)$|^\(/;
/** It says where or how the others run. */
const SETTING = /^(?:cd|pushd|set)$/;
/** `-5`, `-n 5`, `--lines=5`; not `-n +5`, `-c 5` or a file. */
const COUNT = /^(?:-|-n ?|--lines[= ])(\d{1,6})$/;
const DEFAULT_LINES = 10;
const BOTH_STREAMS = /2>&1\s*\|/;
const MESSAGE = /^(?:-\w*m|--message)$/;

/** Read to its end: nothing is cut, unreadable or a heredoc's text. */
function isWhole(commands: readonly SimpleCommand[]): boolean {
  const last = commands.at(-1);
  const isCut = !last?.isSure && commands.at(-2)?.endedBy !== "||";
  return !isCut && last?.endedBy !== "\n";
}

function withoutFilters(commands: readonly SimpleCommand[]): SimpleCommand[] {
  return commands.filter(({ words }, n) =>
    commands[n - 1]?.endedBy !== "|" || !FILTER.test(words[0] ?? "")
  );
}

/** The chain of `&&` with which a line ends, without what is piped away. */
function surelyPassed(
  commands: readonly SimpleCommand[],
  isProven: boolean,
): SimpleCommand[] {
  if (
    commands.some(({ isSure, words: [first = ""] }) =>
      !isSure || CONTROL.test(first)
    )
  ) return [];
  const from = commands.findLastIndex(({ endedBy }) =>
    /^(?:;|&|\n)$/.test(endedBy)
  );
  const isPipeSafe = isProven ||
    commands.some(({ words }) =>
      words[0] === "set" && words.some((word) => word === "pipefail")
    );
  return withoutFilters(commands.slice(from + 1))
    .filter(({ endedBy }) => isPipeSafe || endedBy !== "|");
}

function keysOf(commands: readonly SimpleCommand[]): string[] {
  return commands.map(fromProgram)
    .filter(([program = ""]) => program !== "" && !SETTING.test(program))
    .map((words) =>
      oneLine(
        words.filter((word, n) =>
          !/\s/.test(word) || !MESSAGE.test(words[n - 1] ?? "")
        ).join(" "),
      )
    );
}

function fromProgram({ words }: SimpleCommand): string[] {
  const start = words.findIndex((word) => !BEFORE_PROGRAM.test(word));
  return start < 0 ? [] : words.slice(start);
}
