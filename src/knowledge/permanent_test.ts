import { assertEquals } from "@std/assert";
import { emptyFacts, type Facts } from "./facts.ts";
import {
  addRule,
  contradictItem,
  proposeRemovals,
  validateItem,
} from "./permanent.ts";

const AT = new Date("2026-02-01T17:27:00Z");

function rulesOf(...contents: readonly string[]): Facts {
  return contents.reduce<Facts>(
    (facts, content) => addRule(facts, { content, source: "user" }, AT).facts,
    emptyFacts(),
  );
}

Deno.test("addRule() trusts the user fully and reflection less", () => {
  const own = addRule(emptyFacts(), { content: "No tabs", source: "user" }, AT);
  assertEquals(own.rule, {
    id: "r001",
    content: "No tabs",
    reason: "",
    source: "user",
    confidence: 1,
    contradictions: 0,
    created: "2026-02-01",
    last_validated: "2026-02-01",
    sessions: [],
  });
  const found = addRule(
    own.facts,
    { content: "Round last", source: "reflection", sessions: ["a"] },
    AT,
  );
  assertEquals([found.rule.id, found.rule.confidence], ["r002", 0.7]);
});

Deno.test("addRule() points out what may contradict", async (t) => {
  const rows: Record<string, [string, string, boolean, readonly string[]]> = {
    "the same": ["Use tabs", "use tabs.", false, []],
    "a never": ["Always use tabs", "Never use tabs", true, ["r001"]],
    "another choice": [
      "Use tabs for indentation",
      "Use spaces for indentation",
      true,
      ["r001"],
    ],
    "another number": ["Retry 3 times", "Retry 5 times", true, ["r001"]],
    "a no": ["Use tabs in YAML files", "No tabs", true, ["r001"]],
    "two of the words": [
      "Run tests before each commit",
      "Run tests in parallel",
      true,
      [],
    ],
    "another topic": ["Use tabs", "Round last", true, []],
    "a verb alone": ["Always use tabs", "don't use any", true, []],
    "the same program": [
      "always run make with OSD=sdl",
      "never run make",
      true,
      ["r001"],
    ],
    "Korean": ["탭을 사용한다", "탭을 사용하지 않는다", true, ["r001"]],
  };
  for (const [name, [old, wanted, isNew, conflicts]] of Object.entries(rows)) {
    await t.step(name, () => {
      const before = rulesOf(old);
      const rule = { content: wanted, source: "user" as const };
      const added = addRule(before, rule, AT);
      assertEquals(added.isNew, isNew);
      assertEquals(added.conflicts.map(({ id }) => id), conflicts);
      assertEquals(added.facts.permanent.rules.length, isNew ? 2 : 1);
      assertEquals(
        added.facts.permanent.rules[0]?.contradictions,
        0,
        "nothing is resolved silently",
      );
    });
  }
});

Deno.test("confidence stays between 0 and 1, in tenths", () => {
  const [rule] = rulesOf("x y").permanent.rules;
  if (!rule) throw new Error("no rule");
  assertEquals(validateItem(rule, AT).confidence, 1);
  const seen: number[] = [];
  for (let at = rule, i = 0; i < 6; i++) {
    at = contradictItem(at);
    seen.push(at.confidence);
  }
  assertEquals(seen, [0.8, 0.6, 0.4, 0.2, 0, 0]);
  assertEquals(validateItem({ ...rule, confidence: 0.7 }, AT).confidence, 0.8);
});

Deno.test("proposeRemovals() names what lost its ground", async (t) => {
  const rows: Record<string, [object, string, string | undefined]> = {
    "new": [{}, "2026-02-01", undefined],
    "two contradictions": [
      { contradictions: 2, confidence: 0.6 },
      "2026-02-01",
      "contradicted 2 times, confidence 0.6",
    ],
    "two, but trusted": [
      { contradictions: 2, confidence: 0.7 },
      "2026-02-01",
      undefined,
    ],
    "one": [{ contradictions: 1, confidence: 0.5 }, "2026-02-01", undefined],
    "five months": [{}, "2026-07-31", undefined],
    "six months and a day": [
      {},
      "2026-08-02",
      "not validated since 2026-02-01",
    ],
    "no date": [{ last_validated: "" }, "2026-08-02", undefined],
  };
  for (const [name, [change, now, why]] of Object.entries(rows)) {
    await t.step(name, () => {
      const facts = rulesOf("Use tabs");
      const rules = facts.permanent.rules.map((rule) => ({
        ...rule,
        ...change,
      }));
      const permanent = { ...facts.permanent, rules };
      const found = proposeRemovals({ ...facts, permanent }, new Date(now));
      assertEquals(found[0]?.why, why);
    });
  }
});
