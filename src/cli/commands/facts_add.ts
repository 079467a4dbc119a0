import { addFact } from "../../knowledge/facts_by_hand.ts";
import type { FactType } from "../../knowledge/facts.ts";
import type { CommandCall, ExitCode } from "../command.ts";

export async function run(call: CommandCall): Promise<ExitCode> {
  const { invocation, openStore, output, world } = call;
  const [type, ...text] = invocation.positionals;
  const { values } = invocation;
  const added = await addFact(await openStore(), world, {
    type: type as FactType,
    content: text.join(" "),
    reason: values.get("reason"),
    files: values.get("files"),
    keywords: values.get("keywords"),
    concept: values.get("concept"),
    session: values.get("session"),
  }, { who: "facts add", waitMs: 10_000 });
  const { id, isNew } = added;
  output.result(added, () => isNew ? `Added ${id}` : `${id} says so already`);
  return 0;
}
