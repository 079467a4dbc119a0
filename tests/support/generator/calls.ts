// Tool calls on the main thread, made but not yet answered.

import type { Call, Json, Outcome, Session } from "./session.ts";
import { anyTool, failure } from "./tools.ts";
import { answerWords } from "./words.ts";

export interface Started {
  call: Call;
  block: Json;
  outcome: Outcome;
}

/** Thinking and a few words, as most steps begin. */
export function opening(session: Session): Json[] {
  const { random } = session;
  const blocks: Json[] = [];
  if (session.version === "2.1.42" && random.chance(0.3)) {
    blocks.push(session.text(session.main, "\n\n"));
  }
  if (session.has("thinking") && random.chance(0.6)) {
    const thinking = `hidden ${answerWords(random)}`;
    session.expected.neverStored.push(thinking);
    blocks.push({
      type: "thinking",
      thinking,
      signature: random.hex(40),
    });
  }
  if (random.chance(0.7)) {
    blocks.push(session.text(session.main, answerWords(random)));
  }
  return blocks;
}

/** A call whose block is not written yet. */
export function prepareCall(session: Session): Started {
  const { name, input, outcome } = anyTool(session);
  return { ...session.call(session.main, name, input), outcome };
}

/** A message with one call. */
export function startCall(session: Session): Started {
  const words = opening(session);
  const started = prepareCall(session);
  session.assistant(session.main, [...words, started.block]);
  return started;
}

export function prepareSeveral(session: Session): Started[] {
  const count = 2 + session.random.int(3);
  return Array.from({ length: count }, () => {
    const started = prepareCall(session);
    return session.random.chance(0.2)
      ? { ...started, outcome: failure(session, started.call.name) }
      : started;
  });
}
