/** What the settings of a foreign store would change, if it were trusted. */

import { layerConfig, readConfigFile } from "./_config.ts";
import type { Config, ConfigName } from "./config_keys.ts";
import { type Project, projectConfigPath } from "./project.ts";
import { isTracked } from "./tracked_files.ts";

export interface BroughtSetting {
  readonly name: ConfigName;
  /** In effect before it is trusted. */
  readonly now: unknown;
  readonly then: unknown;
}

export async function broughtSettings(
  project: Project,
): Promise<BroughtSetting[]> {
  const source = await readConfigFile(projectConfigPath(project));
  const ofOthers = isTracked(source.path) ? "git tracks that file" : undefined;
  const now = project.config.values;
  const then = layerConfig([
    { path: "", values: { ...now }, problems: [] },
    { ...source, ofOthers },
  ]).values;
  return changed(now, then);
}

/** The settings in which two configurations differ. */
function changed(now: Config, then: Config): BroughtSetting[] {
  return (Object.keys(then) as ConfigName[])
    .filter((name) => JSON.stringify(now[name]) !== JSON.stringify(then[name]))
    .map((name) => ({ name, now: now[name], then: then[name] }));
}
