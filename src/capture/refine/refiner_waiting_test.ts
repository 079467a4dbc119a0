/** What waits in a transcript: calls without results, prompts in the queue. */

import { assertEquals } from "@std/assert";
import { Redactor } from "../../redact/redactor.ts";
import { Refiner } from "./refiner.ts";
import type { RefinerOptions } from "./refiner_types.ts";
import type { Piece } from "./slots.ts";

let made = 0;
const time = (second: number) =>
  new Date(Date.UTC(2026, 2, 1, 9, 0, second)).toISOString();

const entry = (type: string, more: object, second = 0) => ({
  parentUuid: null,
  type,
  uuid: `${String(++made).padStart(8, "0")}-0000-4000-8000-0123456789ab`,
  timestamp: time(second),
  ...more,
});
const user = (content: unknown, more: object = {}, second = 0) =>
  entry("user", { message: { role: "user", content }, ...more }, second);
const says = (text: string) =>
  entry("assistant", { message: { content: [{ type: "text", text }] } });
const call = (id: string, second = 0) =>
  entry("assistant", {
    message: { content: [{ type: "tool_use", id, name: "Glob", input: {} }] },
  }, second);
const result = (tool_use_id: string) =>
  user([{ tool_use_id, type: "tool_result", content: "" }]);
const operation = (name: string, content?: string) => ({
  type: "queue-operation",
  operation: name,
  content,
});
const delivered = (prompt: unknown, more: object = {}) =>
  entry("attachment", {
    attachment: { type: "queued_command", prompt, ...more },
  });

class Reading {
  readonly refiner: Refiner;
  #at: number;
  readonly #ends: number[] = [];

  constructor(options: Partial<RefinerOptions> = {}) {
    this.#at = options.offset ?? 0;
    this.refiner = new Refiner({
      redactor: new Redactor(),
      progress: true,
      ...options,
    });
  }

