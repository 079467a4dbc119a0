/** What a session did, told from its tool calls: files changed, commands failed. */

import { cut } from "./digest_words.ts";
import type { L1Entry, ToolEntry } from "./l1_entry.ts";

const EDITS: ReadonlySet<string> = new Set([
  "Edit",
  "MultiEdit",
  "NotebookEdit",
  "Write",
]);
const COMMANDS: ReadonlySet<string> = new Set(["Bash", "PowerShell"]);

/** Nearly all that a session reads lies in its project. */
const PROJECT_SHARE = 0.9;
/** Notes and scratch files lie elsewhere, whatever the project is. */
const OUTSIDE = /\/(?:\.claude|tmp|temp|node_modules)\//i;
const COMMAND_CHARS = 70;
const ERROR_CHARS = 70;

export function isEdit(entry: L1Entry): entry is ToolEntry {
  return entry.role === "tool" && EDITS.has(entry.name) &&
    entry.result === "ok" && entry.target !== undefined;
}

const REFUSED =
  /user doesn't want to|Request interrupted by user|^Permission to use/i;

/** The user said no, which is no failure of the command. */
export function isRefused(entry: ToolEntry): boolean {
  return entry.result === "error" && REFUSED.test(entry.output ?? "");
}

export interface ChangedFiles {
  readonly count: number;
  readonly root: string;
  /** Most edited first: `path` or `path` ×n. */
  readonly names: readonly string[];
}

export function changedFiles(entries: readonly L1Entry[]): ChangedFiles {
  const edits = new Map<string, number>();
  const seen = new Set<string>();
  for (const entry of entries) {
    if (entry.role !== "tool" || entry.target === undefined) continue;
    const path = entry.target.replaceAll("\\", "/");
    if (isEdit(entry)) edits.set(path, (edits.get(path) ?? 0) + 1);
    if (EDITS.has(entry.name) || entry.name === "Read") seen.add(path);
  }
  const root = projectRoot([...edits.keys()], [...seen]);
  const sorted = [...edits].sort((a, b) => b[1] - a[1]);
  return {
    count: sorted.length,
    root: root.filter((part) => part !== "").slice(-3).join("/"),
    names: sorted.slice(0, 40).map(([path, times]) => {
      const name = relative(path, root).replaceAll("`", "'");
      return `\`${name}\`${times > 1 ? ` ×${times}` : ""}`;
    }),
  };
}

/** The folder that holds what was edited, widened to what was read. */
function projectRoot(edited: string[], seen: string[]): string[] {
  const split = (paths: string[]) => {
    const inside = paths.filter((path) => !OUTSIDE.test(path));
    return (inside.length > 0 ? inside : paths).map((path) => path.split("/"));
  };
  const narrow = commonRoot(split(edited), 1);
  const wide = commonRoot(split(seen), PROJECT_SHARE);
  const isAbove = wide.length > 2 &&
    wide.every((part, at) => part === narrow[at]);
  return isAbove ? wide : narrow;
}

/** The deepest folder that holds such a share of the paths. */
function commonRoot(paths: readonly string[][], share: number): string[] {
  const root: string[] = [];
  let inside = paths;
  for (;;) {
    const depth = root.length;
    const counts = new Map<string, number>();
    for (const path of inside) {
      const part = path[depth];
      if (part === undefined || path.length - 1 <= depth) continue;
      counts.set(part, (counts.get(part) ?? 0) + 1);
    }
    let most = "";
    let count = 0;
    for (const [part, times] of counts) {
      if (times > count) [most, count] = [part, times];
    }
    if (count === 0 || count < paths.length * share) return root;
    root.push(most);
    inside = inside.filter((path) => path[depth] === most);
  }
}

function relative(path: string, root: readonly string[]): string {
  const start = root.join("/") + "/";
  if (root.length > 0 && path.startsWith(start)) {
    return path.slice(start.length);
  }
  const parts = path.split("/");
  return parts.length > 4 ? `…/${parts.slice(-3).join("/")}` : path;
}

export type Followed =
  | "passed later"
  | "a similar one passed later"
  | "never passed"
  | "not run again";

