/** Whether each hook really ran in the last sessions, and what it gave. */

import { localStamp } from "../../base/local_stamp.ts";
import { readHooksFile, type RegisteredHook } from "../../claude/hooks_file.ts";
import { readCarriedFiles } from "../../install/carried_files.ts";
import { type Finding, good } from "./finding.ts";
import { weighEvidence } from "./hook_evidence.ts";
import { judgeHook } from "./judge_hook.ts";
import type { CheckContext } from "./check_context.ts";
import type { TracedSession } from "./traced_sessions.ts";

export function checkHooks(context: CheckContext): Finding[] {
  const { world } = context;
  return judgeHooks(
    ourHooks(),
    context.sessions(),
    (at) => localStamp(at, world.localOffsetMinutes(at)),
  );
}

function judgeHooks(
  registered: readonly RegisteredHook[],
  sessions: readonly TracedSession[],
  stampOf: (at: Date) => string = (at) => localStamp(at, 0),
): Finding[] {
  const [newest] = sessions;
  if (newest === undefined) {
    return [good("sessions", "none with the plugin yet")];
  }
  const judged = weighEvidence(registered, sessions)
    .map((evidence) => ({ evidence, finding: judgeHook(evidence) }));
  const silent = judged.filter(({ finding }) => finding === undefined)
    .map(({ evidence }) => evidence.event);
  return [
    good("sessions", describeSessions(newest, sessions.length, stampOf)),
    ...judged.flatMap(({ finding }) => finding ?? []),
    ...(silent.length > 0
      ? [good("others", `no occasion yet: ${silent.join(", ")}`)]
      : []),
  ];
}

function describeSessions(
  { trace }: TracedSession,
  number: number,
  stampOf: (at: Date) => string,
): string {
  const last = new Date(trace.lastAt ?? Number.NaN);
  const until = Number.isNaN(last.getTime()) ? "" : `, until ${stampOf(last)}`;
  const which = number === 1 ? "the last one" : `the last ${number}`;
  return `${which} looked at${until}`;
}

/** As this version registers them, whatever the installation has. */
function ourHooks(): readonly RegisteredHook[] {
  const bytes = readCarriedFiles().get("plugin/hooks/hooks.json");
  return readHooksFile(new TextDecoder().decode(bytes), undefined).registered;
}
