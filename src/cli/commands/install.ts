import {
  type ClientCommand,
  COMMANDS_TO_UPDATE,
  commandsToAdd,
} from "../../claude/marketplace.ts";
import {
  type InstallPlan,
  installPlugin,
  planInstall,
  readInstallation,
} from "../../install/install_plugin.ts";
import { formatBytes, plural } from "../../output/sizes.ts";
import { renderTable } from "../../output/table.ts";
import { installFolder } from "../../install/install_folder.ts";
import type { CommandCall, ExitCode } from "../command.ts";

export async function run(
  { invocation, output, world }: CommandCall,
): Promise<ExitCode> {
  const folder = installFolder(world, invocation.values.get("to"));
  const dryRun = invocation.switches.has("dry-run");
  const wanted = readInstallation();
  const plan = dryRun
    ? await planInstall(folder, wanted)
    : await installPlugin(folder, wanted);
  const upgraded = plan.was !== null && plan.was !== plan.version;
  const commands = upgraded ? COMMANDS_TO_UPDATE : commandsToAdd(folder);
  output.result(
    { ...plan, installed: !dryRun, commands: commands.map((c) => c.command) },
    () =>
      [
        dryRun ? describePlan(plan) : describeDone(plan),
        ...keptLines(plan),
        "",
        renderCommands(commands),
      ].join("\n"),
  );
  return 0;
}

function describeDone({ changes, version, was, folder, bytes }: InstallPlan) {
  if (changes.every(({ change }) => change === "same")) {
    return `memory-keeper ${version} is installed in ${folder} already`;
  }
  const before = was !== null && was !== version ? `, was ${was}` : "";
  return `Installed memory-keeper ${version}${before} in ${folder} ` +
    `(${formatBytes(bytes)})`;
}

function describePlan({ changes, version, folder, bytes }: InstallPlan) {
  const files = plural(changes.length, "file");
  const rows = changes.map(({ change, path }) => [`  ${change}`, path]);
  return `Would install memory-keeper ${version} in ${folder}: ` +
    `${files}, ${formatBytes(bytes)}\n${renderTable(rows)}`;
}

const keptLines = ({ changes }: InstallPlan) =>
  changes.flatMap(({ path, keptAs }) =>
    keptAs ? [`${path} had been changed; that text is kept as ${keptAs}`] : []
  );

function renderCommands(commands: readonly ClientCommand[]): string {
  const lines = commands.map(({ command, does }) =>
    `  ${command}\n    ${does}`
  );
  return `Then run these two:\n${lines.join("\n")}`;
}
