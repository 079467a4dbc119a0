/** Every probe of the contract, one a fact, in the order they are shown. */

import type { Probe } from "./probe.ts";
import { AGENT_PROBES } from "./probes_agents.ts";
import { PLUGIN_PROBES } from "./probes_plugin.ts";
import { WORK_PROBES } from "./probes_work.ts";

export const PROBES: readonly Probe[] = [
  ...WORK_PROBES,
  ...AGENT_PROBES,
  ...PLUGIN_PROBES,
];
