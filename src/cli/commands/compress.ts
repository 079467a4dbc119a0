import { compressSessions } from "../../memory/compress_sessions.ts";
import { reflect } from "../../knowledge/reflect.ts";
import { plural } from "../../output/sizes.ts";
import { readFacts } from "../../knowledge/knowledge_files.ts";
import { assertStoreExists } from "../../store/store.ts";
import type { CommandCall, ExitCode } from "../command.ts";
import { renderCandidates } from "../render_candidates.ts";

export async function run(
  { invocation, openStore, output, world }: CommandCall,
): Promise<ExitCode> {
  const dryRun = invocation.switches.has("dry-run");
  const claim = { who: "compress", waitMs: 10_000 };
  const store = assertStoreExists(await openStore());
  const done = await compressSessions(store, world, claim, { dryRun });
  const { written, removed, gzipped } = done;
  const reflection = reflect(readFacts(store.layout), world);
  output.result({ dryRun, ...done, ...reflection }, () => {
    const fold = dryRun ? "Would fold" : "Folded";
    const pack = dryRun ? "Would gzip" : "Gzipped";
    const lines = [
      ...(removed.length > 0
        ? [`${fold} ${plural(removed.length, "file")} into`]
        : []),
      ...written.map((name) => `  ${name}`),
      ...gzipped.map((name) => `${pack} ${name}`),
    ];
    const found = renderCandidates(reflection);
    return [
      ...(lines.length > 0 ? lines : ["Nothing is old enough"]),
      ...(found === "" ? [] : [found]),
    ].join("\n");
  });
  return 0;
}
