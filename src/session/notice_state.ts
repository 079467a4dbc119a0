/** What a session's state keeps of our own agents; see _notice_replies.ts. */

import { textsIn } from "../base/json_values.ts";
import { isObject } from "../base/json.ts";

/** An agent may be told of more than once; the list stays short all the same. */
export const MAX_AGENTS = 64;

export interface NoticeState {
  /** Our own agents that this session has started, the last ones. */
  readonly own: readonly string[];
  /** Whether something waits for an answer. */
  readonly isBusy: boolean;
  /** Whether what is said now is a reply to a notice of our own agents. */
  readonly isReply: boolean;
}

/** A state as it was saved; what cannot be read is as if nothing was known. */
export function asNoticeState(value: unknown): NoticeState | undefined {
  if (!isObject(value)) return undefined;
  const { own, isBusy, isReply } = value;
  return {
    own: textsIn(own).slice(-MAX_AGENTS),
    isBusy: isBusy === true,
    isReply: isReply === true,
  };
}
