/** The work of subagents, wherever Claude Code wrote it, and that of our own left out. */

import { assertEquals } from "@std/assert";
import { TemporaryStore } from "./support/world/in_process.ts";

const ID = "3f2a9c11-0000-4000-8000-000000000001";
let made = 0;

const entry = (type: string, message: unknown, more: object = {}) =>
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
const user = (content: unknown, more: object = {}) =>
  entry("user", { role: "user", content }, more);
const says = (text: string, more: object = {}) =>
  entry("assistant", { content: [{ type: "text", text }] }, more);
const call = (id: string, name: string, input: object = {}) =>
  entry("assistant", { content: [{ type: "tool_use", id, name, input }] });
const result = (id: string, text = "done", more: object = {}) =>
  user([{ tool_use_id: id, type: "tool_result", content: text }], more);
const starts = (id: string, subagent_type = "Explore") =>
  call(id, "Agent", { subagent_type, description: "look" });
const ends = (id: string, agentId: string) =>
  result(id, "done", { toolUseResult: { status: "completed", agentId } });
const launched = (id: string, agentId: string) =>
  result(id, `Async agent launched successfully.\nagentId: ${agentId}`, {
    toolUseResult: { isAsync: true, status: "async_launched", agentId },
  });
const notified = (id: string, words = "found it") =>
  user(
    `<task-notification>\n<task-id>${id}</task-id>\n<status>completed</status>\n<result>${words}</result>\n</task-notification>`,
    { origin: { kind: "task-notification" } },
  );

