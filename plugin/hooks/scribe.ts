/**
 * Carries texts from the executable to Claude Code's own model connection and
 * the answers back. It decides nothing: the executable decides what is due, how
 * often, which text, and what happens with the answer. It also compares tool
 * calls with tables that the executable has made: rules of the user, and files
 * that memory knows something about.
 */

import type { Client, On } from "./client.d.ts";

const COMPLETION_MS = 120_000;
const STATUS_MS = 8000;
const REMINDERS_A_TURN = 3;

/** A rule that names a command or a path. */
export interface Rule extends Trip {
  readonly id: string;
  readonly text: string;
  readonly deny?: boolean;
}

/** A file that memory knows something about. */
interface FileNote {
  readonly path: string;
  readonly id: string;
  readonly text: string;
}

/** The session this module runs in, as far as known. */
interface Session {
  id?: string;
  /** The first folder: later ones may follow a `cd`. */
  dir?: string;
  isWriting?: boolean;
  rules: readonly Rule[];
  files: readonly FileNote[];
  /** How many files may be told until the executable says more. */
  room: number;
  /** Paths told in this session. */
  known: string[];
  /** Ids of the rules and files told in this turn, and of refusals. */
  told: string[];
  /** Rules said in this turn, with the loop that was told. */
  reminded: string[];
  /** The project's folder, as the executable names it. */
  roots: readonly string[];
  /** Where the shell is, as far as its commands tell. */
  cwd?: string | undefined;
  /** What is checked out there, until a command may have changed it. */
  branch?: string | undefined;
}

export function register(on: On): void {
  const session: Session = {
    rules: [],
    files: [],
    room: 0,
    known: [],
    told: [],
    reminded: [],
    roots: [],
  };
  on("classic.SessionStart", async ($, e, next) => {
    if (session.id !== e.session_id) session.known = [];
    session.id = e.session_id;
    session.dir ??= e.cwd;
    session.cwd = e.cwd;
    // After the event: the start does not wait for it.
    $.clock.after(1, () => greet($, session));
    return await next(e);
  });
  on("turn.complete", async ($, e, next) => {
    const result = await next(e);
    if (e.agentId === undefined) await write($, session);
    return result;
  });
  on("tool.call", async (_$, e, next) => {
    // An agent's shell begins in the session's folder with each call.
    const isAgent = e.agentId !== undefined;
    const { roots, cwd, dir, branch } = session;
    // And it may work in a checkout of its own.
    const place = isAgent ? { roots, cwd: dir } : { roots, cwd, branch };
    const broken = brokenRules(session.rules, e, place);
    const forbids = broken.find(({ deny }) => deny);
    if (forbids) {
      session.told.push(forbids.id);
      return { deny: forbids.text };
    }
    const result = await next(e);
    if (result.deny !== undefined) return result;
    if (branch !== undefined && !keepsBranch(e)) session.branch = undefined;
    if (!isAgent && !e.run_in_background) {
      session.cwd = folderAfterCall(e, place);
    }
    const texts = [
      ...remind(session, broken, e.agentId),
      ...session.room > 0 ? tell(session, e) : [],
    ];
    return texts.length === 0
      ? result
      : { ...result, context: [...result.context ?? [], ...texts] };
  });
}

/** Each rule once a turn and loop: an agent has not heard what the session has. */
function remind(
  { reminded, told }: Session,
  broken: readonly Rule[],
  loop = "",
): string[] {
  const texts: string[] = [];
  for (const { id, text } of broken) {
    const count = reminded.filter((one) => one.startsWith(`${loop} `)).length;
    if (count >= REMINDERS_A_TURN || reminded.includes(`${loop} ${id}`)) {
      continue;
    }
    reminded.push(`${loop} ${id}`);
    told.push(id);
    texts.push(text);
  }
  return texts;
}

