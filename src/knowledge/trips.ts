/**
 * Which rules a tool call breaks. The plugin's hooks module has the same code,
 * because it cannot load this; a test compares the two.
 */

import { shellCommands, type ShellWord } from "../base/shell_commands.ts";

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
  readonly prefix?: string;
  readonly with?: string;
  readonly unless?: string;
  readonly path?: string;
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
): R[] {
  const file = EDITS.includes(call.tool) ? fileOf(call) : "";
  const line = SHELLS.includes(call.tool) ? String(call.command ?? "") : "";
  const commands = line === "" || rules.length === 0 ? [] : startsOf(
    // PowerShell escapes with a backtick.
    call.tool === "Bash"
      ? line
      : line.replaceAll("\\", "/").replaceAll("`", "\\"),
  );
  return rules.filter((rule) => {
    if (rule.path !== undefined) {
      return rule.path.endsWith("/")
        ? file.includes("/" + rule.path)
        : file.endsWith("/" + rule.path);
    }
    if (rule.unless !== undefined && line.includes(rule.unless)) return false;
    return commands.some((words) => isNamed(rule, words));
  });
}

/** With `/` before it; "" if there is none. */
function fileOf({ file_path, notebook_path }: ToolCall): string {
  const file = file_path ?? notebook_path;
  if (typeof file !== "string") return "";
  // macOS hands out letters taken apart.
  return "/" + file.replaceAll("\\", "/").normalize();
}

/** Words that may precede a program. */
const BEFORE =
  /^(?:if|elif|then|else|do|while|until|!|\{|time|sudo|env|command|exec|nohup|[A-Za-z_]\w*=[^]*)$/;
/** They say or look for a flag more often than they are given one. */
const SAYS = /^(?:echo|printf|e?grep|rg|ag|sed|awk|man)$/;

/** The words of each command from its program on, and from each word before. */
function startsOf(line: string): ShellWord[][] {
  return shellCommands(line).flatMap((words) => {
    const own = words.findIndex(({ text }) => !BEFORE.test(text));
    return words.slice(0, own < 0 ? words.length : own + 1)
      .map((_, n) => withoutPlace(words.slice(n)));
  });
}

/** `git -C app -c a=b push` is `git push`. */
function withoutPlace(words: ShellWord[]): ShellWord[] {
  const [git, option, , ...rest] = words;
  return git?.text === "git" && /^-[Cc]$/.test(option?.text ?? "")
    ? withoutPlace([git, ...rest])
    : words;
}

function isNamed(rule: Trip, words: readonly ShellWord[]): boolean {
  const prefix = rule.prefix?.split(" ") ?? [];
  if (prefix.some((word, n) => words[n]?.text !== word)) return false;
  if (rule.with === undefined) return prefix.length > 0;
  if (prefix.length === 0 && SAYS.test(words[0]?.text ?? "")) return false;
  const end = words.findIndex(({ text }) => text === "--");
  return words.slice(prefix.length, end < 0 ? words.length : end)
    .some(({ text, isQuoted }) => !isQuoted && text === rule.with);
}
