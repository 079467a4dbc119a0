/**
 * Carries texts from the executable to Claude Code's own model connection and
 * the answers back. It decides nothing: the executable decides what is due, how
 * often, which text, and what happens with the answer. It also compares tool
 * calls with tables that the executable has made: rules of the user, and files
 * that memory knows something about.
 */

import type { Client, On, ToolCall } from "./client.d.ts";

const COMPLETION_MS = 120_000;
const STATUS_MS = 8000;
const REMINDERS_A_TURN = 3;
const SHELLS = ["Bash", "PowerShell"];
const EDITS = ["Edit", "Write", "MultiEdit", "NotebookEdit"];

/** A rule that names a command or a path. */
export interface Rule {
  readonly id: string;
  readonly prefix?: string;
  readonly with?: string;
  readonly unless?: string;
  readonly path?: string;
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
    const broken = session.rules.filter((rule) => trips(rule, e));
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
    !session.known.includes(path) && isAbout(path, call)
  );
  if (note === undefined) return [];
  // The executable gives room again when the turn is over.
  session.room = 0;
  session.known.push(note.path);
  session.told.push(note.id);
  return [note.text];
}

export function isAbout(path: string, call: ToolCall): boolean {
  const file = call.file_path ?? call.notebook_path;
  if (typeof file !== "string") return false;
  if (call.tool !== "Read" && !EDITS.includes(call.tool)) return false;
  return ("/" + file.replaceAll("\\", "/")).endsWith("/" + path);
}

/** The same as src/knowledge/trips.ts, which says why. */
export function trips(rule: Rule, call: ToolCall): boolean {
  if (rule.path !== undefined) {
    const file = call.file_path ?? call.notebook_path;
    if (!EDITS.includes(call.tool) || typeof file !== "string") return false;
    const path = "/" + file.replaceAll("\\", "/");
    return rule.path.endsWith("/")
      ? path.includes("/" + rule.path)
      : path.endsWith("/" + rule.path);
  }
  const { command } = call;
  if (!SHELLS.includes(call.tool) || typeof command !== "string") return false;
  if (rule.unless !== undefined && command.includes(rule.unless)) return false;
  return startsOf(command).some((part) =>
    (part + " ").startsWith(rule.prefix + " ") &&
    (rule.with === undefined || (part + " ").includes(" " + rule.with + " "))
  );
}

function startsOf(command: string): string[] {
  let open = command.length;
  for (const mark of ['"', "'", "`", "<<", "$(", "#"]) {
    const at = command.indexOf(mark);
    if (at >= 0 && at < open) open = at;
  }
  const plain = command.slice(0, open);
  return plain.split("\n").flatMap((line) => line.split("&&"))
    .flatMap((part) => part.split(";")).flatMap((part) => part.split("|"))
    .map((part) => part.replaceAll("(", " ").replaceAll(")", " ").trim());
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
