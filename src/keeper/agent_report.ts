/** What one of our agents reported: its last message, or its hand-back. */

import { lastHandBack } from "../claude/hand_back.ts";
import { type HookPayload, textField } from "../claude/payload.ts";
import { readPart, statTranscript } from "../store/transcript_file.ts";

/** A report is a few KB; behind it the client records its own requests. */
const WINDOWS_BYTES = [256 * 1024, 8 * 1024 * 1024];

/** Empty where the agent said nothing. */
export function agentReport({ raw }: HookPayload): string {
  const message = textField(raw, "last_assistant_message");
  if (message !== undefined) return message;
  const transcript = textField(raw, "agent_transcript_path");
  return transcript === undefined ? "" : handBackIn(transcript) ?? "";
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
