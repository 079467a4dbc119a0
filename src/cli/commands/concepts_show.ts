import { assertConcept } from "../../knowledge/concepts_by_hand.ts";
import { allFacts } from "../../knowledge/knowledge.ts";
import { oneLine } from "../../base/safe_text.ts";
import { renderFields } from "../render_fields.ts";
import { renderTable } from "../../output/table.ts";
import {
  requireConcepts,
  requireFacts,
} from "../../knowledge/knowledge_files.ts";
import { assertStoreExists } from "../../store/store.ts";
import type { CommandCall, ExitCode } from "../command.ts";

export async function run(
  { invocation, openStore, output }: CommandCall,
): Promise<ExitCode> {
  const [id = ""] = invocation.positionals;
  const { layout } = assertStoreExists(await openStore());
  const concept = assertConcept(requireConcepts(layout), id);
  const facts = allFacts(requireFacts(layout))
    .filter(({ fact }) => fact.concept === concept.id);
  output.result(
    { ...concept, facts: facts.map(({ type, fact }) => ({ type, ...fact })) },
    () => {
      const { id: known, facts: _, merged, ...fields } = concept;
      const parts = Array.isArray(merged)
        ? merged.map((one) => `${one?.id} ${one?.name}`)
        : [];
      return [
        renderFields({ concept: known, ...fields, includes: parts }),
        ...(facts.length === 0 ? [] : [
          "",
          renderTable(
            facts.map(({ fact }) => [fact.id, oneLine(fact.content)]),
          ),
        ]),
      ].join("\n");
    },
  );
  return 0;
}
