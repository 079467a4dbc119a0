/**
 * Where a program begins in the words of a command: behind `then`, variables,
 * and programs that start another, as `sudo -u ann` and `timeout 60`. The
 * plugin's hooks module has the same code, because it cannot load this.
 */

import { LEADS, type ShellWord } from "./shell_commands.ts";

/** Programs that start another, and those of their options that take a value. */
const STARTERS: ReadonlyMap<string, readonly string[]> = new Map(
  ([
    [
      "sudo",
      "-u -g -h -p -C -D -R -r -t -T -U --user --group --host --prompt " +
      "--close-from --chdir --chroot --role --type --command-timeout",
    ],
    ["doas", "-u -C"],
    ["env", "-u -C --unset --chdir"],
    ["nice", "-n --adjustment"],
    ["ionice", "-c -n --class --classdata"],
    ["time", "-f -o --format --output"],
    ["timeout", "-k -s --kill-after --signal"],
    ["stdbuf", "-i -o -e --input --output --error"],
    [
      "xargs",
      "-a -d -E -I -L -n -P -s --arg-file --delimiter --max-args " +
      "--max-lines --max-procs --replace",
    ],
    ["exec", "-a"],
    ["nohup", ""],
    ["setsid", ""],
    ["command", ""],
  ] as const).map(([name, options]) => [name, options.split(" ")]),
);
/** With these nothing is started, or what is said is one word. */
const STARTS_NONE = new Map([
  ["command", ["-v", "-V"]],
  ["sudo", ["-l", "-e", "-v", "-k", "--list", "--edit"]],
  ["env", ["-S", "--split-string"]],
]);
const MOST_STARTS = 8;
const VARIABLE = /^[A-Za-z_]\w*=/;
const SYSTEM_FOLDER = /^\/(?:usr\/(?:local\/)?|opt\/homebrew\/)?s?bin\//;

/** The words from each program on that is started; the last is the one meant. */
export function commandStarts(words: readonly ShellWord[]): ShellWord[][] {
  const starts: ShellWord[][] = [];
  let at = 0;
  for (let word = words[at]; word !== undefined; word = words[at]) {
    if (LEADS.test(word.text) || VARIABLE.test(word.text)) {
      at++;
      continue;
    }
    const name = word.text.replace(SYSTEM_FOLDER, "");
    starts.push([{ ...word, text: name }, ...words.slice(at + 1)]);
    const next = startedBy(name, words.map(({ text }) => text), at + 1);
    if (next === undefined || starts.length === MOST_STARTS) break;
    at = next;
  }
  return starts;
}

/** The place of the program that it starts, behind its own options. */
function startedBy(
  name: string,
  words: readonly string[],
  from: number,
): number | undefined {
  const withValue = STARTERS.get(name);
  if (withValue === undefined) return undefined;
  let at = from;
  for (let word = words[at]; word?.startsWith("-"); word = words[at]) {
    if (STARTS_NONE.get(name)?.includes(word)) return undefined;
    at += withValue.includes(word) ? 2 : 1;
  }
  return name === "timeout" ? at + 1 : at;
}
