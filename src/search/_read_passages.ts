/** From the documents that a prompt recalls to what is told of them. */

import type { Recollection } from "./recall_for_prompt.ts";
import { cutPassage } from "./_passage.ts";
import type { Ranked } from "./rank/rank.ts";
import type { Probe } from "./rank/tally.ts";
import type { SearchIndex } from "./index/search_index.ts";
import type { Store } from "../store/store.ts";
import { clipSentence } from "../base/cut_text.ts";
import { MOST_PASSAGES } from "./_recall_gate.ts";
import { entryOfDoc, sourceOfDoc } from "./index/doc_id.ts";
import { isRecorded } from "./index/documents.ts";
import { readAnswer, turnOf } from "./_read_answer.ts";
import { HitReader, type ReadDocument, weightsOf } from "./_read_hits.ts";
import type { WordWeights } from "./_snippet.ts";

/** Of all passages together, and of the best. */
const ALL_CHARS = 900;
const PASSAGE_CHARS = 480;
/** Of a prompt whose answer is told as well. */
const ASKED_CHARS = 200;
/** A shorter piece of a text says too little. */
const LEAST_CHARS = 80;

interface Told {
  readonly doc: number;
  readonly text: string;
  readonly read: ReadDocument;
}

/** The turn of the best document first, the others in the order of the log. */
export async function readPassages(
  store: Store,
  index: SearchIndex,
  probes: readonly Probe[],
  chosen: readonly Ranked[],
): Promise<Recollection[]> {
  const reader = new HitReader(store, index);
  const weights = weightsOf(probes, chosen[0]?.rarity ?? []);
  const told: Told[] = [];
  let left = ALL_CHARS;
  const tell = (doc: number, read: ReadDocument, text: string | undefined) => {
    if (!text || told.some((one) => one.text.includes(text))) return;
    told.push({ doc, text, read });
    left -= text.length;
  };
  const isRoom = () => told.length < MOST_PASSAGES && left >= LEAST_CHARS;
  const isChosen = (doc: number) => chosen.some((one) => one.doc === doc);
  for (const { doc } of chosen) {
    const read = isRoom() ? await reader.read(doc) : undefined;
    if (!read || told.some((one) => one.doc === doc)) continue;
    const answer = read.document.column === "user"
      ? await readAnswer(reader, doc, isChosen)
      : undefined;
    const most = answer ? ASKED_CHARS : PASSAGE_CHARS;
    const { text } = read.document;
    tell(doc, read, cutPassage(text, weights, Math.min(most, left)));
    if (answer && isRoom()) {
      tell(answer.doc, answer.read, cutAnswer(answer.read, weights, left));
    }
  }
  const best = told[0]?.doc ?? 0;
  const [from, to] = turnOf(reader, best);
  const isOfTurn = (doc: number) =>
    sourceOfDoc(doc) === sourceOfDoc(best) && entryOfDoc(doc) >= from &&
    entryOfDoc(doc) < to;
  const isLater = ({ doc }: Told) => isOfTurn(doc) ? 0 : 1;
  return told.toSorted((a, b) => isLater(a) - isLater(b) || a.doc - b.doc)
    .map(recollection);
}

/** The answer may say it in other words; then it is told from its beginning. */
function cutAnswer(
  { document: { text } }: ReadDocument,
  weights: WordWeights,
  left: number,
): string | undefined {
  const most = Math.min(PASSAGE_CHARS, left);
  return cutPassage(text, weights, most) ?? clipSentence(text.trim(), most);
}

function recollection({ text, read }: Told): Recollection {
  const { source, facts, session, document: { author } } = read;
  const at = facts.ts ?? source.firstTs ?? "";
  return {
    text,
    date: at.slice(0, 10),
    at,
    ...(isRecorded(source.layer, facts) ? { isRecorded: true } : {}),
    source: `${source.path}#${facts.key}`,
    ...(author === undefined ? {} : { author }),
    ...(session ? { session } : {}),
  };
}
