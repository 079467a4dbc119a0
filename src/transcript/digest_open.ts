/** What the end of a session leaves to be done. */

import { isRefused } from "./digest_deeds.ts";
import { distinct, type Section } from "./digest_layout.ts";
import type { Turn } from "./digest_turns.ts";
import { cut, lastQuestion, leavesOpen, unitsOf } from "./digest_words.ts";
import type { L1Entry, ToolEntry } from "./l1_entry.ts";

const OPEN_SENTENCES = 3;

export function openSection(
  turns: readonly Turn[],
  entries: readonly L1Entry[],
): Section {
  const texts: string[] = [];
  const turn = turns.at(-1);
  if (turn !== undefined && !turn.ended) {
    if (turn.request !== "") {
      texts.push("The last request has no final answer");
    }
    const words = unitsOf(turn.words).at(-1)?.text ?? "";
    if (words !== "") texts.push(`Last words: ${cut(words, 160)}`);
  }
  const tool = turn?.ended ? undefined : turn?.lastTool;
  if (tool !== undefined) {
    const deed = cut(deedOf(tool), 90);
    if (isRefused(tool)) texts.push(`Declined by the user: ${deed}`);
    else if (tool.result !== "ok") texts.push(`Did not succeed: ${deed}`);
  }
  if (turn?.ended) {
    const units = unitsOf(turn.words);
    const question = lastQuestion(turn.words);
    if (question !== "") texts.push(`Asked the user: ${cut(question, 240)}`);
    texts.push(
      ...units.filter(({ text }) => leavesOpen(text) && text !== question)
        .slice(-OPEN_SENTENCES).map(({ text }) => cut(text, 200)),
    );
  }
  texts.push(...unfinishedTodos(entries));
  const lines = texts.map((text, rank) => ({ text, rank }));
  return { label: "Open at the end", share: 0.2, lines: distinct(lines) };
}

function deedOf(tool: ToolEntry): string {
  const what = tool.cmd ?? tool.target ?? tool.info ?? tool.pattern ?? "";
  return `${tool.name} ${what.replace(/\s+/g, " ")}`;
}

/** What the last to-do list of the session had not ticked off. */
function unfinishedTodos(entries: readonly L1Entry[]): string[] {
  const list = entries.findLast((entry) =>
    entry.role === "tool" && entry.name === "TodoWrite" &&
    entry.agent === undefined
  );
  if (list?.role !== "tool" || list.info === undefined) return [];
  return list.info.split("; ").flatMap((todo) => {
    const [, what] = /^(?:in_progress|pending): (.+)$/s.exec(todo) ?? [];
    return what === undefined ? [] : [`To do: ${what}`];
  });
}
