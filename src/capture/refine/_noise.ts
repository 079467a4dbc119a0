/**
 * Recognises transcript lines without content by their first bytes: most lines
 * are like that, and parsing them would cost more than everything else.
 */

import type { LineView } from "./raw_line.ts";

export function isNoise(
  { type, subtype }: Pick<LineView, "type" | "subtype">,
  { progress }: { readonly progress: boolean },
): boolean {
  // If the first bytes do not show the subtype, it may be any.
  const mayBe = (wanted: string) => subtype === undefined || subtype === wanted;
  switch (type) {
    case undefined:
    case "user":
    case "assistant":
    case "queue-operation":
      return false;
    case "progress":
      return !progress || !mayBe("agent_progress");
    case "attachment":
      return !mayBe("queued_command");
    case "system":
      return !mayBe("local_command");
    default:
      return true;
  }
}
