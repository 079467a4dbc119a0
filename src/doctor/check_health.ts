/** Runs every check of the doctor and applies the fixes. */

import { UserError } from "../base/errors.ts";
import type { Store } from "../store/store.ts";
import { describeFailure } from "../base/system_error.ts";
import type { World } from "../base/world.ts";
import { bad, type Finding } from "./checks/finding.ts";
import { CheckContext } from "./checks/check_context.ts";
import { type Check, CHECKS } from "./checks/table.ts";

export type { Finding };

export interface GroupedFinding extends Finding {
  readonly group: Check["group"];
}

/** What was fixed, or why it could not be. */
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
    for (const finding of await attempt(name, () => look(context))) {
      findings.push({ group, ...finding });
    }
  }
  return findings;
}

/** Apply every fix; findings without one are left to the user. */
export async function fixHealth(
  findings: readonly Finding[],
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
  name: string,
  look: () => readonly Finding[] | Promise<readonly Finding[]>,
): Promise<readonly Finding[]> {
  try {
    return await look();
  } catch (error) {
    const remedy = error instanceof UserError
      ? error.hints[0]
      : "Check that path, its permissions and the disk it is on";
    return [bad(name, describeFailure(error), remedy ?? "")];
  }
}
