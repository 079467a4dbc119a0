import { assertEquals } from "@std/assert";
import { fixedClock } from "./_local_clock.ts";
import { type NamedFile, planRenames } from "./_shift_names.ts";

const SEOUL = fixedClock(540);
const at = (from: string, to = from) => ({
  from: Date.parse(from),
  to: Date.parse(to),
});

Deno.test("planRenames()", async (t) => {
  const rows: Record<string, [files: NamedFile[], renames: string[]]> = {
    "a session's files": [[
      { name: "2026-01-10_1530.l1.jsonl" },
      { name: "2026-01-10_1530.l2.json" },
      { name: "2026-01-10_153012_3f2a9c11.l1.jsonl" },
    ], [
      "2026-01-10_1530.l1.jsonl → 2026-01-10_0630.l1.jsonl",
      "2026-01-10_1530.l2.json → 2026-01-10_0630.l2.json",
      "2026-01-10_153012_3f2a9c11.l1.jsonl → 2026-01-10_063012_3f2a9c11.l1.jsonl",
    ]],
    "the day before": [[{ name: "2026-01-01_0300.md" }], [
      "2026-01-01_0300.md → 2025-12-31_1800.md",
    ]],
    "an archive and its summary": [[
      { name: "memory_20260110_153045.md" },
      { name: "memory_20260110_153045.summary.json" },
    ], [
      "memory_20260110_153045.md → memory_20260110_063045.md",
      "memory_20260110_153045.summary.json → memory_20260110_063045.summary.json",
    ]],
    "what its content says is local": [[{
      name: "2026-01-10_1530.l1.jsonl",
      written: at("2026-01-10T06:01:00Z", "2026-01-10T06:28:00Z"),
    }], ["2026-01-10_1530.l1.jsonl → 2026-01-10_0630.l1.jsonl"]],
    "what its content says is UTC": [[{
      name: "2026-01-10_1530.l1.jsonl",
      written: at("2026-01-10T15:01:00Z", "2026-01-10T15:28:00Z"),
    }], []],
    "a session of a whole day, named at its end in UTC": [[{
      name: "2026-01-10_1530.l1.jsonl",
      written: at("2026-01-10T01:00:00Z", "2026-01-10T15:29:00Z"),
    }], []],
    "other names": [[
      { name: "week-51.md" },
      { name: "memory.md" },
      { name: "memory_2026_01.md" },
      { name: "2026-13-10_1530.md" },
      { name: "notes.md" },
    ], []],
    "a name that another has now": [[
      { name: "2026-01-10_1500.md" },
      { name: "2026-01-10_0600.md" },
    ], [
      "2026-01-10_0600.md → 2026-01-09_2100.md",
      "2026-01-10_1500.md → 2026-01-10_0600.md",
    ]],
  };
  for (const [name, [files, renames]] of Object.entries(rows)) {
    await t.step(name, () => {
      const plan = planRenames(files, SEOUL)
        .map(({ from, to }) => `${from} → ${to}`);
      assertEquals(plan, renames);
    });
  }
});

Deno.test("planRenames() to later times takes the latest first", () => {
  const files = ["2026-01-10_0600.md", "2026-01-10_1400.md"]
    .map((name) => ({ name }));
  assertEquals(planRenames(files, fixedClock(-480)), [
    { from: "2026-01-10_1400.md", to: "2026-01-10_2200.md" },
    { from: "2026-01-10_0600.md", to: "2026-01-10_1400.md" },
  ]);
});

Deno.test("planRenames() leaves what was written later", () => {
  const files = ["2026-01-31_2359.md", "2026-02-01_0000.md"]
    .map((name) => ({ name }));
  const plan = planRenames(files, SEOUL, Date.parse("2026-02-01"));
  assertEquals(plan.map(({ from }) => from), ["2026-01-31_2359.md"]);
});
