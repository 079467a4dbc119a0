import { assertEquals } from "@std/assert";
import { parseFacts } from "./facts.ts";
import { newestOf, selectFacts } from "./select_facts.ts";

Deno.test("newestOf() goes by the day, then by the id, whatever the type", () => {
  const facts = parseFacts({
    decisions: [
      { id: "d001", content: "a", date: "2026-02-01" },
      { id: "d002", content: "b", date: "2026-02-05" },
      { id: "d010", content: "c", date: "2026-02-03" },
    ],
    patterns: [{ id: "p001", content: "d", date: "2026-02-02" }],
    issues: [{ id: "i009", content: "e", date: "2026-02-03" }],
  });
  const ids = (most: number) =>
    newestOf(selectFacts(facts, {}), most).map(({ fact }) => fact.id).join(" ");
  assertEquals(ids(1), "d002");
  assertEquals(ids(2), "d002 d010");
  assertEquals(ids(3), "d002 d010 i009");
  assertEquals(ids(9), "d001 d002 d010 p001 i009");
});
