/** Whether each hook really ran in the last sessions, and what it gave. */

import { localStamp } from "../../base/local_stamp.ts";
import type { World } from "../../base/world.ts";
import { readHooksFile, type RegisteredHook } from "../../claude/hooks_file.ts";
import { readCarriedFiles } from "../../install/carried_files.ts";
import { type Findings, good } from "./finding.ts";
import { weighEvidence } from "./hook_evidence.ts";
import { judgeHook } from "./judge_hook.ts";
import type { CheckContext } from "./check_context.ts";
import type { TracedSession } from "./traced_sessions.ts";

export function checkHooks({ sessions, world }: CheckContext): Findings {
  const traced = sessions();
  const [newest] = traced;
  if (newest === undefined) return good("none with the plugin yet");
  const findings = [good(describeSessions(newest, traced.length, world))];
  const silent: string[] = [];
  for (const evidence of weighEvidence(ourHooks(), traced)) {
    const finding = judgeHook(evidence);
    if (finding) findings.push({ ...finding, check: evidence.event });
    else silent.push(evidence.event);
  }
  const others = good(`no occasion yet: ${silent.join(", ")}`);
  if (silent.length > 0) findings.push({ ...others, check: "others" });
  return findings;
}

function describeSessions(
  { trace }: TracedSession,
  number: number,
  world: World,
): string {
  const last = new Date(trace.lastAt ?? Number.NaN);
  const until = Number.isNaN(last.getTime())
    ? ""
    : `, until ${localStamp(last, world.localOffsetMinutes(last))}`;
  const which = number === 1 ? "the last one" : `the last ${number}`;
  return `${which} looked at${until}`;
}

/** As this version registers them, whatever the installation has. */
function ourHooks(): readonly RegisteredHook[] {
  const bytes = readCarriedFiles().get("plugin/hooks/hooks.json");
  return readHooksFile(new TextDecoder().decode(bytes), undefined).registered;
}
