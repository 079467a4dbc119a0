import { homeFolder } from "../../claude/folders.ts";
import {
  checkHealth,
  fixHealth,
  type GroupedFinding,
} from "../../doctor/check_health.ts";
import { joinText, withTilde } from "../../output/words.ts";
import type { CommandCall } from "../command.ts";
import {
  renderFindings,
  renderFixed,
  renderVerdict,
} from "../render_findings.ts";

export async function run({ args, openStore, output, world }: CommandCall) {
  const store = await openStore();
  const first = await checkHealth(store, world);
  const fixed = args.switches.has("fix") ? await fixHealth(first) : [];
  const findings = fixed.length > 0 ? await checkHealth(store, world) : first;
  const healthy = findings.every(({ outcome }) => outcome !== "bad");
  output.result(
    {
      healthy,
      ...(fixed.length > 0 ? { mended: fixed } : {}),
      findings: findings.map(forPrograms),
    },
    () => {
      const home = homeFolder(world);
      return joinText([
        fixed.length > 0 && renderFixed(fixed),
        renderFindings(findings.map((one) => forPeople(one, home))),
        renderVerdict(findings),
      ], "\n\n");
    },
  );
  return healthy ? 0 : 1;
}

function forPrograms({ fix, ...finding }: GroupedFinding) {
  return fix === undefined ? finding : { ...finding, fixable: true };
}

/** Not in a remedy: a shell does not know `~` in a quoted path. */
const forPeople = (finding: GroupedFinding, home: string | undefined) => ({
  ...finding,
  reason: withTilde(finding.reason, home),
});
