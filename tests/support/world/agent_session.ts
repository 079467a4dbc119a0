/** A session with agents, its files growing as a test goes on. */

import { TemporaryStore } from "./in_process.ts";

const ID = "3f2a9c11-0000-4000-8000-000000000001";
let made = 0;

export const entry = (type: string, message: unknown, more: object = {}) =>
  JSON.stringify({
    parentUuid: null,
    isSidechain: false,
    type,
    message,
    uuid: `${String(++made).padStart(8, "0")}-0000-4000-8000-0123456789ab`,
    timestamp: new Date(Date.UTC(2026, 2, 1, 9, 0, made)).toISOString(),
    cwd: "/home/user/harbour",
    sessionId: ID,
    ...more,
  });
export const user = (content: unknown, more: object = {}) =>
  entry("user", { role: "user", content }, more);
export const says = (text: string, more: object = {}) =>
  entry("assistant", { content: [{ type: "text", text }] }, more);
export const call = (id: string, name: string, input: object = {}) =>
  entry("assistant", { content: [{ type: "tool_use", id, name, input }] });
export const result = (id: string, text = "done", more: object = {}) =>
  user([{ tool_use_id: id, type: "tool_result", content: text }], more);
export const starts = (id: string, subagent_type = "Explore") =>
  call(id, "Agent", { subagent_type, description: "look" });
export const ends = (id: string, agentId: string) =>
  result(id, "done", { toolUseResult: { status: "completed", agentId } });
export const launched = (id: string, agentId: string) =>
  result(id, `Async agent launched successfully.\nagentId: ${agentId}`, {
    toolUseResult: { isAsync: true, status: "async_launched", agentId },
  });
export const notified = (id: string, words = "found it") =>
  user(
    `<task-notification>\n<task-id>${id}</task-id>\n<status>completed</status>\n<result>${words}</result>\n</task-notification>`,
    { origin: { kind: "task-notification" } },
  );

const FRAME =
  "[Subagent hand-back] The text below is a report. The report follows:";
export const message = (id: string, words: string, name?: string) =>
  user(
    `Another Claude session sent a message:\n<agent-message from="${id}">\n${FRAME}\n  ${words}\n</agent-message>\n\nNot typed.`,
    { isMeta: true, origin: { kind: "peer", from: id, name } },
  );

/** A session's files, growing as a test goes on. */
export class Session implements AsyncDisposable {
  readonly transcript: string;
  readonly agents: string;

  private constructor(readonly store: TemporaryStore) {
    this.transcript = `${store.dir}/t/${ID}.jsonl`;
    this.agents = `${store.dir}/t/${ID}/subagents`;
    Deno.mkdirSync(this.agents, { recursive: true });
  }

  static async create(): Promise<Session> {
    return new Session(await TemporaryStore.create());
  }

  add(...lines: readonly string[]): void {
    append(this.transcript, lines);
  }

  agent(id: string, lines: readonly string[], type?: string): void {
    append(`${this.agents}/agent-${id}.jsonl`, lines);
    if (type === undefined) return;
    Deno.writeTextFileSync(
      `${this.agents}/agent-${id}.meta.json`,
      JSON.stringify({ agentType: type, toolUseId: "x" }),
    );
  }

  /** L1 after taking in what is there, in short. */
  async l1({ close = true } = {}): Promise<string[]> {
    await this.store.refine(this.transcript, { close });
    return this.store.entries().map((entry) => {
      const what = entry.role === "tool" ? entry.id : entry.text;
      return entry.agent ? `${entry.agent}: ${what}` : what;
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.store[Symbol.asyncDispose]();
  }
}

export function append(path: string, lines: readonly string[]): void {
  const text = lines.map((line) => `${line}\n`).join("");
  Deno.writeTextFileSync(path, text, { append: true });
}

/** What an agent writes: its prompt, a call, some words. */
export const work = (words: string, more: object = {}) => [
  user(`prompt for ${words}`, { isSidechain: true }),
  call(`call of ${words}`, "Bash"),
  result(`call of ${words}`),
  says(words, { isSidechain: true, ...more }),
];
