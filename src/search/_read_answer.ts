/** What a prompt was answered with at last, or a remark on the way to it. */

import { entryOfDoc, sourceOfDoc } from "./index/doc_id.ts";
import type { HitReader, ReadDocument } from "./_read_hits.ts";

export interface Answer {
  readonly doc: number;
  readonly read: ReadDocument;
}

/** Entries at the end of a turn, of which the last may be tool lines. */
const MOST_TRIED = 8;

/** "Now let me run the tests:" tells what comes, not what came of it. */
const ANNOUNCED = /^[^]{0,160}[:：]\s*$/;

/** The last answer of its turn after an entry, if there is one. */
export async function readAnswer(
  reader: HitReader,
  entry: number,
  isTold: (doc: number) => boolean = () => false,
): Promise<Answer | undefined> {
  const isOfTurn = turnOf(reader, entry);
  const answers = reader.index.docsOf(sourceOfDoc(entry)).map(({ doc }) => doc)
    .filter((doc) => doc > entry && isOfTurn(entryOfDoc(doc)));
  if (answers.some(isTold)) return undefined;
  for (const doc of answers.slice(-MOST_TRIED).toReversed()) {
    const read = await reader.read(doc);
    const isAnswer = read?.document.column === "assistant" &&
      !ANNOUNCED.test(read.document.text);
    if (isAnswer) return { doc, read };
  }
  return undefined;
}

/** The prompt that the turn of an entry began with, if there was one. */
export async function readPrompt(
  reader: HitReader,
  entry: number,
): Promise<string | undefined> {
  const isOfTurn = turnOf(reader, entry);
  const first = reader.index.docsOf(sourceOfDoc(entry))
    .find(({ doc }) => isOfTurn(entryOfDoc(doc)));
  const read = first && await reader.read(first.doc);
  return read?.document.column === "user" ? read.document.text : undefined;
}

/** Whether an entry belongs to the turn of a document. */
export function turnOf(
  reader: HitReader,
  doc: number,
): (entry: number) => boolean {
  const log = sourceOfDoc(doc);
  const turns = reader.index.collection().turnsOf([log]).get(log) ?? [];
  const starts = turns.filter((_, i) => i % 2 === 0);
  const own = entryOfDoc(doc);
  const from = starts.findLast((entry) => entry <= own) ?? 0;
  const to = starts.find((entry) => entry > own) ?? Infinity;
  return (entry) => entry >= from && entry < to;
}
