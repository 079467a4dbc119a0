/** What agents hand back is kept as theirs; talk about our own agents is not. */

import { assertEquals } from "@std/assert";
import { call, says, user } from "./support/generator/entries.ts";
import {
  launched,
  message,
  notified,
  result,
  Session,
  starts,
  work,
} from "./support/world/agent_session.ts";

Deno.test("what an agent hands back is kept once, and whole", async (t) => {
  const report = `found ${"in the guard ".repeat(40)}`.trim();
  const told = notified(
    "a1",
    "This agent's report was delivered to you as a message from it.",
  );
  for (const isStepwise of [false, true]) {
    await t.step(isStepwise ? "in steps" : "in one go", async () => {
      await using session = await Session.create();
      session.agent("a1", [
        ...work("looked"),
        call("t9", "SubagentHandback", { message: report }),
        result("t9", '{"success":true}'),
      ], "Explore");
      const lines = [
        user("go"),
        starts("t1"),
        launched("t1", "a1"),
        says("wait"),
        message("a1", report, "Explore"),
        says("so it is"),
        told,
        message("b2", report, "Plan"),
        says("and so too"),
      ];
      for (const line of lines) {
        session.add(line);
        if (isStepwise) await session.l1({ close: false });
      }
      assertEquals(await session.l1(), [
        "go",
        "t1",
        "wait",
        "Explore#a1: call of looked",
        "Explore#a1: looked",
        `Explore#a1: ${report}`,
        "so it is",
        `Plan#b2: ${report}`,
        "and so too",
      ]);
    });
  }
});

Deno.test("what is said about our own agents is not kept", async (t) => {
  const own = "memory-keeper:delta-summarizer";
  const cases: Record<string, (session: Session) => void> = {
    "that this session started": () => {},
    "that only their files tell of": (session) =>
      session.agent("a2", work("summary"), own),
    "that only their own answers tell of": (session) =>
      session.agent("a2", work("summary", { attributionAgent: own })),
  };
  for (const [name, add] of Object.entries(cases)) {
    await t.step(name, async () => {
      await using session = await Session.create();
      add(session);
      const id = name.includes("only") ? "a2" : "a1";
      session.add(user("go"), starts("t1", own), launched("t1", "a1"));
      session.add(says("THE ANSWER"));
      await session.l1({ close: false });
      session.add(notified(id));
      await session.l1({ close: false });
      session.add(says("recorded"));
      assertEquals(await session.l1(), ["go", "THE ANSWER"]);
    });
  }
});

Deno.test("the one word after one of our own agents is not kept", async (t) => {
  const rows: [name: string, type: string, kept: string[]][] = [
    ["ours", "memory-keeper:delta-summarizer", ["go", "THE ANSWER"]],
    ["another's", "Explore", ["go", "THE ANSWER", "t1", "Noted."]],
  ];
  for (const [name, type, kept] of rows) {
    await t.step(name, async () => {
      await using session = await Session.create();
      session.add(user("go"), says("THE ANSWER"), starts("t1", type));
      session.add(launched("t1", "a1"));
      await session.l1({ close: false });
      session.add(says("Noted."));
      assertEquals(await session.l1(), kept);
    });
  }
});
