import { claudeFolder } from "../../claude/folders.ts";
import { COMMANDS_TO_REMOVE } from "../../claude/marketplace.ts";
import { UserError } from "../../base/errors.ts";
import { removeBlocks } from "../../context/keep_blocks.ts";
import {
  ownInstallation,
  planUninstall,
  type UninstallPlan,
  uninstallPlugin,
} from "../../install/uninstall_plugin.ts";
import { plural } from "../../output/sizes.ts";
import { installFolder } from "../../install/install_folder.ts";
import type { CommandCall, ExitCode } from "../command.ts";

export async function run(call: CommandCall): Promise<ExitCode> {
  const { invocation, output, world } = call;
  const named = invocation.values.get("to");
  const own = named === undefined ? ownInstallation() : undefined;
  const folder = own ?? installFolder(world, named);
  const dryRun = invocation.switches.has("dry-run");
  // First: who uses a clone as marketplace has blocks, and nothing installed.
  const blocks = dryRun ? [] : await takeOutBlocks(call);
  for (const path of blocks) output.note(`Took our block out of ${path}`);
  const plan = dryRun
    ? await planUninstall(folder, world)
    : await uninstallPlugin(folder, world);
  const commands = COMMANDS_TO_REMOVE.map(({ command }) => command);
  const memory = [
    "<project>/.claude/memory",
    `${claudeFolder(world) ?? "~/.claude"}/memory-keeper`,
  ];
  output.result(
    { ...plan, uninstalled: !dryRun, blocks, commands, memory },
    () =>
      [
        ...describe(plan, dryRun),
        "",
        "If you have not done so yet, run these two:",
        ...commands.map((command) => `  ${command}`),
        "",
        "Your memory stays: in each project's .claude/memory, and what was kept",
        `outside of projects in ${memory[1]}`,
      ].join("\n"),
  );
  return 0;
}

/** Our blocks in this project's CLAUDE.md and in the built-in memory. */
async function takeOutBlocks(
  { openStore, output, world }: CommandCall,
): Promise<string[]> {
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
