/**
 * Claude Code: its version, the plugin in it, what may be in the way, and its
 * two files that may hold a block of ours.
 */

import { objectOf, tryParseJson } from "../../base/json.ts";
import { VERSION } from "../../base/version.ts";
import { type HooksProblem, readHooksFile } from "../../claude/hooks_file.ts";
import {
  COMMANDS_TO_UPDATE,
  commandsToAdd,
  PLUGIN_ID,
} from "../../claude/marketplace.ts";
import { BUILTIN_LINES } from "../../claude/memory_folder.ts";
import { type PluginRecord, pluginRoot } from "../../claude/plugin_records.ts";
import {
  hooksSwitchedOff,
  pluginSwitch,
  registersUsAgain,
  settingsVariable,
} from "../../claude/plugin_settings.ts";
import type { SettingsFile } from "../../claude/settings.ts";
import {
  isBefore,
  isNewerThanProbed,
  NEWEST_PROBED_CLIENT,
  OLDEST_CLIENT,
} from "../../claude/versions.ts";
import { changeBlock, hasMark } from "../../context/marked_block.ts";
import { installFolder } from "../../install/install_folder.ts";
import { builtinMemoryPath, claudeMdPath } from "../../store/claude_files.ts";
import { tryRead } from "../../store/claude_settings.ts";
import { statFile } from "../../store/read_file.ts";
import type { CheckContext } from "./check_context.ts";
import {
  bad,
  type Finding,
  type Findings,
  findingsOr,
  firstOf,
  good,
  warning,
} from "./finding.ts";

export function checkClientVersion(context: CheckContext): Findings {
  return judgeClientVersion(context.clientVersion());
}

export function judgeClientVersion(version: string | undefined): Finding {
  if (version === undefined) {
    return good("not known before the first session here");
  }
  if (isBefore(version, OLDEST_CLIENT)) {
    return bad(`${version}; ${OLDEST_CLIENT} is needed`, "claude update");
  }
  // Claude Code updates itself almost daily: a newer version is no fault.
  return isNewerThanProbed(version)
    ? good(
      `${version}, tested up to ${NEWEST_PROBED_CLIENT}; newer usually works`,
    )
    : good(`${version} (${OLDEST_CLIENT} or later is needed)`);
}

export function checkPlugin(context: CheckContext): Finding {
  const { claude, world } = context;
  if (claude === undefined) {
    return bad("there is no home folder", "Set HOME");
  }
  const record = context.record();
  if (record === undefined) {
    if (context.sessions().some(({ trace }) => trace.runs.length > 0)) {
      return good("not installed, but used with --plugin-dir");
    }
    const add = commandsToAdd(installFolder(world));
    return bad(
      "Claude Code does not know it",
      ["memory-keeper install", ...add.map(({ command }) => command)]
        .join("\n"),
    );
  }
  const { marketplace } = context.notes();
  const root = pluginRoot(record, marketplace);
  if (!statFile(root)?.isDirectory) {
    return bad(`its folder ${root} is gone`, "Run memory-keeper install");
  }
  const enabled = pluginSwitch(context.settings());
  if (enabled?.value !== true) {
    const where = enabled ? ` in ${enabled.path}` : "";
    return bad(
      `installed, but switched off${where}`,
      `claude plugin enable ${PLUGIN_ID}`,
    );
  }
  if (record.version !== VERSION && marketplace?.isFolder) {
    return warning(
      `Claude Code has ${record.version}, this executable is ${VERSION}`,
      COMMANDS_TO_UPDATE.map(({ command }) => command).join("\n"),
    );
  }
  const where = record.scope === "user" ? "all projects" : "this project";
  return good(`${PLUGIN_ID} ${record.version}, on in ${where}`);
}

export function checkHooksFile(context: CheckContext): Findings {
  const record = context.record();
  return record === undefined
    ? []
    : judgeHooksFile(context, record, context.clientVersion());
}

/** `version` is the client's, where it is known. */
export function judgeHooksFile(
  context: CheckContext,
  record: PluginRecord,
  version: string | undefined,
): Finding {
  const root = pluginRoot(record, context.notes().marketplace);
  const path = `${root}/hooks/hooks.json`;
  const text = tryRead(path);
  if (text === undefined) {
    return bad(`${path} is missing`, "Run memory-keeper install");
  }
  const { registered, problems } = readHooksFile(text, version);
  if (problems.length > 0) return judgeProblems(problems);
  const other = versionOf(`${root}/.claude-plugin/plugin.json`);
  if (other !== undefined && other !== VERSION) {
    return warning(
      `it is of version ${other}, and this executable is ${VERSION}`,
      "Run install with the newer of the two; sessions that are open take " +
        "it up when they end",
    );
  }
  const whom = version === undefined ? "" : ` for Claude Code ${version}`;
  return good(`valid${whom}, ${registered.length} events`);
}

