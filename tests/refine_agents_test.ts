/** The work of subagents, wherever Claude Code wrote it, and that of our own left out. */

import { assertEquals } from "@std/assert";
import { call, says, user } from "./support/generator/entries.ts";
import {
  append,
  ends,
  launched,
  notified,
  Session,
  starts,
  work,
} from "./support/world/agent_session.ts";

Deno.test("an agent's work follows the call that started it", async () => {
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

Deno.test("a nested agent's work is inside its parent's", async () => {
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

Deno.test("an agent that never reports is ingested when the session is over", async () => {
  await using session = await Session.create();
  session.agent("a1", work("lost"));
  session.add(user("go"), starts("t1"), launched("t1", "a1"), says("bye"));
  const before = ["go", "t1", "bye"];
  assertEquals(await session.l1({ close: false }), before);
  const after = [...before, "a1: call of lost", "a1: lost"];
  assertEquals(await session.l1(), after);
  assertEquals(await session.l1(), after);
});

Deno.test("a background agent is ingested where its end is reported", async () => {
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

Deno.test("an agent that works on after its reported end is ingested twice, nothing doubled", async () => {
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

Deno.test("an agent of an old version is ingested from next to the session", async () => {
  await using session = await Session.create();
  const path = `${session.store.dir}/t/agent-a1.jsonl`;
  append(path, work("old", { isSidechain: true }));
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
    "without a description next to them": (session) => {
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
