/** A session with agents, its files growing as a test goes on. */

import {
  call,
  messageText,
  resultBlock,
  says,
  taskText,
  user,
} from "../generator/entries.ts";
import { TemporaryStore } from "./in_process.ts";

const ID = "3f2a9c11-0000-4000-8000-000000000001";

export const result = (id: string, text = "done", more: object = {}) =>
  user([resultBlock(id, text)], more);
export const starts = (id: string, subagent_type = "Explore") =>
  call(id, "Agent", { subagent_type, description: "look" });
export const ends = (id: string, agentId: string) =>
  result(id, "done", { toolUseResult: { status: "completed", agentId } });
export const launched = (id: string, agentId: string) =>
  result(id, `Async agent launched successfully.\nagentId: ${agentId}`, {
    toolUseResult: { isAsync: true, status: "async_launched", agentId },
  });
export const notified = (id: string, words = "found it") =>
  user(taskText(id, words), { origin: { kind: "task-notification" } });
export const message = (id: string, words: string, name?: string) =>
  user(
    `Another Claude session sent a message:\n${
      messageText(id, words)
    }\n\nNot typed.`,
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

  add(...lines: readonly (object | string)[]): void {
    append(this.transcript, lines);
  }

  agent(id: string, lines: readonly (object | string)[], type?: string): void {
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

export function append(
  path: string,
  lines: readonly (object | string)[],
): void {
  const place = { cwd: "/home/user/harbour", sessionId: ID };
  const text = lines.map((line) =>
    typeof line === "string" ? line : JSON.stringify({ ...place, ...line })
  ).map((line) => `${line}\n`).join("");
  Deno.writeTextFileSync(path, text, { append: true });
}

/** What an agent writes: its prompt, a call, some words. */
export const work = (words: string, more: object = {}) => [
  user(`prompt for ${words}`, { isSidechain: true }),
  call(`call of ${words}`, "Bash"),
  result(`call of ${words}`),
  says(words, { isSidechain: true, ...more }),
];
