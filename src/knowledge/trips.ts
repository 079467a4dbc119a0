/**
 * Which rules a tool call breaks. The plugin's hooks module has the same code,
 * because it cannot load this; a test compares the two.
 */

import { commandStarts } from "../base/command_starts.ts";
import { shellCommands, type ShellWord } from "../base/shell_commands.ts";
import {
  type CallChanges,
  changesByShell,
  foldsCase,
  isAt,
  isTop,
  type Place,
  placeIn,
} from "./changed_files.ts";
import { type RunCommand, withHanded } from "./handed_commands.ts";

const EDITS = ["Edit", "Write", "MultiEdit", "NotebookEdit"];
const SHELLS = ["Bash", "PowerShell"];

export interface ToolCall {
  readonly tool: string;
  readonly command?: unknown;
  readonly file_path?: unknown;
  readonly notebook_path?: unknown;
}

/** What a rule names. */
export interface Trip {
  /** A command begins so; any if there is none. */
  readonly prefix?: string;
  /** And has one of each: flags or words. */
  readonly with?: readonly (readonly string[])[];
  /** Short flags of that command that take no value, so may be in one word. */
  readonly bundle?: string;
  /** And says none of these. */
  readonly unless?: readonly string[];
  /** And is none of these, which begin like it. */
  readonly except?: readonly string[];
  /** And leaves this branch unnamed, while it is checked out. */
  readonly branch?: string;
  /** Files that may not be changed. */
  readonly paths?: readonly string[];
  /** Files that may not be deleted. */
  readonly deletes?: readonly string[];
}

/** Whether a call reads or changes this file of the project in `root`. */
export function isAbout(path: string, call: ToolCall, root: string): boolean {
  if (call.tool !== "Read" && !EDITS.includes(call.tool)) return false;
  const file = fileOf(call);
  // As the call names it, from the project's folder or from the top.
  const top = fileOf({ tool: call.tool, file_path: root + "/" });
  return file === "/" + path || file === top.replace(/\/+$/, "/") + path;
}

export function brokenRules<R extends Trip>(
  rules: readonly R[],
  call: ToolCall,
  place: Place,
): R[] {
  if (rules.length === 0) return [];
  const commands = commandsOf(call);
  const said = commands.length === 0 ? [] : saidBy(commands, place);
  const { changed, deleted } = changesOf(call, commands, place);
  const fold = (text: string) =>
    place.roots.some(foldsCase) ? text.toLowerCase() : text;
  const isAmong = (patterns: readonly string[], files: readonly string[]) =>
    patterns.some((one) => files.some((file) => isAt(fold(one), fold(file))));
  return rules.filter((rule) =>
    isAmong(rule.paths ?? [], changed) ||
    isAmong(rule.deletes ?? [], deleted) ||
    said.some((one) => isNamed(rule, one))
  );
}

/** Where a shell is after a call, if that can be told. */
export function folderAfterCall(
  call: ToolCall,
  place: Place,
): string | undefined {
  return changesByShell(commandsOf(call), place).cwd;
}

/** Whether the branch that is checked out is the same after a call. */
export const keepsBranch = (call: ToolCall) =>
  !commandsOf(call).some(({ words }) =>
    commandStarts(words).some((start) => changesBranch(textsOf(start)))
  );

function commandsOf({ tool, command }: ToolCall): RunCommand[] {
  if (!SHELLS.includes(tool)) return [];
  const line = String(command ?? "");
  // PowerShell escapes with a backtick.
  return withHanded(shellCommands(
    tool === "Bash" ? line : line.replaceAll("\\", "/").replaceAll("`", "\\"),
  ));
}

function changesOf(
  call: ToolCall,
  commands: readonly RunCommand[],
  place: Place,
): CallChanges {
  if (!EDITS.includes(call.tool)) return changesByShell(commands, place);
  const path = call.file_path ?? call.notebook_path;
  const file = typeof path === "string" ? placeIn(path, place) : undefined;
  return { changed: file === undefined ? [] : [file], deleted: [] };
}

/** With `/` before it; "" if there is none. */
function fileOf({ file_path, notebook_path }: ToolCall): string {
  const file = file_path ?? notebook_path;
  if (typeof file !== "string") return "";
  // macOS hands out letters taken apart.
  return "/" + file.replaceAll("\\", "/").normalize();
}

/** They say or look for a flag more often than they are given one. */
const SAYS = /^(?:echo|printf|e?grep|rg|ag|sed|awk|man)$/;
const EXPORTS = /^(?:export|declare|set)$/;
const EXPORT_CHARS = 2000;

/** A command as rules are compared with it. */
interface Said {
  /** From each program on that it starts. */
  readonly starts: readonly (readonly ShellWord[])[];
  /** All of its words, and what was exported before. */
  readonly line: string;
  /** What is checked out where it runs, if that is certain. */
  readonly branch: string | undefined;
}

function saidBy(commands: readonly RunCommand[], place: Place): Said[] {
  let exported = "";
  let branch = isTop(place) ? place.branch : undefined;
  return commands.map(({ words, around = "" }) => {
    const text = textsOf(words).join(" ");
    const line = ` ${exported} ${around} ${text} `;
    if (EXPORTS.test(words[0]?.text ?? "") && text.length < EXPORT_CHARS) {
      exported = `${exported} ${text}`.slice(-EXPORT_CHARS);
    }
    const starts = commandStarts(words);
    const before = branch;
    if (
      branch !== undefined &&
      starts.map(textsOf).some((texts) =>
        GOES.test(texts[0] ?? "") || changesBranch(texts)
      )
    ) branch = undefined;
    return { starts, line, branch: before };
  });
}

