/** Transcripts into session logs: import, refine, refine-all, dedupe-l1. */

import { UserError } from "../../base/errors.ts";
import { absolutePath, baseName } from "../../base/path_text.ts";
import { periodsOf } from "../../base/off_period.ts";
import { Deadline } from "../../base/timeout.ts";
import { dedupeLogs } from "../../capture/dedupe_logs.ts";
import { importHistory } from "../../capture/import_history.ts";
import {
  type Imported,
  importSessions,
} from "../../capture/import_sessions.ts";
import { ingestKnown } from "../../capture/ingest_known.ts";
import { ingestSession } from "../../capture/ingest_session.ts";
import {
  type RefinedTranscript,
  refineTranscript,
} from "../../capture/refine_transcript.ts";
import { readBeginning } from "../../capture/transcript_beginning.ts";
import { attention } from "../../output/output.ts";
import { formatBytes, joinText, plural } from "../../output/words.ts";
import { escapeControls } from "../../output/plain_terminal.ts";
import { isSessionId } from "../../store/layout.ts";
import { writeOwnFile } from "../../store/own_file.ts";
import { resolveExisting, statFile } from "../../store/read_file.ts";
import { loadOff } from "../../store/off.ts";
import type { Store } from "../../store/store.ts";
import { appendDigests } from "../../summary/append_digests.ts";
import type { CommandCall } from "../command.ts";
import { readNumber } from "../search_options.ts";
import type { Failure } from "../../capture/ingest_unseen.ts";

const IMPORT_CLAIM = { who: "import", waitMs: 5000 };

export async function importAll(
  { args, openStore, output, world }: CommandCall,
) {
  const memory = readNumber(args, "memory", 0, [1, 1000]);
  const store = await openStore();
  const from = args.values.get("from");
  const anyCwd = args.switches.has("any-cwd");
  if (anyCwd && from === undefined) {
    throw new UserError("misuse", '"--any-cwd" without "--from"', [
      "Name the folder whose sessions belong to this project",
    ]);
  }
  const tell = (label: string) => (done: number, total: number) =>
    output.progress(label, done, total);
  const told = { progress: tell("reading"), indexing: tell("indexing") };
  const imported = args.switches.has("history")
    ? await importHistory(store, world, told)
    : await importSessions(store, world, { from, anyCwd, ...told });
  const digests = memory === 0
    ? 0
    : await appendDigests(store, world, memory, IMPORT_CLAIM);
  output.result(
    { ...imported, digests },
    () => renderImported(imported, memory > 0 ? digests : null),
  );
  if (from !== undefined && imported.found === 0 && imported.others > 0) {
    output.failure(
      `Nothing was ingested: ${describeOthers(imported)}`,
      [
        "--any-cwd makes them sessions of this project",
        "--project-dir names the project they belong to",
      ],
    );
  }
  if (imported.found === 0 && imported.misnamed.length > 0) {
    output.failure(`Nothing was ingested: ${describeMisnamed(imported)}`, [
      "Name each <session id>.jsonl, as Claude Code does",
    ]);
  }
  const isNothing = imported.found === 0 && !imported.known;
  return isNothing || imported.failed.length > 0 ? 1 : 0;
}

function renderImported(imported: Imported, digests: number | null): string {
  const { found, bytes, takenIn, caughtUp, entries, failed } = imported;
  if (found === 0) {
    return imported.known
      ? `Nothing new in ${imported.folder}: ${
        plural(imported.known, "session")
      } of it known already`
      : `No session of this project in ${imported.folder}`;
  }
  return joinText([
    `Found ${plural(found, "session")} (${formatBytes(bytes)})`,
    `Ingested ${plural(takenIn, "new session")}, brought ${caughtUp} up to ` +
    `date: ${plural(entries, "entry", "entries")}`,
    imported.purgedSoon > 0 &&
    `Claude Code deletes the transcripts of ${imported.purgedSoon} of them ` +
      "within seven days; they are kept here",
    digests !== null &&
    (digests > 0
      ? `Put ${plural(digests, "digest")} into memory.md`
      : "No session has a digest that memory.md does not have"),
    renderFailures(failed),
    imported.misnamed.length > 0 &&
    attention(`! Left out: ${describeMisnamed(imported)}`),
    imported.notIndexed !== undefined &&
    attention(`! Not in the search index yet: ${imported.notIndexed}`),
  ]);
}

function describeMisnamed({ misnamed }: Imported): string {
  return `${plural(misnamed.length, "transcript")} without a session's name (${
    misnamed.slice(0, 3).map(escapeControls).join(", ")
  })`;
}

function describeOthers({ others, otherFolders }: Imported): string {
  const which = others === 1
    ? "the session there was"
    : `all ${others} sessions there were`;
  const where = otherFolders.length > 0 ? ` (${otherFolders.join(", ")})` : "";
  return `${which} started in another folder${where}`;
}

