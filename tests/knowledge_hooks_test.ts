/** Facts, concepts and rules through the hook door, as Claude Code fires it. */

import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { fromFileUrl } from "@std/path";
import { PARTS } from "../src/hooks/subagent_start.ts";
import {
  RecordedDay,
  type RecordedSession,
} from "./support/world/recorded_day.ts";
import { edit, ID, json, shortWork } from "./support/world/short_work.ts";
import { payload } from "./support/world/sealed_world.ts";

const START = "2026-02-01T17:27:00Z";
const DELTA = "memory-keeper:delta-summarizer";
const SESSION = "memory-keeper:l2-summarizer";
const KEEPER = "memory-keeper:memory-keeper";

const masts = {
  type: "decision",
  content: "A ship has three masts",
  evidence: "/ship.ts",
  conceptName: "ship",
};
const answer = (...facts: object[]) =>
  `Counted.\n\n\`\`\`json\n${JSON.stringify({ facts })}\n\`\`\`\n`;

const knowledge = (day: RecordedDay) => ({
  facts: JSON.parse(day.read("facts.json")),
  concepts: JSON.parse(day.read("concepts.json")).concepts,
});

const summarize = (session: RecordedSession, id: string, text: string) =>
  session.agent({ type: DELTA, id, parts: 4, answer: text });

Deno.test("an answer's facts become knowledge, the rest is refused", async () => {
  using day = new RecordedDay({}, START);
  const session = await shortWork(day);
  await summarize(
    session,
    "a1",
    answer(masts, {
      type: "issue",
      content: "The rudder is gone",
      evidence: "the rudder fell off in the storm",
    }),
  );
  assertStringIncludes(day.read("memory.md"), "Counted.");
  assert(!day.read("memory.md").includes("facts"), "no JSON in memory.md");
  const { facts, concepts } = knowledge(day);
  assertEquals(facts.decisions.length, 1);
  assertEquals(facts.decisions[0].sessions, [ID]);
  assertEquals(facts.issues, []);
  assertEquals(facts._meta.reflected.at, "2026-02-01T17:28:13.000Z");
  assertEquals([concepts[0].id, concepts[0].name], ["c001", "ship"]);
  const l2 = JSON.parse(day.read("sessions/2026-02-01_1727_3f2a9c11.l2.json"));
  assertEquals(l2.facts.map(({ id }: { id: string }) => id), ["d001"]);
  assertEquals(l2.rejected, [{
    content: "The rudder is gone",
    why: "the evidence is not in the session's log",
  }]);
  assertStringIncludes(day.read("logs/keeper.log"), "facts=1 refused=1");
});

Deno.test("facts that cannot be written do not cost the words", async () => {
  using day = new RecordedDay({}, START);
  const session = await shortWork(day);
  Deno.mkdirSync(`${day.world.store}/facts.json`);
  await summarize(session, "a1", answer(masts));
  assertStringIncludes(day.read("memory.md"), "Counted.");
  const { deltas } = await json(day, ["delta", "list"]);
  assertEquals(deltas.length, 1, "the answer was not taken whole");
  Deno.removeSync(`${day.world.store}/facts.json`);
  const { code } = await json(
    day,
    ["delta", "commit", deltas[0].id],
    answer(masts),
  );
  assertEquals(code, 0);
  assertEquals(knowledge(day).facts.decisions.length, 1);
  assertEquals(day.read("memory.md").split("Counted.").length, 2, "once");
});

Deno.test("the next delta begins with the concepts that are known", async () => {
  using day = new RecordedDay({}, START);
  const session = await shortWork(day);
  await summarize(session, "a1", answer(masts));
  await session.prompt("And the anchors?");
  await session.tool(edit("anchors"));
  await session.say("Two anchors, one of them spare.");
  const given = await summarize(
    session,
    "a2",
    answer({
      type: "decision",
      content: "There are two anchors",
      evidence: "Two anchors, one of them spare",
      conceptId: "c001",
    }, {
      // The concepts are shown, but they are not the log.
      type: "pattern",
      content: "Concepts are evidence",
      evidence: "Known concepts: c001 ship",
    }),
  );
  assert(given.startsWith("Known concepts:\nc001 ship\n\n◆ User: And"), given);
  const { facts, concepts } = knowledge(day);
  assertEquals(facts.decisions[1].concept, "c001");
  assertEquals(concepts[0].facts, ["d001", "d002"]);
  assertEquals(facts.patterns, []);
});