/** Each file once a session, one a turn. */
function tell(session: Session, call: ToolCall): string[] {
  const note = session.files.find(({ path }) =>
    !session.known.includes(path) && isAbout(path, call, session.dir ?? "")
  );
  if (note === undefined) return [];
  // The executable gives room again when the turn is over.
  session.room = 0;
  session.known.push(note.path);
  session.told.push(note.id);
  return [note.text];
}

async function greet($: Client, session: Session): Promise<void> {
  learn(session, await keeper($, session, ["hello"]));
}

function learn(session: Session, reply: Reply | undefined): void {
  if (reply === undefined) return;
  session.rules = reply.rules ?? [];
  session.roots = reply.roots ?? [];
  session.branch = reply.branch;
  session.files = reply.files ?? [];
  session.room = reply.room ?? 0;
}

async function write($: Client, session: Session): Promise<void> {
  if (session.isWriting) return;
  session.isWriting = true;
  // After /clear the session is another one, the job is still this one's.
  const own = { ...session };
  session.told = [];
  session.reminded = [];
  const told = own.told.length > 0 ? ["--told", own.told.join()] : [];
  try {
    const job = await keeper($, own, ["next", ...told]);
    learn(session, job);
    if (typeof job?.id !== "string") return;
    if (job.status) $.ui.status(job.status);
    const answer = await ask($, job);
    const done = await keeper($, own, ["commit", job.id], answer);
    learn(session, done);
    $.ui.status(done?.status || undefined);
    $.clock.after(STATUS_MS, () => {
      if (!session.isWriting) $.ui.status(undefined);
    });
    if (done?.toast) $.ui.toast(done.toast);
  } finally {
    session.isWriting = false;
  }
}

/** A failure is an answer too: the executable counts it. */
async function ask($: Client, job: Reply): Promise<string> {
  try {
    const answer = await $.model.complete({
      model: "haiku",
      effort: "low",
      system: job.system ?? "",
      prompt: job.prompt ?? "",
      maxTokens: job.maxTokens ?? 3000,
      timeoutMs: COMPLETION_MS,
    });
    return JSON.stringify(answer);
  } catch (error) {
    return JSON.stringify({ error: String(error) });
  }
}

/** What the executable prints as JSON. */
interface Reply {
  readonly id?: string;
  readonly system?: string;
  readonly prompt?: string;
  readonly maxTokens?: number;
  readonly status?: string;
  readonly toast?: string;
  readonly rules?: readonly Rule[];
  readonly roots?: readonly string[];
  readonly branch?: string;
  readonly files?: readonly FileNote[];
  readonly room?: number;
}

/** Undefined if it prints nothing or cannot be started, or the session is unknown. */
async function keeper(
  $: Client,
  { id, dir }: Session,
  words: string[],
  stdin = "",
): Promise<Reply | undefined> {
  if (id === undefined || dir === undefined) return undefined;
  try {
    const { stdout } = await $.process.run([
      $.plugin.root + "/bin/memory-keeper",
      "scribe",
      ...words,
      "--json",
      "--session",
      id,
      "--project-dir",
      dir,
    ], { cwd: dir, stdin });
    return stdout.trim() === "" ? undefined : JSON.parse(stdout);
  } catch {
    return undefined;
  }
}

// Generated from here on by `deno task module`.

// src/knowledge/trips.ts

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

// src/knowledge/handed_commands.ts

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

// src/knowledge/changed_files.ts

/** Where a call is made. */
export interface Place {
  /** The project's folder, however it may be written. */
  readonly roots: readonly string[];
  /** Where relative paths begin, if known. */
  readonly cwd?: string | undefined;
  /** What is checked out in the project's folder, if known. */
  readonly branch?: string | undefined;
}

/** From the project's folder on; `a/*` is something in `a`. */
export interface CallChanges {
  readonly changed: readonly string[];
  readonly deleted: readonly string[];
  /** Where the next call begins, if that can be told. */
  readonly cwd?: string | undefined;
}

/** A line that changes more is a script. */
const MOST_FILES = 300;

