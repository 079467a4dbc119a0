/** What a prompt was answered with at last, or a remark on the way to it. */

import { entryOfDoc, sourceOfDoc } from "./index/doc_id.ts";
import type { HitReader, ReadDocument } from "./_read_hits.ts";

export interface Answer {
  readonly doc: number;
  readonly read: ReadDocument;
}

/** Entries at the end of a turn, of which the last may be tool lines. */
const MOST_TRIED = 8;

/** "Now let me run the tests:", or a heading: what comes, not what came of it. */
const ANNOUNCED = /^(?:#.*|[^]{0,160}[:：])\s*$/;

/** The last answer of its turn after an entry, if there is one. */
export async function readAnswer(
  reader: HitReader,
  entry: number,
  isTold: (doc: number) => boolean = () => false,
): Promise<Answer | undefined> {
  const [, end] = turnOf(reader, entry);
  const log = sourceOfDoc(entry);
  const answers = reader.index.docNumbers(log, entryOfDoc(entry) + 1, end);
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
  const [begin, end] = turnOf(reader, entry);
  const [first] = reader.index.docNumbers(sourceOfDoc(entry), begin, end);
  const read = first === undefined ? undefined : await reader.read(first);
  return read?.document.column === "user" ? read.document.text : undefined;
}

/** The first entry of the turn that a document is in, and that of the next. */
export function turnOf(
  reader: HitReader,
  doc: number,
): readonly [from: number, to: number] {
  const log = sourceOfDoc(doc);
  const turns = reader.index.collection().turnsOf([log]).get(log) ?? [];
  const starts = turns.filter((_, i) => i % 2 === 0);
  const own = entryOfDoc(doc);
  const from = starts.findLast((entry) => entry <= own) ?? 0;
  return [from, starts.find((entry) => entry > own) ?? Infinity];
}