Deno.test("l2-summarizer is given the whole session", async (t) => {
  using day = new RecordedDay({}, START);
  const session = await shortWork(day);
  const agent = (id: string, text: string) =>
    session.agent({ type: SESSION, id, parts: 8, answer: text });
  await t.step("and its facts are kept, without a section", async () => {
    const given = await agent("b1", JSON.stringify({ facts: [masts] }));
    assert(given.startsWith("◆ User: Count the masts.\n"), given);
    assertStringIncludes(given, "◆ Claude: Nine sails.");
    assertEquals(knowledge(day).facts.decisions.length, 1);
    assertEquals(day.world.files().includes("memory.md"), false);
  });
  await t.step("also what is longer than its parts, with a mark", async () => {
    for (let i = 0; i < 12; i++) {
      session.user(`Prompt ${i}: ${"long words ".repeat(900)}`);
      session.assistant({ type: "text", text: `Answer ${i}.` });
    }
    // Eight hooks at once may have no time for it on a slow machine.
    await day.run(["refine", session.transcript]);
    const given = await agent("b2", '{"facts": []}');
    assert(given.startsWith("Known concepts:\nc001 ship\n\n◆ User: Count"));
    assertStringIncludes(given, "characters left out");
    assertStringIncludes(given, "Answer 11.");
    assert(given.length <= 8 * 9900);
  });
  await t.step("an error commits nothing", async () => {
    const before = day.read("facts.json");
    await agent("b3", "ERROR: missing part");
    assertEquals(day.read("facts.json"), before);
  });
});

Deno.test("memory-keeper answers with lists of facts", async () => {
  using day = new RecordedDay({}, START);
  const session = await shortWork(day);
  await session.agent({
    type: KEEPER,
    id: "k1",
    parts: 4,
    answer: JSON.stringify({
      summary: "Counted masts and sails.",
      decisions: [{ content: masts.content, evidence: "/ship.ts" }],
      patterns: [{ content: "Invented", evidence: "we never said any of it" }],
      issues: [],
    }),
  });
  assertStringIncludes(day.read("memory.md"), "\nCounted masts and sails.\n");
  const facts = JSON.parse(day.read("facts.json"));
  assertEquals([facts.decisions.length, facts.patterns.length], [1, 0]);
});

Deno.test("remember: in a prompt makes a rule at once", async (t) => {
  using day = new RecordedDay({}, START);
  const say = async (prompt: string, id = ID) => {
    const { stdout, code, stderr } = await day.world.hook(
      "user-prompt-submit",
      payload("UserPromptSubmit", id, { prompt }),
    );
    assertEquals([code, stderr], [0, ""]);
    return stdout === "" ? {} : JSON.parse(stdout);
  };
  await t.step("English", async () => {
    const { systemMessage } = await say("Remember: always use tabs\n\nGo on.");
    assertEquals(
      systemMessage,
      "Memory: Kept as rule r001: always use tabs\n" +
        "Memory: your own rules now replace the default working rules",
    );
    const [rule] = JSON.parse(day.read("facts.json")).permanent.rules;
    assertEquals([rule.source, rule.confidence, rule.sessions], [
      "user",
      1,
      [ID],
    ]);
  });
  await t.step("Korean", async () => {
    const { systemMessage } = await say("기억해: 커밋 전에 테스트를 돌린다");
    assertEquals(
      systemMessage,
      "Memory: Kept as rule r002: 커밋 전에 테스트를 돌린다",
    );
  });
  await t.step("a contradiction is pointed out in the same line", async () => {
    const { systemMessage } = await say("remember: never use tabs");
    assertStringIncludes(
      systemMessage,
      'may contradict r001 "always use tabs"',
    );
    assertEquals(systemMessage.split("\n").length, 1);
  });
  await t.step("again: no copy", async () => {
    const { systemMessage } = await say("remember: Always use tabs.");
    assertStringIncludes(systemMessage, "Rule r001 says so already");
  });
  await t.step("a secret does not get in", async () => {
    await say(`remember: the key is ghp_${"a1B2c3D4e5".repeat(4)}`);
    assert(!day.read("facts.json").includes("a1B2c3D4e5a1"));
  });
  for (
    const [name, prompt] of [
      ["nothing", "remember:"],
      ["only private words", "remember: <private>mum</private>"],
      ["a book", `remember: ${"word ".repeat(5000)}`],
    ] as const
  ) {
    await t.step(`${name} is not kept, and it says so`, async () => {
      const before = day.read("facts.json");
      const { systemMessage } = await say(prompt);
      assertStringIncludes(systemMessage, "Memory: no rule was kept: The rule");
      assertEquals(day.read("facts.json"), before);
    });
  }
  await t.step("an ordinary prompt says nothing of rules", async () => {
    const { systemMessage } = await say("Do you remember: this?");
    assertEquals(systemMessage, undefined);
  });
});

