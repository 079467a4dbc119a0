import { dedupeL1 } from "../../capture/dedupe_logs.ts";
import { plural } from "../../output/sizes.ts";
import { assertStoreExists } from "../../store/store.ts";
import type { CommandCall, ExitCode } from "../command.ts";

export async function run(
  { invocation, openStore, output }: CommandCall,
): Promise<ExitCode> {
  const dryRun = invocation.switches.has("dry-run");
  const joins = await dedupeL1(assertStoreExists(await openStore()), {
    dryRun,
  });
  const rows = joins.map(({ keep, remove, add }) => ({
    keep,
    remove,
    added: add.length,
  }));
  output.result({ dryRun, joins: rows }, () => {
    if (rows.length === 0) return "No session is there twice";
    const will = dryRun ? "would be" : "was";
    return rows.map(({ keep, remove, added }) =>
      `${remove} ${will} joined into ${keep}` +
      ` (${plural(added, "line")} of its own)`
    ).join("\n");
  });
  return 0;
}
