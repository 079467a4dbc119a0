/**
 * What a shell is handed to run: the text of `bash -c` and `eval`, and a script
 * by its path. The plugin's hooks module has the same code, because it cannot
 * load this.
 */

import { commandStarts } from "../base/command_starts.ts";
import { type ShellCommand, shellCommands } from "../base/shell_commands.ts";

export interface RunCommand extends ShellCommand {
  /** What was said around it: `OSD=sdl bash -c …` sets OSD for it. */
  readonly around?: string;
}

const MOST_HANDED = 3;
const SHELL = /^(?:ba|z|da|k|a|fi)?sh$/;
const WINDOWS_SHELL = /^(?:pwsh|powershell)(?:\.exe)?$/i;

/** Each command, and behind it what it hands to a shell. */
export function withHanded(
  commands: readonly ShellCommand[],
  around = "",
  depth = 0,
): RunCommand[] {
  return commands.flatMap((command) => {
    const run = around === "" ? command : { ...command, around };
    const words = commandStarts(command.words).at(-1) ?? [];
    const [program = "", ...args] = words.map(({ text }) => text);
    const line = lineFor(program, args);
    if (line === undefined || depth === MOST_HANDED) return [run];
    const isInner = command.isInner || program !== "eval";
    const handed = shellCommands(line).map((one) => ({
      ...one,
      isInner: isInner || one.isInner,
    }));
    const said = command.words.map(({ text }) => text).join(" ");
    return [run, ...withHanded(handed, `${around} ${said}`, depth + 1)];
  });
}

function lineFor(program: string, args: readonly string[]): string | undefined {
  if (program === "eval") return args.join(" ");
  if (/^cmd(?:\.exe)?$/i.test(program)) {
    return /^\/[ck]$/i.test(args[0] ?? "")
      ? args.slice(1).join(" ")
      : undefined;
  }
  if (WINDOWS_SHELL.test(program)) {
    const at = args.findIndex((word) => /^-c(?:ommand)?$/i.test(word));
    return at < 0 ? undefined : args.slice(at + 1).join(" ");
  }
  return SHELL.test(program) ? lineForShell(args) : undefined;
}

/** `-euo pipefail -c 'npm ci'`, or a script and what it is given. */
function lineForShell(args: readonly string[]): string | undefined {
  let [at, isText] = [0, false];
  for (let word = args[at]; word && /^[-+]/.test(word); word = args[at]) {
    if (/^-[a-z]*c[a-z]*$/i.test(word)) isText = true;
    // It reads what it runs, or only looks at it.
    if (/^-[a-z]*[sn][a-z]*$/.test(word) && !isText) return undefined;
    at += /^[-+][a-z]*[oO]$|^--(?:rcfile|init-file)$/.test(word) ? 2 : 1;
  }
  const [first, ...rest] = args.slice(at);
  if (first === undefined || isText) return first;
  const script = /^[\w.-]/.test(first) && !/^\.{1,2}\//.test(first)
    ? `./${first}`
    : first;
  return [script, ...rest].map(quoted).join(" ");
}

const quoted = (word: string) =>
  /^[\w./~@%+=:,-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
