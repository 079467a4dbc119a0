import { renameByHand } from "../../knowledge/concepts_by_hand.ts";
import { assertStoreExists } from "../../store/store.ts";
import type { CommandCall, ExitCode } from "../command.ts";

export async function run(
  { invocation, openStore, output, world }: CommandCall,
): Promise<ExitCode> {
  const [id = "", ...name] = invocation.positionals;
  const store = assertStoreExists(await openStore());
  const claim = { who: "concepts rename", waitMs: 10_000 };
  const wanted = { id, name: name.join(" ") };
  const renamed = await renameByHand(store, world, wanted, claim);
  output.result(
    renamed,
    () => `${renamed.id} is called "${renamed.name}" now`,
  );
  return 0;
}
