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
  /** Ids of the rules and files told in this turn. */
  told: string[];
}

export function register(on: On): void {
  const session: Session = {
    rules: [],
    files: [],
    room: 0,
    known: [],
    told: [],
  };
  on("classic.SessionStart", async ($, e, next) => {
    if (session.id !== e.session_id) session.known = [];
    session.id = e.session_id;
    session.dir ??= e.cwd;
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
    const broken = brokenRules(session.rules, e);
    const forbids = broken.find(({ deny }) => deny);
    if (forbids) {
      session.told.push(forbids.id);
      return { deny: forbids.text };
    }
    const result = await next(e);
    if (result.deny !== undefined) return result;
    const texts = [
      ...remind(session, broken),
      ...session.room > 0 ? tell(session, e) : [],
    ];
    return texts.length === 0
      ? result
      : { ...result, context: [...result.context ?? [], ...texts] };
  });
}

/** Each rule once a turn. */
function remind(session: Session, broken: readonly Rule[]): string[] {
  const said = broken.filter(({ id }) => !session.told.includes(id))
    .slice(0, Math.max(0, REMINDERS_A_TURN - session.told.length));
  session.told.push(...said.map(({ id }) => id));
  return said.map(({ text }) => text);
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
  session.files = reply.files ?? [];
  session.room = reply.room ?? 0;
}

async function write($: Client, session: Session): Promise<void> {
  if (session.isWriting) return;
  session.isWriting = true;
  // After /clear the session is another one, the job is still this one's.
  const own = { ...session };
  session.told = [];
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

// From here on the same as src/knowledge/trips.ts.

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

// From here on the same as src/base/shell_commands.ts.

export interface ShellWord {
  readonly text: string;
  /** A part of it is quoted, or will be expanded. */
  readonly isQuoted: boolean;
}

/** Commands inside others come first. What is left open is not read. */
export function shellCommands(line: string): ShellWord[][] {
  const reader = new ShellReader(line.slice(0, MOST_CHARS));
  reader.readList("");
  return reader.commands;
}

const MOST_CHARS = 100_000;
const MOST_NESTED = 50;

const BLANK = /(?:[^\S\n]|\\\n)+|#[^\n]*/y;
const OPERATOR = /\n|\|\||&&|[|&;(]/y;
const REDIRECTION = /\d*(?:<<<|<<-?|&?>[>&|]?|<[>&]?)(?!\()[ \t]*/y;
const LINE = /([^\n]*)(?:\n|$)/y;
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
  readonly commands: ShellWord[][] = [];
  readonly #line: string;
  /** The words that end the texts below the line. */
  readonly #heredocs: string[] = [];
  #at = 0;
  #depth = 0;

  constructor(line: string) {
    this.#line = line;
  }

  /** Commands up to the closing letter, or to the end. */
  readList(close: "" | ")"): void {
    if (++this.#depth > MOST_NESTED) this.#at = this.#line.length;
    const open: string[] = [];
    let pipeline = this.commands.length;
    let command: ShellWord[] = [];
    const endCommand = () => {
      if (command.length > 0) this.commands.push(command);
      command = [];
    };
    while (this.#at < this.#line.length) {
      if (this.#match(BLANK) || this.#readRedirection()) continue;
      const operator = this.#match(OPERATOR)?.[0];
      if (operator !== undefined) {
        endCommand();
        if (operator === "(") open.push(operator);
        if (operator === "\n") this.#skipHeredocs();
        if (operator !== "|") pipeline = this.commands.length;
      } else if (this.#line[this.#at] === ")") {
        this.#at++;
        if (open.length === 0 && close === ")") break;
        if (open.at(-1) === "(") open.pop();
        // Else it was a pattern of `case`.
        else [this.commands.length, command] = [pipeline, []];
        endCommand();
      } else {
        const word = this.#readWord();
        if (word === undefined) break;
        command.push(word);
        if (command.length > 1) continue;
        if (word.text === "case") open.push(word.text);
        if (word.text === "esac" && open.at(-1) === "case") open.pop();
      }
    }
    endCommand();
    this.#depth--;
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
    return true;
  }

  #skipHeredocs(): void {
    for (const last of this.#heredocs.splice(0)) {
      while (this.#at < this.#line.length) {
        if (this.#match(LINE)?.[1]?.trim() === last) break;
      }
    }
  }

  /** Undefined if it is left open: what follows cannot be read. */
  #readWord(): ShellWord | undefined {
    let [text, isQuoted] = ["", false];
    for (;;) {
      const plain = this.#match(PLAIN) ?? (text && this.#match(GROUP));
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
      this.commands.push(...shellCommands(ticks.replace(/\\([^])/g, "$1")));
    } else if (this.#match(SUBSTITUTION)) this.readList(")");
    else return undefined;
    return this.#line.slice(from, this.#at);
  }
}