export function changesByShell(
  commands: readonly ShellCommand[],
  { roots, cwd: first }: Place,
): CallChanges {
  const [changed, deleted]: [string[], string[]] = [[], []];
  let [cwd, inner] = [first, first];
  for (const { words, writes, isInner } of commands) {
    if (!isInner) inner = cwd;
    const own = commandStarts(words).at(-1) ?? [];
    const [program = "", ...args] = own.map(({ text }) => text);
    const from = isInner ? inner : cwd;
    const whole = (paths: readonly string[]) =>
      paths.flatMap((path) => placeIn(path, { roots, cwd: from }) ?? []);
    if (/^(?:cd|pushd|popd|chdir|set-location|sl)$/i.test(program)) {
      if (isInner) inner = undefined;
      else cwd = folderAfter(from, args);
    }
    const gone = deletedBy(program, args);
    changed.push(...whole([...writes, ...gone, ...changedBy(program, args)]));
    deleted.push(...whole(gone.flatMap((path) => [path, `${path}/*`])));
  }
  return { changed: few(changed), deleted: few(deleted), cwd };
}

/** A line of a thousand `cd` leads nowhere. */
const FOLDER_CHARS = 1024;

const few = (paths: readonly string[]) =>
  [...new Set(paths)].slice(0, MOST_FILES);

