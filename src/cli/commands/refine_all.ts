import { refineAll } from "../../keeper/refine_all.ts";
import { attention } from "../../output/output.ts";
import { plural } from "../../output/sizes.ts";
import { assertStoreExists } from "../../store/store.ts";
import type { CommandCall, ExitCode } from "../command.ts";

export async function run(
  { openStore, output, world }: CommandCall,
): Promise<ExitCode> {
  const refined = await refineAll(
    assertStoreExists(await openStore()),
    world,
    (done, total) => output.progress("refining", done, total),
  );
  const { sessions, added, gone, failed, reasons } = refined;
  output.result(refined, () =>
    [
      `Read ${plural(sessions, "session")}; new entries: ${added}`,
      ...(gone > 0
        ? [
          `The transcripts of ${plural(gone, "session")} are gone; ` +
          "what was taken in stays",
        ]
        : []),
      ...failed.map((path) => {
        const why = reasons[path] ?? "it cannot be read";
        return attention(`! Could not take in ${path}: ${why}`);
      }),
    ].join("\n"));
  return failed.length > 0 ? 1 : 0;
}