/** How every log begins: its first entry's time and role, as we order them. */
const LOG_START = /^\{(?:"ts":"[^"]{0,40}",)?"role":"/;

export async function refine(call: CommandCall) {
  const { args, openStore, world } = call;
  const [given = ""] = args.positionals;
  const absolute = (path: string) => absolutePath(path, world.cwd());
  const transcript = absolute(given);
  if (statFile(transcript) === undefined) {
    throw new UserError("refused", `"${given}" does not exist`, [
      "Transcripts are below ~/.claude/projects",
    ]);
  }
  const out = args.values.get("out");
  if (out === undefined) return await intoStore(call, transcript);
  const file = out === "-" ? out : absolute(out);
  return intoFile(call, transcript, file, await openStore());
}

async function intoStore(
  { openStore, output, world }: CommandCall,
  transcript: string,
) {
  const sessionId = baseName(transcript).replace(/\.jsonl$/, "");
  if (!isSessionId(sessionId)) {
    throw new UserError("misuse", `"${sessionId}" is not a session's name`, [
      "Write the log to a file of its own with --out",
    ]);
  }
  const store = await openStore();
  const refined = await ingestSession(store, world, {
    sessionId,
    transcript,
    who: "refine",
    budget: new Deadline(Infinity),
    close: true,
  });
  if (refined === undefined) throw noConversation(transcript);
  const file = store.layout.l1(refined.state.stem);
  const { added } = refined;
  output.result(
    { file, added, entries: refined.state.entries },
    () => `${added} new of ${refined.state.entries} entries in ${file}`,
  );
}

function intoFile(
  { args, output }: CommandCall,
  transcript: string,
  out: string,
  { config, layout }: Store,
) {
  const off = periodsOf(
    loadOff(layout),
    baseName(transcript).replace(/\.jsonl$/, ""),
    readBeginning(transcript)?.firstUuid,
  );
  const refine = (write: (lines: string) => void): RefinedTranscript => {
    const refined = refineTranscript(transcript, config, write, off);
    if (refined.entries === 0) throw noConversation(transcript);
    return refined;
  };
  if (out === "-") {
    refine((lines) => output.raw(escapeControls(lines)));
    return;
  }
  if (resolveExisting(out) === resolveExisting(transcript)) {
    throw new UserError("misuse", "--out names the transcript itself", [
      "Name another file; the transcript stays as it is",
    ]);
  }
  let refined: RefinedTranscript | undefined;
  const file = writeOwnFile({
    path: out,
    usualName: `${baseName(transcript).replace(/\.jsonl$/, "")}.l1.jsonl`,
    text: (write) => refined = refine(write),
    isOurs: (start) => LOG_START.test(start),
    force: args.switches.has("force"),
  });
  output.result(
    { file, ...refined },
    () => refined ? renderRefined(file, refined) : file,
  );
}

function noConversation(transcript: string): UserError {
  return new UserError("refused", `No conversation in "${transcript}"`, [
    "Transcripts are below ~/.claude/projects",
  ]);
}

function renderRefined(out: string, refined: RefinedTranscript): string {
  const { entries, bytes, rawBytes } = refined;
  const less = rawBytes === 0 ? 0 : 100 * (1 - bytes / rawBytes);
  return `${entries} entries, ${formatBytes(bytes)} of ` +
    `${formatBytes(rawBytes)} (${less.toFixed(1)} % less) in ${out}`;
}

export async function refineKnown({ keptStore, output, world }: CommandCall) {
  const refined = await ingestKnown(
    await keptStore(),
    world,
    (done, total) => output.progress("refining", done, total),
  );
  const { sessions, added, gone, failed } = refined;
  output.result(refined, () => [
    `Read ${plural(sessions, "session")}; new entries: ${added}`,
    gone > 0 &&
    `The transcripts of ${plural(gone, "session")} are gone or of ` +
      "another project; what was ingested stays",
    ...renderFailures(failed),
  ]);
  return failed.length > 0 ? 1 : 0;
}

export async function dedupe({ args, keptStore, output }: CommandCall) {
  const dryRun = args.switches.has("dry-run");
  const joins = await dedupeLogs(await keptStore(), {
    dryRun,
  });
  const rows = joins.map(({ keep, remove, add }) => ({
    keep,
    remove,
    added: add.length,
  }));
  output.result({ dryRun, joins: rows }, () => {
    if (rows.length === 0) return "No session has two logs";
    const will = dryRun ? "would be" : "was";
    return rows.map(({ keep, remove, added }) =>
      `${remove} ${will} joined into ${keep}` +
      ` (${plural(added, "line")} of its own)`
    ).join("\n");
  });
}

const renderFailures = (failed: readonly Failure[]): string[] =>
  failed.map(({ transcript, why }) =>
    attention(`! Could not ingest ${transcript}: ${why}`)
  );