function folderAfter(
  from: string | undefined,
  args: readonly string[],
): string | undefined {
  const [to = "$"] = args.filter((word) => !/^-./.test(word));
  if (/^(?:[~$`]|-$)/.test(to)) return undefined;
  if (isAbsolutePath(to)) return to;
  const folder = `${from}/${to}`;
  return from === undefined || folder.length > FOLDER_CHARS
    ? undefined
    : folder;
}

const named = (args: readonly string[]) =>
  args.filter((word) => !word.startsWith("-") && word !== "");

function deletedBy(program: string, args: readonly string[]): string[] {
  const [verb, ...rest] = args;
  if (program === "git" && verb === "rm" && !rest.includes("--cached")) {
    return named(rest);
  }
  if (
    program === "find" && /(?:^| )(?:-delete|-exec rm)\b/.test(args.join(" "))
  ) {
    const end = args.findIndex((word) => /^[-(!]/.test(word));
    return args.slice(0, end);
  }
  return /^(?:rm|unlink|rmdir|shred|del|erase|remove-item)$/i.test(program)
    ? named(args)
    : [];
}

function changedBy(program: string, args: readonly string[]): string[] {
  const [verb, ...rest] = args;
  if (program === "git") return verb === "mv" ? movedBy(rest) : [];
  if (/^(?:mv|move|move-item)$/i.test(program)) return movedBy(args);
  if (/^(?:cp|copy|copy-item|ln|install|rsync)$/i.test(program)) {
    return copiedTo(args);
  }
  if (/^(?:tee|touch|truncate)$/.test(program)) return named(args);
  if (/^(?:(?:set|add|clear)-content|out-file|new-item)$/i.test(program)) {
    return named(args).slice(0, 1);
  }
  if (program === "dd") {
    return args.flatMap((word) => /^of=(.+)/.exec(word)?.[1] ?? []);
  }
  return /^(?:sed|gsed|perl)$/.test(program) ? editedBy(program, args) : [];
}

const movedBy = (args: readonly string[]) => [
  ...named(args),
  ...copiedTo(args),
];

/** The last is a file or a folder. */
function copiedTo(args: readonly string[]): string[] {
  const at = args.findIndex((word) => /^(?:-t|--target-directory)$/.test(word));
  const paths = named(args);
  const to = at < 0 ? paths.pop() : args[at + 1];
  if (to === undefined || paths.length === 0) return [];
  const isFolder = at >= 0 || paths.length > 1 || /(?:^|\/)\.{0,2}$/.test(to);
  const names = paths.map((path) => path.replace(/^.*\/(?=[^/])/, ""));
  return isFolder
    ? [`${to}/*`, ...names.map((name) => `${to}/${name}`)]
    : [to, `${to}/*`];
}

/** The files of `sed -i` and `perl -pi`; their script is no path. */
function editedBy(program: string, args: readonly string[]): string[] {
  const inPlace = program === "perl" ? /^-\w*i/ : /^(?:-[nErsz]*i|--in-place)/;
  if (!args.some((word) => inPlace.test(word))) return [];
  const isScript = (word = "") =>
    /^(?:-\w*[ef]|--expression|--file)$/.test(word);
  const files = args.filter((word, n) =>
    !word.startsWith("-") && word !== "" && !isScript(args[n - 1])
  );
  return args.some((word) => /^(?:-\w*[ef]|--(?:expression|file))/.test(word))
    ? files
    : files.slice(1);
}

const isAbsolutePath = (path: string) => /^(?:[\\/]|[a-z]:[\\/])/i.test(path);

const PATH_CHARS = 4096;

/** From the project's folder on; undefined for what is not in it. */
export function placeIn(
  path: string,
  { roots, cwd }: Place,
): string | undefined {
  if (path === "" || path.length > PATH_CHARS) return undefined;
  if (/^[~$`]/.test(path)) return undefined;
  if (!isAbsolutePath(path) && cwd === undefined) return undefined;
  const whole = plainPath(isAbsolutePath(path) ? path : `${cwd}/${path}`);
  for (const root of roots) {
    const folder = `${plainPath(root)}/`;
    const isBelow = foldsCase(root)
      ? whole.toLowerCase().startsWith(folder.toLowerCase())
      : whole.startsWith(folder);
    if (isBelow) return whole.slice(folder.length);
  }
  return undefined;
}

/** Whether it is the project's folder itself. */
export const isTop = ({ roots, cwd }: Place) =>
  cwd !== undefined && roots.some((root) => plainPath(root) === plainPath(cwd));

/** With `/`, without `.`, `..` and what makes `/c/` of `C:\`. */
function plainPath(path: string): string {
  // macOS hands out letters taken apart.
  const text = path.replaceAll("\\", "/").normalize()
    .replace(/^\/([a-z])(?=\/)/i, "$1:").replace(
      /^[a-z]:/i,
      (drive) => `/${drive.toLowerCase()}`,
    );
  const parts: string[] = [];
  for (const part of text.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "" && part !== ".") parts.push(part);
  }
  return parts.map((part) => `/${part}`).join("");
}

/** On Windows and macOS two spellings are one file. */
export const foldsCase = (root: string) =>
  /^(?:[a-z]:[\\/]|[\\/]{2}|\/(?:Users|Volumes|private)\/)/i.test(root);

/**
 * Whether a file is what a rule names: `/a/` in the project's `a`, `a/` in any
 * folder `a`, `a/b` this one, `b.ts` any of that name, with `*` for any letters
 * and `**` for any folders. What is below counts as well.
 */
export function isAt(pattern: string, file: string): boolean {
  const wanted = pattern.split("/").filter((part) => part !== "");
  const parts = file.split("/");
  const below = pattern.endsWith("/") ? 1 : 0;
  const isAnywhere = !pattern.slice(0, -1).includes("/");
  const matches = (n: number, at: number): boolean => {
    const part = wanted[n];
    if (part === undefined) return at + below <= parts.length;
    if (at >= parts.length) return false;
    if (part === "**") return matches(n + 1, at) || matches(n, at + 1);
    return isLike(part, parts[at] ?? "") && matches(n + 1, at + 1);
  };
  return parts.some((_, at) => (isAnywhere || at === 0) && matches(0, at));
}

function isLike(pattern: string, name: string): boolean {
  if (!pattern.includes("*")) return pattern === name;
  const letters = pattern.split("*")
    .map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&"));
  return new RegExp(`^${letters.join(".*")}$`, "u").test(name);
}

// src/base/command_starts.ts

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

// src/base/shell_commands.ts

export interface ShellWord {
  readonly text: string;
  /** A part of it is quoted, or will be expanded. */
  readonly isQuoted: boolean;
}

export interface ShellCommand {
  readonly words: readonly ShellWord[];
  /** Where its output goes. */
  readonly writes: readonly string[];
  /** In a shell of its own: its `cd` changes nothing outside. */
  readonly isInner: boolean;
}

/** Commands inside others come first. What is left open is not read. */
export function shellCommands(line: string): ShellCommand[] {
  const reader = new ShellReader(line.slice(0, MOST_CHARS));
  reader.readList("");
  return reader.commands;
}

const MOST_CHARS = 100_000;
const MOST_NESTED = 50;

const BLANK = /(?:[^\S\n]|\\\n)+|#[^\n]*/y;
const OPERATOR = /\n|\|\||&&|[|&;(]/y;
const REDIRECTION = /\d*(?:<<<|<<-?|&?>[>&|]?|<[>&]?)(?!\()[ \t]*/y;
/** Of the sign and what follows it: `2>&1` is no file. */
const INTO_FILE = /^(?:\d*|&)>(?:[>|]?|&(?! [\d-])) /;
const ARITHMETIC = /\(\([^]{0,500}?\)\)/y;
/** What is between the words of `[[ … ]]`. */
const IN_TEST = /[\s|&;()<>]+/y;
/** A command may begin after it. */
export const LEADS = /^(?:if|elif|then|else|do|while|until|!|\{)$/;
const LINE = /\t*([^\n]*?)\r?(?:\n|$)/y;
const PLAIN = /(?:[^\s;&|<>()'"`$\\]|\$(?![({'])|\\\n)+/y;
/** After letters: a function, an array, a pattern. Nothing of it runs. */
const GROUP = /\([^)]*\)/y;
const OPAQUE =
  /'([^']*)'|\$'((?:[^'\\]|\\[^])*)'|\\([^])|\$\{[^}]*\}|\$\(\([^]*?\)\)/y;
const IN_DOUBLE =
  /(?:[^"\\`$]|\$(?![({]))+|\\([^])|\$\{[^}]*\}|\$\(\([^]*?\)\)/y;
const BACKTICKS = /`((?:[^`\\]|\\[^])*)`/y;
const SUBSTITUTION = /[$<>]\(/y;

class ShellReader {
  readonly commands: ShellCommand[] = [];
  readonly #line: string;
  /** The words that end the texts below the line. */
  readonly #heredocs: string[] = [];
  /** Behind it no group is closed. */
  readonly #lastClose: number;
  #writes: string[] = [];
  #at = 0;
  #depth = 0;

  constructor(line: string) {
    this.#line = line;
    this.#lastClose = line.lastIndexOf(")");
  }

  /** Commands up to the closing letter, or to the end. */
  readList(close: "" | ")"): void {
    if (++this.#depth > MOST_NESTED) this.#at = this.#line.length;
    const open: string[] = [];
    const outside = this.#writes;
    this.#writes = [];
    let pipeline = this.commands.length;
    let words: ShellWord[] = [];
    let isPattern = false;
    const endCommand = () => {
      const writes = this.#writes;
      const isInner = this.#depth > 1 || open.includes("(");
      if (words.length + writes.length > 0) {
        this.commands.push({ words, writes, isInner });
      }
      [words, this.#writes] = [[], []];
    };
    while (this.#at < this.#line.length) {
      if (this.#match(BLANK) || this.#readRedirection()) continue;
      const own = words.findIndex(({ text }) => !LEADS.test(text));
      if (own < 0 && !isPattern && this.#match(ARITHMETIC)) continue;
      const operator = this.#match(OPERATOR)?.[0];
      if (operator !== undefined) {
        if (operator === "(" && isPattern) continue;
        endCommand();
        if (operator === "(") open.push(operator);
        if (operator === "\n") this.#skipHeredocs();
        if (operator !== "|") pipeline = this.commands.length;
        const isArmEnd = operator === ";" && this.#line[this.#at - 2] === ";";
        if (isArmEnd && open.at(-1) === "case") isPattern = true;
      } else if (this.#line[this.#at] === ")") {
        this.#at++;
        if (open.length === 0 && close === ")") break;
        const isGroup = open.at(-1) === "(";
        if (isGroup) endCommand();
        if (isGroup) open.pop();
        // Else it was a pattern of `case`.
        else [this.commands.length, words, this.#writes] = [pipeline, [], []];
        isPattern = false;
      } else {
        const word = this.#readWord();
        if (word === undefined) break;
        words.push(word);
        if (word.text === "[[" && !word.isQuoted) this.#skipTest();
        if (words[own]?.text === "case" && word.text === "in") isPattern = true;
        if (own >= 0) continue;
        if (word.text === "case") open.push(word.text);
        if (word.text !== "esac" || open.at(-1) !== "case") continue;
        open.pop();
        isPattern = false;
      }
    }
    endCommand();
    this.#writes = outside;
    this.#depth--;
  }

  /** Patterns and comparisons: nothing of it runs. */
  #skipTest(): void {
    while (this.#at < this.#line.length) {
      if (this.#match(IN_TEST)) continue;
      const word = this.#readWord();
      if (word === undefined || word.text === "]]") return;
    }
  }

  #match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#line);
    if (found) this.#at = pattern.lastIndex;
    return found;
  }

  /** Its target is no word of the command. */
  #readRedirection(): boolean {
    const sign = this.#match(REDIRECTION)?.[0].trim();
    if (sign === undefined) return false;
    const target = this.#readWord();
    if (target && /^\d*<<-?$/.test(sign)) this.#heredocs.push(target.text);
    if (target && INTO_FILE.test(`${sign} ${target.text}`)) {
      this.#writes.push(target.text);
    }
    return true;
  }

  #skipHeredocs(): void {
    for (const last of this.#heredocs.splice(0)) {
      while (this.#at < this.#line.length) {
        if (this.#match(LINE)?.[1] === last) break;
      }
    }
  }

  /** Undefined if it is left open: what follows cannot be read. */
  #readWord(): ShellWord | undefined {
    let [text, isQuoted] = ["", false];
    for (;;) {
      const mayGroup = text !== "" && this.#at < this.#lastClose;
      const plain = this.#match(PLAIN) ?? (mayGroup && this.#match(GROUP));
      if (plain) {
        text += plain[0].replaceAll("\\\n", "");
        continue;
      }
      const next = this.#line.slice(this.#at, this.#at + 2);
      if (/^(?:[\s;&|()]|[<>](?!\()|$)/.test(next)) return { text, isQuoted };
      const quoted = next[0] === '"' ? this.#readDouble() : this.#readOpaque();
      if (quoted === undefined) {
        this.#at = this.#line.length;
        return undefined;
      }
      [text, isQuoted] = [text + quoted, true];
    }
  }

  #readOpaque(): string | undefined {
    const [whole, single, ansi, escaped] = this.#match(OPAQUE) ?? [];
    return single ?? ansi ?? escaped ?? whole ?? this.#readNested();
  }

  #readDouble(): string | undefined {
    this.#at++;
    let text = "";
    while (this.#line[this.#at] !== '"') {
      const [whole, escaped] = this.#match(IN_DOUBLE) ?? [];
      const part = escaped ?? whole ?? this.#readNested();
      if (part === undefined) return undefined;
      text += part;
    }
    this.#at++;
    return text;
  }

  /** The commands whose output is used: as text they are what was said. */
  #readNested(): string | undefined {
    const from = this.#at;
    const ticks = this.#match(BACKTICKS)?.[1];
    if (ticks !== undefined) {
      this.commands.push(
        ...shellCommands(ticks.replace(/\\([^])/g, "$1"))
          .map((command) => ({ ...command, isInner: true })),
      );
    } else if (this.#match(SUBSTITUTION)) this.readList(")");
    else return undefined;
    return this.#line.slice(from, this.#at);
  }
}
