/** The types of a hook handler. */

import type { HookPayload } from "../claude/payload.ts";
import type { ToolUseCount } from "../session/count_tool_use.ts";
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
  /** If it is a tool use that was counted already. */
  readonly counted?: ToolUseCount | undefined;
  /** The arguments after the event on the command line. */
  readonly args: readonly string[];
}

/** Output for Claude Code; each field only where its event allows it. */
export interface HookOutput {
  readonly systemMessage?: string;
  readonly decision?: "block";
  readonly reason?: string;
  readonly hookSpecificOutput?: {
    readonly hookEventName: string;
    readonly additionalContext: string;
  };
}

/** What a handler did: output to print, and details for the event log. */
export interface HookResult {
  readonly output?: HookOutput;
  /** Instead of output, for an event whose stdout Claude Code does not parse. */
  readonly plainText?: string;
  readonly log?: Readonly<Record<string, number | string>>;
  /** Errors of single steps that did not stop the rest. */
  readonly failures?: readonly unknown[];
}

export type HookHandler = (call: HookCall) => Promise<HookResult>;

export interface HookEntry {
  /** Its name on our command line. */
  readonly word: string;
  /** Claude Code's name of the event. */
  readonly event: string;
  /** Whether it is fired for our own agents. */
  readonly ofAgents?: boolean;
  /** How long it may work: handlers stop by themselves in time. */
  readonly budgetMs: number;
  /**
   * When it is aborted, a third of what hooks.json allows. Only a stdin that never
   * closes or a file system that hangs takes this long, so a machine that is only
   * busy loses nothing.
   */
  readonly deadlineMs: number;
  readonly load: () => Promise<{ readonly handle: HookHandler }>;
  /** The output if the event fails as a whole. */
  readonly otherwise?: () => Promise<{ readonly output: HookOutput }>;
}
