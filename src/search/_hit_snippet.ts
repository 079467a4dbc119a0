/**
 * What is shown of a hit: the words that were found and, where these only ask
 * or say what will be looked at, the answer after an arrow.
 */

import { readAnswer, readPrompt } from "./_read_answer.ts";
import type { HitReader, ReadDocument } from "./_read_hits.ts";
import {
  cutSnippet,
  findMatches,
  type Snippet,
  type WordWeights,
} from "./_snippet.ts";
import type { Ranked } from "./rank/rank.ts";
import { SNIPPET_CHARS } from "./search_request.ts";

/** Of the question, where its answer is shown as well. */
const ASKED_CHARS = 120;
const BOTH_CHARS = 320;
/** "Let me look at …": what is longer speaks for itself. */
const MOST_OF_REMARK = 160;
const ARROW = " → ";

export async function snippetOf(
  reader: HitReader,
  { doc, bestEntry }: Pick<Ranked, "doc" | "bestEntry">,
  read: ReadDocument,
  weights: WordWeights,
): Promise<Snippet> {
  const { text, column } = read.document;
  if (column === "other") {
    const told = isFoundByPrompts(text, weights)
      ? await tellTurn(reader, bestEntry(), weights)
      : undefined;
    return told ?? cutSnippet(text, weights, SNIPPET_CHARS);
  }
  const answer = await answerTo(reader, doc, read);
  return answer === undefined
    ? cutSnippet(text, weights, SNIPPET_CHARS)
    : joined(text, answer, weights);
}

/** Prompt and answer of the turn that a log's best entry is in. */
async function tellTurn(
  reader: HitReader,
  entry: number | undefined,
  weights: WordWeights,
): Promise<Snippet | undefined> {
  const read = entry === undefined ? undefined : await reader.read(entry);
  if (entry === undefined || read === undefined) return undefined;
  const { column, text } = read.document;
  const answer = await answerTo(reader, entry, read) ??
    (column === "assistant" ? text : undefined);
  const prompt = column === "user" ? text : await readPrompt(reader, entry);
  return answer === undefined || prompt === undefined
    ? undefined
    : joined(prompt, answer, weights);
}

/** The answer to an entry of a log that gives none itself. */
async function answerTo(
  reader: HitReader,
  doc: number,
  { document: { column, text } }: ReadDocument,
): Promise<string | undefined> {
  const isOpen = column === "user" ||
    column === "assistant" && text.length <= MOST_OF_REMARK;
  const answer = isOpen ? await readAnswer(reader, doc) : undefined;
  return answer?.read.document.text;
}

function joined(
  question: string,
  answer: string,
  weights: WordWeights,
): Snippet {
  const asked = cutSnippet(question, weights, ASKED_CHARS);
  const from = asked.text.length + ARROW.length;
  const said = cutSnippet(answer, weights, BOTH_CHARS - from);
  return {
    text: asked.text + ARROW + said.text,
    marks: [
      ...asked.marks,
      ...said.marks.map(([start, end]) => [start + from, end + from] as const),
    ],
  };
}

const ASKED = /^\*\*Asked\*\*.*\n(?:- .*(?:\n|$))*/m;
/** Its other lines, files and remarks, say so much less. */
const OTHERS = 0.7;

/** Whether a digest was found by the prompts it quotes. */
function isFoundByPrompts(text: string, weights: WordWeights): boolean {
  const [asked] = ASKED.exec(text) ?? [];
  if (asked === undefined) return false;
  const worth = worthOf(asked, weights);
  const ofOthers = worthOf(text.replace(asked, () => ""), weights);
  return worth > 0 && worth >= OTHERS * ofOthers;
}

/** What the words of a question in a text tell together. */
function worthOf(text: string, weights: WordWeights): number {
  const terms = new Map(
    findMatches(text, weights).map(({ term, weight }) => [term, weight]),
  );
  return [...terms.values()].reduce((sum, weight) => sum + weight, 0);
}
