/** `scribe hello|next|commit`: how the hooks module calls the program. */

import { UserError } from "../../base/errors.ts";
import { isHeadless } from "../../claude/headless.ts";
import { currentFileNotes, type FileNote } from "../../context/file_notes.ts";
import { leftInHour } from "../../context/moment_budget.ts";
import { noteMoments, readMoments } from "../../context/moments.ts";
import type { Tripwire } from "../../knowledge/tripwire.ts";
import { placeOf, tripwiresOf } from "../../knowledge/tripwire_table.ts";
import { isSessionId } from "../../store/layout.ts";
import { statFile } from "../../store/read_file.ts";
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
import { claimOf, type CommandCall } from "../command.ts";
import { readStdin } from "../read_stdin.ts";

export async function runHello(call: CommandCall) {
  const sessionId = sessionOf(call);
  const store = await call.openStore();
  const isAtWork = mayWrite(store, call.world, sessionId);
  // Nothing waits in a project without a store: the first turn's end marks it.
  if (isAtWork && storeExists(store)) {
    markScribe(store, sessionId);
  }
  call.output.result(
    { isAtWork, ...await tablesFor(store, call, sessionId) },
    () => isAtWork ? "Summaries are written" : "No summaries in this session",
  );
}

export async function runNext(call: CommandCall) {
  const sessionId = sessionOf(call);
  const store = await call.openStore();
  const claim = claimOf("scribe next");
  await noteTold(store, call, sessionId);
  const job = await nextJob(store, call.world, sessionId, claim);
  const tables = await tablesFor(store, call, sessionId);
  if (job === undefined && tables.rules === undefined) return 1;
  call.output.result(
    { ...job, ...tables },
    () => job ? `${job.id}\n\n${job.prompt}` : "Nothing is due",
  );
  return job ? 0 : 1;
}

interface Tables {
  readonly rules?: readonly Tripwire[];
  /** The project's folder, for rules about paths. */
  readonly roots?: readonly string[];
  /** What is checked out, for rules about a branch. */
  readonly branch?: string | undefined;
  readonly files?: readonly FileNote[];
  /** How many of the files it may tell until it comes again. */
  readonly room?: number;
}

/** The tables for the module, which from then on compares calls with them. */
async function tablesFor(
  store: Store,
  { world }: CommandCall,
  sessionId: string,
): Promise<Tables> {
  const isOff = world.env("MEMORY_KEEPER_DISABLED") ||
    isHeadless(world) && store.config.headless === "off";
  const rules = isOff ? [] : tripwiresOf(store);
  const files = isOff ? [] : await currentFileNotes(store);
  const mark = store.layout.tripModule(sessionId);
  if (rules.length + files.length > 0) store.files.writeUnsynced(mark, "");
  else if (statFile(mark)) store.files.remove(mark);
  else return {};
  const room = leftInHour(readMoments(store, sessionId), world.now());
  return {
    rules,
    ...(rules.length + files.length > 0 ? placeOf(store, rules) : {}),
    ...(files.length > 0 ? { files, room } : {}),
  };
}

/** What the module has given since it was last here. */
async function noteTold(
  store: Store,
  { args, world }: CommandCall,
  sessionId: string,
): Promise<void> {
  const ids = args.values.get("told")?.split(",") ?? [];
  if (ids.length === 0) return;
  const known = [
    ...tripwiresOf(store).map((one) => ({ kind: "rule" as const, ...one })),
    ...(await currentFileNotes(store))
      .map((one) => ({ kind: "file" as const, ...one })),
  ];
  const given = ids.flatMap((id) => known.find((one) => one.id === id) ?? []);
  noteMoments(
    store,
    world,
    sessionId,
    given.map(({ kind, id, text }) => ({ kind, id, chars: text.length })),
  );
}

export async function runCommit(call: CommandCall) {
  const { args, output, world } = call;
  const sessionId = sessionOf(call);
  const [id = ""] = args.positionals;
  const job = parseJobId(id);
  if (job === undefined) {
    throw new UserError("misuse", `"${id}" is not an id of a job`, [
      'Take the id from "memory-keeper scribe next"',
    ]);
  }
  const brought = parseBrought(await readStdin());
  const store = await call.openStore();
  const claim = claimOf("scribe commit");
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
    { ...done, ...shown, ...await tablesFor(store, call, sessionId) },
    () => `${outcome}${why === undefined ? "" : `: ${why}`}`,
  );
  return outcome === "committed" ? 0 : 1;
}

function sessionOf({ args }: CommandCall): string {
  const sessionId = args.values.get("session");
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