const textsOf = (words: readonly ShellWord[]) => words.map(({ text }) => text);

const GOES = /^(?:cd|pushd|popd|chdir|set-location|sl)$/i;

const CHECKS_OUT = /^(?:checkout|switch|rebase|bisect|worktree|symbolic-ref)$/;
const RENAMES = /^(?:-m|-M|--move)$/;

function changesBranch([program, ...rest]: readonly string[]): boolean {
  if (program === "gh") return /^(?:pr checkout|co)\b/.test(rest.join(" "));
  return program === "git" && (rest.some((word) => CHECKS_OUT.test(word)) ||
    rest[0] === "branch" && rest.some((word) => RENAMES.test(word)));
}

function isNamed(rule: Trip, { starts, line, branch }: Said): boolean {
  if (rule.prefix === undefined && rule.with === undefined) return false;
  if (rule.branch !== undefined && rule.branch !== branch) return false;
  return starts.some((start) => isStart(rule, start)) &&
    !rule.unless?.some((wanted) => isSaid(wanted, line));
}

/** `OSD` is said by `OSD=sdl`, `-j` by `-j4`. */
const isSaid = (wanted: string, line: string) =>
  line.includes(` ${wanted} `) || line.includes(` ${wanted}=`) ||
  /^-\w$/.test(wanted) && line.includes(` ${wanted}`);

function isStart(rule: Trip, words: readonly ShellWord[]): boolean {
  const { prefix, except = [], with: flags, bundle = "" } = rule;
  if (prefix === undefined && SAYS.test(words[0]?.text ?? "")) return false;
  if (prefix !== undefined && !beginsSo(prefix, words)) return false;
  if (except.some((wanted) => hasInOrder(wanted, words))) return false;
  if (rule.branch !== undefined && !isBare(textsOf(words))) return false;
  const end = words.findIndex(({ text }) => text === "--");
  const plain = words.slice(1, end < 0 ? words.length : end)
    .filter(({ isQuoted }) => !isQuoted).map(({ text }) => text);
  return (flags ?? []).every((names) =>
    names.some((name) => plain.some((word) => isFlag(name, word, bundle)))
  );
}

/** `-f` is also in `-uf` if a `u` there takes no value. */
function isFlag(name: string, word: string, bundle: string): boolean {
  if (word === name || name.startsWith("--") && word.startsWith(`${name}=`)) {
    return true;
  }
  if (!/^-[a-z]$/i.test(name) || !/^-[a-z]+$/i.test(word)) return false;
  const at = word.indexOf(name.slice(1));
  return at > 0 && bundle.includes(name.slice(1)) &&
    [...word.slice(1, at)].every((letter) => bundle.includes(letter));
}

/** It says more than a remote: other branches, tags, nothing for real. */
const NOT_BARE =
  /^(?:--(?:tags|all|branches|mirror|delete|prune|dry-run|repo|push-option|exec|receive-pack)(?:=.*)?|-[a-z]*[don][a-z]*)$/;

/** `git push`, `git push -u origin HEAD`, any `git commit`: of this branch. */
function isBare([, verb, ...rest]: readonly string[]): boolean {
  if (verb !== "push") return verb === "commit" && !rest.includes("--dry-run");
  if (rest.some((word) => NOT_BARE.test(word))) return false;
  const [remote = "origin", name = "HEAD", more] = rest.filter((word) =>
    !word.startsWith("-")
  );
  return /^[\w.-]+$/.test(remote) && /^(?:HEAD|@)$/.test(name) &&
    more === undefined;
}

/** Options that say where, with a value: `git -C app push` is `git push`. */
const SAYS_WHERE = new Map([
  ["git", "-C -c --git-dir --work-tree"],
  ["docker", "-f -p --file --profile --project-name --env-file --context"],
  ["docker-compose", "-f -p --file --profile --project-name --env-file"],
  ["kubectl", "-n --namespace --context --kubeconfig"],
  ["npm", "--prefix -C -w --workspace"],
  ["pnpm", "-C --dir --filter -F"],
  ["yarn", "--cwd"],
  ["terraform", "-chdir"],
  ["make", "-C -f"],
]);

function beginsSo(prefix: string, words: readonly ShellWord[]): boolean {
  const texts = textsOf(words);
  const options = SAYS_WHERE.get(texts[0] ?? "")?.split(" ") ?? [];
  let at = 0;
  for (const [n, wanted] of prefix.split(" ").entries()) {
    while (n > 0 && texts[at] !== wanted) {
      const [word = "", name = ""] = [texts[at], texts[at]?.split("=")[0]];
      if (!word.startsWith("-")) return false;
      // Behind the subcommand they are its own; `--no-pager` has no value.
      const isKnown = options.includes(name) || word.startsWith("--no-");
      if (n < 2 && !isKnown) return false;
      at += options.includes(word) ? 2 : 1;
    }
    const word = texts[at++] ?? "";
    // `scripts/a.sh` is `./scripts/a.sh`.
    const isSame = word === wanted ||
      n === 0 && word.includes("/") && `./${word}` === wanted;
    if (!isSame) return false;
  }
  return true;
}

function hasInOrder(wanted: string, words: readonly ShellWord[]): boolean {
  let at = 0;
  return wanted.split(" ").every((word, n) => {
    const found = words.findIndex(({ text }, m) => m >= at && text === word);
    at = found + 1;
    return n === 0 ? found === 0 : found > 0;
  });
}
