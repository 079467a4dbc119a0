/** The doctor's findings in 80 columns, under their headings. */

import { bold, dim, green, red, yellow } from "@std/fmt/colors";
import { homeFolder } from "../../claude/folders.ts";
import {
  checkHealth,
  type Fixed,
  fixHealth,
  type GroupedFinding,
} from "../../doctor/check_health.ts";
import { padEnd, SCREEN_COLUMNS, wrapText } from "../../output/table.ts";
import { joinText, withTilde } from "../../output/words.ts";
import type { CommandCall } from "../command.ts";
import { printable } from "../printable.ts";

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

/** The longest name there is, UserPromptSubmit. */
const NAME_COLUMNS = 16;
const REASON_COLUMN = 2 + 2 + NAME_COLUMNS + 2;
/** Further left than reasons: a command should fit on one line. */
const REMEDY_COLUMN = 4;

/** A command is never wrapped, so that it can be copied. */
const COMMAND = /^(?:claude|chmod|sudo) /;

const MARKS = {
  good: () => green("✓"),
  warning: () => yellow("!"),
  bad: () => red("✗"),
};

function renderFindings(findings: readonly GroupedFinding[]): string {
  const groups = [...new Set(findings.map(({ group }) => group))];
  return groups.map((group) =>
    [
      bold(group),
      ...findings.filter((one) => one.group === group).map(renderFinding),
    ].join("\n")
  ).join("\n\n");
}

function renderFinding({ outcome, check, reason, remedy }: GroupedFinding) {
  const steps = (remedy ?? "").split("\n").filter((step) => step !== "")
    .map(printable);
  const lead = `${" ".repeat(REMEDY_COLUMN)}→ `;
  return [
    renderLine(outcome, check, printable(reason)),
    ...steps.map((step) =>
      lead + (COMMAND.test(step) ? step : hanging(step, REMEDY_COLUMN + 2))
    ),
  ].join("\n");
}

const renderLine = (mark: keyof typeof MARKS, check: string, text: string) =>
  `  ${MARKS[mark]()} ${padEnd(check, NAME_COLUMNS)}  ${hanging(text)}`;

function renderFixed(fixed: readonly Fixed[]): string {
  const lines = fixed.map(({ check, done, problem }) =>
    problem === null
      ? renderLine("good", check, done)
      : renderLine("bad", check, `could not be fixed: ${printable(problem)}`)
  );
  return [bold("Fixed"), ...lines].join("\n");
}

/** One line that sums up, and what to do next. */
function renderVerdict(findings: readonly GroupedFinding[]): string {
  const number = (outcome: string) =>
    findings.filter((one) => one.outcome === outcome).length;
  const [wrong, warnings] = [number("bad"), number("warning")];
  if (wrong + warnings === 0) return `${green("All is well")}.`;
  const parts = joinText([
    wrong > 0 &&
    red(`${wrong} ${wrong === 1 ? "thing is" : "things are"} wrong`),
    warnings > 0 &&
    yellow(`${warnings} ${warnings === 1 ? "needs" : "need"} attention`),
  ], ", ");
  const fixable = findings.filter(({ fix }) => fix !== undefined).length;
  return joinText([
    `${parts}.`,
    // With its line end, as it is coloured.
    fixable > 0 &&
    dim(`\nmemory-keeper doctor --fix can fix ${fixable} of them.`),
  ], "");
}

function hanging(text: string, column = REASON_COLUMN): string {
  return wrapText(text, SCREEN_COLUMNS - column)
    .replaceAll("\n", `\n${" ".repeat(column)}`);
}
