/** `install` and `uninstall`: the plugin's files. */

import { WINDOWS } from "../../base/path_text.ts";
import { UserError } from "../../base/errors.ts";
import {
  type ClientCommand,
  COMMANDS_TO_REMOVE,
  COMMANDS_TO_UPDATE,
  commandsToAdd,
} from "../../claude/marketplace.ts";
import { removeBlocks } from "../../context/keep_blocks.ts";
import { installFolder } from "../../install/install_folder.ts";
import { linkCommand, planCommandPath } from "../../install/command_path.ts";
import {
  INSTALLED_EXECUTABLE,
  type InstallPlan,
  installPlugin,
  planInstall,
  readInstallation,
} from "../../install/install_plugin.ts";
import {
  isInstalledIn,
  ownInstallation,
  planUninstall,
  type UninstallPlan,
  uninstallPlugin,
} from "../../install/uninstall_plugin.ts";
import { formatBytes, plural } from "../../output/words.ts";
import { renderTable } from "../../output/table.ts";
import { statFile } from "../../store/read_file.ts";
import { surveyFolder } from "../../store/survey_folder.ts";
import { userFolder } from "../../store/user_key.ts";
import type { CommandCall } from "../command.ts";
import { confirmRemoval } from "../confirm_removal.ts";

export async function install({ args, output, world }: CommandCall) {
  const folder = installFolder(world, args.values.get("to"));
  const dryRun = args.switches.has("dry-run");
  const wanted = readInstallation();
  const plan = dryRun
    ? await planInstall(folder, wanted)
    : await installPlugin(folder, wanted);
  const upgraded = plan.was !== null && plan.was !== plan.version;
  const commands = upgraded ? COMMANDS_TO_UPDATE : commandsToAdd(folder);
  const program = `${folder}/${INSTALLED_EXECUTABLE}`;
  const { bin, line } = planCommandPath(world, program);
  const isLinked = !dryRun && bin !== null && !WINDOWS;
  const problem = isLinked ? linkCommand(bin, program) ?? null : null;
  output.result(
    {
      ...plan,
      installed: !dryRun,
      commands: commands.map((c) => c.command),
      command: { bin, line, problem },
    },
    () => [
      dryRun ? describePlan(plan) : describeDone(plan),
      ...keptLines(plan),
      problem,
      "",
      renderCommands(commands),
      line !== null && [
        "",
        "To have the command memory-keeper in your shell, type:",
        `  ${line}`,
      ],
    ],
  );
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

export async function uninstall(call: CommandCall) {
  const { args, output, world } = call;
  const named = args.values.get("to");
  const own = named === undefined ? ownInstallation() : undefined;
  const folder = own ?? installFolder(world, named);
  const dryRun = args.switches.has("dry-run");
  const purged = args.switches.has("purge") ? userFolder(world) : null;
  const what = purged ? describeFolder(purged) : "";
  if (purged && !dryRun) confirmRemoval(call, what);
  // First: with a clone as marketplace there are blocks, but nothing is
  // installed.
  const blocks = dryRun ? [] : await takeOutBlocks(call);
  for (const path of blocks) output.note(`Took our block out of ${path}`);
  if (purged && !dryRun && statFile(purged)) {
    Deno.removeSync(purged, { recursive: true });
    output.note(`Removed ${what}`);
  }
  if (purged && !isInstalledIn(folder)) {
    // That was not all that was asked for.
    output.result(
      { folder, uninstalled: false, blocks, purged },
      () => `Nothing is installed in ${folder}`,
    );
    return;
  }
  const plan = dryRun
    ? await planUninstall(folder, world)
    : await uninstallPlugin(folder, world);
  const commands = COMMANDS_TO_REMOVE.map(({ command }) => command);
  const memory = [
    "<project>/.claude/memory",
    userFolder(world) ?? "~/.claude/memory-keeper",
  ];
  output.result(
    { ...plan, uninstalled: !dryRun, blocks, commands, memory, purged },
    () => [
      ...describe(plan, dryRun),
      "",
      "If you have not done so yet, run these two:",
      ...commands.map((command) => `  ${command}`),
      "",
      purged && dryRun && `Would remove ${what}`,
      purged ? "What lies in each project's .claude/memory stays" : [
        "Your memory stays: in each project's .claude/memory, and what was kept",
        `outside of projects in ${memory[1]}`,
      ],
    ],
  );
}

function describeFolder(folder: string): string {
  const files = [...surveyFolder(folder)].filter(({ info }) => info.isFile);
  const bytes = files.reduce((sum, { info }) => sum + info.size, 0);
  return `${folder}: ${plural(files.length, "file")} (${formatBytes(bytes)})`;
}

/** Our blocks in this project's CLAUDE.md and in the built-in memory. */
async function takeOutBlocks({ openStore, output, world }: CommandCall) {
  try {
    return removeBlocks(await openStore(), world);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    output.note(`${error.message}; ${error.hints.join("; ")}`);
    return [];
  }
}

function describe(
  { folder, version, removed, left, link }: UninstallPlan,
  dryRun: boolean,
): string[] {
  const files = plural(removed.length, "file");
  const verb = dryRun ? "Would remove" : "Removed";
  return [
    `${verb} memory-keeper ${version} from ${folder}: ${files}` +
    (link ? `, and the link ${link}` : ""),
    ...left.map((path) => `  left, because it was changed: ${path}`),
  ];
}
