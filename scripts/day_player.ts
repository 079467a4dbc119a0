/**
 * Plays a working day through the real hooks and counts what memory costs.
 * Either a hooks module runs, and this plays its part, or none does, and the
 * main model does what it is asked for. Its agents then run as in the client: an
 * interactive session of 2.1.326 starts all of them in the background.
 */

import type {
  Fields,
  HookAnswer,
  RecordedDay,
  RecordedSession,
} from "../tests/support/world/recorded_day.ts";
import { summarize, type WorkTurn } from "./day_work.ts";

/** How many processes give an agent its text, as hooks.json has it. */
const AGENT_PARTS = 4;
const LAUNCHED = "Async agent launched successfully.";
const AGENT_FILES = new URL("../plugin/agents/", import.meta.url);

export type DayPath = "module" | "foreground" | "background";

export class DayCosts {
  prompts = 0;
  toolCalls = 0;
  completions = 0;
  inputTokens = 0;
  outputTokens = 0;
  mainRequests = 0;
  mainTokens = 0;
  starts = 0;
  startChars = 0;
  /** Of everything that hooks added, about. */
  givenTokens = 0;
  promptChars = 0;
  requestChars = 0;
  otherChars = 0;
}

/** What `scribe next` prints. */
interface Job {
  readonly id?: string;
  readonly system: string;
  readonly prompt: string;
}

export class DayPlayer {
  costs = new DayCosts();
  #agents = 0;

  constructor(
    readonly day: RecordedDay,
    readonly path: DayPath,
    readonly countTokens: (text: string) => number,
  ) {
    day.onEvent = (event, _, answer) => this.#count(event, answer);
  }

  /** What a hook adds to the main model's context; agents are counted separately. */
  #count(event: string, { hookSpecificOutput, reason }: HookAnswer): void {
    if (event === "SubagentStart") return;
    const text = hookSpecificOutput?.additionalContext ?? "";
    const chars = text.length;
    this.costs.givenTokens += this.countTokens(text);
    if (event === "SessionStart") {
      this.costs.starts++;
      this.costs.startChars += chars;
    } else if (event === "UserPromptSubmit") this.costs.promptChars += chars;
    else this.costs.otherChars += chars;
    // Output of a Stop hook makes the main model go on.
    const goesOn = event === "Stop" && (chars > 0 || reason !== undefined);
    if (goesOn) this.costs.mainRequests++;
  }

  async session(id: string): Promise<PlayedSession> {
    const session = this.day.session(id);
    const given = await session.start();
    await this.greet(id);
    return new PlayedSession(this, session, [given]);
  }

  nextAgent(): string {
    return `a${String(++this.#agents).padStart(16, "0")}`;
  }

  async greet(id: string): Promise<void> {
    if (this.path === "module") await this.#scribe(id, ["hello"]);
  }

  async write(id: string): Promise<void> {
    if (this.path !== "module") return;
    const printed = await this.#scribe(id, ["next"]);
    if (printed === "") return;
    const job: Job = JSON.parse(printed);
    // It may bring tables for the module and nothing to write.
    if (job.id === undefined) return;
    const text = summarize(job.prompt);
    const usage = this.complete(job.system + job.prompt, text);
    const answer = JSON.stringify({ isAnswered: true, text, usage });
    const done = await this.#scribe(id, ["commit", job.id], answer);
    const { outcome, why } = JSON.parse(done);
    if (outcome !== "committed") {
      throw new Error(`A summary is ${outcome}: ${why}\n${text}`);
    }
  }

  /** A completion of the small model, with its usage as the API reports it. */
  complete(input: string, output: string) {
    const usage = {
      input_tokens: this.countTokens(input),
      output_tokens: this.countTokens(output),
    };
    this.costs.completions++;
    this.costs.inputTokens += usage.input_tokens;
    this.costs.outputTokens += usage.output_tokens;
    return usage;
  }

  async #scribe(id: string, words: string[], stdin = ""): Promise<string> {
    const { project } = this.day.world;
    const place = ["--json", "--session", id, "--project-dir", project];
    const args = ["scribe", ...words, ...place];
    const { stdout, stderr } = await this.day.run(args, stdin);
    if (stderr !== "") throw new Error(`"scribe ${words[0]}": ${stderr}`);
    return stdout.trim();
  }
}

