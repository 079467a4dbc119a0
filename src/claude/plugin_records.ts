/**
 * What Claude Code records when a plugin is installed: which version, since
 * when, in which scope, and where its marketplace is.
 */

import { isObject, objectOf } from "../base/json.ts";
import { MARKETPLACE, PLUGIN_ID } from "./marketplace.ts";
import { textField } from "./payload.ts";

export interface PluginRecord {
  readonly version: string;
  /** `user`, or `project` and `local` for one project only. */
  readonly scope: string;
  readonly projectPath: string | undefined;
  /** Claude Code's own copy. */
  readonly installPath: string;
  readonly installedAt: string | undefined;
}

interface Marketplace {
  /** A folder on this machine, used without a copy. */
  readonly isFolder: boolean;
  readonly path: string;
}

/** `installed_plugins.json`; anything else gives an empty list. */
export function parsePluginRecords(raw: unknown): PluginRecord[] {
  const list = objectOf(objectOf(raw)["plugins"])[PLUGIN_ID];
  return (Array.isArray(list) ? list : [list]).filter(isObject)
    .flatMap((one) => {
      const installPath = textField(one, "installPath");
      return installPath === undefined ? [] : [{
        version: textField(one, "version") ?? "of an unknown version",
        scope: textField(one, "scope") ?? "user",
        projectPath: textField(one, "projectPath"),
        installPath,
        installedAt: textField(one, "installedAt"),
      }];
    });
}

/** Our entry in `known_marketplaces.json`. */
export function parseMarketplace(raw: unknown): Marketplace | undefined {
  const entry = objectOf(objectOf(raw)[MARKETPLACE]);
  const source = objectOf(entry["source"]);
  const path = textField(entry, "installLocation") ?? textField(source, "path");
  return path === undefined
    ? undefined
    : { isFolder: source["source"] === "directory", path };
}

/**
 * The folder hooks run from: the marketplace's own folder if it is on this
 * machine, else Claude Code's copy.
 */
export function pluginRoot(
  record: PluginRecord,
  marketplace: Marketplace | undefined,
): string {
  return marketplace?.isFolder
    ? `${marketplace.path}/plugin`
    : record.installPath;
}
