/** A session as turns: what was asked, and what was said and done about it. */

import { isEdit } from "./digest_deeds.ts";
import { isHousekeeping, statesCause } from "./digest_words.ts";
import type { L1Entry, ToolEntry } from "./l1_entry.ts";

/** A request and what the session itself (no subagent) made of it. */
export interface Turn {
  readonly request: string;
  /** The assistant's last words, and the ones before that state a cause. */
  words: string;
  causes: string[];
  /** Nothing was done after the last words: they end the turn. */
  ended: boolean;
  edits: number;
  lastTool: ToolEntry | undefined;
}

export function turnsOf(entries: readonly L1Entry[]): Turn[] {
  const turns: Turn[] = [];
  const open = (request: string) => {
    const turn: Turn = {
      request,
      words: "",
      causes: [],
      ended: false,
      edits: 0,
      lastTool: undefined,
    };
    turns.push(turn);
    return turn;
  };
  for (const entry of entries) {
    if (entry.agent !== undefined || entry.role === "summary") continue;
    if (entry.role === "user") {
      if (!isHousekeeping(entry.text)) open(entry.text);
      continue;
    }
    const turn = turns.at(-1) ?? open("");
    if (entry.role === "tool") {
      turn.lastTool = entry;
      turn.ended = false;
      if (isEdit(entry)) turn.edits++;
    } else {
      if (statesCause(turn.words)) turn.causes.push(turn.words);
      turn.words = entry.text;
      turn.ended = true;
    }
  }
  return turns;
}
