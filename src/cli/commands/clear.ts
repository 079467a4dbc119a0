import { UserError } from "../../errors.ts";
import {
  carryOutClear,
  type ClearPlan,
  planClear,
} from "../../keeper/clear_memory.ts";
import { formatBytes, plural } from "../../output/sizes.ts";
import { storeExists } from "../../store/store.ts";
import type { CommandCall, ExitCode } from "../command.ts";

export async function run(
  { invocation, openStore, output, world }: CommandCall,
): Promise<ExitCode> {
  const scope = invocation.positionals[0] as ClearPlan["scope"];
  const store = await openStore();
  const plan = planClear(store, world, scope);
  const { files, bytes, backup } = plan;
  if (!storeExists(store) || files.length === 0) {
    output.result({ ...plan, removed: false }, () => "Nothing to remove");
    return 1;
  }
  const what = `${plural(files.length, "file")} (${formatBytes(bytes)})`;
  const list = files.map((name) => `  ${name}`).join("\n");
  if (invocation.switches.has("dry-run")) {
    output.result(
      { ...plan, removed: false },
      () => `Would remove ${what}:\n${list}`,
    );
    return 0;
  }
  if (!invocation.switches.has("yes")) {
    output.note(`This removes ${what}:\n${list}`);
    if (!Deno.stdin.isTerminal() || !confirm("Go on?")) {
      throw new UserError("refused", "Nothing was removed", [
        "Answer y, or add --yes where nobody can answer",
      ]);
    }
  }
  await carryOutClear(store, plan, { who: "clear", waitMs: 10_000 });
  output.result(
    { ...plan, removed: true },
    () => `Removed ${what}` + (backup ? `; a backup is in ${backup}` : ""),
  );
  return 0;
}
