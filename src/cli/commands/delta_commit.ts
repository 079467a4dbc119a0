import { UserError } from "../../base/errors.ts";
import { commitDelta } from "../../summary/commit_delta.ts";
import { findDelta } from "../../summary/delta_by_hand.ts";
import { rotateMemory } from "../../memory/rotate_memory.ts";
import { plural } from "../../output/sizes.ts";
import { assertStoreExists } from "../../store/store.ts";
import type { CommandCall, ExitCode } from "../command.ts";
import { readStdin } from "../read_stdin.ts";

export async function run(
  { invocation, openStore, output, world }: CommandCall,
): Promise<ExitCode> {
  const [deltaId = ""] = invocation.positionals;
  const store = assertStoreExists(await openStore());
  const { sessionId } = findDelta(store, deltaId);
  const message = await readStdin();
  const claim = { who: "delta commit", waitMs: 10_000 };
  const commit = { sessionId, deltaId, message };
  const outcome = await commitDelta(store, world, commit, claim);
  if (outcome.kind === "refused") {
    throw new UserError("refused", `Not recorded: ${outcome.reason}`, [
      `Give a summary of the delta on stdin: memory-keeper delta show ${deltaId}`,
    ]);
  }
  if (outcome.kind === "gone") {
    throw new UserError(
      "refused",
      `Not recorded: delta "${deltaId}" was answered meanwhile`,
      ['Add to it with memory-keeper save "the text"'],
    );
  }
  const rotated = await rotateMemory(store, world, claim);
  const { kind } = outcome;
  const facts = outcome.facts.kept.length;
  const refused = outcome.facts.refused.length;
  output.result(
    {
      id: deltaId,
      outcome: kind,
      rotated: rotated?.archive ?? null,
      facts,
      refused,
    },
    () =>
      `Recorded ${deltaId} in ${store.layout.memory}` +
      (facts > 0 ? `, ${plural(facts, "fact")} kept` : "") +
      (refused > 0 ? `, ${plural(refused, "fact")} refused` : ""),
  );
  return 0;
}
