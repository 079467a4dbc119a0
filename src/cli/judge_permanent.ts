/** What the commands that judge a rule or solution have in common. */

import {
  type Judgement,
  judgePermanent,
} from "../knowledge/permanent_by_hand.ts";
import { oneLine } from "../base/safe_text.ts";
import { assertStoreExists } from "../store/store.ts";
import type { CommandCall, ExitCode } from "./command.ts";

export async function judgeByCommand(
  { invocation, openStore, output, world }: CommandCall,
  judgement: Judgement,
): Promise<ExitCode> {
  const [id = ""] = invocation.positionals;
  const store = assertStoreExists(await openStore());
  const { item } = await judgePermanent(store, world, { id, judgement }, {
    who: `permanent ${judgement}`,
    waitMs: 10_000,
  });
  const { confidence } = item;
  output.result(
    judgement === "remove" ? { removed: item } : item,
    () =>
      judgement === "remove"
        ? `Removed ${id}: ${describeItem(item)}`
        : `${id} has confidence ${confidence} now`,
  );
  return 0;
}

/** A rule's words, a solution's problem, the feature of core logic. */
function describeItem(item: Record<string, unknown>): string {
  const { content, problem, feature } = item;
  return oneLine(`${content ?? problem ?? feature ?? ""}`);
}
