import { green, red, yellow } from "@std/fmt/colors";
import { checkHealth, type Finding } from "../../keeper/check_health.ts";
import type { CommandCall, ExitCode } from "../command.ts";

const MARKS = { good: green("✓"), warning: yellow("!"), bad: red("✗") };

export async function run(
  { openStore, output }: CommandCall,
): Promise<ExitCode> {
  const findings = checkHealth(await openStore());
  const healthy = findings.every(({ outcome }) => outcome !== "bad");
  output.result(
    { healthy, findings },
    () => findings.map(renderFinding).join("\n"),
  );
  return healthy ? 0 : 1;
}

function renderFinding({ outcome, check, reason, remedy }: Finding): string {
  const line = `${MARKS[outcome]} ${check}: ${reason}`;
  return remedy === undefined ? line : `${line}\n    → ${remedy}`;
}
