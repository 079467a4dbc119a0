/**
 * Which answers are replies to notices of our own agents. The end of one of our
 * agents costs a turn of the main model. That reply is about memory, not about
 * the work, so it is not kept. A notice that joins a turn which answers
 * something else changes nothing: that answer is kept.
 *
 * The state at an offset is saved with it, so that reading in increments gives
 * the same entries as reading in one go.
 */

import { ACKNOWLEDGEMENT } from "../../claude/agents.ts";
import { MAX_AGENTS, type NoticeState } from "../../session/notice_state.ts";
import { turnSignOf } from "./_user_words.ts";

const AT_THE_BEGINNING: NoticeState = {
  own: [],
  isBusy: false,
  isReply: false,
};

export class NoticeReplies {
  /** The states and the lines that caused them, oldest first. */
  #states: { readonly from: number; readonly state: NoticeState }[];
  #from = 0;

  constructor(state: NoticeState = AT_THE_BEGINNING) {
    this.#states = [{ from: -1, state }];
  }

  /** A line begins here. */
  line(from: number): void {
    this.#from = from;
  }

  /**
   * Whether this reply is about our own agents. Where the model starts one in the
   * foreground, it is told to reply with this one word only.
   */
  isReply(text: string): boolean {
    const { isReply, own } = this.#now;
    return isReply || (own.length > 0 && text.trim() === ACKNOWLEDGEMENT);
  }

  isOwn(agent: string): boolean {
    return this.#now.own.includes(agent);
  }

  /** One of our own agents was started. */
  started(agent: string): void {
    if (agent === "" || this.isOwn(agent)) return;
    this.#set({ own: [...this.#now.own, agent].slice(-MAX_AGENTS) });
  }

  /** Something that deserves an answer: a prompt, or a notice of others. */
  prompted(): void {
    this.#set({ isBusy: true, isReply: false });
  }

  /** A notice of our own agents, as a turn of its own. */
  noticed(): void {
    if (!this.#now.isBusy) this.#set({ isBusy: true, isReply: true });
  }

  /** A text in a user entry: a prompt, or the sign that the turn ended. */
  heard(text: string): void {
    const sign = turnSignOf(text);
    if (sign === "prompt") this.prompted();
    else if (sign === "end") this.idle();
  }

  /** The turn goes on: a tool was called or has returned. */
  working(): void {
    this.#set({ isBusy: true });
  }

  /** The turn is over, unless it goes on. */
  idle(): void {
    this.#set({ isBusy: false });
  }

  /** What was known before the line at an offset; undefined if nothing. */
  before(offset: number): NoticeState | undefined {
    const at = this.#states.findLastIndex(({ from }) => from < offset);
    this.#states = this.#states.slice(Math.max(0, at));
    const state = this.#states[0]?.state ?? AT_THE_BEGINNING;
    const { own, isBusy, isReply } = state;
    return own.length > 0 || isBusy || isReply ? state : undefined;
  }

  get #now(): NoticeState {
    return this.#states.at(-1)?.state ?? AT_THE_BEGINNING;
  }

  #set(change: Partial<NoticeState>): void {
    const now = this.#now;
    const state = { ...now, ...change };
    if (
      state.own === now.own && state.isBusy === now.isBusy &&
      state.isReply === now.isReply
    ) return;
    this.#states.push({ from: this.#from, state });
  }
}
