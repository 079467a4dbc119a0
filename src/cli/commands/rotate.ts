import { rotateMemory } from "../../memory/rotate_memory.ts";
import { assertStoreExists } from "../../store/store.ts";
import { plural } from "../../output/sizes.ts";
import type { CommandCall, ExitCode } from "../command.ts";

export async function run(
  { invocation, openStore, output, world }: CommandCall,
): Promise<ExitCode> {
  const force = invocation.switches.has("force");
  const rotated = await rotateMemory(
    assertStoreExists(await openStore()),
    world,
    { who: "rotate", waitMs: 10_000 },
    { force },
  );
  output.result(
    rotated ?? { archive: null },
    () =>
      rotated
        ? `Archived ${plural(rotated.sections, "section")} ` +
          `(${rotated.tokens} tokens) ` +
          `as ${rotated.archive}`
        : force
        ? "Nothing in memory.md is new; nothing was archived"
        : "memory.md is not full; nothing was archived",
  );
  return rotated ? 0 : 1;
}
