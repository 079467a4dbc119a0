/** Whether Claude Code knows the plugin and has it switched on, here. */

import { claudeFolder } from "../claude/folders.ts";
import type { PluginRecord } from "../claude/plugin_records.ts";
import { pluginSwitch } from "../claude/plugin_settings.ts";
import { readClaudeSettings } from "../store/claude_settings.ts";
import { isInside } from "../store/path_text.ts";
import { readPluginNotes } from "../store/plugin_files.ts";
import { resolveExisting } from "../store/read_file.ts";
import type { Store } from "../store/store.ts";
import type { World } from "../world.ts";

export function isPluginOn({ project }: Store, world: World): boolean {
  const folder = claudeFolder(world);
  if (folder === undefined) return false;
  const { records } = readPluginNotes(folder);
  const settings = readClaudeSettings(project.root, folder);
  return records.some((one) => isFor(one, project.root)) &&
    pluginSwitch(settings)?.value === true;
}

/** A plugin may be installed for one project only. */
export function isFor({ projectPath }: PluginRecord, root: string): boolean {
  return projectPath === undefined ||
    isInside(resolveExisting(root), resolveExisting(projectPath));
}
