import { assertEquals } from "@std/assert";
import { emptyConcepts, parseConcepts } from "./concepts.ts";
import { emptyFacts, parseFacts } from "./facts.ts";
import { fixReferences, type Knowledge } from "./knowledge.ts";
import { mergeFacts } from "./_merge_facts.ts";
import type { ProposedFact } from "./_proposed_fact.ts";

const AT = new Date("2026-02-01T17:27:00Z");
const LATER = new Date("2026-02-03T08:00:00Z");
const EMPTY: Knowledge = { facts: emptyFacts(), concepts: emptyConcepts() };

const fact = (
  content: string,
  rest: Partial<ProposedFact> = {},
): ProposedFact => ({
  type: "decision",
  content,
  reason: "",
  evidence: "quoted",
  files: [],
  keywords: [],
  conceptId: "",
  conceptName: "",
  ...rest,
});

Deno.test("mergeFacts() adds the session to a fact that is known", () => {
  const once = mergeFacts(EMPTY, [fact("Round once at the end")], {
    session: "s1",
    at: AT,
  });
  const twice = mergeFacts(once, [
    fact("round once, at the end", { reason: "late tides", files: ["a.ts"] }),
  ], { session: "s2", at: LATER });
  assertEquals(twice.kept, [{ id: "d001", type: "decision", isNew: false }]);
  const [known, ...others] = twice.facts.decisions;
  assertEquals(others, []);
  assertEquals(known?.sessions, ["s1", "s2"]);
  assertEquals(known?.content, "Round once at the end");
  assertEquals(known?.reason, "late tides");
  assertEquals(known?.files, ["a.ts"]);
  assertEquals(known?.date, "2026-02-01");
});

Deno.test("mergeFacts() tells types apart", () => {
  const { facts } = mergeFacts(EMPTY, [
    fact("Tests are slow"),
    fact("Tests are slow", { type: "issue" }),
  ], { session: "s1", at: AT });
  assertEquals(facts.decisions.map(({ id }) => id), ["d001"]);
  assertEquals(facts.issues.map(({ id, status }) => [id, status]), [
    ["i001", "open"],
  ]);
});

Deno.test("mergeFacts() never gives an id of a removed fact again", () => {
  const { facts } = mergeFacts(EMPTY, [fact("One thing"), fact("Two others")], {
    at: AT,
  });
  const removed = { ...facts, decisions: facts.decisions.slice(0, 1) };
  const next = mergeFacts({ ...EMPTY, facts: removed }, [fact("Third item")], {
    at: AT,
  });
  assertEquals(next.kept[0]?.id, "d003");
});

Deno.test("mergeFacts() dates a concept by the work, the newest it has", () => {
  const about = (content: string) => fact(content, { conceptName: "tides" });
  const updated = ({ concepts }: Knowledge) => concepts.concepts[0]?.updated;
  const late = mergeFacts(EMPTY, [about("Round once at the end")], {
    at: LATER,
    day: "2026-02-01",
  });
  assertEquals(updated(late), "2026-02-01");
  const today = mergeFacts(late, [about("The moon comes before the sun")], {
    at: LATER,
    day: "2026-02-03",
  });
  assertEquals(updated(today), LATER.toISOString());
  const older = mergeFacts(today, [about("Harbours are read from a file")], {
    at: LATER,
    day: "2026-01-30",
  });
  assertEquals(updated(older), LATER.toISOString());
});

Deno.test("mergeFacts() assigns concepts", async (t) => {
  const before: Knowledge = {
    facts: emptyFacts(),
    concepts: parseConcepts({
      concepts: [
        { id: "c004", name: "tide table" },
        { id: "c005", name: "토큰 갱신" },
      ],
    }),
  };
  const rows: Record<string, [Partial<ProposedFact>, string | null]> = {
    "by id": [{ conceptId: "c005" }, "c005"],
    "by name": [{ conceptName: "TideTable" }, "c004"],
    "by a Korean name": [{ conceptName: "토큰갱신" }, "c005"],
    "a made-up id with a name": [
      { conceptId: "c999", conceptName: "tide tables" },
      "c004",
    ],
    "a made-up id": [{ conceptId: "c999" }, null],
    "a new name": [{ conceptName: "print layout" }, "c006"],
    "none": [{}, null],
  };
  for (const [name, [wanted, id]] of Object.entries(rows)) {
    await t.step(name, () => {
      const files = ["src/a.ts"];
      const after = mergeFacts(
        before,
        [fact("Some words", { ...wanted, files, keywords: ["k"] })],
        { session: "s1", at: AT },
      );
      assertEquals(after.facts.decisions[0]?.concept, id);
      const concept = after.concepts.concepts.find((one) => one.id === id);
      if (id === null) {
        assertEquals(after.concepts, before.concepts);
        return;
      }
      assertEquals(concept?.facts, ["d001"]);
      assertEquals(concept?.files, files);
      assertEquals(concept?.keywords, ["k"]);
      assertEquals(concept?.updated, AT.toISOString());
    });
  }
});

Deno.test("mergeFacts() does nothing the second time", () => {
  const answer = [
    fact("Round once at the end", { conceptName: "tides" }),
    fact("We round once, at the very end", { conceptName: "rounding" }),
    fact("Tests are sealed", { type: "pattern", conceptName: "tests" }),
    fact("Slow start", { type: "issue", conceptName: "test" }),
  ];
  const { kept: _, ...once } = mergeFacts(EMPTY, answer, {
    session: "s1",
    at: AT,
  });
  const { kept, ...twice } = mergeFacts(once, answer, {
    session: "s1",
    at: LATER,
  });
  assertEquals(twice, once);
  assertEquals(kept.map(({ isNew }) => isNew), [false, false, false, false]);
});

Deno.test("fixReferences() drops facts that were never written", () => {
  const { facts, concepts } = fixReferences({
    facts: parseFacts({
      decisions: [
        { id: "d001", content: "a", concept: "c001" },
        { id: "d002", content: "b", concept: "c009" },
        { id: "d003", content: "c" },
        { id: "d004", content: "d", concept: "c002" },
        { id: "d005", content: "e", concept: "a name" },
      ],
    }),
    concepts: parseConcepts({
      concepts: [
        { id: "c001", name: "one", facts: ["d003", "d007", "an old text"] },
        { id: "c003", name: "three", merged: [{ id: "c002", name: "two" }] },
      ],
    }),
  });
  assertEquals(concepts.concepts.map((one) => one.facts), [
    ["d003", "an old text", "d001"],
    ["d004"],
  ]);
  assertEquals(facts.decisions.map(({ concept }) => concept), [
    "c001",
    null,
    "c001",
    "c003",
    "a name",
  ]);
  assertEquals(facts.decisions[1]?.["formerConcept"], "c009");
  assertEquals(concepts.nextId, 10, "an id is not given twice");
});

Deno.test("mergeFacts() makes a concept of a name in an older file", () => {
  const before = {
    facts: parseFacts({
      decisions: [{ id: "d001", content: "Round last", concept: "tide table" }],
    }),
    concepts: emptyConcepts(),
  };
  const after = mergeFacts(before, [fact("Round last")], { at: AT });
  assertEquals(after.facts.decisions[0]?.concept, "c001");
  assertEquals(after.concepts.concepts[0]?.name, "tide table");
});
