/** `fix` and `quiet`: what is given at a moment, by hand. */

import { UserError } from "../../base/errors.ts";
import { textDigest } from "../../base/text_digest.ts";
import { Deadline } from "../../base/timeout.ts";
import { renderFix } from "../../context/fix_text.ts";
import { countOutcomes, readOutcomes } from "../../context/moment_outcomes.ts";
import { otherStoresWith } from "../../context/other_fixes.ts";
import type { ErrorKey } from "../../digest/error_key.ts";
import { tellingLine } from "../../digest/failures.ts";
import { readFacts } from "../../knowledge/knowledge_files.ts";
import { saveTripwires } from "../../knowledge/tripwire_table.ts";
import { readUserRules } from "../../knowledge/user_rules.ts";
import { errorsIn, findFix, type Fix } from "../../search/find_fix.ts";
import { withSearchIndex } from "../../search/index/with_search_index.ts";
import { changeQuiet, readQuiet } from "../../store/quiet_list.ts";
import type { Store } from "../../store/store.ts";
import {
  askStores,
  type OfProject,
  projectJson,
  renderLegend,
} from "../all_projects.ts";
import { claimOf, type CommandCall } from "../command.ts";
import { readWords } from "../read_stdin.ts";
import { renderMoments } from "../render_moments.ts";

const OTHERS_MS = 10_000;

export async function fix(call: CommandCall) {
  const { args, output, world } = call;
  const text = await readWords(args.positionals.join(" "));
  if (text.trim() === "") {
    throw new UserError("misuse", "No error text is given", [
      "Write it after the command, or pipe it in",
    ]);
  }
  const errors = errorsIn(text, tellingLine(text));
  const answers = await askStores(call, (store) => findIn(store, errors));
  const own = answers.flatMap(({ answer, of }) =>
    answer ? [{ ...answer, of }] : []
  );
  const found = own.length > 0 || args.switches.has("all")
    ? own
    : await findInOthers(call, errors);
  const results = found.map(({ of, ...fix }) => ({
    ...fix,
    ...projectJson(of),
  }));
  output.result(
    args.switches.has("all") ? results : results[0] ?? {},
    () =>
      [
        ...found.map(({ of, ...fix }) => renderFix(fix, of.project?.name)),
        ...renderLegend(found.map(({ of }) => of), world),
      ].join("\n") || "No fix is known for this error",
  );
  return found.length > 0 ? 0 : 1;
}

/** What a failing command would be told: see the setting crossProject. */
async function findInOthers(
  { openStore, world }: CommandCall,
  errors: readonly ErrorKey[],
): Promise<(Fix & { readonly of: OfProject })[]> {
  const store = await openStore();
  if (!store.config.crossProject) return [];
  const budget = new Deadline(OTHERS_MS);
  for (const error of errors) {
    const others = otherStoresWith(store, world, error.text, budget);
    for await (const other of others) {
      const { name, home: root } = other.project;
      const fix = await findIn(other, [error]);
      if (fix) return [{ ...fix, of: { project: { name, root } } }];
    }
  }
  return [];
}

async function findIn(
  store: Store,
  errors: readonly ErrorKey[],
): Promise<Fix | undefined> {
  const { value } = await withSearchIndex(store, "fix", async (index) => {
    for (const error of errors) {
      const solved = index.solved(textDigest(error.text));
      const fix = await findFix(store, solved, error);
      if (fix !== undefined) return fix;
    }
    const [first] = errors;
    if (first === undefined) return undefined;
    return await findFix(store, index.solved(), { ...first, isPart: true });
  });
  return value;
}

/** An entry of a log, maybe of another project, or a part of a file. */
const PLACE = /^[\w./-]{1,200}#\w{1,20}$/;
const ITEM = /^(?:[dpirsc]|cl|g)\d+$/;

/** A mistyped id would silence nothing. */
function assertKnown(store: Store, id: string): void {
  if (PLACE.test(id)) return;
  if (!ITEM.test(id)) {
    throw new UserError("misuse", `"${id}" is not an id`, [
      "What is given at a moment names its id, as r003 or 3f2a9c11#41",
    ]);
  }
  const { permanent, decisions, patterns, issues } = readFacts(store.layout);
  const { rules, solutions, core_logic } = permanent;
  const items: readonly { readonly id: string }[] = [
    ...[decisions, patterns, issues, rules, solutions, core_logic].flat(),
    ...readUserRules(store.project).map((_, n) => ({ id: `g${n + 1}` })),
  ];
  if (items.some((one) => one.id === id)) return;
  throw new UserError("refused", `Nothing in memory has the id ${id}`, [
    "memory-keeper rules list and memory-keeper facts list show ids",
  ]);
}

export async function quiet({ args, keptStore, output }: CommandCall) {
  const [id] = args.positionals;
  const store = await keptStore();
  if (args.switches.has("given")) {
    const counts = countOutcomes(await readOutcomes(store));
    output.result(
      counts,
      () => renderMoments(counts) || "Nothing was given in seven days",
    );
    return;
  }
  if (id === undefined) {
    const ids = readQuiet(store);
    output.result(ids, () => ids.join("\n") || "Nothing is silenced");
    return;
  }
  const isQuiet = !args.switches.has("off");
  if (isQuiet) assertKnown(store, id);
  else if (!readQuiet(store).includes(id)) {
    throw new UserError("refused", `${id} is not silenced`, [
      "memory-keeper quiet lists what is",
    ]);
  }
  const claim = claimOf("quiet");
  const ids = await changeQuiet(store, id, isQuiet, claim);
  saveTripwires(store);
  output.result(
    ids,
    () => isQuiet ? `No more is said about ${id}` : `${id} is told again`,
  );
}
