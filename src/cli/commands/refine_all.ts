import { refineAll } from "../../capture/ingest_known.ts";
import { plural } from "../../output/sizes.ts";
import { assertStoreExists } from "../../store/store.ts";
import type { CommandCall, ExitCode } from "../command.ts";
import { renderFailures } from "../render_failures.ts";

export async function run(
  { openStore, output, world }: CommandCall,
): Promise<ExitCode> {
  const refined = await refineAll(
    assertStoreExists(await openStore()),
    world,
    (done, total) => output.progress("refining", done, total),
  );
  const { sessions, added, gone, failed } = refined;
  output.result(refined, () =>
    [
      `Read ${plural(sessions, "session")}; new entries: ${added}`,
      ...(gone > 0
        ? [
          `The transcripts of ${plural(gone, "session")} are gone; ` +
          "what was taken in stays",
        ]
        : []),
      ...renderFailures(failed),
    ].join("\n"));
  return failed.length > 0 ? 1 : 0;
}
