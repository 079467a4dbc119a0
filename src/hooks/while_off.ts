/**
 * While memory is off an event keeps and gives nothing; only a start shows one
 * line that says so. Loaded where off.json is there.
 */

import { UserError } from "../base/errors.ts";
import { readBeginning } from "../capture/transcript_beginning.ts";
import { exportProjectDir } from "../store/env_file.ts";
import {
  describeOff,
  type OffPeriod,
  periodAt,
  periodsOf,
} from "../base/off_period.ts";
import { loadOff } from "../store/off.ts";
import type { HookCall, HookResult } from "./hook.ts";

export type OffOrOn =
  | { readonly result: HookResult }
  | { readonly periods: readonly OffPeriod[] };

/** What the event answers while it is off, else the times when it was. */
export function answerWhileOff(call: HookCall): OffOrOn {
  const { store, world, sessionId, payload } = call;
  let periods: readonly OffPeriod[];
  try {
    periods = loadOff(store.layout);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    const line = "off: off.json in its folder cannot be read";
    return { result: { ...lineAtStart(call, line), failures: [error] } };
  }
  const nowMs = world.now().getTime();
  const now = periods.filter((one) => periodAt([one], nowMs));
  const needsFirst = now.some(({ firstUuid }) => firstUuid !== undefined);
  const beginning = needsFirst && payload.transcriptPath !== undefined
    ? readBeginning(payload.transcriptPath)
    : undefined;
  const held = periodsOf(now, sessionId, beginning?.firstUuid);
  const period = periodAt(held, nowMs);
  if (period === undefined) return { periods };
  return { result: lineAtStart(call, describeOff(period, world)) };
}

function lineAtStart(
  { payload, store, world }: HookCall,
  state: string,
): HookResult {
  if (payload.event !== "SessionStart") return {};
  const envFile = world.env("CLAUDE_ENV_FILE");
  // So that "memory-keeper on" finds the project from any folder.
  if (envFile !== undefined) exportProjectDir(envFile, store.project.root);
  return {
    output: {
      systemMessage: `Memory: ${state}. This session will not be saved and ` +
        'is given nothing; "memory-keeper on" switches it on',
    },
  };
}
