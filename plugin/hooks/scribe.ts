/**
 * Carries texts from the executable to Claude Code's own model connection and
 * the answers back. It decides nothing: the executable decides what is due, how
 * often, which text, and what happens with the answer.
 */

import type { Client, On } from "./client.d.ts";

const COMPLETION_MS = 120_000;
const STATUS_MS = 8000;

/** The session this module runs in, as far as known. */
interface Session {
  id?: string;
  /** The first folder: later ones may follow a `cd`. */
  dir?: string;
  isWriting?: boolean;
}

export function register(on: On): void {
  const session: Session = {};
  on("classic.SessionStart", async ($, e, next) => {
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
}

async function greet($: Client, session: Session): Promise<void> {
  await keeper($, session, ["hello"]);
}

async function write($: Client, session: Session): Promise<void> {
  if (session.isWriting) return;
  session.isWriting = true;
  // After /clear the session is another one, the job is still this one's.
  const own = { ...session };
  try {
    const job = await keeper($, own, ["next"]);
    if (typeof job?.id !== "string") return;
    if (job.status) $.ui.status(job.status);
    const answer = await ask($, job);
    const done = await keeper($, own, ["commit", job.id], answer);
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
