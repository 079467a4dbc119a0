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

/** The keys of all that has passed if the line has, each part of a chain too. */
export function passedKeys(cmd: string): string[] {
  const keys = keysOf(surelyPassed(commandsOf(cmd))).slice(-MOST_COMMANDS);
  return keys.flatMap((_, from) =>
    keys.slice(from).map((_, n) => keys.slice(from, from + n + 1).join(AND))
  );
}

/** The folder a line goes to, if it does. */
export function folderOf(cmd: string): string | undefined {
  return commandsOf(cmd).findLast(({ words }) => words[0] === "cd")?.words[1];
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
function surelyPassed(commands: readonly SimpleCommand[]): SimpleCommand[] {
  if (
    commands.some(({ isSure, words: [first = ""] }) =>
      !isSure || CONTROL.test(first)
    )
  ) return [];
  const from = commands.findLastIndex(({ endedBy }) =>
    /^(?:;|&|\n)$/.test(endedBy)
  );
  const isPipeSafe = commands.some(({ words }) =>
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
