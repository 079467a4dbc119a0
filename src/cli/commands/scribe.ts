/** `scribe hello|next|commit`: how the hooks module calls the program. */

import { UserError } from "../../base/errors.ts";
import { isSessionId } from "../../store/layout.ts";
import { appendLog, type LogLine } from "../../store/event_log.ts";
import { type Store, storeExists } from "../../store/store.ts";
import {
  commitJob,
  noteOutcome,
  parseBrought,
} from "../../summary/commit_job.ts";
import { mayWrite, nextJob } from "../../summary/next_job.ts";
import { parseJobId } from "../../summary/scribe_job.ts";
import { markScribe } from "../../summary/scribe_mark.ts";
import type { CommandCall, ExitCode } from "../command.ts";
import { readStdin } from "../read_stdin.ts";

const WAIT_MS = 10_000;

export async function runHello(call: CommandCall): Promise<ExitCode> {
  const sessionId = sessionOf(call);
  const store = await call.openStore();
  const isAtWork = mayWrite(store, call.world, sessionId);
  // Nothing waits in a project without a store: the first turn's end marks it.
  if (isAtWork && storeExists(store)) {
    markScribe(store, sessionId);
  }
  call.output.result(
    { isAtWork },
    () => isAtWork ? "Summaries are written" : "No summaries in this session",
  );
  return 0;
}

export async function runNext(call: CommandCall): Promise<ExitCode> {
  const sessionId = sessionOf(call);
  const store = await call.openStore();
  const claim = { who: "scribe next", waitMs: WAIT_MS };
  const job = await nextJob(store, call.world, sessionId, claim);
  if (job === undefined) return 1;
  call.output.result({ ...job }, () => `${job.id}\n\n${job.prompt}`);
  return 0;
}

export async function runCommit(call: CommandCall): Promise<ExitCode> {
  const { invocation, output, world } = call;
  const sessionId = sessionOf(call);
  const [id = ""] = invocation.positionals;
  const job = parseJobId(id);
  if (job === undefined) {
    throw new UserError("misuse", `"${id}" is not an id of a job`, [
      'Take the id from "memory-keeper scribe next"',
    ]);
  }
  const brought = parseBrought(await readStdin());
  const store = await call.openStore();
  const claim = { who: "scribe commit", waitMs: WAIT_MS };
  const done = await commitJob(store, world, job, brought, claim);
  const shown = noteOutcome(store, world, sessionId, done);
  const { outcome, facts, why } = done;
  if (outcome !== "gone") {
    log(store, call, sessionId, {
      job: job.kind,
      outcome,
      facts,
      ...(why === undefined ? {} : { why }),
    });
  }
  output.result(
    { ...done, ...shown },
    () => `${outcome}${why === undefined ? "" : `: ${why}`}`,
  );
  return outcome === "committed" ? 0 : 1;
}

function sessionOf({ invocation }: CommandCall): string {
  const sessionId = invocation.values.get("session");
  if (!isSessionId(sessionId)) {
    throw new UserError("misuse", "No session is named", [
      "Give its id with --session",
    ]);
  }
  return sessionId;
}

function log(
  store: Store,
  { world }: CommandCall,
  session: string,
  details: NonNullable<LogLine["details"]>,
): void {
  appendLog(store, {
    at: world.now(),
    event: "scribe",
    session,
    outcome: "done",
    details,
  });
}
