/** Facts and search, with the real client in between. */

import { assertEquals, assertFalse, assertStringIncludes } from "@std/assert";
import { clientTest } from "./support/client_test_cases.ts";
import { agent, bash, DONE, SOON, steps, SUMMARY } from "./support/work.ts";

const FACTS = {
  facts: [
    {
      type: "decision",
      content: "Round last",
      reason: "spring tides were an hour late",
      evidence: "Mend the tide table",
      conceptName: "tide table",
    },
    {
      type: "decision",
      content: "Paint the pier",
      evidence: "the pier is to be painted green",
    },
  ],
};

clientTest(
  "facts that stand in the log reach the next session, others do not",
  async (world) => {
    world.configure(SOON);
    world.script = {
      main: [...steps(5), { tools: [agent("delta-summarizer")] }, DONE],
      "delta-summarizer": [{
        text: `${SUMMARY}\n\n\`\`\`json\n${JSON.stringify(FACTS)}\n\`\`\``,
      }],
    };
    await world.session("Mend the tide table");
    const { decisions } = JSON.parse(world.read("facts.json"));
    assertEquals(
      decisions.map(({ content }: { content: string }) => content),
      ["Round last"],
    );
    assertFalse(world.read("memory.md").includes("```"));
    world.script = { main: [{ text: "Hello." }] };
    const before = world.model.of("main").length;
    await world.session("Hello");
    const next = world.model.of("main")[before]?.text ?? "";
    assertStringIncludes(next, "Round last");
    assertFalse(next.includes("Paint the pier"));
  },
);

clientTest(
  "the agent finds an earlier session through the shell",
  async (world) => {
    const words = "The lighthouse blinks every 7 seconds since March.";
    world.script = { main: [...steps(2), { ...DONE, text: words }] };
    await world.session("How often does the lighthouse blink?");
    const search = bash('memory-keeper search --deep "lighthouse blinks"');
    world.script = { main: [{ tools: [search] }, DONE] };
    const before = world.model.of("main").length;
    await world.session("Go on");
    const found = world.model.of("main")[before + 1]?.text ?? "";
    assertStringIncludes(found, "blinks every 7 seconds");
  },
);

clientTest("a prompt brings back what bears on it", async (world) => {
  world.configure({});
  const filler = Array.from(
    { length: 40 },
    (_, n) =>
      `## 2026-02-${String(n % 28 + 1).padStart(2, "0")}_1200 (local x)\n` +
      `Ferry ${n} got a new timetable. ${"It sails on time. ".repeat(25)}\n`,
  );
  const old = "## 2026-01-01_1200 (local 01-01_1200)\n" +
    "The quarantineFlag is hoisted before customs come aboard.\n";
  Deno.writeTextFileSync(
    `${world.store}/memory.md`,
    `# Project Memory: project\n\n${[old, ...filler].join("\n")}`,
  );
  const indexed = await world.memoryKeeper("search", "timetable");
  assertEquals(indexed.code, 0, indexed.stderr);
  world.script = { main: [{ text: "Yes." }] };
  await world.session("When is the quarantineFlag hoisted?");
  const asked = world.model.of("main")[0]?.text ?? "";
  assertStringIncludes(asked, "hoisted before customs come aboard");
});
