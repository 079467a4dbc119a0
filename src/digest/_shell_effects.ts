/**
 * Whether a shell command left something behind: files, a commit, something
 * published. Wider than `shellChanges()`, which has to name the files: work
 * that is taken for none is lost, a look around that is taken for work costs
 * a few lines.
 */

import {
  commandsOf,
  shellChanges,
  type SimpleCommand,
} from "./_shell_changes.ts";

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
