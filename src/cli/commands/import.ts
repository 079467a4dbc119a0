import { type Imported, importSessions } from "../../keeper/import_sessions.ts";
import { attention } from "../../output/output.ts";
import { formatBytes, plural } from "../../output/sizes.ts";
import type { CommandCall, ExitCode } from "../command.ts";

export async function run(
  { invocation, openStore, output, world }: CommandCall,
): Promise<ExitCode> {
  const imported = await importSessions(await openStore(), world, {
    from: invocation.values.get("from"),
    progress: (done, total) => output.progress("reading", done, total),
    indexing: (done, total) => output.progress("indexing", done, total),
  });
  output.result(imported, () => render(imported));
  return imported.found === 0 || imported.failed.length > 0 ? 1 : 0;
}

function render(imported: Imported): string {
  const { found, bytes, takenIn, caughtUp, entries, failed } = imported;
  if (found === 0) {
    return `No session of this project in ${imported.folder}`;
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
  for (const path of failed) lines.push(attention(`! Could not read ${path}`));
  if (imported.notIndexed !== undefined) {
    lines.push(
      attention(`! Not in the search index yet: ${imported.notIndexed}`),
    );
  }
  return lines.join("\n");
}
