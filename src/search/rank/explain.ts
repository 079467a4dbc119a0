/** Why a hit is where it is, in lines a person can check. */

import { ALONE_WEIGHT, coverageOf, type Ranked } from "./rank.ts";
import { WEIGHTS } from "./_score.ts";
import { type Probe, stemSlot } from "./tally.ts";

export interface Reason {
  /** The kinds of evidence, before their weights. */
  readonly log: number;
  readonly turn: number;
  readonly entry: number;
  readonly opening: number;
  readonly written: number;
  readonly tools: number;
  /** Whether it belongs to no session, and what is written is all there is. */
  readonly alone: boolean;
  /** What of its session's score it gets: others of it may say more. */
  readonly share: number;
  /** How much more it counts for the time that was asked about. */
  readonly time: number;
  /** Share of the question the shown document holds. */
  readonly coverage: number;
  readonly terms: readonly {
    readonly term: string;
    readonly rarity: number;
    readonly inLog: number;
    readonly inDocument: number;
  }[];
}

export function explain(ranked: Ranked, probes: readonly Probe[]): Reason {
  const { evidence, rarity } = ranked;
  const [inLog, inDocument] = [ranked.inLog(), ranked.inDocument()];
  return {
    log: round(evidence.log),
    turn: round(evidence.turn),
    entry: round(evidence.entry),
    opening: round(evidence.opening),
    written: round(evidence.written),
    tools: round(evidence.tools),
    alone: ranked.session === null,
    share: round(ranked.share),
    time: round(ranked.boost),
    coverage: round(coverageOf(ranked)),
    // The word as it was typed is a small bonus; its stem tells all.
    terms: probes.map(({ term }, probe) => ({
      term,
      rarity: round(rarity[stemSlot(probe)] ?? 0),
      inLog: inLog[stemSlot(probe)] ?? 0,
      inDocument: inDocument[stemSlot(probe)] ?? 0,
    })).filter((one) => one.inLog + one.inDocument > 0),
  };
}

/** The kinds of evidence, as they are called to a reader. */
const KINDS = [
  ["log", "session's log"],
  ["turn", "best turn"],
  ["entry", "best entry"],
  ["opening", "first prompt"],
  ["written", "written about it"],
  ["tools", "done in it"],
] as const;

export function renderReason(reason: Reason, score: number): string[] {
  const { alone, share, time, coverage, terms } = reason;
  const parts = alone
    ? `belongs to no session: ${reason.written} × ${ALONE_WEIGHT}`
    : KINDS.map(([kind, name]) => {
      const weight = WEIGHTS[kind];
      return `${name} ${reason[kind]}${weight === 1 ? "" : ` × ${weight}`}`;
    }).join(" + ");
  const factors = [
    ...(share === 1 ? [] : [`× ${share} of its session`]),
    ...(time === 1 ? [] : [`× ${time} for the time`]),
  ].map((factor) => ` ${factor}`).join("");
  return [
    `${round(score)}: ${factors === "" ? parts : `(${parts})${factors}`}; ` +
    `holds ${Math.round(coverage * 100)} % of the question`,
    terms.map(({ term, rarity, inLog, inDocument }) =>
      `${term} (rarity ${rarity}, ${inDocument} here, log entries with it: ${inLog})`
    ).join(", "),
  ].filter((line) => line !== "");
}

export const round = (value: number) => Math.round(value * 100) / 100;
