/** What keeps Claude Code from starting our hooks, as far as a glance shows. */

import { pluginSwitch } from "../claude/plugin_settings.ts";
import type { Store } from "../store/store.ts";
import type { World } from "../base/world.ts";
import {
  checkPlugin,
  judgeHooksFile,
  judgeSettings,
} from "./checks/check_client.ts";
import { checkProgram } from "./checks/check_installation.ts";
import { CheckContext } from "./checks/check_context.ts";

export interface HookObstacle {
  readonly kind: "unknown" | "off" | "broken";
  /** A sentence without its end. */
  readonly text: string;
}

/**
 * The doctor's own checks, those that look at a few small files. `unknown` may
 * be right: of a plugin named with --plugin-dir Claude Code notes nothing.
 */
export function findHookObstacle(
  store: Store,
  world: World,
): HookObstacle | undefined {
  const context = new CheckContext(store, world);
  const settings = context.settings();
  const [inOurWay] = judgeSettings(settings, false).filter(isBad);
  if (inOurWay) return { kind: "off", text: inOurWay.reason };
  const record = context.record();
  if (record === undefined) {
    return {
      kind: "unknown",
      text: "The plugin is not switched on in Claude Code",
    };
  }
  const [plugin] = checkPlugin(context).filter(isBad);
  if (plugin) {
    const isOn = pluginSwitch(settings)?.value === true;
    return {
      kind: isOn ? "broken" : "off",
      text: `The plugin: ${plugin.reason}`,
    };
  }
  const [broken] = [
    ...checkProgram(context, record),
    ...judgeHooksFile(context, record, undefined),
  ].filter(isBad);
  return broken && { kind: "broken", text: broken.reason };
}

const isBad = ({ outcome }: { readonly outcome: string }) => outcome === "bad";
