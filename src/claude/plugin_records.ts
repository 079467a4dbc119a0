/**
 * What Claude Code records when a plugin is installed: which version, since
 * when, in which scope, and where its marketplace is.
 */

import { isObject, type JsonObject } from "../base/json.ts";
import { MARKETPLACE, PLUGIN_ID } from "./marketplace.ts";

export interface PluginRecord {
  readonly version: string;
  /** `user`, or `project` and `local` for one project only. */
  readonly scope: string;
  readonly projectPath: string | undefined;
  /** Claude Code's own copy. */
  readonly installPath: string;
  readonly installedAt: string | undefined;
}

export interface Marketplace {
  /** A folder on this machine, used without a copy. */
  readonly isFolder: boolean;
  readonly path: string;
}

/** `installed_plugins.json`; anything else gives an empty list. */
export function parsePluginRecords(raw: unknown): PluginRecord[] {
  const plugins = isObject(raw) && isObject(raw["plugins"])
    ? raw["plugins"]
    : {};
  const list = plugins[PLUGIN_ID];
  return (Array.isArray(list) ? list : [list]).filter(isObject)
    .flatMap((one) => {
      const installPath = text(one, "installPath");
      return installPath === undefined ? [] : [{
        version: text(one, "version") ?? "of an unknown version",
        scope: text(one, "scope") ?? "user",
        projectPath: text(one, "projectPath"),
        installPath,
        installedAt: text(one, "installedAt"),
      }];
    });
}

/** Our entry in `known_marketplaces.json`. */
export function parseMarketplace(raw: unknown): Marketplace | undefined {
  const entry = isObject(raw) ? raw[MARKETPLACE] : undefined;
  if (!isObject(entry)) return undefined;
  const source = isObject(entry["source"]) ? entry["source"] : {};
  const path = text(entry, "installLocation") ?? text(source, "path");
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

function text(raw: JsonObject, key: string): string | undefined {
  const value = raw[key];
  return typeof value === "string" && value !== "" ? value : undefined;
}
