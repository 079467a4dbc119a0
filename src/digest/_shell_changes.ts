/**
 * The files a shell command changed, where it says so plainly: text written by
 * a redirection, `sed -i`, `mv`, `rm` and their `git` forms, `git restore`. What
 * a variable, a wildcard, an `||` or the cut of a long command hides is left out.
 */

import { COMMAND_CHARS } from "../session/log_entry.ts";

interface ShellChange {
  readonly path: string;
  /** Removed or moved away. */
  readonly gone: boolean;
  /** As it was committed last. */
  readonly undone?: boolean;
}

/** Redirections of other programs are logs more often than files. */
const WRITES_TEXT = /^(?:cat|echo|printf)$/;
/** Also `C:/…`: the shell of Git for Windows takes both. */
const FROM_TOP = /^(?:\/|[a-z]:\/)/i;
const IN_PLACE = /^(?:-\w*i|--in-place)/;

export function shellChanges(cmd: string): ShellChange[] {
  const changes: ShellChange[] = [];
  let folder = "";
  for (const { words, written, isSure } of commandsOf(cmd)) {
    if (!isSure) continue;
    const [program = "", ...rest] = words[0] === "git" ? words.slice(1) : words;
    const named = rest.filter((word) => !word.startsWith("-"));
    const add = (path: string, gone: boolean, undone = false) => {
      if (!isPlain(path)) return;
      const whole = (FROM_TOP.test(path) ? path : folder + path)
        .replace(/\/$/, "");
      changes.push({ path: whole, gone, ...(undone ? { undone } : {}) });
    };
    if (program === "cd") {
      const [to = ""] = named;
      folder = FROM_TOP.test(to) && isPlain(to) ? `${to}/` : "";
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
    } else if (words[0] === "git") {
      for (const path of restored(program, rest)) add(path, false, true);
    } else if (WRITES_TEXT.test(program)) {
      for (const path of written) add(path, false);
    }
  }
  return changes;
}

/** The paths of `git checkout -- …` and `git restore …`. */
function restored(verb: string, rest: readonly string[]): readonly string[] {
  const [first, second] = rest;
  if (verb === "checkout") {
    if (first === "--") return rest.slice(1);
    return first === "HEAD" && second === "--" ? rest.slice(2) : [];
  }
  const isBare = rest.every((word) => word === "--" || !word.startsWith("-"));
  return verb === "restore" && isBare
    ? rest.filter((word) => word !== "--")
    : [];
}

const isPlain = (path: string) =>
  /^(?:[a-z]:\/)?[\p{L}\p{N}_./@+~ -]*[\p{L}\p{N}_.]\/?$/iu.test(path) &&
  !path.startsWith("/dev/");

