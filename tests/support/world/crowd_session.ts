/**
 * One of many sessions at work at once, as Claude Code runs them: a transcript
 * that grows while hooks are at work, asynchronous tool hooks, one of
 * our agents in the background. Every event is a process.
 */

import { assertEquals } from "@std/assert";
import {
  type GrowingOptions,
  GrowingTranscript,
} from "./growing_transcript.ts";
import { payload, type SealedWorld } from "./sealed_world.ts";

export const AGENT = "memory-keeper:delta-summarizer";
const PARTS = [1, 2, 3, 4];

type Fields = Readonly<Record<string, unknown>>;

export class CrowdSession {
  readonly transcript: GrowingTranscript;
  /** Texts the session's agents answered with. */
  readonly answered: string[] = [];
  tools = 0;
  #agents = 0;

  constructor(
    readonly world: SealedWorld,
    options: Pick<GrowingOptions, "seed" | "sessionId">,
  ) {
    this.transcript = new GrowingTranscript(
      `${world.home}/.claude/projects/-project`,
      {
        startedAt: new Date().toISOString(),
        cwd: world.project,
        subagents: "none",
        features: { ownAgents: false },
        ...options,
      },
    );
  }

  /** Fire an event; nothing but JSON or silence, and an end. */
  async fire(
    words: string,
    event: string,
    fields: Fields = {},
    env: Readonly<Record<string, string>> = {},
  ): Promise<string> {
    const { id, path } = this.transcript;
    const { code, stdout, stderr } = await this.world.hook(
      words,
      payload(event, id, {
        transcript_path: path,
        cwd: this.world.project,
        ...fields,
      }),
      { env },
    );
    assertEquals([code, stderr], [0, ""], words);
    const { hookSpecificOutput } = JSON.parse(stdout || "{}");
    return hookSpecificOutput?.additionalContext ?? "";
  }

  start(source = "startup"): Promise<string> {
    return this.fire("session-start", "SessionStart", { source });
  }

  /** A prompt, tool calls, an answer; then an agent records what waits. */
  async work(turns: number): Promise<void> {
    for (const { prompt, steps } of this.transcript.turns(turns)) {
      await this.fire("user-prompt-submit", "UserPromptSubmit", { prompt });
      const unwatched: Promise<string>[] = [];
      for (const { lines, results } of steps) {
        this.transcript.append(lines);
        for (let left = results; left > 0; left--) {
          unwatched.push(this.tool());
        }
      }
      await this.stop();
      await Promise.all([...unwatched, this.agent()]);
    }
  }

  tool(): Promise<string> {
    this.tools++;
    return this.fire("post-tool-use", "PostToolUse", { tool_name: "Bash" });
  }

  stop(): Promise<string> {
    return this.fire("stop", "Stop", { stop_hook_active: false });
  }

  /** An agent that says how often it was asked, if it was given anything. */
  async agent(): Promise<void> {
    const about = {
      agent_id: `agent-${this.transcript.id}-${this.#agents++}`,
      agent_type: AGENT,
    };
    const given = await Promise.all(
      PARTS.map((part) =>
        this.fire(`subagent-start --part ${part}`, "SubagentStart", about)
      ),
    );
    const isNothing = given.some((text) => text.includes("ERROR: nothing"));
    const words = `Told by ${about.agent_id}. ${"Tides were late. ".repeat(30)}`
      .trim();
    await this.fire("subagent-stop", "SubagentStop", {
      ...about,
      last_assistant_message: isNothing ? "ERROR: nothing" : words,
    });
    if (!isNothing) this.answered.push(words);
  }

  end(): Promise<string> {
    return this.fire("session-end", "SessionEnd", { reason: "other" });
  }
}

/**
 * What the log tells of events that failed. Giving up on a lock, and being
 * ended at the deadline, is what a hook promises to do; all else is a fault.
 */
export function faultsIn(log: string): string[] {
  return log.split("\n").filter((line) =>
    / failed /.test(line) && !line.includes("error=LockTimeoutError")
  );
}
