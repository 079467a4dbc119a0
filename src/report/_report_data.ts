/** The data of a report: a store, read once and passed in as values. */

import type { Concepts } from "../knowledge/concepts.ts";
import type { Facts } from "../knowledge/facts.ts";
import type { CostReport } from "./read_cost.ts";

export interface KeptText {
  /** When the work was done, ISO; null if that is not known. */
  readonly at: string | null;
  /** It is when the words were written down; the work's time is not known. */
  readonly isRecorded?: boolean;
  /** Made without a model. */
  readonly isDigest: boolean;
  readonly file: string;
  readonly text: string;
}

export interface ReportSession {
  /** Its short name in file names and sections; null if a person saved it. */
  readonly id: string | null;
  readonly started: string | null;
  readonly branch: string | null;
  /** The first sentence memory has about it. */
  readonly title: string | null;
  readonly question: string | null;
  /** Entries and size of its log; null if there is none here. */
  readonly entries: number | null;
  readonly bytes: number | null;
  /** Oldest first. */
  readonly texts: readonly KeptText[];
  readonly waiting: number;
}

/** A text saved by a person, not a session. */
export const isByHand = ({ id }: ReportSession) => id === null;

/** memory.md from one rotation to the next. */
export interface Generation {
  readonly file: string;
  /** When it was archived; null for memory.md itself. */
  readonly rotatedAt: string | null;
  /** Its size if it was counted. */
  readonly tokens: number | null;
  /** Estimated tokens of the text above the sections. */
  readonly preambleTokens: number;
  readonly sections: readonly {
    readonly at: string | null;
    readonly tokens: number;
    /** It was carried over from the previous generation. */
    readonly isCarried: boolean;
  }[];
}

export interface ReportArchive {
  readonly file: string;
  readonly rotatedAt: string | null;
  readonly tokens: number | null;
  readonly sections: number;
  /** Its summary: the overall text first, then point by point. */
  readonly summary: readonly string[];
}

export interface WrittenFile {
  readonly file: string;
  readonly text: string;
}

export interface ReportTeam {
  readonly total: number;
  readonly authors: readonly {
    readonly name: string;
    readonly count: number;
  }[];
  /** Newest first. */
  readonly items: readonly {
    readonly id: string;
    readonly kind: string;
    readonly by: string;
    readonly at: string | null;
    readonly text: string;
  }[];
}

export interface ReportData {
  readonly project: string;
  readonly version: string;
  readonly madeAt: Date;
  /** How far local time is ahead of UTC at a moment, in minutes. */
  readonly offsetMinutes: (at: Date) => number;
  /** Newest first. */
  readonly sessions: readonly ReportSession[];
  /** Oldest first; the last one is memory.md. */
  readonly generations: readonly Generation[];
  /** What memory.md has now, and whether that is counted or estimated. */
  readonly tokens: number;
  readonly isCounted: boolean;
  readonly rotateAt: number;
  readonly facts: Facts;
  /** Why facts, by their ids, may be outdated. */
  readonly doubts: ReadonlyMap<string, string>;
  /** Short names of sessions by their full ids, which facts use. */
  readonly sessionNames: ReadonlyMap<string, string>;
  readonly concepts: Concepts;
  /** Newest first. */
  readonly archives: readonly ReportArchive[];
  readonly written: readonly WrittenFile[];
  readonly cost?: CostReport | undefined;
  readonly team?: ReportTeam;
  readonly unread: readonly string[];
}