const baseOf = (path: string) => path.replace(/\/$/, "").replace(/^.*\//, "");

/** A line of shell as the simple commands it consists of, as far as it can be read. */
export interface SimpleCommand {
  readonly words: readonly string[];
  /** What `>` and `>>` point at. */
  readonly written: readonly string[];
  /** It ran if the line went through, and was read to its end. */
  readonly isSure: boolean;
  /** The operator behind it; "" at the end of the line. */
  readonly endedBy: string;
}

/** An operator, a redirection, a word; anything else cannot be read. */
const TOKENS =
  /[^\S\n]+|(\n|&&|\|\|?|;|&(?!>))|(<<<|<<-?|[0-9&]?>>?&?|<)|((?:'[^']*'|"(?:[^"\\]|\\[^])*"|\\[^]|[^\s'"\\;&|<>])+)|([^])/g;

/** A digest and the index ask for each line half a dozen times. */
const known = new Map<string, readonly SimpleCommand[]>();
const MOST_KNOWN = 500;

export function commandsOf(cmd: string): readonly SimpleCommand[] {
  let commands = known.get(cmd);
  if (commands === undefined) {
    if (known.size >= MOST_KNOWN) known.clear();
    known.set(cmd, commands = readCommands(cmd));
  }
  return commands;
}

function readCommands(cmd: string): SimpleCommand[] {
  const commands: SimpleCommand[] = [];
  let words: string[] = [];
  let written: string[] = [];
  let redirection = "";
  let isHeredoc = false;
  let isReached = true;
  const endCommand = (endedBy: string, isWhole = true) => {
    commands.push({ words, written, isSure: isReached && isWhole, endedBy });
    [words, written] = [[], []];
  };
  // L1 holds no longer ones.
  const text = cmd.slice(0, COMMAND_CHARS);
  for (const [, operator, arrow, word, unreadable] of text.matchAll(TOKENS)) {
    if (unreadable !== undefined) {
      endCommand("", false);
      return commands;
    }
    if (operator !== undefined) {
      endCommand(operator);
      isReached = operator !== "||";
      // What follows is the text to write.
      if (operator === "\n" && isHeredoc) return commands;
    } else if (arrow !== undefined) {
      redirection = arrow;
      isHeredoc ||= arrow.startsWith("<<") && arrow !== "<<<";
    } else if (word !== undefined) {
      const plain = word.replace(/\\([^])|["']/g, "$1");
      if (redirection === "") words.push(plain);
      else if (/^1?>>?$/.test(redirection)) written.push(plain);
      redirection = "";
    }
  }
  // The last word of a cut command may be half of one.
  endCommand("", cmd.length < COMMAND_CHARS - 1);
  return commands;
}

/** A program, and how its arguments begin or what is among them. */
const LEAVES_BEHIND: readonly [program: RegExp, args: RegExp][] = [
  [/^(?:cp|mv|rm|ln|touch|patch|truncate|rsync|unzip)$/, /./],
  [/^tar$/, /^-?[a-z]*x|--extract/],
  [/^(?:sed|perl|ruby|gawk)$/, /(?:^| )(?:-\w*i|--in-place)/],
  [
    /^git$/,
    /^(?:-[cC] \S+ )*(?:commit|push|merge|rebase|cherry-pick|revert|apply|am|mv|rm|restore|reset|init|clone|pull)(?![\w-])/,
  ],
  [/^gh$/, /^[a-z]+ (?:create|merge|close|edit|comment|review|upload)\b/],
  [
    /^(?:npm|pnpm|yarn|bun|deno|pip3?|uv|poetry|cargo|go|gem|bundle|composer|dotnet|python3?)$/,
    /^(?:-m pip |pip |mod )?(?:install|i|ci|add|remove|uninstall|update|upgrade|get|tidy|publish|init|create|new|fmt)(?![\w-])/,
  ],
  [/^(?:npx|bunx|pnpx)$/, /^(?:-\S+ )*(?:create-|degit\b)/],
  [/^(?:terraform|kubectl|helm|docker|podman)$/, /^(?:apply|upgrade|push)\b/],
  // A formatter or a linter that writes what it finds.
  [/./, /(?:^| )--(?:write|fix|in-place)(?: |$)/],
  [
    /^(?:Set-Content|Add-Content|Out-File|New-Item|(?:Remove|Move|Copy|Rename)-Item)$/i,
    /./,
  ],
];
const ONLY_TOLD = /(?:^| )--(?:dry-run|help|check)(?: |$)/;

/** A script given in the command that writes a file itself. */
const SCRIPT_WRITES =
  /\bopen\([^)]*,\s*["'][wax]|\bwrite_(?:text|bytes)\(|\b(?:write|append)(?:Text)?File(?:Sync)?\(|\bFile\.write\b/;

/** What `npm test > out.log` leaves is no work. */
const SCRATCH = /^\/dev\/|^\/(?:private\/)?(?:var\/)?tmp\/|\.log$|^[-&$]/;

/** Precedes the program: `sudo -E cp a b`, `then A=1 git push`. */
const BEFORE_PROGRAM =
  /^(?:(?:sudo|env|time|command|nohup|exec|xargs|then|do|else)$|[A-Za-z_]\w*=|[-({!])/;

/**
 * Whether a shell command left something behind: files, a commit, something
 * published. Wider than `shellChanges()`, which has to name the files: work
 * that is taken for none is lost, a look around that is taken for work costs
 * a few lines.
 */
export function leavesChange(cmd: string): boolean {
  return shellChanges(cmd).length > 0 || SCRIPT_WRITES.test(cmd) ||
    commandsOf(cmd).some(leavesSomething);
}

function leavesSomething({ words, written }: SimpleCommand): boolean {
  const start = words.findIndex((word) => !BEFORE_PROGRAM.test(word));
  const [path = "", ...rest] = start < 0 ? [] : words.slice(start);
  const program = path.replace(/^.*\//, "");
  const files = program === "tee" ? [...written, ...rest] : written;
  if (files.some((file) => !SCRATCH.test(file))) return true;
  const args = rest.join(" ");
  return !ONLY_TOLD.test(args) &&
    LEAVES_BEHIND.some(([name, how]) => name.test(program) && how.test(args));
}
