import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { randomText } from "../../tests/support/world/random_text.ts";
import { seededRandom } from "../../tests/support/world/seeded_random.ts";
import { seedsFrom } from "../../tests/support/world/thorough.ts";
import {
  CONTEXT_MAX_UNITS,
  type ContextSection,
  planContext,
} from "./context_plan.ts";

const section = (
  name: string,
  items: readonly string[],
  share = 1000,
): ContextSection => ({
  name,
  title: `## ${name}`,
  why: "a test",
  noun: "lines",
  share,
  items,
});

const FRAME = { opening: "Opening.", filler: "memory" };
const lastLine = (text: string) => text.split("\n").at(-1) ?? "";

Deno.test("planContext() shows everything in its order when it fits", () => {
  const { text, sections } = planContext([
    section("project", ["One.", "", "Two."]),
    section("nothing", []),
    section("memory", ["### Day\nWords."]),
  ], FRAME);
  assertEquals(
    text,
    "Opening.\n\n## project\nOne.\n\nTwo.\n\n## memory\n### Day\nWords.\n\n" +
      "Nothing was left out; memory-keeper search <words> finds more.",
  );
  assertEquals(sections.map(({ name, shown, total }) => [name, shown, total]), [
    ["project", 3, 3],
    ["memory", 1, 1],
  ]);
});

Deno.test("planContext() cuts at whole lines and says what is missing", () => {
  const lines = Array.from({ length: 900 }, (_, i) => `line ${i} of many`);
  const { text, sections } = planContext([
    section("project", lines, 300),
    { ...section("memory", lines), more: 7 },
  ], FRAME);
  const shown = text.split("\n").filter((line) => line.startsWith("line "));
  assert(shown.every((line) => lines.includes(line)), "whole lines only");
  const [project, memory] = sections;
  assert(project && memory && project.units <= 300);
  assertEquals(memory.total, 907);
  assertEquals(
    lastLine(text),
    `Left out: project (${900 - project.shown} of 900 lines), memory (${
      907 - memory.shown
    } of 907 lines); all of one: memory-keeper load --section NAME.`,
  );
});

Deno.test("planContext() gives what is left over to memory, then to others", () => {
  const long = Array.from({ length: 300 }, () => "x".repeat(49));
  const plan = (memory: readonly string[]) =>
    planContext([
      section("project", long, 200),
      section("lessons", long, 200),
      section("memory", memory, 100),
    ], FRAME).sections.map(({ units }) => units);
  const [project = 0, lessons = 0, memory = 0] = plan(long);
  assert(project <= 200 && lessons <= 200 && memory > 8000);
  const [grown = 0, other = 0] = plan(["short"]);
  assert(grown > 4000 && other > 4000, "all that want more grow");
});

Deno.test("planContext() lets no long section starve those behind it", () => {
  const long = Array.from({ length: 300 }, () => "x".repeat(49));
  const rules = Array.from({ length: 12 }, () => "r".repeat(150));
  const { sections } = planContext([
    section("project", long, 1200),
    section("rules", rules, 1200),
    section("lessons", long, 600),
    section("memory", ["short"], 1500),
  ], FRAME);
  const [project, told, lessons] = sections;
  assertEquals(told?.shown, 12);
  assert(project && lessons && project.units > 3000 && lessons.units > 3000);
});

Deno.test("planContext() makes all shares smaller where not even they fit", () => {
  const long = Array.from({ length: 100 }, () => "y".repeat(99));
  const names = ["a", "b", "c", "d", "memory", "pending"];
  const all = names.map((name) => section(name, long, 4000));
  const { text, sections } = planContext(all, FRAME);
  assert(text.length <= CONTEXT_MAX_UNITS);
  for (const { name, shown } of sections) {
    assert(shown > 5, `${name} is seen`);
  }
});

Deno.test("planContext() cuts a block at a line, a lone line at a sentence", () => {
  const block = `### Day\n${"First line.\n".repeat(5)}${"z".repeat(20_000)}`;
  const { text } = planContext([section("memory", [block])], FRAME);
  assertStringIncludes(text, "First line.\n…\n\nLeft out: memory (1 of 1");
  const sentences = "A sentence of words. ".repeat(1000);
  const one = planContext([section("project", [sentences], 400)], FRAME);
  assert(/words\.\n\nLeft out/.test(one.text), one.text.slice(-200));
});

Deno.test("planContext() names what could not be read", () => {
  const { text } = planContext([section("memory", ["Words."])], {
    ...FRAME,
    unreadable: ["facts.json"],
  });
  assertStringIncludes(lastLine(text), "it cannot be read: facts.json");
});

Deno.test("planContext() holds its budget and splits no character", () => {
  const pieces = [
    "a",
    " ",
    "\n",
    "가",
    "𝒳",
    "👩‍👩‍👧",
    ". ",
    "x".repeat(700),
    "𝒳".repeat(900),
  ];
  for (const seed of seedsFrom(1, 100, 400)) {
    const random = seededRandom(seed);
    const words = randomText(seed, pieces);
    const count = Math.floor(random() * 18);
    const sections = Array.from({ length: count }, (_, i) => ({
      ...section(
        i === 0 ? "memory" : `section-${i}`,
        Array.from(
          { length: Math.floor(random() ** 3 * 300) },
          () => words(12),
        ),
        Math.floor(random() * 3000),
      ),
      more: Math.floor(random() * 1e6),
    }));
    const { text } = planContext(sections, FRAME);
    assert(text.length <= CONTEXT_MAX_UNITS, `${text.length}, seed ${seed}`);
    assert(text.isWellFormed(), `a pair is split, seed ${seed}`);
    assert(/^(?:Left out|Nothing was)/.test(lastLine(text)), `seed ${seed}`);
  }
});
