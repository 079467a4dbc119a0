/** Claude Code's settings files, and which of them decides a value. */

import type { JsonObject } from "../base/json.ts";

/** One settings file; the strongest comes first wherever there are several. */
export interface SettingsFile {
  readonly path: string;
  /** An administrator's: a user cannot change it. */
  readonly isManaged: boolean;
  /** The user's or an administrator's; the rest may come with a project. */
  readonly isOwn: boolean;
  /** Undefined for text that is no JSON object. */
  readonly values: JsonObject | undefined;
}

export interface Setting<T> {
  readonly value: T;
  readonly path: string;
}

/** The strongest file that sets it wins. */
export function findSetting(
  files: readonly SettingsFile[],
  key: string,
): Setting<unknown> | undefined {
  for (const { path, values } of files) {
    const value = values?.[key];
    if (value !== undefined) return { value, path };
  }
  return undefined;
}
