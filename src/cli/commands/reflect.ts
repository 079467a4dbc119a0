import { UserError } from "../../base/errors.ts";
import {
  type Applied,
  applyReflection,
  reflect,
} from "../../knowledge/reflect.ts";
import { describeConflicts } from "../../knowledge/remember_rule.ts";
import { withAllEvidence } from "../../knowledge/reflection.ts";
import { readSessions } from "../../knowledge/load_knowledge.ts";
import { requireFacts } from "../../knowledge/knowledge_files.ts";
import { findSharedRules } from "../../knowledge/shared_rules.ts";
import { listProjects } from "../../doctor/list_projects.ts";
import { claimOf, type CommandCall } from "../command.ts";
import { renderCandidates } from "../render_candidates.ts";
import { readHeldFacts } from "../../team/read_team.ts";

export async function run({ args, keptStore, output, world }: CommandCall) {
  const { positionals: ids, switches, values } = args;
  const text = values.get("text");
  const store = await keptStore();
  const held = readHeldFacts(store.layout);
  if (!switches.has("apply")) {
    if (text !== undefined) {
      throw new UserError("misuse", '"--text" needs "--apply"', []);
    }
    const found = reflect(requireFacts(store.layout), world, held);
    const noted = found.candidates.length === 0
      ? []
      : readSessions(store.layout).flatMap((one) => one.noted.facts);
    const candidates = withAllEvidence(found.candidates, noted).filter((
      { id },
    ) => ids.length === 0 || ids.includes(id));
    const everywhere = ids.length === 0
      ? findSharedRules(await listProjects(world))
      : [];
    const shown = {
      ...found,
      candidates,
      ...(everywhere.length > 0 ? { everywhere } : {}),
    };
    output.result(
      shown,
      () => renderCandidates(shown) || "Nothing came up in three sessions yet",
    );
    return ids.length > 0 && candidates.length === 0 ? 1 : 0;
  }
  if (text !== undefined && ids.length !== 1) {
    throw new UserError("misuse", '"--text" needs one candidate', [
      "Name the candidate that should get these words",
    ]);
  }
  const claim = claimOf("reflect");
  const applied = await applyReflection(
    store,
    world,
    { ids, text, held },
    claim,
  );
  output.result(applied, () => describe(applied));
  return applied.promoted.length === 0 ? 1 : 0;
}

function describe({ promoted, refused }: Applied): string {
  const lines = [
    ...promoted.map(({ candidate, id, conflicts }) =>
      `${candidate} is ${id} now${describeConflicts(conflicts)}`
    ),
    ...refused.map(({ reason }) => `Not promoted: ${reason}`),
  ];
  return lines.join("\n") || "There is nothing to promote";
}
