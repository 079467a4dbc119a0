import { assertEquals } from "@std/assert";
import { emptyConcepts, newestConcepts, parseConcepts } from "./concepts.ts";

Deno.test("parseConcepts() reads older files and keeps their exchanges", () => {
  const { concepts, nextId, ...rest } = parseConcepts({
    concepts: [
      { id: "c002", name: "tide table", exchanges: ["e1"], files: ["a.ts"] },
      { name: "조석표", updated: 5 },
      null,
    ],
    era: "layers",
  });
  assertEquals(concepts.map(({ id, name }) => [id, name]), [
    ["c002", "tide table"],
    ["c003", "조석표"],
  ]);
  assertEquals(concepts[0]?.["exchanges"], ["e1"]);
  assertEquals(concepts[0]?.facts, []);
  assertEquals(nextId, 4);
  assertEquals(rest, { era: "layers", unread: [null] });
});

Deno.test("newestConcepts() begins with the one that changed last", () => {
  const concepts = parseConcepts({
    concepts: [
      { id: "c001", name: "a", updated: "2026-02-01T10:00:00Z" },
      { id: "c002", name: "b", updated: "2026-02-03T10:00:00Z" },
      { id: "c003", name: "c" },
      { id: "c004", name: "d" },
    ],
  });
  const names = (most: number) =>
    newestConcepts(concepts, most).map(({ name }) => name).join(" ");
  assertEquals(names(9), "b a d c");
  assertEquals(names(1), "b");
  assertEquals(newestConcepts(emptyConcepts(), 3), []);
});
