import { assertEquals } from "@std/assert";
import { parseFacts } from "./facts.ts";
import {
  findCandidates,
  noteReflection,
  promote,
  withAllEvidence,
} from "./reflection.ts";

const AT = new Date("2026-02-01T17:27:00Z");

const FACTS = parseFacts({
  decisions: [
    {
      id: "d001",
      content: "Round last",
      sessions: ["a", "b", "c"],
      evidence: "q",
    },
    { id: "d002", content: "Two only", sessions: ["a", "b", "b"] },
    { id: "d003", content: "x y", sessions: ["a"], keywords: ["Redis"] },
  ],
  patterns: [
    {
      id: "p001",
      content: "z",
      sessions: ["b"],
      keywords: ["redis"],
      files: ["a.ts"],
    },
  ],
  issues: [
    {
      id: "i001",
      content: "Leaks",
      sessions: ["c"],
      keywords: ["REDIS"],
      files: ["a.ts"],
    },
    { id: "i002", content: "Slow", sessions: ["a", "b", "c", "d"] },
    {
      id: "i003",
      content: "EMFILE",
      sessions: ["a", "b", "c"],
      status: "resolved",
      resolution: "one at a time",
    },
  ],
});

Deno.test("findCandidates() wants three different sessions", () => {
  const found = findCandidates(FACTS);
  assertEquals(found.map(({ id, sessions }) => [id, sessions.join("")]), [
    ["i002", "abcd"],
    ["d001", "abc"],
    ["i003", "abc"],
    ["keyword:redis", "abc"],
  ]);
  assertEquals(found.at(-1)?.facts.map(({ id }) => id), [
    "d003",
    "p001",
    "i001",
  ]);
});

Deno.test("promote() makes of each what fits", async (t) => {
  const of = (id: string) => {
    const found = findCandidates(FACTS).find((one) => one.id === id);
    if (!found) throw new Error(id);
    return found;
  };
  await t.step("a decision becomes a rule", () => {
    const done = promote(FACTS, of("d001"), { at: AT });
    if (done.kind !== "promoted") throw new Error(done.reason);
    const [rule] = done.facts.permanent.rules;
    assertEquals(
      [rule?.id, rule?.content, rule?.reason, rule?.source, rule?.confidence],
      ["r001", "Round last", "q", "reflection", 0.7],
    );
    assertEquals(rule?.sessions, ["a", "b", "c"]);
    const left = findCandidates(done.facts).map(({ id }) => id);
    assertEquals(left.includes("d001"), false);
  });
  await t.step("in other words, and no candidate any more", () => {
    const done = promote(FACTS, of("d001"), { at: AT, text: "Never early" });
    if (done.kind !== "promoted") throw new Error(done.reason);
    assertEquals(done.facts.permanent.rules[0]?.content, "Never early");
    const left = findCandidates(done.facts).map(({ id }) => id);
    assertEquals(left.includes("d001"), false);
  });
  await t.step("an open issue waits for its resolution", () => {
    assertEquals(promote(FACTS, of("i002"), { at: AT }), {
      kind: "refused",
      reason: "i002 has no resolution yet",
    });
  });
  await t.step("a resolved one becomes a solution", () => {
    const done = promote(FACTS, of("i003"), { at: AT });
    if (done.kind !== "promoted") throw new Error(done.reason);
    assertEquals(done.facts.permanent.solutions, [{
      id: "s001",
      problem: "EMFILE",
      solution: "one at a time",
      attempts: 3,
      confidence: 0.7,
      from: "i003",
    }]);
  });
  await t.step("a word becomes core logic", () => {
    const done = promote(FACTS, of("keyword:redis"), { at: AT });
    if (done.kind !== "promoted") throw new Error(done.reason);
    const [logic] = done.facts.permanent.core_logic;
    assertEquals([logic?.id, logic?.feature], ["cl001", "redis"]);
    assertEquals(logic?.description, "x y; z; Leaks");
  });
});

Deno.test("noteReflection() records what was found, and when", () => {
  const { reflected } = noteReflection(FACTS, AT)._meta;
  assertEquals(reflected, {
    at: "2026-02-01T17:27:00.000Z",
    candidates: ["i002", "d001", "i003", "keyword:redis"],
  });
});

Deno.test("withAllEvidence() adds what the other sessions said, each once", () => {
  const facts = parseFacts({
    decisions: [{
      content: "Round once",
      evidence: "round it once",
      sessions: ["a", "b", "c"],
    }],
  });
  const noted = ["round it once", "only at the end", "only at the end", ""]
    .map((evidence) => ({ id: "d001", evidence }));
  const [first] = withAllEvidence(findCandidates(facts), noted);
  assertEquals(first?.facts[0]?.more, ["only at the end"]);
  const [alone] = withAllEvidence(findCandidates(facts), []);
  assertEquals(alone?.facts[0]?.more, undefined);
});
