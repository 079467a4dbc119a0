import { assert, assertEquals } from "@std/assert";
import { randomText } from "../../tests/support/world/random_text.ts";
import { parseMemory } from "./memory_text.ts";
import { recentMemory } from "./recent_memory.ts";

const PREAMBLE = "# Project Memory: tides\n\nA note.\n\n";
const section = (i: number) =>
  `## 2026-02-01_17${String(i).padStart(2, "0")} (local 02-01_1800)\n` +
  `<!-- session sess${i} · entries 0-9 -->\nWhat was done in ${i}.\n\n`;
const TEXT = PREAMBLE +
  Array.from({ length: 40 }, (_, i) => section(i)).join("");

Deno.test("recentMemory() parses the newest sections and counts the rest", () => {
  const { preamble, sections, older, mentions } = recentMemory(TEXT, 500);
  assertEquals(preamble, PREAMBLE);
  assert(sections.length < 10 && sections.length >= 3);
  assertEquals(older + sections.length, 40);
  assertEquals(sections.at(-1)?.body, "What was done in 39.");
  const named = ["sess0", "sess39", "sess", "sess40"].map(mentions);
  assertEquals(named, [true, true, false, false]);
});

Deno.test("recentMemory() gives the whole when that is asked for", () => {
  const { sections, older } = recentMemory(TEXT, Infinity);
  assertEquals([sections.length, older], [40, 0]);
  assertEquals(sections, parseMemory(TEXT).sections);
});

Deno.test("recentMemory() bears any text", () => {
  const words = randomText(5, [
    section(1),
    "## 2026-02-01_1700\n",
    "```\n",
    "\n",
    "\ufeff",
    "가",
    "\r\n",
  ]);
  for (let round = 0; round < 300; round++) {
    const text = words(20);
    const whole = parseMemory(text).sections;
    const { sections, older } = recentMemory(text, Infinity);
    assertEquals([sections, older], [whole, 0]);
    recentMemory(text, 100);
  }
});