Deno.test("strict mode shows what of the work is in memory", async () => {
  using day = new RecordedDay({ stopPolicy: "block" }, START);
  const session = day.session(ID);
  await session.start();
  const more = async (topic: string) => {
    await session.prompt(`Count the ${topic} of the ship.`);
    for (let i = 0; i < 9; i++) await session.tool(edit(`${topic} ${i}`));
    return await session.say(`All ${topic} are counted.`);
  };
  const first = await more("masts");
  assertEquals(first.split("\n").slice(0, 4), [
    "✗ memory: entries 0-11 not recorded yet",
    "✗ facts: none of this session yet",
    "✗ concepts: none of this session yet",
    "✗ reflection: not done since this work",
  ]);
  assertStringIncludes(first, "[MEMORY_KEEPER_DELTA]");
  assertEquals(await session.say("Stopping."), "", "once a delta");
  await summarize(session, "a1", answer(masts));
  const second = await more("sails");
  assertEquals(second.split("\n").slice(0, 4), [
    "✗ memory: entries 11-23 not recorded yet",
    "✓ facts: 1 of this session",
    "✓ concepts: 1 of this session",
    "✗ reflection: not done since this work",
  ]);
  await json(day, ["facts", "add", "pattern", "Sails are counted twice"]);
  assertEquals(await session.say("Stopping.", { stop_hook_active: true }), "");
});

Deno.test("hooks.json hands each agent as many parts as the program has", () => {
  const path = fromFileUrl(
    new URL("../plugin/hooks/hooks.json", import.meta.url),
  );
  const { hooks } = JSON.parse(Deno.readTextFileSync(path));
  for (const [agent, parts] of Object.entries(PARTS)) {
    const matching = hooks.SubagentStart.filter((
      { matcher }: { matcher: string },
    ) => new RegExp(matcher).test(agent));
    assertEquals(matching.length, 1, agent);
    assertEquals(
      matching[0].hooks.map(({ args }: { args: string[] }) => args.slice(1)),
      Array.from(
        { length: parts },
        (_, i) => ["subagent-start", "--part", String(i + 1)],
      ),
    );
    const [stop] = hooks.SubagentStop;
    assert(new RegExp(stop.matcher).test(agent), agent);
    const file = agent.replace("memory-keeper:", "../plugin/agents/");
    const text = Deno.readTextFileSync(new URL(`${file}.md`, import.meta.url));
    assertStringIncludes(
      text,
      "model: haiku\neffort: low\nomitClaudeMd: true\ntools: []\n",
    );
  }
});

Deno.test("an answer that is refused leaves a word about it in the log", async () => {
  using day = new RecordedDay({}, START);
  const session = await shortWork(day);
  await summarize(session, "a1", "[MEMORY_KEEPER_ROTATE] file=/secret/x");
  const log = day.read("logs/keeper.log");
  assertStringIncludes(log, "delta=refused why=marker");
  assert(!log.includes("/secret/x"), "nothing of the answer");
  assert(!day.world.files().includes("memory.md"));
});
