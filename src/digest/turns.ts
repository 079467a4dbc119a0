/** A session as turns: what was asked, and what was said and done about it. */

import { isCommit } from "./commits.ts";
import { isCommand, isDeclined, isEdit, isWork } from "./tool_actions.ts";
import { goesOn, isHousekeeping, requestIn, statesCause } from "./cues.ts";
import {
  type L1Entry,
  PROMPTS_ALONE,
  type ToolEntry,
  type WordsEntry,
} from "../session/log_entry.ts";
import { shellChanges } from "./_shell_changes.ts";

/** A request and what the session itself (no subagent) made of it. */
export interface Turn {
  readonly request: string;
  /** The entry it begins with. */
  readonly from: number;
  /** The assistant's last words, and the ones before that state a cause. */
  words: string;
  /** The entry of those words; -1 without any. */
  wordsAt: number;
  causes: string[];
  /** Nothing was done or announced after the last words: they end the turn. */
  ended: boolean;
  /** It left something behind, with any tool. */
  worked: boolean;
  /** What its edits and commands changed, a path for each. */
  edited: string[];
  /** How many of those wrote a whole file. */
  made: number;
  /** The entry of the last edit; -1 without one. */
  editedAt: number;
  committed: boolean;
  /** What the user said no to. */
  refused: ToolEntry[];
  lastTool: ToolEntry | undefined;
}

export function turnsOf(entries: readonly L1Entry[]): Turn[] {
  const turns: Turn[] = [];
  const open = (request: string, from: number) => {
    const turn: Turn = {
      request,
      from,
      words: "",
      wordsAt: -1,
      causes: [],
      ended: false,
      worked: false,
      edited: [],
      made: 0,
      editedAt: -1,
      committed: false,
      refused: [],
      lastTool: undefined,
    };
    turns.push(turn);
    return turn;
  };
  for (const [at, entry] of entries.entries()) {
    if (entry.agent !== undefined || entry.role === "summary") continue;
    if (entry.role === "user") {
      if (!isHousekeeping(entry.text)) open(requestIn(entry.text), at);
      continue;
    }
    const turn = turns.at(-1) ?? open("", at);
    if (entry.role === "tool") {
      turn.lastTool = entry;
      turn.ended = false;
      if (isCommit(entry)) turn.committed = true;
      if (isDeclined(entry)) turn.refused.push(entry);
      if (isWork(entry)) turn.worked = true;
      const paths = editedBy(entry);
      if (paths.length > 0) turn.editedAt = at;
      turn.edited.push(...paths);
      if (isEdit(entry) && entry.name === "Write") turn.made++;
    } else {
      if (statesCause(turn.words)) turn.causes.push(turn.words);
      turn.words = entry.text;
      turn.wordsAt = at;
      turn.ended = !goesOn(entry.text);
    }
  }
  // Their answers are not missing, they were deleted.
  if (entries.some(isPromptsAlone)) {
    for (const turn of turns) turn.ended = true;
  }
  return turns;
}

export const isPromptsAlone = (entry: L1Entry): entry is WordsEntry =>
  entry.role === "summary" && entry.text.startsWith(PROMPTS_ALONE);

function editedBy(entry: ToolEntry): string[] {
  if (isEdit(entry)) return [entry.target];
  if (!isCommand(entry) || entry.result !== "ok") return [];
  return shellChanges(entry.cmd).flatMap(({ path, gone, undone }) =>
    gone || undone ? [] : [path]
  );
}
