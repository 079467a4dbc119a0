/** Which sessions may be meant, told by the rarest words of a question alone. */

import { compareTexts } from "../../base/compare_texts.ts";
import {
  type Candidate,
  type Collection,
  CountRows,
  type Counts,
  type Probe,
  type Slots,
} from "./tally.ts";
import { isLogUnit, lengthOfDoc } from "../index/doc_id.ts";
import { scoreOf, WEIGHTS } from "./_score.ts";

export interface Shortlist {
  /** How many sessions, and documents that belong to none, have a rare word. */
  readonly total: number;
  /** How many documents besides the logs have one. */
  readonly documents: number;
  /** The most promising of them. */
  readonly candidates: readonly Candidate[];
}

interface Found extends Candidate {
  worth: number;
  /** The best of its documents. */
  written: number;
}

/** Documents that belong to no session, each with its worth: no object each. */
interface Alone {
  readonly docs: Float64Array;
  readonly worths: Float64Array;
}

export function shortlist(
  collection: Collection,
  probes: readonly Probe[],
  slots: Slots,
  rarity: Counts,
  most: number,
): Shortlist {
  const rows = countRare(collection, probes, slots);
  const { sessions, alone } = bySession(collection, rows, rarity);
  const documents = sessions.reduce((sum, { docs }) => sum + docs.length, 0) +
    alone.docs.length;
  const total = sessions.length + alone.docs.length;
  const least = total <= most ? -Infinity : leastOf(sessions, alone, most);
  const all = sessions.filter(({ worth }) => worth >= least);
  alone.worths.forEach((worth, at) => {
    if (worth < least) return;
    all.push({ ...NONE, docs: [alone.docs[at] as number], worth });
  });
  if (total <= most) return { total, documents, candidates: all };
  const candidates = all.sort((a, b) =>
    b.worth - a.worth || compareTexts(a.session ?? "", b.session ?? "")
  ).slice(0, most);
  return { total, documents, candidates };
}

/** What the last of so many is worth. */
function leastOf(
  sessions: readonly Found[],
  { worths }: Alone,
  most: number,
): number {
  const all = new Float64Array(sessions.length + worths.length);
  all.set(worths);
  all.set(sessions.map(({ worth }) => worth), worths.length);
  return all.sort()[all.length - most] as number;
}

function countRare(
  collection: Collection,
  probes: readonly Probe[],
  slots: Slots,
): CountRows {
  const leading = probes.filter(({ leads }) => leads)
    .flatMap(({ words }) => words.map(({ id }) => id));
  const postings = collection.overview(leading);
  let most = 0;
  for (const [, units] of postings) most += units.length;
  const rows = new CountRows(most, 4 * probes.length);
  const { counts } = rows;
  for (const [word, units, said, inTool] of postings) {
    const [stem, own] = slots.get(word) ?? [0];
    for (let i = 0; i < units.length; i++) {
      const start = rows.startOf(units[i] as number);
      const count = said[i] as number;
      const tools = inTool[i] as number;
      const inTools = start + 2 * probes.length;
      counts[start + stem]! += count;
      counts[inTools + stem]! += tools;
      if (own === undefined) continue;
      counts[start + own]! += count;
      counts[inTools + own]! += tools;
    }
  }
  return rows;
}

const NO_DOCS: number[] = [];
const NONE: Found = {
  session: null,
  log: undefined,
  length: 0,
  toolLength: 0,
  docs: NO_DOCS,
  worth: 0,
  written: 0,
};

function bySession(
  { unitsOf }: Collection,
  { starts, counts }: CountRows,
  rarity: Counts,
): { readonly sessions: readonly Found[]; readonly alone: Alone } {
  const found = new Map<string | number, Found>();
  const owned = new Set<number>();
  for (
    const [unit, session, length, toolLength] of unitsOf([...starts.keys()])
  ) {
    const isLog = isLogUnit(unit);
    if (session === null && !isLog) continue;
    owned.add(unit);
    const start = starts.get(unit) as number;
    let one = found.get(session ?? unit);
    if (one === undefined) {
      one = { ...NONE, session };
      found.set(session ?? unit, one);
    }
    if (isLog) {
      one.log = unit;
      one.length = length;
      one.toolLength = toolLength;
      one.worth += scoreOf(counts, rarity, length, start) +
        WEIGHTS.tools *
          scoreOf(counts, rarity, toolLength, start + rarity.length);
      continue;
    }
    if (one.docs === NO_DOCS) one.docs = [unit];
    else one.docs.push(unit);
    const own = scoreOf(counts, rarity, lengthOfDoc(unit), start);
    if (own <= one.written) continue;
    one.worth += WEIGHTS.written * (own - one.written);
    one.written = own;
  }
  const docs = Float64Array.from(starts.keys())
    .filter((unit) => !owned.has(unit) && !isLogUnit(unit)).sort();
  const worths = docs.map((doc) =>
    WEIGHTS.written * scoreOf(
      counts,
      rarity,
      lengthOfDoc(doc),
      starts.get(doc) as number,
    )
  );
  return { sessions: [...found.values()], alone: { docs, worths } };
}
