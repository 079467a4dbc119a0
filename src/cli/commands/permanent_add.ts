import { UserError } from "../../base/errors.ts";
import {
  addCoreLogic,
  addSolution,
} from "../../knowledge/permanent_by_hand.ts";
import {
  describeRemembered,
  rememberRule,
} from "../../knowledge/remember_rule.ts";
import type { CommandCall, ExitCode, Invocation } from "../command.ts";

export async function run(call: CommandCall): Promise<ExitCode> {
  const { invocation, openStore, output, world } = call;
  const [kind, ...texts] = invocation.positionals;
  const { values } = invocation;
  const claim = { who: "permanent add", waitMs: 10_000 };
  if (kind === "rule") {
    const own = { text: texts.join(" "), reason: values.get("reason") };
    const added = await rememberRule(await openStore(), world, own, claim);
    output.result(added, () => describeRemembered(added));
    return 0;
  }
  const [first = "", second, extra] = texts;
  if (second === undefined || extra !== undefined) {
    throw new UserError("misuse", `"permanent add ${kind}" needs two texts`, [
      kind === "solution"
        ? 'Write memory-keeper permanent add solution "problem" "solution"'
        : 'Write memory-keeper permanent add core-logic "feature" "how"',
    ]);
  }
  const attempts = attemptsOf(invocation);
  const store = await openStore();
  const added = kind === "solution"
    ? await addSolution(
      store,
      { problem: first, solution: second, attempts },
      claim,
    )
    : await addCoreLogic(store, {
      feature: first,
      description: second,
      files: values.get("files"),
    }, claim);
  const { id, isNew } = added;
  output.result(
    added,
    () => isNew ? `Kept as ${id}` : `${id} says so already`,
  );
  return 0;
}

function attemptsOf({ values }: Invocation): number {
  const attempts = values.get("attempts") ?? "1";
  if (/^[1-9]\d{0,5}$/.test(attempts)) return Number(attempts);
  throw new UserError("misuse", `"--attempts" cannot be "${attempts}"`, [
    "Write a number from 1 on",
  ]);
}
