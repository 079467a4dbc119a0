import { UserError } from "../../errors.ts";
import { type RefinedFile, refineFile } from "../../keeper/refine_file.ts";
import { refineSession } from "../../keeper/refine_session.ts";
import { formatBytes } from "../../output/sizes.ts";
import { isSessionId } from "../../store/layout.ts";
import { baseName, isAbsolute } from "../../store/path_text.ts";
import { resolveExisting, statFile } from "../../store/read_file.ts";
import { Deadline } from "../../timeout.ts";
import type { CommandCall, ExitCode } from "../command.ts";

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
  { output }: CommandCall,
  transcript: string,
  out: string,
  { config }: { config: Parameters<typeof refineFile>[1] },
): ExitCode {
  if (out === "-") {
    const print = (lines: string) => output.raw(lines);
    const { entries } = refineFile(transcript, config, print);
    if (entries === 0) throw noConversation(transcript);
    return 0;
  }
  if (resolveExisting(out) === resolveExisting(transcript)) {
    throw new UserError("misuse", "--out names the transcript itself", [
      "Name another file; the transcript stays as it is",
    ]);
  }
  const refined = writeWhole(
    out,
    (write) => refineFile(transcript, config, write),
  );
  if (refined.entries === 0) throw noConversation(transcript);
  output.result({ file: out, ...refined }, () => render(out, refined));
  return 0;
}

function noConversation(transcript: string): UserError {
  return new UserError("refused", `No conversation in "${transcript}"`, [
    "Transcripts lie below ~/.claude/projects",
  ]);
}

/** The file appears when it is complete; before, nothing is touched. */
function writeWhole<T>(
  path: string,
  produce: (write: (text: string) => void) => T,
): T {
  const temporary = `${path}.${Deno.pid}.tmp`;
  const encoder = new TextEncoder();
  try {
    using file = Deno.openSync(temporary, {
      write: true,
      createNew: true,
      mode: 0o600,
    });
    const result = produce((text) => {
      const bytes = encoder.encode(text);
      for (let at = 0; at < bytes.length;) {
        at += file.writeSync(bytes.subarray(at));
      }
    });
    Deno.renameSync(temporary, path);
    return result;
  } catch (error) {
    try {
      Deno.removeSync(temporary);
    } catch {
      // It was never made; the error to report is the first one.
    }
    throw error;
  }
}

function render(out: string, refined: RefinedFile): string {
  const { entries, bytes, rawBytes } = refined;
  const less = rawBytes === 0 ? 0 : 100 * (1 - bytes / rawBytes);
  return `${entries} entries, ${formatBytes(bytes)} of ` +
    `${formatBytes(rawBytes)} (${less.toFixed(1)} % less) in ${out}`;
}