  add(...lines: readonly object[]): this {
    for (const line of lines) {
      const bytes = new TextEncoder().encode(JSON.stringify(line));
      const from = this.#at;
      this.#at += bytes.length + 1;
      this.#ends.push(this.#at);
      this.refiner.line(bytes, from, this.#at);
    }
    return this;
  }

  /** How many of its lines end at or before an offset. */
  linesBefore(offset: number): number {
    return this.#ends.filter((end) => end <= offset).length;
  }

  /** What is final, in short. */
  take(): string[] {
    return this.refiner.take().pieces.map(short);
  }

  close(): string[] {
    this.refiner.close();
    return this.take();
  }
}

function short(piece: Piece): string {
  if (piece.kind === "agent") return `work of ${piece.id}`;
  const { entry } = piece;
  return entry.role === "tool"
    ? `${entry.id} ${entry.result ?? "open"}`
    : `${entry.role[0]}: ${entry.text}`;
}

Deno.test("Refiner counts queued words once", async (t) => {
  const rows: [name: string, lines: object[], said: string[]][] = [
    ["sent as a turn", [
      operation("enqueue", "a"),
      operation("dequeue"),
      user("a"),
    ], ["u: a"]],
    ["handed over within a turn, old versions", [
      operation("enqueue", "a"),
      operation("remove"),
      says("x"),
      user("b"),
    ], ["u: a", "a: x", "u: b"]],
    ["handed over within a turn, new versions", [
      operation("enqueue", "a"),
      operation("remove"),
      delivered("a"),
      says("x"),
    ], ["u: a", "a: x"]],
    ["handed over and typed again", [
      operation("enqueue", "yes"),
      operation("remove"),
      user("yes"),
    ], ["u: yes", "u: yes"]],
    ["delivered with a picture", [
      operation("enqueue", "a"),
      operation("remove"),
      delivered([{ type: "text", text: "a" }, { type: "image" }]),
    ], ["u: a\n[image]"]],
    ["taken back", [
      operation("enqueue", "a"),
      operation("popAll", "a"),
      user("a b"),
    ], ["u: a b"]],
    ["still waiting at the end", [user("x"), operation("enqueue", "a")], [
      "u: x",
      "u: a",
    ]],
    ["lost after its turn came", [
      operation("enqueue", "a"),
      operation("dequeue"),
    ], ["u: a"]],
    ["sent under other words", [
      operation("enqueue", "a"),
      operation("dequeue"),
      user("b"),
      user("c"),
      user("d"),
    ], ["u: a", "u: b", "u: c", "u: d"]],
    ["forgotten when the client was ended and the session resumed", [
      operation("enqueue", "a"),
      user("b"),
      says("x"),
      user("c"),
      says("y"),
    ], ["u: a", "u: b", "a: x", "u: c", "a: y"]],
    ["a shell line", [
      operation("enqueue", "ls"),
      operation("dequeue"),
      user("<bash-input>ls</bash-input>"),
    ], ["u: ! ls"]],
    ["a notification", [
      operation("enqueue", "<task-notification>x"),
      operation("dequeue"),
      user("<task-notification>x", { origin: { kind: "task-notification" } }),
    ], []],
    ["another sender's words", [
      delivered("a", { origin: { kind: "peer" } }),
      delivered("b", { isMeta: true }),
      delivered("c", { commandMode: "task-notification" }),
    ], []],
    ["odd operations", [
      operation("enqueue"),
      operation("enqueue", ""),
      operation("dequeue"),
      operation("remove"),
      operation("popAll", "nothing"),
      operation("from-2031", "x"),
      { type: "queue-operation" },
    ], []],
  ];
  for (const [name, lines, said] of rows) {
    await t.step(name, () => {
      assertEquals(new Reading().add(...lines).close(), said);
    });
  }
});

Deno.test("Refiner does not wait forever for words of a lost queue", () => {
  const reading = new Reading().add(operation("enqueue", "a"), user("b"));
  assertEquals(reading.take(), []);
  // Commands may be given while something waits.
  reading.add(user("<command-name>/context</command-name>"));
  reading.add(user("<local-command-stdout>x</local-command-stdout>"));
  assertEquals(reading.take(), []);
  reading.add(user("c"));
  assertEquals(reading.take(), ["u: a", "u: b", "u: /context", "u: c"]);
});

Deno.test("Refiner holds back everything from an open call on", () => {
  const reading = new Reading().add(says("a"), call("t1"), says("b"));
  const { offset } = reading.refiner.take();
  assertEquals(offset, JSON.stringify(says("a")).length + 1);
  assertEquals(reading.take(), []);
  reading.add(call("t2"), result("t2"));
  assertEquals(reading.take(), []);
  reading.add(result("t1"));
  assertEquals(reading.take(), ["t1 ok", "a: b", "t2 ok"]);
});

Deno.test("Refiner counts queued words once, though the session ends in between", async (t) => {
  const rows: [
    name: string,
    before: object[],
    after: object[],
    said: string[],
  ][] = [
    ["sent as a turn", [operation("enqueue", "a")], [
      operation("dequeue"),
      user("a"),
      user("a"),
    ], ["u: a", "u: a"]],
    [
      "taken out before the end",
      [
        operation("enqueue", "a"),
        operation("dequeue"),
      ],
      [user("a")],
      ["u: a"],
    ],
    ["typed again", [operation("enqueue", "a")], [user("a")], ["u: a"]],
    ["a shell line", [operation("enqueue", "ls")], [
      operation("dequeue"),
      user("<bash-input>ls</bash-input>"),
    ], ["u: ls"]],
    [
      "handed over, old versions",
      [
        operation("enqueue", "a"),
        operation("remove"),
      ],
      [says("x"), user("a")],
      ["u: a", "a: x", "u: a"],
    ],
    ["handed over, new versions", [operation("enqueue", "a")], [
      operation("remove"),
      delivered("a"),
      says("x"),
      user("a"),
    ], ["u: a", "a: x", "u: a"]],
    ["with an image", [operation("enqueue", "a")], [
      user([{ type: "text", text: "a" }, { type: "image" }]),
    ], ["u: a", "u: [image]"]],
    ["never sent", [operation("enqueue", "a")], [
      user("b"),
      user("c"),
      user("a"),
    ], ["u: a", "u: b", "u: c", "u: a"]],
    ["two of them", [operation("enqueue", "a"), operation("enqueue", "a")], [
      operation("dequeue"),
      user("a"),
      operation("dequeue"),
      user("a"),
      user("a"),
    ], ["u: a", "u: a", "u: a"]],
  ];
  for (const [name, before, after, said] of rows) {
    await t.step(name, () => {
      const first = new Reading().add(...before);
      const entries = first.close();
      let { offset, queued } = first.refiner.take();
      // In one go, and with an event after every line.
      const whole = new Reading({ offset, queued }).add(...after).close();
      assertEquals([...entries, ...whole], said);
      let rest = after;
      const parts: string[] = [];
      for (let count = 1; rest.length > 0; count++) {
        const reading = new Reading({ offset, queued })
          .add(...rest.slice(0, count));
        const taken = reading.refiner.take();
        parts.push(...taken.pieces.map(short));
        if (taken.offset === offset) continue;
        ({ offset, queued } = taken);
        rest = rest.slice(reading.linesBefore(offset));
        count = 0;
      }
      assertEquals([...entries, ...parts], said);
    });
  }
});

Deno.test("Refiner gives up on a call when the user goes on", async (t) => {
  const rows: [name: string, lines: object[], entries: string[]][] = [
    ["a prompt", [call("t1"), user("go on", {}, 5)], ["t1 open", "u: go on"]],
    [
      "a command",
      [call("t1"), user("<command-name>/x</command-name>", {}, 5)],
      [
        "t1 open",
        "u: /x",
      ],
    ],
    ["the first prompt, written late", [
      call("t1", 5),
      user("start", {}, 2),
      result("t1"),
    ], ["t1 ok", "u: start"]],
  ];
  for (const [name, lines, entries] of rows) {
    await t.step(name, () => {
      assertEquals(new Reading().add(...lines).take(), entries);
    });
  }
  const waits: [name: string, line: object][] = [
    ["an interrupt mark", user("[Request interrupted by user]", {}, 5)],
    ["a reminder", user("<system-reminder>x</system-reminder>", {}, 5)],
    ["a body of a skill", user("do this", { isMeta: true }, 5)],
    ["words of the assistant", says("meanwhile")],
    ["words within the turn", delivered("also this")],
    ["a notification", user("<task-notification>x", {}, 5)],
  ];
  for (const [name, line] of waits) {
    await t.step(`not for ${name}`, () => {
      assertEquals(new Reading().add(call("t1"), line).take(), []);
    });
  }
});

Deno.test("Refiner says where a subagent's work belongs", async (t) => {
  const agentCall = entry("assistant", {
    message: { content: [{ type: "tool_use", id: "t1", name: "Agent" }] },
  });
  const ended = (toolUseResult: unknown, text = "") =>
    user([{ tool_use_id: "t1", type: "tool_result", content: text }], {
      toolUseResult,
    });
  const notified = (id: string) =>
    `<task-notification>\n<task-id>${id}</task-id>\n<result>done</result>\n</task-notification>`;
  const rows: [name: string, lines: object[], pieces: string[]][] = [
    ["in the copy of the result", [agentCall, ended({ agentId: "a1" })], [
      "t1 ok",
      "work of a1",
    ]],
    [
      "in the result's text",
      [agentCall, ended(undefined, "x\nagentId: a1 y")],
      [
        "t1 ok",
        "work of a1",
      ],
    ],
    ["started in the background", [
      agentCall,
      ended({ agentId: "a1", isAsync: true, status: "async_launched" }),
    ], ["t1 ok"]],
    ["an id that is a path", [agentCall, ended({ agentId: "../../x" })], [
      "t1 ok",
    ]],
    ["a notification", [user(notified("a1"))], ["work of a1"]],
    ["a notification within a turn", [
      delivered(notified("a1"), { commandMode: "task-notification" }),
    ], ["work of a1"]],
    ["a notification twice", [user(notified("a1")), user(notified("a1"))], [
      "work of a1",
      "work of a1",
    ]],
  ];
  for (const [name, lines, pieces] of rows) {
    await t.step(name, () => {
      const reading = new Reading({ progress: false }).add(...lines);
      assertEquals(reading.close(), pieces);
    });
  }
  await t.step("a notification where no agent has a file", () => {
    assertEquals(new Reading().add(user(notified("a1"))).close(), ["a: done"]);
  });
});

Deno.test("isWaitingFor() tells whether more must come", () => {
  const reading = new Reading().add(user("hi"), says("one "));
  const { refiner } = reading;
  assertEquals(refiner.isWaitingFor(undefined), false);
  assertEquals(refiner.isWaitingFor("one"), false);
  assertEquals(refiner.isWaitingFor("two"), true);
  reading.add(call("t1"), says("two"));
  assertEquals(refiner.isWaitingFor("two"), true);
  reading.add(result("t1"));
  assertEquals(refiner.isWaitingFor("two"), false);
});
