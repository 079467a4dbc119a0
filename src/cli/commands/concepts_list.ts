import { newestConcepts } from "../../knowledge/concepts.ts";
import { oneLine } from "../../base/safe_text.ts";
import { plural } from "../../output/sizes.ts";
import { renderTable } from "../../output/table.ts";
import { requireConcepts } from "../../knowledge/knowledge_files.ts";
import { assertStoreExists } from "../../store/store.ts";
import type { CommandCall, ExitCode } from "../command.ts";

export async function run(
  { openStore, output }: CommandCall,
): Promise<ExitCode> {
  const { layout } = assertStoreExists(await openStore());
  const concepts = newestConcepts(requireConcepts(layout), Infinity);
  output.result(
    { concepts },
    () =>
      concepts.length === 0 ? "No concepts" : renderTable(
        concepts.map(({ id, name, facts, exchanges }) => [
          id,
          oneLine(name),
          // An earlier tool grouped exchanges; they are kept.
          plural(facts.length, "fact") +
          (Array.isArray(exchanges) && exchanges.length > 0
            ? `, ${plural(exchanges.length, "exchange")}`
            : ""),
        ]),
      ),
  );
  return 0;
}
