import { showFact } from "../../knowledge/facts_by_hand.ts";
import { renderFields } from "../render_fields.ts";
import { assertStoreExists } from "../../store/store.ts";
import type { CommandCall, ExitCode } from "../command.ts";

export async function run(
  { invocation, openStore, output }: CommandCall,
): Promise<ExitCode> {
  const [id = ""] = invocation.positionals;
  const store = assertStoreExists(await openStore());
  const { type, fact } = showFact(store, id);
  const { id: known, ...fields } = fact;
  output.result(
    { type, ...fact },
    () => renderFields({ [type]: known, ...fields }),
  );
  return 0;
}
