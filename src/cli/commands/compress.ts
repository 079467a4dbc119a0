import { compressSessions } from "../../keeper/compress_sessions.ts";
import { plural } from "../../output/sizes.ts";
import { assertStoreExists } from "../../store/store.ts";
import type { CommandCall, ExitCode } from "../command.ts";

export async function run(
  { invocation, openStore, output, world }: CommandCall,
): Promise<ExitCode> {
  const dryRun = invocation.switches.has("dry-run");
  const claim = { who: "compress", waitMs: 10_000 };
  const store = assertStoreExists(await openStore());
  const done = await compressSessions(store, world, claim, { dryRun });
  const { written, removed, gzipped } = done;
  output.result({ dryRun, ...done }, () => {
    if (removed.length + gzipped.length === 0) return "Nothing is old enough";
    const verb = dryRun ? "Would fold" : "Folded";
    return [
      `${verb} ${plural(removed.length, "file")} into ${written.join(", ")}`,
      ...gzipped.map((name) => `gzip ${name}`),
    ].join("\n");
  });
  return 0;
}
