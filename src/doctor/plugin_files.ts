/** What Claude Code has noted of the plugin, read from its own files. */

import {
  type Marketplace,
  parseMarketplace,
  parsePluginRecords,
  type PluginRecord,
} from "../claude/plugin_records.ts";
import { tryRead } from "../store/claude_settings.ts";

export interface PluginNotes {
  readonly records: readonly PluginRecord[];
  readonly marketplace: Marketplace | undefined;
}

/** `folder` is Claude Code's own. */
export function readPluginNotes(folder: string): PluginNotes {
  const read = (name: string) => parseJson(`${folder}/plugins/${name}`);
  return {
    records: parsePluginRecords(read("installed_plugins.json")),
    marketplace: parseMarketplace(read("known_marketplaces.json")),
  };
}

function parseJson(path: string): unknown {
  try {
    return JSON.parse(tryRead(path) ?? "null");
  } catch {
    return null; // half-written: Claude Code writes it again
  }
}
