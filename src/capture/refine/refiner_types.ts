/** What a refiner is given, and what it gives. */

import type { CountedPrompt } from "../../session/counted_prompt.ts";
import type { NoticeState } from "../../session/notice_state.ts";
import type { HiddenStretch } from "../../session/session_state.ts";
import type { OffPeriod } from "../../base/off_period.ts";
import type { Redactor } from "../../redact/redactor.ts";
import type { Piece } from "./slots.ts";

export interface RefinerOptions {
  readonly redactor: Redactor;
  /** Whether `progress` lines count as subagents' work: only without files. */
  readonly progress: boolean;
  /** Where reading begins; 0 if it is the beginning. */
  readonly offset?: number;
  /** Set for a subagent's own transcript: whose work this is. */
  readonly agent?: string;
  /** The last entries before the offset, from `recent` of an earlier run. */
  readonly recent?: readonly string[];
  /** Prompts that counted when the session seemed over, from `queued`. */
  readonly queued?: readonly CountedPrompt[];
  /** What was known about our own agents' notices, from `notices`. */
  readonly notices?: NoticeState | undefined;
  /** Whether an agent is one of our own, as its own files tell. */
  readonly isOwnAgent?: (id: string) => boolean;
  /** When memory was off. */
  readonly off?: readonly OffPeriod[];
  /** What was hidden before the offset, from `hidden`. */
  readonly hidden?: readonly HiddenStretch[] | undefined;
}

/** What is final, and what a later run needs to continue from an offset. */
export interface Taken {
  readonly pieces: Piece[];
  readonly offset: number;
  readonly recent: string[];
  readonly queued: readonly CountedPrompt[];
  readonly notices: NoticeState | undefined;
  readonly hidden: readonly HiddenStretch[];
}

/** A line without its newline; of a long one `bytes` is only a part. */
export interface LastLine {
  readonly bytes: Uint8Array;
  readonly from: number;
  readonly to: number;
}
