/** Whose rules reach the model, and that nothing is recalled twice. */

import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { DEFAULT_RULES } from "../../src/context/rules_text.ts";
import { clientTest } from "./support/client_test_cases.ts";
import type { ClientWorld } from "./support/client_world.ts";

const lastMain = (world: ClientWorld) =>
  world.model.of("main").at(-1)?.text ?? "";

const countOf = (text: string, words: string) => text.split(words).length - 1;

clientTest("an own rule replaces the default ones", async (world) => {
  world.script = {
    main: [{ text: "Good morning." }, { text: "Noted." }, { text: "Counted." }],
  };
  const terminal = await world.terminal();
  await terminal.sees("6 default working rules go with prompts");
  await terminal.submit("Hello");
  await terminal.answered("Good morning.");
  assertStringIncludes(lastMain(world), DEFAULT_RULES);
  await terminal.submit("remember: say times in UTC");
  await terminal.sees("your own rules now replace the default working rules");
  await terminal.answered("Noted.");
  await terminal.submit("Count the masts");
  await terminal.answered("Counted.");
  const text = lastMain(world);
  assertEquals(countOf(text, DEFAULT_RULES), 1, "of the first prompt only");
  const own = "Rules the user has stated:\n- say times in UTC";
  assertEquals(countOf(text, own), 2, "with both prompts since");
  await terminal.exit();
}, { isInteractive: true });

clientTest("a passage is recalled once in a session", async (world) => {
  world.configure({});
  const filler = Array.from(
    { length: 40 },
    (_, n) =>
      `## 2026-02-${String(n % 28 + 1).padStart(2, "0")}_1200 (local x)\n` +
      `Ferry ${n} got a new timetable. ${"It sails on time. ".repeat(25)}\n`,
  );
  const words = "The quarantineFlag is hoisted before customs come aboard";
  const old =
    `## 2026-01-01_1200 (local 01-01_1200)\n${words} (src/flag.ts).\n`;
  Deno.writeTextFileSync(
    `${world.store}/memory.md`,
    `# Project Memory: project\n\n${[old, ...filler].join("\n")}`,
  );
  Deno.mkdirSync(`${world.project}/src`, { recursive: true });
  Deno.writeTextFileSync(`${world.project}/src/flag.ts`, "");
  const indexed = await world.memoryKeeper("search", "timetable");
  assertEquals(indexed.code, 0, indexed.stderr);
  world.script = { main: [{ text: "Yes." }] };
  const { id } = await world.session("When is the quarantineFlag hoisted?");
  const first = lastMain(world);
  assertEquals(countOf(first, words), 1);
  assert(/2026-01-01[^,]*, \d+ days old, memory\.md#/.test(first), first);
  assertStringIncludes(first, "src/flag.ts has changed since");
  const again = "And when is the quarantineFlag hoisted on Sundays?";
  await world.session(again, { args: ["--resume", id] });
  assertStringIncludes(lastMain(world), again);
  assertEquals(countOf(lastMain(world), words), 1, "not again");
});
