import type { Permanent } from "../../knowledge/facts.ts";
import { removalReason } from "../../knowledge/permanent.ts";
import { oneLine } from "../../base/safe_text.ts";
import { attention } from "../../output/output.ts";
import { renderTable } from "../../output/table.ts";
import { requireFacts } from "../../knowledge/knowledge_files.ts";
import { assertStoreExists } from "../../store/store.ts";
import type { CommandCall, ExitCode } from "../command.ts";

export async function run(
  { openStore, output, world }: CommandCall,
): Promise<ExitCode> {
  const { layout } = assertStoreExists(await openStore());
  const { permanent } = requireFacts(layout);
  output.result(
    permanent,
    () => render(permanent, world.now()) || "Nothing permanent yet",
  );
  return 0;
}

function render(
  { rules, solutions, core_logic }: Permanent,
  now: Date,
): string {
  return [
    section(
      "Rules",
      rules.map((rule) => {
        const why = removalReason(rule, now);
        const note = why === undefined ? "" : attention(` (remove? ${why})`);
        const content = oneLine(rule.content) + note;
        return [rule.id, share(rule.confidence), oneLine(rule.source), content];
      }),
    ),
    section(
      "Solutions",
      solutions.map(({ id, confidence, problem, solution }) => [
        id,
        share(confidence),
        `${oneLine(problem)} → ${oneLine(solution)}`,
      ]),
    ),
    section(
      "Core logic",
      core_logic.map(({ id, feature, description, files }) => {
        const where = files.length > 0 ? ` (${files.join(", ")})` : "";
        return [id, oneLine(`${feature}: ${description}${where}`)];
      }),
    ),
  ].filter((text) => text !== "").join("\n\n");
}

const share = (confidence: number) => confidence.toFixed(1);

function section(title: string, rows: readonly (readonly string[])[]): string {
  return rows.length === 0 ? "" : `${title}\n${renderTable(rows)}`;
}
