/** Memory off and on: nothing is kept or given meanwhile, and never later. */

import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../base/durations.ts";
import { UserError } from "../../base/errors.ts";
import { projectTranscripts } from "../../capture/project_transcripts.ts";
import { readBeginning } from "../../capture/transcript_beginning.ts";
import {
  keepBuiltinNotice,
  keepClaudeMd,
  removeBlocks,
} from "../../context/keep_blocks.ts";
import { plural } from "../../output/words.ts";
import { loadSessionState } from "../../session/session_state.ts";
import { isSessionId } from "../../store/layout.ts";
import { describeOff } from "../../base/off_period.ts";
import { switchOff, switchOn } from "../../store/off.ts";
import type { Store } from "../../store/store.ts";
import type { World } from "../../base/world.ts";
import type { CommandCall, Invocation } from "../command.ts";

const WAIT_MS = 5000;

export async function off({ args, openStore, output, world }: CommandCall) {
  const named = readSession(args);
  const isOfSession = named !== undefined;
  if (isOfSession && args.switches.has("project")) {
    throw new UserError("misuse", '"--session" and "--project" at once', [
      "Choose one; without either it is the project",
    ]);
  }
  const forMs = readDuration(args);
  const store = await openStore();
  const period = await switchOff(store, world.now(), {
    forMs,
    ...(isOfSession ? chooseSession(store, world, named) : {}),
  }, { who: "off", waitMs: WAIT_MS });
  if (!isOfSession) removeBlocks(store, world);
  output.result(
    period,
    () =>
      `Memory is ${
        describeOff(period, world)
      }. Nothing is kept or given, and ` +
      'what is said meanwhile is never kept later; "memory-keeper on" ends ' +
      "it. Commands you type, such as search and remember, still work",
  );
}

export async function on({ openStore, output, world }: CommandCall) {
  const store = await openStore();
  const claim = { who: "on", waitMs: WAIT_MS };
  const ended = await switchOn(store, world.now(), claim);
  keepClaudeMd(store);
  keepBuiltinNotice(store, world);
  output.result(
    { ended },
    () =>
      ended.length === 0
        ? "Memory was not off"
        : "Memory is on from the next prompt. What was said while it was off " +
          `(${plural(ended.length, "period")}) stays out`,
  );
}

function readSession({ values }: Invocation): string | undefined {
  const named = values.get("session");
  if (!named || isSessionId(named)) return named;
  throw new UserError("misuse", `"--session" cannot be "${named}"`, [
    "Write the beginning of a session's id, or nothing",
  ]);
}

const UNIT_MS: Readonly<Record<string, number>> = {
  m: MINUTE_MS,
  h: HOUR_MS,
  d: DAY_MS,
};
const MOST_MS = 366 * DAY_MS;

function readDuration({ values }: Invocation): number | undefined {
  const text = values.get("for");
  if (text === undefined) return undefined;
  const [, count, unit = ""] =
    /^(\d+(?:\.\d+)?)\s*(m|h|d)(?:in(?:ute)?s?|ours?|ays?)?$/i.exec(text) ?? [];
  const ms = Number(count) * (UNIT_MS[unit.toLowerCase()] ?? NaN);
  if (ms > 0 && ms <= MOST_MS) return ms;
  throw new UserError("misuse", `"--for" cannot be "${text}"`, [
    "Write minutes, hours or days: 30m, 2h, 1d",
  ]);
}

/** "" where none is named: this shell's, else the one that wrote last. */
function chooseSession(store: Store, world: World, named: string) {
  const found = projectTranscripts(store, world);
  const own = world.env("CLAUDE_CODE_SESSION_ID");
  const session = named === "" && isSessionId(own)
    ? own
    : found.find(({ sessionId }) => sessionId.startsWith(named))?.sessionId;
  if (session === undefined) {
    throw new UserError(
      "refused",
      named === ""
        ? "No session of this project is known"
        : `No session of this project begins with "${named}"`,
      ["Run it inside Claude Code, or without --session"],
    );
  }
  const known = loadSessionState(store.layout, session);
  const firstUuid = known.state === "ok"
    ? known.value.firstUuid
    : readBeginning(
      found.find(({ sessionId }) => sessionId === session)?.transcript ?? "",
    )?.firstUuid;
  return { session, ...(firstUuid ? { firstUuid } : {}) };
}
