/**
 * While memory is off an event keeps and gives nothing; a start removes what
 * killed processes left and shows one line. Loaded where off.json is there.
 */

import { UserError } from "../base/errors.ts";
import { readBeginning } from "../capture/transcript_beginning.ts";
import { sweepHourly } from "../session/sweep_store.ts";
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
export async function answerWhileOff(call: HookCall): Promise<OffOrOn> {
  const { store, world, sessionId, payload } = call;
  let periods: readonly OffPeriod[];
  try {
    if (store.project.unreadForgotten) throw store.project.unreadForgotten;
    periods = loadOff(store.layout);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return { result: { ...await sayUnread(call), failures: [error] } };
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
  const line = `Memory: ${describeOff(period, world)}. ${NOTHING}; ` +
    '"memory-keeper on" switches it on';
  return { result: await lineAtStart(call, line) };
}

const NOTHING = "This session will not be saved and is given nothing";

function sayUnread(call: HookCall): Promise<HookResult> {
  const name = call.store.project.unreadForgotten ? "forgotten" : "off";
  const line =
    `Memory: off, because ${name}.json cannot be read. ${NOTHING}; ` +
    '"memory-keeper doctor" says what to do';
  return lineAtStart(call, line);
}

async function lineAtStart(
  { payload, store, world, budget }: HookCall,
  systemMessage: string,
): Promise<HookResult> {
  if (payload.event !== "SessionStart") return {};
  const envFile = world.env("CLAUDE_ENV_FILE");
  // So that "memory-keeper on" finds the project from any folder.
  if (envFile !== undefined) exportProjectDir(envFile, store.project.root);
  const claim = { who: "hook session-start", waitMs: budget.remainingMs() };
  await sweepHourly(store, world, claim);
  return { output: { systemMessage } };
}
