import {
  type Imported,
  importSessions,
} from "../../capture/import_sessions.ts";
import { attention } from "../../output/output.ts";
import { formatBytes, plural } from "../../output/sizes.ts";
import { appendDigests } from "../../summary/append_digests.ts";
import type { CommandCall, ExitCode } from "../command.ts";
import { renderFailures } from "../render_failures.ts";
import { readNumber } from "../search_options.ts";

const CLAIM = { who: "import", waitMs: 5000 };

export async function run(
  { invocation, openStore, output, world }: CommandCall,
): Promise<ExitCode> {
  const memory = readNumber(invocation, "memory", 0, [1, 1000]);
  const store = await openStore();
  const from = invocation.values.get("from");
  const imported = await importSessions(store, world, {
    from,
    progress: (done, total) => output.progress("reading", done, total),
    indexing: (done, total) => output.progress("indexing", done, total),
  });
  const digests = memory === 0
    ? 0
    : await appendDigests(store, world, memory, CLAIM);
  output.result(
    { ...imported, digests },
    () => render(imported, from !== undefined, memory > 0 ? digests : null),
  );
  return imported.found === 0 || imported.failed.length > 0 ? 1 : 0;
}

function render(
  imported: Imported,
  isElsewhere: boolean,
  digests: number | null,
): string {
  const { found, bytes, takenIn, caughtUp, entries, failed } = imported;
  if (found === 0) {
    const none = `No session of this project in ${imported.folder}`;
    return isElsewhere && imported.others > 0
      ? `${none}\n${describeOthers(imported.others)}`
      : none;
  }
  const lines = [
    `Found ${plural(found, "session")} (${formatBytes(bytes)})`,
    `Took in ${plural(takenIn, "new session")}, brought ${caughtUp} up to ` +
    `date: ${plural(entries, "entry", "entries")}`,
  ];
  if (imported.purgedSoon > 0) {
    lines.push(
      `Claude Code deletes the transcripts of ${imported.purgedSoon} of them ` +
        "within seven days; they are kept here",
    );
  }
  if (digests !== null) {
    lines.push(
      digests > 0
        ? `Put ${plural(digests, "digest")} into memory.md`
        : "No session has a digest that memory.md does not have",
    );
  }
  lines.push(...renderFailures(failed));
  if (imported.notIndexed !== undefined) {
    lines.push(
      attention(`! Not in the search index yet: ${imported.notIndexed}`),
    );
  }
  return lines.join("\n");
}

const describeOthers = (count: number) =>
  `${
    count === 1 ? "A session there was" : `${count} sessions there were`
  } started in another folder: name it with --project-dir`;
