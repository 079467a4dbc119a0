import { readDelta } from "../../summary/delta_by_hand.ts";
import { assertStoreExists } from "../../store/store.ts";
import type { CommandCall, ExitCode } from "../command.ts";

export async function run(
  { invocation, openStore, output }: CommandCall,
): Promise<ExitCode> {
  const [id = ""] = invocation.positionals;
  const text = readDelta(assertStoreExists(await openStore()), id);
  output.result({ id, text }, () => text);
  return 0;
}
