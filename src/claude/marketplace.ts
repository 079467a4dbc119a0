import { WINDOWS } from "../base/path_text.ts";
/** The commands that make Claude Code add, update or remove the plugin. */

/** The plugin in its marketplace, as `claude plugin` names it. */
export const PLUGIN_ID = "memory-keeper@memory-keeper";
export const MARKETPLACE = "memory-keeper";

export interface ClientCommand {
  readonly command: string;
  readonly does: string;
}

export function commandsToAdd(folder: string): ClientCommand[] {
  return [
    {
      command: `claude plugin marketplace add ${quoted(folder)}`,
      does: "lets Claude Code find the plugin in that folder",
    },
    {
      command: `claude plugin install ${PLUGIN_ID}`,
      does: "switches it on in all your projects, from the next session on",
    },
  ];
}

export const COMMANDS_TO_UPDATE: readonly ClientCommand[] = [
  {
    command: "claude plugin marketplace update memory-keeper",
    does: "lets Claude Code see the new version",
  },
  {
    command: `claude plugin update ${PLUGIN_ID}`,
    does: "uses it from the next session on",
  },
];

export const COMMANDS_TO_REMOVE: readonly ClientCommand[] = [
  {
    command: `claude plugin uninstall ${PLUGIN_ID}`,
    does: "switches the plugin off",
  },
  {
    command: "claude plugin marketplace remove memory-keeper",
    does: "makes Claude Code forget the folder",
  },
];

/** A path as one word: for cmd and PowerShell, or for a POSIX shell. */
export function quoted(path: string, windows = WINDOWS) {
  if (/^[\w./:@+-]+$/.test(path)) return path;
  return windows ? `"${path}"` : `'${path.replaceAll("'", "'\\''")}'`;
}