/** A session's files, growing as a test goes on. */
class Session implements AsyncDisposable {
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

function append(path: string, lines: readonly string[]): void {
  const text = lines.map((line) => `${line}\n`).join("");
  Deno.writeTextFileSync(path, text, { append: true });
}

/** What an agent writes: its prompt, a call, some words. */
const work = (words: string, more: object = {}) => [
  user(`prompt for ${words}`, { isSidechain: true }),
  call(`call of ${words}`, "Bash"),
  result(`call of ${words}`),
  says(words, { isSidechain: true, ...more }),
];

Deno.test("an agent's work stands behind the call that started it", async () => {
  await using session = await Session.create();
  session.agent("a1b2c3d4", work("berths"), "Explore");
  session.agent("b1", work("tides"));
  session.add(user("go"), starts("t1"), starts("t2"), says("wait"));
  session.add(ends("t2", "b1"), ends("t1", "a1b2c3d4"), says("all done"));
  assertEquals(await session.l1(), [
    "go",
    "t1",
    "Explore#a1b2c3: call of berths",
    "Explore#a1b2c3: berths",
    "t2",
    "b1: call of tides",
    "b1: tides",
    "wait",
    "all done",
  ]);
});

Deno.test("an agent's agent stands within its work", async () => {
  await using session = await Session.create();
  session.agent("a1", [starts("t2"), ends("t2", "b1"), says("outer")], "Plan");
  session.agent("b1", [...work("inner"), starts("t3"), ends("t3", "a1")]);
  session.add(user("go"), starts("t1"), ends("t1", "a1"));
  assertEquals(await session.l1(), [
    "go",
    "t1",
    "Plan#a1: t2",
    "b1: call of inner",
    "b1: inner",
    "b1: t3",
    "Plan#a1: outer",
  ]);
});

Deno.test("an agent that never reports is taken in when the session is over", async () => {
  await using session = await Session.create();
  session.agent("a1", work("lost"));
  session.add(user("go"), starts("t1"), launched("t1", "a1"), says("bye"));
  const before = ["go", "t1", "bye"];
  assertEquals(await session.l1({ close: false }), before);
  const after = [...before, "a1: call of lost", "a1: lost"];
  assertEquals(await session.l1(), after);
  assertEquals(await session.l1(), after);
});

Deno.test("an agent in the background is taken in where its end is told", async () => {
  await using session = await Session.create();
  session.agent("a1", work("tides"));
  session.add(
    user("go"),
    starts("t1"),
    launched("t1", "a1"),
    says("meanwhile"),
  );
  await session.l1({ close: false });
  session.add(notified("a1"), says("so"));
  assertEquals(await session.l1(), [
    "go",
    "t1",
    "meanwhile",
    "a1: call of tides",
    "a1: tides",
    "so",
  ]);
});

Deno.test("an agent that works on after its end is told is taken in twice, nothing doubled", async () => {
  for (const close of [false, true]) {
    await using session = await Session.create();
    session.agent("a1", work("first"));
    session.add(user("go"), starts("t1"), launched("t1", "a1"), notified("a1"));
    session.add(says("more"));
    await session.l1({ close });
    session.agent("a1", work("second"));
    session.add(notified("a1"), notified("a1"));
    assertEquals(await session.l1(), [
      "go",
      "t1",
      "a1: call of first",
      "a1: first",
      "more",
      "a1: call of second",
      "a1: second",
    ]);
  }
});

Deno.test("an agent of an old version is taken in from beside the session", async () => {
  await using session = await Session.create();
  const beside = `${session.store.dir}/t/agent-a1.jsonl`;
  append(beside, work("old", { isSidechain: true }));
  session.add(user("go"), call("t1", "Task"), ends("t1", "a1"));
  assertEquals(await session.l1(), ["go", "t1", "a1: call of old", "a1: old"]);
});

Deno.test("our own agents leave no trace", async (t) => {
  const own = "memory-keeper:delta-summarizer";
  const attributed = {
    attributionAgent: own,
    attributionPlugin: "memory-keeper",
  };
  const cases: Record<string, (session: Session) => void> = {
    "in the foreground": (session) => {
      session.agent("a1", work("summary"), own);
      session.add(starts("t1", own), ends("t1", "a1"));
    },
    "in the background": (session) => {
      session.agent("a1", work("summary"), own);
      session.add(starts("t1", own), launched("t1", "a1"), says("x"));
      session.add(notified("a1", "summary"));
    },
    "that never report": (session) => {
      session.agent("a1", work("summary"), own);
      session.add(starts("t1", own), launched("t1", "a1"));
    },
    "without a description beside them": (session) => {
      session.agent("a1", work("summary", attributed));
      session.add(starts("t1", own), ends("t1", "a1"));
    },
    "in the background, their files gone": (session) => {
      session.add(starts("t1", own), launched("t1", "a1"), says("x"));
      session.add(notified("a1", "summary"));
    },
    "started by an agent": (session) => {
      session.agent("b1", [starts("t2", own), ends("t2", "a1")], "Plan");
      session.agent("a1", work("summary"), own);
      session.add(starts("t1"), ends("t1", "b1"));
    },
  };
  for (const [name, add] of Object.entries(cases)) {
    await t.step(name, async () => {
      await using session = await Session.create();
      session.add(user("go"));
      add(session);
      const kept = (await session.l1()).join("\n");
      assertEquals(kept.replace(/\n(?:x|t1)$/gm, ""), "go");
    });
  }
});

Deno.test("another agent is kept while one of our skills runs", async () => {
  await using session = await Session.create();
  session.agent(
    "a1",
    work("tides", {
      attributionAgent: "Explore",
      attributionPlugin: "memory-keeper",
      attributionSkill: "memory-keeper:search-memory",
    }),
  );
  session.add(user("go"), starts("t1"), ends("t1", "a1"));
  assertEquals(await session.l1(), [
    "go",
    "t1",
    "Explore#a1: call of tides",
    "Explore#a1: tides",
  ]);
});

Deno.test("agents with odd ids and files do no harm", async (t) => {
  const cases: Record<string, [id: string, make: (session: Session) => void]> =
    {
      "no file": ["a1", () => {}],
      "an empty file": ["a1", (session) => session.agent("a1", [])],
      "a folder": ["a1", ({ agents }) => {
        Deno.mkdirSync(`${agents}/agent-a1.jsonl`);
      }],
      "a description that is not JSON": ["a1", (session) => {
        Deno.writeTextFileSync(`${session.agents}/agent-a1.meta.json`, "{oops");
        session.agent("a1", []);
      }],
      "a path": ["../../x", ({ agents }) => {
        Deno.mkdirSync(`${agents}/agent-..`);
        append(`${agents}/x.jsonl`, work("outside"));
      }],
    };
  for (const [name, [id, make]] of Object.entries(cases)) {
    await t.step(name, async () => {
      await using session = await Session.create();
      make(session);
      session.add(user("go"), starts("t1"), ends("t1", id));
      assertEquals(await session.l1(), ["go", "t1"]);
    });
  }
  for (const id of ["constructor", "__proto__", "toString"]) {
    await t.step(`the id ${id}`, async () => {
      await using session = await Session.create();
      session.agent(id, work("odd"));
      session.add(user("go"), starts("t1"), ends("t1", id));
      const expected = ["go", "t1", `${id}: call of odd`, `${id}: odd`];
      assertEquals(await session.l1({ close: false }), expected);
      session.add(notified(id));
      assertEquals(await session.l1(), expected);
    });
  }
});
