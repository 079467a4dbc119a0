import { bold } from "@std/fmt/colors";
import { readStatus, type Status } from "../../keeper/read_status.ts";
import { attention } from "../../output/output.ts";
import { formatBytes } from "../../output/sizes.ts";
import { renderTable } from "../../output/table.ts";
import type { CommandCall, ExitCode } from "../command.ts";

export async function run(
  { openStore, output }: CommandCall,
): Promise<ExitCode> {
  const status = readStatus(await openStore());
  output.result(status, () => renderStatus(status));
  return 0;
}

function renderStatus(status: Status): string {
  const warning = status.problem === null
    ? ""
    : attention(`! Nothing can be kept here: ${status.problem}`) + "\n";
  return warning + renderStore(status);
}

function renderStore(status: Status): string {
  if (!status.exists) {
    return `${bold(status.project)} has no memory yet.\n` +
      `It begins with the first tool use in Claude Code, in ${status.store}`;
  }
  const { sessions, sessionBytes, open, toolUses, saveInterval } = status;
  return renderTable([
    ["Project", bold(status.project)],
    ["Store", status.store],
    ["Last save", status.lastSave ?? "none yet"],
    [
      "Sessions",
      `${sessions} (${formatBytes(sessionBytes)}), ${open} not ended`,
    ],
    ["Waiting", `${status.waiting} for a summary`],
    ["Tool uses", `${toolUses} counted, a save every ${saveInterval}`],
  ]);
}
