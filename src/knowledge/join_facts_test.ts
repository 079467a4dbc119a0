import { assertEquals } from "@std/assert";
import { emptyFacts, parseFacts } from "./facts.ts";
import { joinFacts } from "./join_facts.ts";

const OLDER = parseFacts({
  decisions: [
    { id: "d001", date: "2025-12-21", content: "Paint it white", session: "a" },
    { id: "d001", date: "2025-12-22", content: "Light it at dusk" },
  ],
  patterns: [{ id: "p001", content: "Test first" }],
  issues: [{ id: "i001", content: "Rust", status: "resolved" }],
});

Deno.test("joinFacts() keeps ids where nothing is yet", () => {
  const { facts, added } = joinFacts(emptyFacts(), OLDER);
  assertEquals(added, 4);
  assertEquals(facts.decisions.map(({ id }) => id), ["d001", "d002"]);
  assertEquals(facts.issues[0]?.status, "resolved");
  assertEquals(facts._meta.nextId.decisions, 3);
});

Deno.test("joinFacts() gives new ids where they are taken, and once were", () => {
  const mine = parseFacts({
    _meta: { version: 4, nextId: { decisions: 5 } },
    decisions: [
      { id: "d001", content: "Something else" },
      { id: "d002", content: "paint it  white.", sessions: ["b"] },
    ],
  });
  const { facts, added } = joinFacts(mine, OLDER);
  assertEquals(added, 3);
  assertEquals(
    facts.decisions.map(({ id, content, sessions }) => [id, content, sessions]),
    [
      ["d005", "Light it at dusk", []],
      ["d001", "Something else", []],
      ["d002", "paint it  white.", ["b", "a"]],
    ],
  );
});

Deno.test("joinFacts() drops nothing that only looks the same", () => {
  const twice = parseFacts({
    decisions: [{ id: "d001", content: "A" }, { id: "d002", content: "A" }],
    issues: [{ id: "i001", content: "B", status: "open" }],
  });
  const other = parseFacts({
    decisions: [{ id: "d001", content: "A", reason: "why" }],
    issues: [{ id: "i001", content: "B", status: "resolved" }],
  });
  const { facts, added } = joinFacts(twice, other);
  assertEquals([facts.decisions.length, facts.issues.length, added], [3, 2, 2]);
});

Deno.test("joinFacts() again changes nothing", () => {
  const once = joinFacts(emptyFacts(), OLDER).facts;
  assertEquals(joinFacts(once, OLDER), { facts: once, added: 0 });
});
