import { assertEquals } from "@std/assert";
import { planRulesNotice } from "./rules_notice.ts";

const OWN = "Memory: your own rules now replace the default working rules";
const DEFAULT = "Memory: 6 default working rules go with prompts; " +
  "memory-keeper config set rules off stops them";

Deno.test("planRulesNotice() says each once", () => {
  const rows = [
    [undefined, "default", "start", DEFAULT, "default"],
    [undefined, "default", "prompt", undefined, "default"],
    ["default", "default", "start", undefined, undefined],
    ["default", "default", "prompt", undefined, undefined],
    ["default", "own", "prompt", OWN, "own"],
    ["default", "own", "start", OWN, "own"],
    ["default", "own", "rule", OWN, "own"],
    [undefined, "own", "rule", OWN, "own"],
    [undefined, "own", "start", undefined, "own"],
    [undefined, "own", "prompt", undefined, "own"],
    ["own", "own", "rule", undefined, undefined],
    ["own", "default", "prompt", DEFAULT, "default"],
  ] as const;
  for (const [former, whose, at, line, mark] of rows) {
    const plan = planRulesNotice(former, whose, at);
    assertEquals([plan.line, plan.mark], [line, mark], `${former} ${whose}`);
  }
});
