/** undo: the steps that can be taken back, and taking one back. */

import { dim } from "@std/fmt/colors";
import { hereOf } from "../../base/local_stamp.ts";
import { type JournalStep, listSteps, undoStep } from "../../control/undo.ts";
import { localTime } from "../../output/words.ts";
import { renderTable } from "../../output/table.ts";
import { assertStoreExists } from "../../store/store.ts";
import type { CommandCall } from "../command.ts";
import { tellStep } from "../tell_step.ts";

const WAIT_MS = 10_000;

export async function run({ args, openStore, output, world }: CommandCall) {
  const store = await openStore();
  // Rules for every project are changed from anywhere.
  if (listSteps(store).length === 0) assertStoreExists(store);
  if (args.switches.has("list")) {
    const here = hereOf(world);
    const steps = listSteps(store).toReversed();
    const rows = steps.flatMap((step) =>
      tellStep(step).map((line, i) =>
        i > 0 ? ["", "", "", line] : [
          step.id,
          localTime(step.at, here),
          step.isUndone ? dim("undone") : askedBy(step.who),
          line,
        ]
      )
    );
    output.result(
      { steps: steps.map(describe) },
      () =>
        rows.length === 0
          ? "No change is kept"
          : renderTable(rows, output.width),
    );
    return;
  }
  const [id] = args.positionals;
  const { step, files, by } = await undoStep(store, id, WAIT_MS);
  output.result({ undone: describe(step), files, by }, () => [
    `Undid ${step.id} (${askedBy(step.who)})`,
    ...tellStep(step).map((line) => `  ${line}`),
    by && `To have it again: memory-keeper undo ${by}`,
  ]);
}

const describe = (
  { id, at, who, isUndone, isGlobal, changes }: JournalStep,
) => ({
  id,
  at,
  who,
  isUndone,
  isGlobal,
  files: [...new Set(changes.map(({ path }) => path))],
});

/** Who asked, as a person would say it. */
function askedBy(who: string): string {
  if (/^(?:hook subagent-stop|scribe |delta commit)/.test(who)) {
    return "a summary";
  }
  if (who === "hook user-prompt-submit") return "a prompt";
  if (who.startsWith("hook ")) return "a digest";
  return who.replace(/^permanent /, "rules ");
}
