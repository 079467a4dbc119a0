/**
 * All words of a question, looked up in the few sessions that may be meant: in
 * how many entries of a log they occur, how often in each entry and turn, and
 * how often in what was written about the session.
 */

import {
  type Candidate,
  type Collection,
  CountRows,
  type Counts,
  type PostingsAt,
  type Slots,
} from "./tally.ts";
import {
  COLUMNS,
  docOfPlace,
  entryOfDoc,
  entryOfPlace,
  isLogUnit,
  lengthOfDoc,
  sourceOfDoc,
} from "../index/doc_id.ts";
import { type Evidence, scoreOf, WEIGHTS } from "./_score.ts";
import { turnLength, type Turns } from "../index/log_turns.ts";

/** What speaks for a candidate. */
export interface Judged {
  readonly session: string | null;
  readonly evidence: Evidence;
  /** What each of its documents is worth by itself. */
  readonly entries: ReadonlyMap<number, number>;
  readonly others: ReadonlyMap<number, number>;
  /** Entries in which the user speaks. */
  readonly asked: ReadonlySet<number>;
  /** By slot: in how many entries of its log, how often in a document. */
  readonly inLog: () => Counts;
  readonly inDocument: (doc: number) => Counts;
}

export function scoreCandidates(
  collection: Collection,
  slots: Slots,
  rarity: Counts,
  candidates: readonly Candidate[],
): Judged[] {
  const words = [...slots.keys()].filter((word) =>
    (rarity[slots.get(word)?.[0] ?? 0] as number) > 0
  );
  const units = candidates.flatMap(({ log, docs }) =>
    log === undefined ? docs : [log, ...docs]
  );
  const postings = collection.closely(words, units);
  const turnsOf = collection.turnsOf(units.filter(isLogUnit));
  const counted = new Counted(postings, rarity.length);
  for (const [word, unit, count, tools, places] of postings) {
    const [stem, own = stem] = slots.get(word) ?? [0];
    counted.add(unit, count, stem, own);
    if (tools > 0) counted.add(unit, tools, stem, own, rarity.length);
    if (places.length === 0) continue;
    counted.addPlaces(unit, places, turnsOf.get(unit) ?? [], stem, own);
  }
  const judges = candidates.map((one) =>
    new Judge(one, turnsOf.get(one.log ?? -1) ?? [], counted, rarity)
  );
  counted.tell(judges, rarity);
  return judges;
}

const MOST_TURNS = 2 ** 20;
const ASKED = COLUMNS.indexOf("user");
const TOOL = COLUMNS.indexOf("tool");

/** By unit, by document of a log, and by turn of a log. */
class Counted {
  readonly units: CountRows;
  readonly entries: CountRows;
  readonly turns: CountRows;
  readonly asked = new Set<number>();
  readonly tools = new Set<number>();

  constructor(postings: readonly PostingsAt[], slots: number) {
    let places = 0;
    for (const [, , , , at] of postings) places += at.length / 2;
    // What was said, then what is in tool lines.
    this.units = new CountRows(postings.length, 2 * slots);
    this.entries = new CountRows(places, slots);
    this.turns = new CountRows(places, slots);
  }

  add(unit: number, count: number, stem: number, own: number, from = 0): void {
    const { counts } = this.units;
    const start = this.units.startOf(unit) + from;
    counts[start + stem]! += count;
    if (own !== stem) counts[start + own]! += count;
  }

  /** Places stand in the order of the log, so the turn moves with them. */
  addPlaces(
    log: number,
    places: readonly number[],
    lengths: Turns,
    stem: number,
    own: number,
  ): void {
    const { entries, turns } = this;
    const last = lengths.length - 2;
    let turn = 0;
    for (let i = 0; i < places.length; i += 2) {
      const place = places[i] as number;
      const column = place % COLUMNS.length;
      const count = places[i + 1] as number;
      const entry = entryOfPlace(place);
      while (turn > 0 && (lengths[turn] as number) > entry) turn -= 2;
      while (turn < last && (lengths[turn + 2] as number) <= entry) turn += 2;
      const doc = docOfPlace(log, place);
      if (column === ASKED) this.asked.add(doc);
      const inEntry = entries.startOf(doc);
      entries.counts[inEntry + stem]! += count;
      if (own !== stem) entries.counts[inEntry + own]! += count;
      if (column === TOOL) {
        this.tools.add(doc);
        continue;
      }
      const inTurn = turns.startOf(log * MOST_TURNS + turn / 2);
      turns.counts[inTurn + stem]! += count;
      if (own !== stem) turns.counts[inTurn + own]! += count;
    }
  }

  /** To each judge what was found in the log it judges. */
  tell(judges: readonly Judge[], rarity: Counts): void {
    const byLog = new Map(judges.map((judge) => [judge.log, judge]));
    for (const [doc, start] of this.entries.starts) {
      const words = lengthOfDoc(doc);
      const worth = scoreOf(this.entries.counts, rarity, words, start);
      byLog.get(sourceOfDoc(doc))?.hearEntry(doc, worth, this.tools.has(doc));
    }
    for (const [key, start] of this.turns.starts) {
      const judge = byLog.get(Math.floor(key / MOST_TURNS));
      if (judge === undefined) continue;
      const words = turnLength(judge.lengths, key % MOST_TURNS);
      judge.hearTurn(scoreOf(this.turns.counts, rarity, words, start));
    }
  }
}

class Judge implements Judged {
  readonly session: string | null;
  readonly log: number | undefined;
  readonly evidence = {
    log: 0,
    turn: 0,
    entry: 0,
    opening: 0,
    written: 0,
    tools: 0,
  };
  readonly entries = new Map<number, number>();
  readonly others = new Map<number, number>();

  constructor(
    { session, log, length, toolLength, docs }: Candidate,
    readonly lengths: Turns,
    readonly counted: Counted,
    rarity: Counts,
  ) {
    this.session = session;
    this.log = log;
    const worth = (unit: number, words: number, from = 0) => {
      const start = counted.units.starts.get(unit);
      return start === undefined
        ? 0
        : scoreOf(counted.units.counts, rarity, words, start + from);
    };
    if (log !== undefined) {
      this.evidence.log = worth(log, length);
      this.evidence.tools = worth(log, toolLength, rarity.length);
    }
    for (const doc of docs) {
      const own = worth(doc, lengthOfDoc(doc));
      this.others.set(doc, own);
      if (own > this.evidence.written) this.evidence.written = own;
    }
  }

  get asked(): ReadonlySet<number> {
    return this.counted.asked;
  }

  hearEntry(doc: number, worth: number, isTool: boolean): void {
    // Shown where nothing that was said is as good.
    this.entries.set(doc, isTool ? WEIGHTS.tools * worth : worth);
    if (isTool) return;
    if (worth > this.evidence.entry) this.evidence.entry = worth;
    if (entryOfDoc(doc) === this.lengths[0]) this.evidence.opening = worth;
  }

  hearTurn(worth: number): void {
    if (worth > this.evidence.turn) this.evidence.turn = worth;
  }

  inLog(): Counts {
    return this.log === undefined ? [] : this.counted.units.row(this.log);
  }

  inDocument(doc: number): Counts {
    return this.entries.has(doc)
      ? this.counted.entries.row(doc)
      : this.counted.units.row(doc);
  }
}
