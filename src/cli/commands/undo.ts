/** undo: the steps that can be taken back, and taking one back. */

import { dim } from "@std/fmt/colors";
import { hereOf } from "../../base/local_stamp.ts";
import { listSteps, type Step, undoStep } from "../../control/undo.ts";
import { localTime } from "../../output/times.ts";
import { renderTable } from "../../output/table.ts";
import { assertStoreExists } from "../../store/store.ts";
import type { CommandCall, ExitCode } from "../command.ts";

const WAIT_MS = 10_000;

export async function run(call: CommandCall): Promise<ExitCode> {
  const { invocation, openStore, output, world } = call;
  const store = assertStoreExists(await openStore());
  if (invocation.switches.has("list")) {
    const here = hereOf(world);
    const steps = listSteps(store).toReversed();
    const rows = steps.map((step) => [
      step.id,
      localTime(step.at, here),
      step.who,
      sizesOf(step),
      step.isUndone ? dim("undone") : "",
    ]);
    output.result(
      { steps: steps.map(describe) },
      () =>
        rows.length === 0
          ? "No change is kept"
          : renderTable(rows, output.width),
    );
    return 0;
  }
  const [id] = invocation.positionals;
  const { step, files } = await undoStep(store, id, WAIT_MS);
  output.result(
    { undone: describe(step), files },
    () => `Undid ${step.id} (${step.who}): ${sizesOf(step, -1)}`,
  );
  return 0;
}

const describe = ({ id, at, who, isUndone, changes }: Step) => ({
  id,
  at,
  who,
  isUndone,
  files: [...new Set(changes.map(({ path }) => path))],
});

/** `memory.md +120 -0 bytes`, turned round for what takes it back. */
function sizesOf({ changes }: Step, sign = 1): string {
  return changes.map(({ path, inserted, removed }) => {
    const old = typeof removed === "string"
      ? new TextEncoder().encode(removed).length
      : atob(removed.base64).length;
    const [more, less] = sign > 0 ? [inserted, old] : [old, inserted];
    return `${path} +${more} -${less} bytes`;
  }).join(", ");
}
