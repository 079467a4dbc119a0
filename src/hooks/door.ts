/**
 * The entry point for Claude Code's events. Whatever the input and whatever goes
 * wrong, the process prints one JSON object, the plain text of the one event
 * that has no JSON, or nothing, and exits 0: a broken store costs a log line,
 * not a turn.
 */

import { type HookPayload, readHookPayload } from "../claude/payload.ts";
import { isHeadless, isQuietRun } from "../claude/headless.ts";
import { isOwnAgent } from "../claude/agents.ts";
import type { ToolUseCount } from "../session/count_tool_use.ts";
import { isSessionId } from "../store/layout.ts";
import { appendLog, describeError, type LogLine } from "../store/event_log.ts";
import { hookProjectRoot, openProject } from "../store/project.ts";
import {
  openStore,
  type Store,
  storeExists,
  storeNumber,
} from "../store/store.ts";
import { sharingStore } from "../team/sharing.ts";
import { Deadline, TIMED_OUT, within } from "../base/timeout.ts";
import type { World } from "../base/world.ts";
import type { HookCall, HookEntry, HookResult } from "./hook.ts";
import { type Input, readInput, writeGuarded } from "./standard_streams.ts";
import { findHook } from "./table.ts";
import type { OffOrOn } from "./while_off.ts";

/** What is known of an event before it is handled. */
export interface Begun {
  readonly input?: Promise<Input>;
  /** If this tool use was counted already. */
  readonly counted?: ToolUseCount | undefined;
}

/** Handle `memory-keeper hook <event> …`. Never throws. */
export async function runHook(
  args: readonly string[],
  world: World,
  { input = readInput(), counted }: Begun = {},
): Promise<void> {
  const [name, ...rest] = args;
  const hook = findHook(name);
  if (hook === undefined || world.env("MEMORY_KEEPER_DISABLED")) return;
  const run = new HookRun(hook, rest, world, input, counted);
  const answer = await within(hook.deadlineMs, run.answer());
  const said = await printed(answer === TIMED_OUT ? await run.late() : answer);
  if (said !== undefined) await writeGuarded(`${said}\n`);
}

type Answer = Pick<HookResult, "output" | "plainText">;

async function printed(
  { output, plainText }: Answer,
): Promise<string | undefined> {
  if (output?.systemMessage === undefined) {
    return output ? JSON.stringify(output) : plainText;
  }
  // Claude Code shows this to a person, on a terminal.
  const { forTerminal } = await import("../output/plain_terminal.ts");
  const systemMessage = forTerminal(output.systemMessage, false);
  return JSON.stringify({ ...output, systemMessage });
}

/** Removes the line meant for the user. */
function withoutReceipt({ output, ...rest }: Answer): Answer {
  if (output === undefined) return rest;
  const { systemMessage: _, ...silent } = output;
  return Object.keys(silent).length > 0 ? { ...rest, output: silent } : rest;
}

/** One event in progress; what is known so far goes into the event log. */
class HookRun {
  #payload: HookPayload | undefined;
  /** Known before the payload: an event that is late has a log as well. */
  #store: Store | undefined;
  #storeNumber: ReturnType<typeof storeNumber>;

  constructor(
    readonly hook: HookEntry,
    readonly args: readonly string[],
    readonly world: World,
    readonly input: Promise<Input>,
    readonly counted: ToolUseCount | undefined,
  ) {}

  async answer(): Promise<Answer> {
    try {
      return await this.#handle();
    } catch (error) {
      this.#logFailure(error);
      return await this.#otherwise();
    }
  }

  async late(): Promise<Answer> {
    this.log("late");
    return await this.#otherwise();
  }

  async #otherwise(): Promise<Answer> {
    if (isHeadless(this.world)) return {};
    // The fallback output is the default rules.
    if ((this.#store?.config.rules ?? "default") !== "default") return {};
    return await this.hook.otherwise?.() ?? {};
  }

  async #handle(): Promise<Answer> {
    const { hook, args, world, counted } = this;
    const root = hookProjectRoot(world);
    if (root === undefined) return {};
    // In parallel: the payload arrives while the rest is prepared.
    const [{ text, json }, store, { handle }] = await Promise.all([
      this.input,
      this.#open(root),
      hook.load(),
    ]);
    if (store.config.headless === "off" && isHeadless(world)) return {};
    const budget = new Deadline(hook.budgetMs);
    const payload = readHookPayload(json);
    if (payload === undefined && text.trim() !== "") {
      this.log("failed", { error: "payload" });
    }
    const sessionId = payload?.sessionId;
    if (!payload || !isForUs(hook, payload) || !isSessionId(sessionId)) {
      return {};
    }
    this.#payload = payload;
    const call = { payload, sessionId, store, world, budget, args, counted };
    const known = await whileOff(call);
    const off = "periods" in known ? known.periods : [];
    const result = "result" in known
      ? known.result
      : await handle({ ...call, store: { ...store, off } });
    for (const failure of result.failures ?? []) {
      this.#logFailure(failure);
    }
    if (result.log) this.log("done", result.log);
    return isQuietRun(store.config, world) ? withoutReceipt(result) : result;
  }

  async #open(root: string): Promise<Store> {
    const store = openStore(await openProject(this.world, root));
    this.#storeNumber = storeNumber(store);
    return this.#store = sharingStore(store, this.world);
  }

  #logFailure(error: unknown): void {
    if (this.#isStoreGone()) return;
    this.log("failed", describeError(error));
  }

  /**
   * Whether the memory was cleared during this event: whatever failed then was
   * about files that the user did not want any more.
   */
  #isStoreGone(): boolean {
    return this.#store !== undefined && this.#storeNumber !== undefined &&
      storeNumber(this.#store) !== this.#storeNumber;
  }

  /** A failure to log must not fail the hook. */
  log(outcome: LogLine["outcome"], details: LogLine["details"] = {}): void {
    // Without a payload the event may be none of ours: no store is made for it.
    if (this.#store === undefined) return;
    if (this.#payload === undefined && !storeExists(this.#store)) return;
    try {
      appendLog(this.#store, {
        at: this.world.now(),
        event: this.hook.word,
        session: this.#payload?.sessionId,
        outcome,
        details,
      });
    } catch {
      // Nowhere left to report it: the store itself cannot be written.
    }
  }
}

async function whileOff(call: HookCall): Promise<OffOrOn> {
  const { wasOff, unreadForgotten } = call.store.project;
  if (!wasOff && !unreadForgotten) return { periods: [] };
  const { answerWhileOff } = await import("./while_off.ts");
  return await answerWhileOff(call);
}

/**
 * Events from inside a subagent are not part of the user's session; only the
 * start and the end of our own agents matter.
 */
function isForUs(hook: HookEntry, payload: HookPayload): boolean {
  if (payload.event !== undefined && payload.event !== hook.event) return false;
  return hook.ofAgents
    ? payload.agentId !== undefined && isOwnAgent(payload.agentType)
    : payload.agentId === undefined;
}
