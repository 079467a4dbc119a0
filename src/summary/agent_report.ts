/**
 * What one of our agents reported: its last message, or its hand-back. On a
 * busy machine the client writes the hand-back into the agent's transcript up
 * to half a second after SubagentStop.
 */

import { lastHandBack } from "../claude/hand_back.ts";
import { type HookPayload, textField } from "../claude/payload.ts";
import { Deadline } from "../base/timeout.ts";
import { readPart, statTranscript } from "../store/growing_file.ts";

/** A report is a few KB; behind it the client records its own requests. */
const WINDOWS_BYTES = [256 * 1024, 8 * 1024 * 1024];

/** Longer than was ever seen; an agent without a report is rare. */
const LATE_MS = 3000;
const LOOK_EVERY_MS = 40;

/** Undefined where there is none, or not yet: the client may tell again. */
export async function agentReport({ raw }: HookPayload, budget: Deadline) {
  const message = textField(raw, "last_assistant_message");
  if (message !== undefined) return message;
  const transcript = textField(raw, "agent_transcript_path");
  if (transcript === undefined) return undefined;
  const limit = new Deadline(Math.min(LATE_MS, budget.remainingMs()));
  for (;;) {
    const report = handBackIn(transcript);
    if (report !== undefined || limit.passed) return report;
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
}

function handBackIn(transcript: string): string | undefined {
  const { size } = statTranscript(transcript) ?? { size: 0 };
  if (size === 0) return undefined;
  for (const window of WINDOWS_BYTES) {
    const from = Math.max(0, size - window);
    const end = new TextDecoder().decode(readPart(transcript, from, window));
    const message = lastHandBack(end);
    if (message !== undefined || from === 0) return message;
  }
  return undefined;
}
