/** What prevents Claude Code from starting our hooks, by a quick check. */

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
import type { Finding } from "./checks/finding.ts";
import type { Surroundings } from "./status_hints.ts";

export interface HookObstacle {
  readonly kind: "unknown" | "off" | "broken";
  /** A sentence without the final period. */
  readonly text: string;
}

/**
 * Those of the doctor's checks that read only a few small files. `unknown` may
 * be fine: Claude Code has no record of a plugin used with --plugin-dir.
 */
function findHookObstacle(
  store: Store,
  world: World,
): HookObstacle | undefined {
  const context = new CheckContext(store, world);
  const settings = context.settings();
  const inOurWay = judgeSettings(settings, false).find(isBad);
  if (inOurWay) return { kind: "off", text: inOurWay.reason };
  const record = context.record();
  if (record === undefined) {
    return {
      kind: "unknown",
      text: "The plugin is not switched on in Claude Code",
    };
  }
  const plugin = checkPlugin(context);
  if (isBad(plugin)) {
    const isOn = pluginSwitch(settings)?.value === true;
    return {
      kind: isOn ? "broken" : "off",
      text: `The plugin: ${plugin.reason}`,
    };
  }
  const broken = [
    checkProgram(context, record),
    judgeHooksFile(context, record, undefined),
  ].find(isBad);
  return broken && { kind: "broken", text: broken.reason };
}

/** What a status is judged with. */
export const surroundingsOf = (store: Store, world: World): Surroundings => ({
  now: world.now(),
  isDisabled: world.env("MEMORY_KEEPER_DISABLED") !== undefined,
  obstacle: findHookObstacle(store, world),
});

const isBad = ({ outcome }: Finding) => outcome === "bad";
