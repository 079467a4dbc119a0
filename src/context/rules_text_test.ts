import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import {
  DEFAULT_RULES,
  ownRulesText,
  RULES_MAX_UNITS,
  withUserRules,
} from "./rules_text.ts";

Deno.test("DEFAULT_RULES are short and say whose they are", () => {
  assert(DEFAULT_RULES.length <= 400, `${DEFAULT_RULES.length}`);
  assertEquals(
    DEFAULT_RULES.split("\n")[0],
    "Working rules (Memory Keeper's default; memory-keeper config set rules off):",
  );
});

Deno.test("ownRulesText() has none where nothing is said", () => {
  const template = "# Rules\n\n<!-- What every session must keep to. -->\n";
  for (const empty of [undefined, "", " \r\n", template, "<!-- open"]) {
    assertEquals(ownRulesText(empty), undefined, empty);
  }
  assertEquals(ownRulesText(template, [" "]), undefined);
});

Deno.test("ownRulesText() gives rules.md as it is, then what was said", () => {
  assertEquals(ownRulesText("Mine.\r\nOnly mine.\n"), "Mine.\nOnly mine.");
  assertEquals(
    ownRulesText("1. Round last.\n", [
      "Use tabs",
      "- round  last",
      "No\nforce",
    ]),
    "1. Round last.\n\nRules the user has stated:\n- Use tabs\n" +
      "- No force",
  );
  assertEquals(
    ownRulesText("1. Round last.\n", ["round last"]),
    "1. Round last.",
    "what rules.md says is not said twice",
  );
});

Deno.test("ownRulesText() cuts at a line, with a mark", () => {
  const text = ownRulesText("- one of very many rules\n".repeat(500)) ?? "";
  assert(text.length <= RULES_MAX_UNITS);
  assertStringIncludes(text, "rules\n[… rules.md goes on");
  const oneLine = ownRulesText("𝒳".repeat(5000)) ?? "";
  assert(oneLine.length <= RULES_MAX_UNITS && oneLine.isWellFormed());
});

Deno.test("ownRulesText() has room for both, whatever their length", () => {
  const long = "- one of very many rules\n".repeat(500);
  const said = Array.from(
    { length: 60 },
    (_, i) => `rule ${i} ${"x".repeat(80)}`,
  );
  for (const file of ["", "Mine.", "𝒳".repeat(900), "𝒳".repeat(990), long]) {
    for (const rules of [said, said.slice(0, 1), ["𝒳".repeat(3000)]]) {
      const text = ownRulesText(file, rules) ?? "";
      assert(text.length <= RULES_MAX_UNITS, `${text.length}`);
      assert(text.isWellFormed());
      assertStringIncludes(text, "Rules the user has stated:\n- ");
      if (file !== "") assert(/^(?:Mine|𝒳|- one)/u.test(text));
    }
  }
  assertStringIncludes(ownRulesText("", said) ?? "", "- rule 0 ");
  assertStringIncludes(
    ownRulesText(long, said) ?? "",
    " more; memory-keeper rules list]",
  );
});

Deno.test("withUserRules() puts rules for every project first, each once", () => {
  assertEquals(withUserRules(undefined, []), undefined);
  assertEquals(withUserRules("- Round last", ["round last."]), "- Round last");
  assertEquals(
    withUserRules("- Round last", ["Round last", "Answer in Korean"]),
    "Rules the user has stated for every project:\n- Answer in Korean\n\n" +
      "- Round last",
  );
  const many = Array.from({ length: 99 }, (_, i) => `Rule number ${i}`);
  assert((withUserRules(undefined, many) ?? "").length <= 700);
});
