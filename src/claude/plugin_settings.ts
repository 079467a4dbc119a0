/**
 * The settings of Claude Code that decide whether we work: hooks switched off,
 * the plugin's own switch, how long transcripts are kept.
 */

import { isBoolean, isText } from "../base/json_values.ts";
import { isObject, objectOf } from "../base/json.ts";
import { PLUGIN_ID } from "./marketplace.ts";
import { findSetting, type Setting, type SettingsFile } from "./settings.ts";

/** Claude Code's default. */
const TRANSCRIPT_DAYS = 30;

/** Days without a change after which Claude Code deletes a transcript. */
export function transcriptDays(
  files: readonly SettingsFile[],
): Setting<number> {
  const { value, path = "" } = findSetting(files, "cleanupPeriodDays") ?? {};
  return typeof value === "number" && Number.isFinite(value) && value >= 0
    ? { value, path }
    : { value: TRANSCRIPT_DAYS, path: "" };
}

/** Whether the plugin is switched on, and which file says so. */
export function pluginSwitch(
  files: readonly SettingsFile[],
): Setting<boolean> | undefined {
  return findIn(files, "enabledPlugins", PLUGIN_ID, isBoolean);
}

/** An environment variable that a settings file sets for Claude Code's children. */
export function settingsVariable(
  files: readonly SettingsFile[],
  name: string,
): Setting<string> | undefined {
  return findIn(files, "env", name, isText);
}

function findIn<T>(
  files: readonly SettingsFile[],
  group: string,
  key: string,
  accepts: (value: unknown) => value is T,
): Setting<T> | undefined {
  for (const { path, values } of files) {
    const value = objectOf(values?.[group])[key];
    if (accepts(value)) return { value, path };
  }
  return undefined;
}

/** The setting that keeps every hook of a plugin from running. */
export function hooksSwitchedOff(
  files: readonly SettingsFile[],
): Setting<string> | undefined {
  const all = findSetting(files, "disableAllHooks");
  if (all?.value === true) return { value: "disableAllHooks", path: all.path };
  const managed = files.find(({ isManaged, values }) =>
    isManaged && values?.["allowManagedHooksOnly"] === true
  );
  return managed && { value: "allowManagedHooksOnly", path: managed.path };
}

/** Files whose own hooks start us as well: every event would come twice. */
export function registersUsAgain(files: readonly SettingsFile[]): string[] {
  return files.filter(({ values }) =>
    commandsIn(values?.["hooks"]).some((line) =>
      /\bmemory-keeper(?:\.exe)?["']? hook\b/.test(line)
    )
  ).map(({ path }) => path);
}

/** All command lines in a part of the settings, in either form. */
function commandsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(commandsIn);
  if (!isObject(value)) return [];
  const { command, args } = value;
  if (typeof command !== "string") {
    return Object.values(value).flatMap(commandsIn);
  }
  const words = Array.isArray(args) ? args.map(String) : [];
  return [[command, ...words].join(" ")];
}
