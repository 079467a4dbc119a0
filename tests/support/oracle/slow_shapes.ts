// What the slow reading of a transcript says: the shapes that tests compare with
// the product's L1 and with what the transcript generator expects.

import type { LineFaults } from "./slow_lines.ts";
import type { DropReason, TypedSource } from "./slow_user_words.ts";

export interface TypedText {
  text: string;
  source: TypedSource;
  /**
   * Pictures and documents that came with the words; the text may be empty when
   * there are some.
   */
  images: number;
  uuid?: string;
  timestamp?: string;
  line: number;
}

export interface AssistantText {
  text: string;
  /**
   * Set for sidechains: `agentId`, or the uuid of the chain's first entry in
   * files that have no agent ids.
   */
  agent?: string;
  /** The client's own report of a failed request, not words of the model. */
  apiError?: true;
  uuid?: string;
  timestamp?: string;
}

export interface SlowToolCall {
  id: string;
  name: string;
  hasResult: boolean;
  isError?: boolean;
  /** What an agent hands back with it: its last words, unless it fails. */
  report?: AssistantText;
  agent?: string;
}

/** Words of the user inside the entry of a tool result. */
export interface UserRemark {
  kind: "answer" | "rejection" | "approval";
  text: string;
  toolUseId: string;
  timestamp?: string;
}

export interface SlowReading {
  typedUserTexts: TypedText[];
  userRemarks: UserRemark[];
  /** The main thread's. */
  assistantTexts: AssistantText[];
  sidechainTexts: AssistantText[];
  toolCalls: SlowToolCall[];
  /** Calls that start one of our own agents; they are in no other list. */
  ownAgentCalls: SlowToolCall[];
  /** Ids of results whose call is not in the file. */
  orphanResults: string[];
  compactSummaries: string[];
  /** `summary` entries: titles, as a rule of other sessions. */
  titles: string[];
  /** What other agents sent to this session, out of its frame. */
  agentMessages: { from: string; text: string; isEnd: boolean }[];
  /** What the main model said about our own agents; in no other list. */
  repliesToOwn: string[];
  droppedUserTexts: {
    reason: DropReason;
    text: string;
    uuid: string | undefined;
  }[];
  /**
   * By type and, where there is one, subtype: `system/compact_boundary`,
   * `attachment/file`, `queue-operation/remove`.
   */
  countsByType: Record<string, number>;
  repeats: number;
  /** Assistant texts of white space only; newer versions write many. */
  blankTexts: number;
  faults: LineFaults;
}

export function emptyReading(faults: LineFaults): SlowReading {
  return {
    typedUserTexts: [],
    userRemarks: [],
    assistantTexts: [],
    sidechainTexts: [],
    toolCalls: [],
    ownAgentCalls: [],
    orphanResults: [],
    compactSummaries: [],
    titles: [],
    agentMessages: [],
    repliesToOwn: [],
    droppedUserTexts: [],
    countsByType: {},
    repeats: 0,
    blankTexts: 0,
    faults,
  };
}
