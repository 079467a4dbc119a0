/** Runs every check of the doctor and applies the fixes. */

import { UserError } from "../base/errors.ts";
import type { Store } from "../store/store.ts";
import { describeFailure } from "../base/system_error.ts";
import type { World } from "../base/world.ts";
import { bad, type Finding, type Findings } from "./checks/finding.ts";
import { CheckContext } from "./checks/check_context.ts";
import { type Check, CHECKS } from "./checks/table.ts";

export interface GroupedFinding extends Finding {
  readonly group: Check["group"];
  readonly check: string;
}

export interface Fixed {
  readonly check: string;
  readonly done: string;
  readonly problem: string | null;
}

export async function checkHealth(
  store: Store,
  world: World,
): Promise<GroupedFinding[]> {
  const context = new CheckContext(store, world);
  const findings: GroupedFinding[] = [];
  for (const { group, name, look } of CHECKS) {
    for (const finding of [await attempt(() => look(context))].flat()) {
      findings.push({ group, check: name, ...finding });
    }
  }
  return findings;
}

/** Apply every fix; findings without one are left to the user. */
export async function fixHealth(
  findings: readonly GroupedFinding[],
): Promise<Fixed[]> {
  const fixed: Fixed[] = [];
  for (const { check, fix } of findings) {
    if (fix === undefined) continue;
    try {
      await fix.apply();
      fixed.push({ check, done: fix.done, problem: null });
    } catch (error) {
      fixed.push({ check, done: fix.done, problem: describeFailure(error) });
    }
  }
  return fixed;
}

async function attempt(
  look: () => Findings | Promise<Findings>,
): Promise<Findings> {
  try {
    return await look();
  } catch (error) {
    const remedy = error instanceof UserError
      ? error.hints[0]
      : "Check that path, its permissions and the disk it is on";
    return bad(describeFailure(error), remedy ?? "");
  }
}