export class PlayedSession {
  constructor(
    readonly player: DayPlayer,
    readonly session: RecordedSession,
    /** Added to the main model's next request. */
    private context: string[],
  ) {}

  /** A session may run without the module though others have it. */
  async turn(
    { prompt, steps, answer }: WorkTurn,
    hasModule = true,
  ): Promise<void> {
    const { player, session } = this;
    const request = await session.prompt(prompt);
    player.costs.prompts++;
    player.costs.requestChars += request.length;
    this.context.push(prompt, request);
    for (const { words, call } of steps) {
      if (words !== undefined) session.assistant({ type: "text", text: words });
      await session.tool(call);
      player.costs.toolCalls++;
      this.context.push(words ?? "", JSON.stringify(call.input), call.result);
    }
    this.context.push(answer);
    const agent = /subagent_type "(memory-keeper:([\w-]+))"/.exec(request);
    if (agent === null) await session.say(answer);
    else {
      session.assistant({ type: "text", text: answer });
      await this.#record(agent[1] as string, agent[2] as string);
      this.#answerAgain();
      await session.say("Noted.");
    }
    if (hasModule) await player.write(session.id);
  }

  /** A request that memory caused; it reads the whole conversation. */
  #answerAgain(): void {
    const { costs, countTokens } = this.player;
    costs.mainRequests++;
    costs.mainTokens += countTokens(this.context.join("\n"));
    this.context.push("Noted.");
  }

  /** The main model starts the agent, as it was asked to. */
  async #record(type: string, name: string): Promise<void> {
    const { player, session } = this;
    const input = {
      subagent_type: type,
      description: "Record memory",
      prompt: "go",
      run_in_background: false,
    };
    const agent = player.nextAgent();
    const about = { agent_id: agent, agent_type: type };
    const call = session.call("Agent", input);
    this.context.push(JSON.stringify(input));
    const isLaunched = player.path === "background";
    if (isLaunched) {
      await this.#result(call, input, `${LAUNCHED}\nagentId: ${agent}`);
      this.#answerAgain();
      await session.say("Noted.");
    }
    const parts: string[] = [];
    for (let part = 1; part <= AGENT_PARTS; part++) {
      const words = `subagent-start --part ${part}`;
      parts.push(await session.fire(words, "SubagentStart", about));
    }
    const text = parts.join("\n");
    const answer = summarize(text);
    const file = new URL(`${name}.md`, AGENT_FILES);
    const instructions = Deno.readTextFileSync(file)
      .replace(/^---\n[^]*?\n---\n+/, "");
    player.complete(`${instructions}go${text}`, answer);
    await session.fire("subagent-stop", "SubagentStop", {
      ...about,
      last_assistant_message: answer,
    });
    if (!isLaunched) return await this.#result(call, input, answer);
    const notice = `<task-notification>\n<task-id>${agent}</task-id>\n` +
      `<result>${answer}</result>\n</task-notification>`;
    session.user(notice, {
      origin: { kind: "task-notification" },
      promptSource: "sdk",
    });
    const prompt = { prompt: notice };
    await session.fire("user-prompt-submit", "UserPromptSubmit", prompt);
    this.context.push(notice);
  }

  async #result(call: string, input: Fields, text: string): Promise<void> {
    const { session } = this;
    session.user([{ type: "tool_result", tool_use_id: call, content: text }]);
    await session.fire("post-tool-use", "PostToolUse", {
      tool_name: "Agent",
      tool_input: input,
    });
    this.context.push(text);
  }

  async compact(summary: string): Promise<void> {
    const { player, session } = this;
    await session.compact(summary);
    await player.greet(session.id);
    this.context = [summary];
  }

  end(): Promise<void> {
    return this.session.end();
  }
}
