import { UserError } from "../../base/errors.ts";
import { commitArchiveSummary } from "../../summary/archive_summaries.ts";
import { pendingArchives } from "../../summary/ask_for_archive_summary.ts";
import { assertStoreExists } from "../../store/store.ts";
import type { CommandCall, ExitCode } from "../command.ts";
import { readStdin } from "../read_stdin.ts";

export async function run(call: CommandCall): Promise<ExitCode> {
  const { invocation, openStore, output, world } = call;
  const [archive] = invocation.positionals;
  const store = assertStoreExists(await openStore());
  const pending = pendingArchives(store).map(({ file }) => file);
  if (archive === undefined || invocation.switches.has("list")) {
    output.result(
      { pending },
      () =>
        pending.length === 0
          ? "Every archive has its summary"
          : pending.join("\n"),
    );
    return 0;
  }
  const message = await readStdin();
  if (message.trim() === "") {
    throw new UserError("misuse", "No summary on stdin", [
      "In Claude Code /memory-keeper:memory-rotate makes one; by hand give " +
      "JSON with themes, keyDecisions, issues and overallSummary",
    ]);
  }
  const outcome = await commitArchiveSummary(
    store,
    world,
    { archive, message },
    { who: "summarize", waitMs: 10_000 },
  );
  if (outcome.kind === "gone") {
    throw new UserError("refused", `No archive "${archive}" is known`, [
      'Run "memory-keeper summarize --list"',
    ]);
  }
  if (outcome.kind === "refused") {
    throw new UserError("refused", `Not saved: ${outcome.reason}`, [
      "Mend the JSON and try again",
    ]);
  }
  output.result(outcome, () => `Saved ${outcome.file}`);
  return 0;
}
