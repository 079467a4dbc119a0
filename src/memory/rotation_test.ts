import { assert, assertEquals } from "@std/assert";
import { seededRandom } from "../../tests/support/world/seeded_random.ts";
import { tries } from "../../tests/support/world/thorough.ts";
import { parseMemory, renderPreamble } from "./memory_text.ts";
import { archiveName, planRotation } from "./rotation.ts";
import { estimateTokens } from "../base/estimate_tokens.ts";

const LIMITS = { thresholdTokens: 25_000, carryoverTokens: 2500 };
const PREAMBLE = renderPreamble("shop");

/** A section of so many tokens, by the estimate. */
const section = (tokens: number, minute = 0) => {
  const header = `## 2026-02-01_00${String(minute).padStart(2, "0")}\n`;
  return `${header}${"ab ".repeat(tokens - header.length / 3 - 1)}e\n\n`;
};

const plan = (text: string) => planRotation(text, estimateTokens, LIMITS);

Deno.test("planRotation() waits for the threshold less 5 %", () => {
  const at = (tokens: number) =>
    planRotation(PREAMBLE + section(9), () => tokens, LIMITS);
  assertEquals(at(23_749), undefined);
  assert(planRotation(
    PREAMBLE + section(9),
    (text) => text === "" ? 0 : 23_750,
    LIMITS,
  ));
});

Deno.test("planRotation() carries over the last whole sections that fit", async (t) => {
  const thousands = Array.from({ length: 24 }, (_, i) => section(1000, i));
  const rows: Record<string, [sections: string[], carried: number]> = {
    "even sections": [thousands, 2],
    "the newest is larger than the carry-over": [
      [...thousands, section(5000, 30)],
      1,
    ],
    "the newest is larger than half the threshold": [
      [...thousands, section(12_000, 30)],
      0,
    ],
    "one section larger than the threshold": [[section(40_000)], 0],
    "a large one before small ones": [
      [section(24_000), section(1000, 1), section(1000, 2)],
      2,
    ],
  };
  for (const [name, [sections, carried]] of Object.entries(rows)) {
    await t.step(name, () => {
      const text = PREAMBLE + sections.join("");
      const rotation = plan(text);
      assertEquals(rotation, {
        archive: text,
        current: PREAMBLE +
          sections.slice(sections.length - carried).join(""),
        sections: sections.length,
      });
      assertEquals(plan(rotation?.current ?? ""), undefined);
    });
  }
});

Deno.test("planRotation() stays below the threshold with a large carry-over", () => {
  const sections = Array.from({ length: 30 }, (_, i) => section(1000, i));
  const text = PREAMBLE + sections.join("");
  const limits = { thresholdTokens: 25_000, carryoverTokens: 90_000 };
  const { current = "" } = planRotation(text, estimateTokens, limits) ?? {};
  assertEquals(current, PREAMBLE + sections.slice(-11).join(""));
});

Deno.test("planRotation() keeps the user's own text above the sections", async (t) => {
  const sections = Array.from({ length: 30 }, (_, i) => section(1000, i));
  await t.step("as long as it is not most of the file", () => {
    const notes = `${PREAMBLE}## Notes\n${"my note\n".repeat(100)}\n`;
    const current = plan(notes + sections.join(""))?.current ?? "";
    assertEquals(current, notes + sections.slice(-2).join(""));
  });
  await t.step("else its title", () => {
    const notes = `${PREAMBLE}${"my own note\n".repeat(4000)}\n`;
    const current = plan(notes + sections.join(""))?.current ?? "";
    assertEquals(current, PREAMBLE + sections.slice(-2).join(""));
  });
  await t.step("also when there is no section", () => {
    const current = plan(PREAMBLE + "words\n".repeat(20_000))?.current;
    assertEquals(current, PREAMBLE);
    assertEquals(plan("words ".repeat(20_000))?.current, "");
  });
});

Deno.test("planRotation() ends below the threshold and in whole sections, always", () => {
  const random = seededRandom(7);
  for (let round = tries(60, 300); round > 0; round--) {
    const sizes = Array.from(
      { length: Math.floor(random() * 12) },
      () => 20 + Math.floor(random() ** 4 * 30_000),
    );
    const notes = "note\r\n".repeat(Math.floor(random() ** 6 * 20_000));
    const text = PREAMBLE + notes +
      sizes.map((size, i) => section(size, i)).join("");
    const rotation = plan(text);
    assertEquals(rotation === undefined, estimateTokens(text) < 23_750);
    if (rotation === undefined) continue;
    assertEquals(rotation.archive, text);
    assert(estimateTokens(rotation.current) < 23_750);
    const raws = parseMemory(text).sections.map(({ raw }) => raw);
    const kept = parseMemory(rotation.current).sections.map(({ raw }) => raw);
    assertEquals(kept, raws.slice(raws.length - kept.length));
  }
});

Deno.test("archiveName() is the time in UTC, or the next second that is free", () => {
  const at = new Date("2026-02-28T23:59:58.900Z");
  assertEquals(archiveName(at), "memory_20260228_235958.md");
  const taken = ["memory_20260228_235958.md", "memory_20260228_235959.md"];
  assertEquals(
    archiveName(at, (name) => taken.includes(name)),
    "memory_20260301_000000.md",
  );
});