export interface FailedCommand {
  /** As it failed first, without folder and pipes. */
  readonly command: string;
  readonly error: string;
  readonly times: number;
  readonly followed: Followed;
  /** Tests, builds and commits; not a look around. */
  readonly matters: boolean;
}

/** A look around fails often and means little. */
const LOOKS =
  /^(?:ls|cat|grep|rg|find|fd|head|tail|tree|which|wc|sed|awk|jq|echo|pwd|test|stat|file|type|command|env|ps|pgrep|kill|pkill|lsof|sleep|cd|curl|git (?:log|show|diff|status|grep|branch|ls-files|blame))\b/;

/** Behind a pipe a failing command reports success; its output tells. */
const SHOWS_FAILURE =
  /^(?:--- )?FAIL\b|ERROR task failed|\b[1-9]\d* (?:tests? )?(?:failed|failing)\b|\berror TS\d+|^error(?:\[E\d+\])?: |npm ERR!|^E {3}|Traceback \(most recent/m;

/** The failed commands of the session itself, by their first failure. */
export function failedCommands(entries: readonly L1Entry[]): FailedCommand[] {
  const failures = new Map<string, Failure>();
  const passed = new Map<string, number>();
  for (const [at, entry] of entries.entries()) {
    if (!isCommand(entry)) continue;
    const output = entry.output ?? "";
    const heads = headsOf(entry.cmd);
    const key = heads.at(-1);
    if (key === undefined || isRefused(entry) || STOPPED.test(output)) continue;
    const hidden = entry.cmd.includes("|") && !LOOKS.test(key) &&
      SHOWS_FAILURE.test(output);
    if (entry.result === "ok" && !hidden) {
      for (const head of heads) passed.set(head, at).set(familyOf(head), at);
      continue;
    }
    const before = failures.get(key);
    failures.set(key, {
      command: before?.command ?? cut(coreOf(entry.cmd), COMMAND_CHARS),
      error: errorOf(output) || (before?.error ?? ""),
      times: (before?.times ?? 0) + 1,
      at,
    });
  }
  return [...failures].map(([key, { at, ...failure }]) => ({
    ...failure,
    matters: !LOOKS.test(key),
    followed: (passed.get(key) ?? -1) > at
      ? "passed later"
      : (passed.get(familyOf(key)) ?? -1) > at
      ? "a similar one passed later"
      : failure.times > 1
      ? "never passed"
      : "not run again",
  }));
}

interface Failure {
  readonly command: string;
  readonly error: string;
  readonly times: number;
  readonly at: number;
}

const STOPPED = /Sibling tool call errored/;

function isCommand(entry: L1Entry): entry is ToolEntry & { cmd: string } {
  return entry.role === "tool" && entry.agent === undefined &&
    COMMANDS.has(entry.name) && entry.cmd !== undefined &&
    entry.result !== undefined;
}

/** `go test` and `npm run test:ci` answer the same question. */
function familyOf(head: string): string {
  const [kind] = /test|spec|lint|build|type-?check|tsc|check|fmt|format/i
    .exec(head.replace(/^\S*\//, "")) ?? [];
  return kind === undefined ? head : `* ${kind.toLowerCase()}`;
}

/** Without the folder it ran in, its environment and what filters its output. */
function coreOf(cmd: string): string {
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
    if (!/^[\w./~-]+$/.test(program) || program === "cd") return [];
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

/** The line of an output that says what went wrong. */
function errorOf(output: string): string {
  const lines = output.replace(/\x1b\[[0-9;?]*[A-Za-z]|\[\d*[GK]/g, "")
    .split("\n").map((line) => line.trim()).filter((line) =>
      /[\p{L}\p{N}]{2}/u.test(line) &&
      !/^(?:Exit code \d+$|\[[\w:.-]+\] |[╭│╰┃>$] ?)|\[no test files\]|^ok\s/
        .test(line)
    );
  const telling = lines.find((line) =>
    /error|fail|fatal|panic|cannot|can't|not found|no such|invalid|denied|conflict|expected|오류|실패|エラー|失敗/i
      .test(line)
  );
  const line = telling ?? (lines.length === 1 ? lines[0] : "") ?? "";
  return cut(line.replace(/\s+/g, " "), ERROR_CHARS);
}
