import {
  carryOutClear,
  type ClearPlan,
  planClear,
} from "../../memory/clear_memory.ts";
import { formatBytes, plural } from "../../output/sizes.ts";
import { storeExists } from "../../store/store.ts";
import type { CommandCall, ExitCode } from "../command.ts";
import { confirmRemoval } from "../confirm_removal.ts";

export async function run(call: CommandCall): Promise<ExitCode> {
  const { invocation, openStore, output, world } = call;
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
  confirmRemoval(call, `${what}:\n${list}`);
  await carryOutClear(store, plan, { who: "clear", waitMs: 10_000 });
  output.result(
    { ...plan, removed: true },
    () => `Removed ${what}` + (backup ? `; a backup is in ${backup}` : ""),
  );
  return 0;
}
