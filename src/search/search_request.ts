/** What can be asked of a search, and what it answers. */

import type { Layer } from "./index/layers.ts";
import type { Reason } from "./rank/explain.ts";
import type { Ranked } from "./rank/rank.ts";
import type { Snippet } from "./_snippet.ts";
import type { Probe } from "./rank/tally.ts";
import type { Here } from "../base/local_stamp.ts";

export interface SearchRequest {
  readonly text: string;
  /** The same in other words. */
  readonly also?: readonly string[];
  readonly limit: number;
  /** Look into the session logs as well. */
  readonly deep: boolean;
  readonly layers?: readonly Layer[] | undefined;
  /** ISO times, the second exclusive. */
  readonly since?: string | undefined;
  readonly until?: string | undefined;
  /** The beginning of a session's id. */
  readonly session?: string | undefined;
  /** How many neighbours of a hit to show on each side. */
  readonly context: number;
  readonly here: Here;
}

export interface Hit {
  /** `<file>#<entry>`, for `show`. */
  readonly id: string;
  readonly layer: Layer;
  readonly file: string;
  readonly session: string | null;
  /** Who says so, of a team's item. */
  readonly author?: string;
  /** All who say so, where there are several. */
  readonly authors?: readonly string[];
  /** Who else in the team says what is one's own. */
  readonly alsoBy?: readonly string[];
  readonly ts: string | null;
  /** `ts` is when it was recorded; when the work was done is not known. */
  readonly isRecorded?: boolean;
  /** Git tracks its file: others may have written it. */
  readonly isTracked?: boolean;
  /** Why a fact may be outdated. */
  readonly doubt?: string;
  readonly score: number;
  readonly snippet: string;
  readonly entry: number | string;
  readonly marks: Snippet["marks"];
  readonly context: readonly Neighbour[];
  /** Why it was found; a match of an expression speaks for itself. */
  readonly reason?: () => Reason;
}

export interface Neighbour {
  readonly entry: number | string;
  readonly who: string;
  readonly text: string;
}

export interface Found {
  readonly hits: readonly Hit[];
  /** How many there are, with those beyond the limit. */
  readonly total: number;
  /** Whether the session logs were looked into. */
  readonly deep: boolean;
  /** Something to tell the user besides the hits. */
  readonly notes: readonly string[];
}

/** What was found, not yet read from the files. */
export interface RankedHits {
  readonly probes: readonly Probe[];
  readonly ranked: readonly Ranked[];
  readonly total: number;
  readonly deep: boolean;
  readonly notes: readonly string[];
}

export const SNIPPET_CHARS = 240;

/** Said when a search went further than it was asked to. */
export const LOGS_TOO =
  "The summaries do not say it; searched the session logs too";

/** Said when a question names a time and nothing else. */
export const ONLY_TIME = "Only a time is named; listed what was done then";

/** With these, what was found is what was asked for. */
export const EXACT_NOTES: readonly string[] = [LOGS_TOO, ONLY_TIME];
