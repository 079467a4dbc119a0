import { assertEquals } from "@std/assert";
import { emptyConcepts, parseConcepts } from "./concepts.ts";
import { emptyFacts, parseFacts } from "./facts.ts";
import { allFacts } from "./knowledge.ts";
import { rebuildConcepts, rebuildFacts } from "./_rebuild_knowledge.ts";
import { parseSessionFacts } from "./_session_facts.ts";

const FACTS = parseFacts({
  decisions: ["Round last", "Keep tides in UTC", "Read the moon once", "Cache"]
    .map((content) => ({ content, keywords: ["tide"], reason: "{late}" })),
  patterns: [{ content: "Tests lie next to the source" }],
  issues: [{ content: "1999 is missing", status: "resolved" }],
  permanent: { rules: [{ content: "No tabs" }, { content: "No mocks" }] },
});

/** Every fact of the file, as its sessions recorded it; d003 was removed since. */
const REMOVED = "d003";
const SESSIONS = ["s1", "s2"].map((session) => ({
  day: "2026-02-01",
  noted: parseSessionFacts({
    session,
    facts: allFacts(FACTS).map(({ type, fact: { id, content } }) => ({
      id,
      type,
      content,
      evidence: `${content} was said`,
    })),
  }),
}));

const TEXT = JSON.stringify(
  {
    ...FACTS,
    decisions: FACTS.decisions.filter(({ id }) => id !== REMOVED),
  },
  null,
  2,
);

const idsOf = (text: string | undefined) => {
  const facts = rebuildFacts(text, SESSIONS, emptyConcepts());
  const { nextId } = facts._meta;
  const rules = facts.permanent.rules.map(({ id }) => id);
  return {
    ids: [...allFacts(facts).map(({ fact }) => fact.id), ...rules].join(" "),
    next: `d${nextId.decisions} i${nextId.issues} r${nextId.rules}`,
  };
};

Deno.test("rebuildFacts() finds what a damaged text and the sessions hold", async (t) => {
  const all = "d001 d002 d004 p001 i001 r001 r002";
  const rows: Record<string, [text: string, ids: string]> = {
    "a comma too many": [TEXT.replace(/(?<=\S)\n\s*\],/, ",$&"), all],
    "closing brackets gone": [TEXT.replace(/\}$/gm, ","), all],
    "an opening bracket gone": [TEXT.replace('"patterns": [', ""), all],
    "a quotation mark gone": [TEXT.replace('"Round', "Round"), all],
    "in the middle of the issue": [
      TEXT.slice(0, TEXT.indexOf("1999") + 3),
      "d001 d002 d004 p001 i001",
    ],
    // Without the end of the list nothing says that d003 was removed.
    "in the first decision": [
      TEXT.slice(0, TEXT.indexOf("Round")),
      "d001 d002 d003 d004 p001 i001",
    ],
    "nothing left": ["", "d001 d002 d003 d004 p001 i001"],
    "a list": ["[]", "d001 d002 d003 d004 p001 i001"],
  };
  for (const [name, [text, ids]] of Object.entries(rows)) {
    await t.step(name, () => {
      assertEquals(idsOf(text).ids, ids);
      assertEquals(idsOf(text).next.slice(0, 5), "d5 i2");
    });
  }
});

Deno.test("rebuildFacts() keeps whole items whole", () => {
  const text = TEXT.replace(/\}$/gm, ",");
  const { decisions, permanent } = rebuildFacts(text, [], emptyConcepts());
  assertEquals(decisions[0], FACTS.decisions[0]);
  assertEquals(permanent.rules, FACTS.permanent.rules);
});

Deno.test("rebuildFacts() joins the sessions of a fact that was lost", () => {
  const facts = rebuildFacts("", SESSIONS, emptyConcepts());
  const [first] = facts.decisions;
  assertEquals(first?.content, "Round last");
  assertEquals(first?.sessions, ["s1", "s2"]);
  assertEquals(first?.evidence, "Round last was said");
  assertEquals(first?.date, "2026-02-01");
});

Deno.test("rebuildFacts() gives a second fact of one id a new id", () => {
  const other = parseSessionFacts({
    session: "s3",
    facts: [{ id: "d001", type: "decision", content: "Buy a new clock" }],
  });
  const facts = rebuildFacts(
    "",
    [...SESSIONS, { day: "2026-02-02", noted: other }],
    emptyConcepts(),
  );
  const found = facts.decisions.at(-1);
  assertEquals([found?.id, found?.content], ["d005", "Buy a new clock"]);
});

Deno.test("rebuildFacts() without a file gives no id that was given", () => {
  assertEquals(idsOf(undefined), { ids: "", next: "d5 i2 r1" });
  const concepts = parseConcepts({ concepts: [{ facts: ["d041"] }] });
  const { nextId } = rebuildFacts(undefined, [], concepts)._meta;
  assertEquals(nextId.decisions, 42);
});

Deno.test("rebuildConcepts() reads what is left, and groups by the facts", () => {
  const concepts = parseConcepts({
    concepts: ["tides", "moon", "login"].map((name) => ({ name })),
  });
  const text = JSON.stringify({ ...concepts, nextId: 9 }, null, 2);
  const broken = rebuildConcepts(text.replace(/\}$/gm, ","), FACTS);
  assertEquals(broken, { ...concepts, nextId: 9 });
  const facts = parseFacts({
    decisions: [
      { content: "Sign in twice", concept: "c003", keywords: ["sign-in"] },
      { content: "Sign out once", concept: "c003" },
    ],
  });
  const cut = rebuildConcepts(text.slice(0, text.indexOf("login")), facts);
  assertEquals(
    cut.concepts.map(({ id, name }) => `${id} ${name}`),
    ["c001 tides", "c002 moon", "c003 sign-in"],
  );
  assertEquals(cut.nextId, 4);
  assertEquals(rebuildConcepts("", emptyFacts()).concepts, []);
  assertEquals(rebuildConcepts(undefined, facts).nextId, 4);
});
