/**
 * Claude Code's settings and other JSON files, read and never written. Files
 * that cannot be read are skipped, as Claude Code does.
 */

import type { SettingsFile } from "../claude/settings.ts";
import { isObject, objectOf, tryParseJson } from "../base/json.ts";
import { readText } from "./read_file.ts";

const MAX_BYTES = 1024 * 1024;

/** An administrator's settings. */
const MANAGED_SETTINGS = {
  darwin: "/Library/Application Support/ClaudeCode/managed-settings.json",
  windows: "C:/Program Files/ClaudeCode/managed-settings.json",
  linux: "/etc/claude-code/managed-settings.json",
};

/** The strongest first. A project's own count: without trust no hook runs. */
export function readClaudeSettings(
  root: string,
  folder: string,
): SettingsFile[] {
  const os = Deno.build.os;
  const managed =
    MANAGED_SETTINGS[os === "darwin" || os === "windows" ? os : "linux"];
  const users = `${folder}/settings.json`;
  return [
    managed,
    `${root}/.claude/settings.local.json`,
    `${root}/.claude/settings.json`,
    users,
  ].flatMap((path) => {
    const text = tryRead(path);
    if (text === undefined) return [];
    const isManaged = path === managed;
    const isOwn = isManaged || path === users;
    const raw = tryParseJson(text);
    const values = isObject(raw) ? raw : undefined;
    return [{ path, isManaged, isOwn, values }];
  });
}

/** The agent's type that Claude Code notes next to a transcript, once it has. */
export function agentTypeOf(transcript: string): unknown {
  const note = tryRead(transcript.replace(/\.jsonl$/, ".meta.json"));
  return objectOf(tryParseJson(note))["agentType"];
}

/** The text of a file that is not ours, or undefined. */
export function tryRead(path: string): string | undefined {
  try {
    return readText(path, MAX_BYTES);
  } catch {
    return undefined; // not a file, too large or not readable
  }
}
