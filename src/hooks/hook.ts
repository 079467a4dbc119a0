/** The shapes a hook handler works with. */

import type { HookPayload } from "../claude/payload.ts";
import type { Store } from "../store/store.ts";
import type { Deadline } from "../base/timeout.ts";
import type { World } from "../base/world.ts";

/** One event, ready to be handled. */
export interface HookCall {
  readonly payload: HookPayload;
  readonly sessionId: string;
  readonly store: Store;
  readonly world: World;
  readonly budget: Deadline;
  /** What follows the event on the command line. */
  readonly args: readonly string[];
}

/** What Claude Code may be told; every field only where its event allows it. */
export interface HookOutput {
  readonly systemMessage?: string;
  readonly decision?: "block";
  readonly reason?: string;
  readonly hookSpecificOutput?: {
    readonly hookEventName: string;
    readonly additionalContext: string;
  };
}

/** What a handler did: something to print, and something worth a log line. */
export interface HookResult {
  readonly output?: HookOutput;
  /** Instead of output, for an event whose stdout Claude Code does not parse. */
  readonly plainText?: string;
  readonly log?: Readonly<Record<string, number | string>>;
  /** What went wrong on the way without costing the rest. */
  readonly failures?: readonly unknown[];
}

export type HookHandler = (call: HookCall) => Promise<HookResult>;

export interface HookEntry {
  /** The word on our command line. */
  readonly word: string;
  /** Claude Code's name of the event. */
  readonly event: string;
  /** Whether it is fired by our own agents and means them. */
  readonly ofAgents?: boolean;
  /** How much work it may take on: handlers stop by themselves in time. */
  readonly budgetMs: number;
  /**
   * When it is ended from outside, a third of what hooks.json allows. Only a
   * stdin that never closes or a file system that hangs comes this far, so a
   * machine that is merely busy loses nothing.
   */
  readonly deadlineMs: number;
  readonly load: () => Promise<{ readonly handle: HookHandler }>;
  /** What is said when the event fails as a whole. */
  readonly otherwise?: () => Promise<{ readonly output: HookOutput }>;
}
