/**
 * The turns of a log: what the user asked and all that followed. Kept next to
 * the index's lists as JSON, since hundreds are read for one question: the
 * first entry of each and how many words were said in it, in turn.
 */

export type Turns = number[];

export function parseTurns(text: string): Turns {
  return text === "" ? [] : JSON.parse(text);
}

export function renderTurns(turns: Turns): string {
  return JSON.stringify(turns);
}

/** Count words to the turn they belong to; a user's words begin a new one. */
export function addToTurns(
  turns: Turns,
  entry: number,
  length: number,
  begins: boolean,
): void {
  if (begins || turns.length === 0) turns.push(entry, length);
  else turns[turns.length - 1] = (turns.at(-1) ?? 0) + length;
}

export const turnLength = (turns: Turns, turn: number) =>
  turns[2 * turn + 1] ?? 0;