/** Names the most expensive problems; one remedy fixes the rest too. */
export function judgeProblems(problems: readonly HooksProblem[]): Finding {
  const remedy = "Run memory-keeper install; what you changed is kept";
  const of = (cost: HooksProblem["cost"]) =>
    problems.filter((one) => one.cost === cost).map(({ text }) => text);
  const [plugin, hooks, entries] = [of("plugin"), of("hooks"), of("entry")];
  if (plugin.length > 0) {
    return bad(
      `${firstOf(plugin)}: Claude Code does not load the plugin`,
      remedy,
    );
  }
  return hooks.length > 0
    ? bad(`${firstOf(hooks)}: Claude Code runs none of our hooks`, remedy)
    : warning(
      `${firstOf(entries)}: Claude Code runs all our hooks but this`,
      remedy,
    );
}

export function checkSettings({ settings, world }: CheckContext): Findings {
  return judgeSettings(
    settings(),
    world.env("MEMORY_KEEPER_DISABLED") !== undefined,
  );
}

/** `isDisabled` is about this shell, which may differ from a session's. */
export function judgeSettings(
  files: readonly SettingsFile[],
  isDisabled: boolean,
): Finding[] {
  const off = hooksSwitchedOff(files);
  const variable = settingsVariable(files, "MEMORY_KEEPER_DISABLED");
  const where = variable ? variable.path : "this shell";
  return findingsOr(
    "nothing in our way",
    off && bad(`${off.value} in ${off.path}: no hook runs`, "Remove it there"),
    (variable !== undefined || isDisabled) && bad(
      `MEMORY_KEEPER_DISABLED is set in ${where}: hooks do nothing`,
      "Remove it there, unless you want that",
    ),
    ...registersUsAgain(files).map((path) =>
      warning(
        `${path} starts our hooks too: each event comes twice`,
        "Remove them from its hooks; the plugin has its own",
      )
    ),
    ...files.filter(({ values }) => values === undefined).map(({ path }) =>
      warning(`${path} is not valid JSON`, "Fix it: it is ignored")
    ),
  );
}

function versionOf(path: string): string | undefined {
  const { version } = objectOf(tryParseJson(tryRead(path)));
  return typeof version === "string" ? version : undefined;
}

export function checkBuiltinMemory(
  { claude, store, world }: CheckContext,
): Findings {
  if (claude === undefined) return [];
  const path = builtinMemoryPath(world, store.project);
  if (path === undefined) return good("switched off in Claude Code");
  const text = tryRead(path);
  if (text === undefined) {
    return good("on; it has written nothing here yet");
  }
  const unclear = judgeMarks(path, text);
  if (unclear) return unclear;
  const lines = text.trimEnd().split("\n").length;
  if (lines > BUILTIN_LINES) {
    return warning(
      `${path} has ${lines} lines; a session sees ${BUILTIN_LINES}`,
      "Shorten it; what memory-keeper has is not needed there",
    );
  }
  const notice = hasMark(text) ? "with our notice" : "without our notice";
  return good(`on, ${lines} lines, ${notice}`);
}

/** Reported only if our block is wanted or present. */
export function checkClaudeMd({ store }: CheckContext): Findings {
  const path = claudeMdPath(store.project);
  const text = tryRead(path) ?? "";
  const wanted = store.config.claudeMd;
  if (!wanted && !hasMark(text)) return [];
  const unclear = judgeMarks(path, text);
  if (unclear) return unclear;
  if (wanted && statFile(path)?.isFile === false) {
    return warning(`${path} is not a file`, "Move it away for the rules");
  }
  if (wanted === hasMark(text)) return good("holds the rules");
  return wanted
    ? good("gets the rules with the next prompt")
    : good("loses the rules with the next session");
}

function judgeMarks(path: string, text: string): Finding | undefined {
  return changeBlock(text, "").kind === "unclear"
    ? warning(
      `the marks of our block in ${path} are not a pair`,
      "Remove every line with memory-keeper:begin and memory-keeper:end",
    )
    : undefined;
}
