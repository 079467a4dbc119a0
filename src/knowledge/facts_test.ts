import { assertEquals } from "@std/assert";
import type { JsonObject } from "../base/json.ts";
import { emptyFacts, parseFacts } from "./facts.ts";

Deno.test("parseFacts() gives an empty file the form of version 4", () => {
  const facts = emptyFacts();
  assertEquals(facts._meta.version, 4);
  assertEquals(Object.values(facts._meta.nextId), [1, 1, 1, 1, 1, 1]);
  assertEquals(Object.keys(facts.permanent), [
    "rules",
    "solutions",
    "core_logic",
  ]);
});

Deno.test("parseFacts() reads the flat file of the first generation", () => {
  const facts = parseFacts({
    decisions: [{
      id: "d004",
      date: "2025-03-01",
      content: "Round last",
      reason: "Spring tides were late",
      author: "me",
    }],
    patterns: ["Tests next to the source"],
    issues: [{ id: "i001", content: "1999 is missing", status: "fixed" }],
  });
  assertEquals(facts.decisions[0]?.content, "Round last");
  assertEquals(facts.decisions[0]?.["author"], "me");
  assertEquals(facts.decisions[0]?.sessions, []);
  assertEquals(facts.patterns[0], {
    id: "p001",
    date: "",
    content: "Tests next to the source",
    reason: "",
    sessions: [],
    evidence: "",
    concept: null,
    files: [],
    keywords: [],
  });
  assertEquals(facts.issues[0]?.status, "resolved");
  assertEquals(facts._meta.nextId.decisions, 5);
});

Deno.test("parseFacts() reads version 3 and keeps what it does not know", () => {
  const raw = {
    _meta: { version: 3, counter: 12, nextRuleId: 9, lastSeen: "x" },
    decisions: [],
    patterns: [],
    issues: [{ id: "i002", content: "Leaks", status: "open" }],
    permanent: {
      rules: [{
        id: "r003",
        content: "No tabs",
        confidence: "0.9",
        contradictions: ["r001"],
        created: "2025-05-05",
      }],
      solutions: [{ id: "s001", problem: "EMFILE", solution: "ulimit" }],
      core_logic: [{ id: "cl002", feature: "tides", files: "src/tide.ts" }],
      notes: [1],
    },
    extra: { kept: true },
  };
  const facts = parseFacts(raw);
  assertEquals(facts._meta["counter"], 12);
  assertEquals(facts._meta["lastSeen"], "x");
  assertEquals(facts["extra"], { kept: true });
  assertEquals(facts.permanent["notes"], [1]);
  const [rule] = facts.permanent.rules;
  assertEquals(rule?.confidence, 0.9);
  assertEquals(rule?.contradictions, 1);
  assertEquals(rule?.last_validated, "2025-05-05");
  assertEquals(rule?.["older"], {
    confidence: "0.9",
    contradictions: ["r001"],
  });
  assertEquals(facts._meta.nextId.rules, 9);
  assertEquals(facts._meta.nextId.core_logic, 3);
  assertEquals(facts.permanent.core_logic[0]?.files, ["src/tide.ts"]);
});

Deno.test("parseFacts() never gives an id twice", () => {
  const facts = parseFacts({
    _meta: { nextId: { decisions: 7 } },
    decisions: [
      { id: "d001", content: "a" },
      { id: "d001", content: "b" },
      { content: "c" },
      { id: "../../x", content: "d" },
    ],
  });
  const ids = facts.decisions.map(({ id }) => id);
  assertEquals(ids, ["d001", "d007", "d008", "../../x"]);
  assertEquals(facts._meta.nextId.decisions, 9);
});

Deno.test("parseFacts() loses nothing odd, and reads its own writing", async (t) => {
  const rows: Record<string, JsonObject> = {
    "not a list": { decisions: 7, permanent: "none", _meta: [1] },
    "items of no use": {
      patterns: [null, 3, [], "", { id: 5, content: ["x"] }],
    },
    "a map": { issues: { i004: { content: "Leaks" }, i005: "Slow" } },
    "a newer version": { _meta: { version: 9 }, decisions: [{ id: "d1" }] },
    "keys of the language": JSON.parse('{"__proto__":{"x":1},"decisions":[]}'),
  };
  for (const [name, raw] of Object.entries(rows)) {
    await t.step(name, () => {
      const once = parseFacts(raw);
      const twice = parseFacts(JSON.parse(JSON.stringify(once)));
      assertEquals(twice, once);
      for (const value of leaves(raw)) {
        assertEquals(leaves(once).includes(value), true, String(value));
      }
    });
  }
});

function leaves(value: unknown): unknown[] {
  return typeof value === "object" && value !== null
    ? Object.values(value).flatMap(leaves)
    : [String(value)];
}
