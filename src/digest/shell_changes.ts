/**
 * The files a shell command changed, where it says so plainly: text written by
 * a redirection, `sed -i`, `mv`, `rm` and their `git` forms. What a variable, a
 * wildcard, an `||` or the cut of a long command hides is left out.
 */

import { commandsOf } from "./shell_commands.ts";

export interface ShellChange {
  readonly path: string;
  /** Removed or moved away. */
  readonly gone: boolean;
}

/** Redirections of other programs are logs more often than files. */
const WRITES_TEXT = /^(?:cat|echo|printf)$/;
const IN_PLACE = /^(?:-\w*i|--in-place)/;

export function shellChanges(cmd: string): ShellChange[] {
  const changes: ShellChange[] = [];
  let folder = "";
  for (const { words, written, isSure } of commandsOf(cmd)) {
    if (!isSure) continue;
    const [program = "", ...rest] = words[0] === "git" ? words.slice(1) : words;
    const named = rest.filter((word) => !word.startsWith("-"));
    const add = (path: string, gone: boolean) => {
      if (!isPlain(path)) return;
      const whole = path.startsWith("/") ? path : folder + path;
      changes.push({ path: whole.replace(/\/$/, ""), gone });
    };
    if (program === "cd") {
      const [to = ""] = named;
      folder = to.startsWith("/") && isPlain(to) ? `${to}/` : "";
    } else if (program === "rm" && !rest.includes("--cached")) {
      for (const path of named) add(path, true);
    } else if (program === "mv" && named.length > 1) {
      const to = named.pop() ?? "";
      const isFolder = named.length > 1 || to.endsWith("/");
      for (const path of named) {
        add(path, true);
        add(isFolder ? `${to}/${baseOf(path)}`.replace("//", "/") : to, false);
      }
    } else if (program === "sed" && rest.some((word) => IN_PLACE.test(word))) {
      if (named.length > 1) add(named.at(-1) ?? "", false);
    } else if (WRITES_TEXT.test(program)) {
      for (const path of written) add(path, false);
    }
  }
  return changes;
}

const isPlain = (path: string) =>
  /^[\p{L}\p{N}_./@+~ -]*[\p{L}\p{N}_.]\/?$/u.test(path) &&
  !path.startsWith("/dev/");

const baseOf = (path: string) => path.replace(/\/$/, "").replace(/^.*\//, "");
