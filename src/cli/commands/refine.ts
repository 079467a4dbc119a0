import { UserError } from "../../base/errors.ts";
import {
  type RefinedFile,
  refineFile,
} from "../../capture/refine_transcript.ts";
import { refineSession } from "../../capture/ingest_session.ts";
import { formatBytes } from "../../output/sizes.ts";
import { isSessionId } from "../../store/layout.ts";
import { writeOwnFile } from "../../store/own_file.ts";
import { baseName, isAbsolute } from "../../base/path_text.ts";
import { resolveExisting, statFile } from "../../store/read_file.ts";
import { Deadline } from "../../base/timeout.ts";
import type { CommandCall, ExitCode } from "../command.ts";

/** How every log begins: its first entry's time and role, as we order them. */
const LOG_START = /^\{(?:"ts":"[^"]{0,40}",)?"role":"/;

export async function run(call: CommandCall): Promise<ExitCode> {
  const { invocation, openStore, world } = call;
  const [given = ""] = invocation.positionals;
  const absolute = (path: string) =>
    isAbsolute(path) ? path : `${world.cwd()}/${path}`;
  const transcript = absolute(given);
  if (statFile(transcript) === undefined) {
    throw new UserError("refused", `"${given}" does not exist`, [
      "Transcripts lie below ~/.claude/projects",
    ]);
  }
  const out = invocation.values.get("out");
  return out === undefined
    ? await intoStore(call, transcript)
    : intoFile(call, transcript, out === "-" ? out : absolute(out), {
      config: (await openStore()).config,
    });
}

async function intoStore(
  { openStore, output, world }: CommandCall,
  transcript: string,
): Promise<ExitCode> {
  const sessionId = baseName(transcript).replace(/\.jsonl$/, "");
  if (!isSessionId(sessionId)) {
    throw new UserError("misuse", `"${sessionId}" is not a session's name`, [
      "Write the log to a file of its own with --out",
    ]);
  }
  const store = await openStore();
  const refined = await refineSession(store, world, {
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
  return 0;
}

function intoFile(
  { invocation, output }: CommandCall,
  transcript: string,
  out: string,
  { config }: { config: Parameters<typeof refineFile>[1] },
): ExitCode {
  const refine = (write: (lines: string) => void): RefinedFile => {
    const refined = refineFile(transcript, config, write);
    if (refined.entries === 0) throw noConversation(transcript);
    return refined;
  };
  if (out === "-") {
    refine((lines) => output.raw(lines));
    return 0;
  }
  if (resolveExisting(out) === resolveExisting(transcript)) {
    throw new UserError("misuse", "--out names the transcript itself", [
      "Name another file; the transcript stays as it is",
    ]);
  }
  let refined: RefinedFile | undefined;
  const file = writeOwnFile({
    path: out,
    usualName: `${baseName(transcript).replace(/\.jsonl$/, "")}.l1.jsonl`,
    text: (write) => refined = refine(write),
    isOurs: (start) => LOG_START.test(start),
    force: invocation.switches.has("force"),
  });
  output.result(
    { file, ...refined },
    () => refined ? render(file, refined) : file,
  );
  return 0;
}

function noConversation(transcript: string): UserError {
  return new UserError("refused", `No conversation in "${transcript}"`, [
    "Transcripts lie below ~/.claude/projects",
  ]);
}

function render(out: string, refined: RefinedFile): string {
  const { entries, bytes, rawBytes } = refined;
  const less = rawBytes === 0 ? 0 : 100 * (1 - bytes / rawBytes);
  return `${entries} entries, ${formatBytes(bytes)} of ` +
    `${formatBytes(rawBytes)} (${less.toFixed(1)} % less) in ${out}`;
}
