import { assert, assertEquals, assertLessOrEqual } from "@std/assert";
import { type Fold, planTiers, type TierFile } from "./_tiers.ts";

const NOW = new Date("2026-03-20T12:00:00Z");
const DIGEST = `**Asked** (2 of 5)
- Fix the login
- Add tests

**Concluded**
- The cookie was too old.

**Decisions**
- Rotate tokens
`;

const digest = (day: string, sid: string, text = DIGEST): TierFile => ({
  name: `${day}_1200_${sid}.md`,
  text,
});

/** The files after so many of the plan's single acts, as a kill leaves them. */
function carryOut(
  files: readonly TierFile[],
  folds: readonly Fold[],
  acts = Infinity,
): TierFile[] {
  const texts = new Map(files.map(({ name, text }) => [name, text]));
  let left = acts;
  for (const { writes, removes } of folds) {
    for (const { name, text } of writes) if (left-- > 0) texts.set(name, text);
    for (const name of removes) if (left-- > 0) texts.delete(name);
  }
  return [...texts].sort().map(([name, text]) => ({ name, text }));
}

const run = (files: readonly TierFile[], now = NOW) =>
  carryOut(files, planTiers(files, now));

Deno.test("planTiers() folds digests older than 7 days into their ISO week", () => {
  const files = [
    digest("2026-03-13", "aaaaaaaa"),
    digest("2026-03-12", "bbbbbbbb"),
    digest("2026-03-09", "cccccccc"),
    digest("2026-03-08", "dddddddd"),
    { name: "notes.md", text: "the user's own" },
    { name: "2026-02-30_1200_eeeeeeee.md", text: "no such day" },
  ];
  const folds = planTiers(files, NOW);
  assertEquals(folds.map(({ removes }) => removes), [
    ["2026-03-08_1200_dddddddd.md"],
    ["2026-03-09_1200_cccccccc.md", "2026-03-12_1200_bbbbbbbb.md"],
  ]);
  const paragraph =
    "Asked: Fix the login; Add tests. Concluded: The cookie was too old. Decided: Rotate tokens.";
  assertEquals(folds[1]?.writes, [{
    name: "week-2026-W11.md",
    text: `# Week 2026-W11

## 2026-03-09_1200_cccccccc

${paragraph}

## 2026-03-12_1200_bbbbbbbb

${paragraph}

`,
  }]);
});

Deno.test("planTiers() goes by the work of a digest, not by its session's start", () => {
  const until = (day: string) =>
    digest(
      "2026-02-27",
      "aaaaaaaa",
      `<!-- work 2026-02-27T12:00Z/${day}T00:40Z -->\n${DIGEST}`,
    );
  assertEquals(planTiers([until("2026-03-19")], NOW), []);
  const [fold] = planTiers([until("2026-03-09")], NOW);
  assertEquals(fold?.writes.map(({ name }) => name), ["week-2026-W11.md"]);
  assert(!fold?.writes[0]?.text.includes("<!--"));
  const later = new Date("2026-06-01T12:00:00Z");
  const months = planTiers([until("2026-03-09")], later).at(-1)?.writes;
  assertEquals(months?.map(({ name }) => name), ["archive/2026-03.md"]);
});

Deno.test("planTiers() folds weeks older than 30 days into the months of their sessions", () => {
  const files = [
    digest("2026-01-30", "aaaaaaaa"),
    digest("2026-02-01", "bbbbbbbb", "Only words. More of them."),
    digest("2026-02-12", "cccccccc"),
  ];
  assertEquals(run(files), [{
    name: "archive/2026-01.md",
    text:
      "# 2026-01\n\n- 2026-01-30_1200_aaaaaaaa: Asked: Fix the login; Add tests. Concluded: The cookie was too old.\n  - Rotate tokens\n",
  }, {
    name: "archive/2026-02.md",
    text: `# 2026-02

- 2026-02-01_1200_bbbbbbbb: Only words. More of them.
- 2026-02-12_1200_cccccccc: Asked: Fix the login; Add tests. Concluded: The cookie was too old.
  - Rotate tokens
`,
  }]);
});

Deno.test("planTiers() knows the weeks at the turn of a year", () => {
  const rows = [
    ["2024-12-30", "2025-W01"],
    ["2026-12-31", "2026-W53"],
    ["2027-01-03", "2026-W53"],
    ["2027-01-04", "2027-W01"],
    ["2023-01-01", "2022-W52"],
  ] as const;
  for (const [day, week] of rows) {
    const now = new Date(Date.parse(day) + 9 * 86_400_000);
    const folds = planTiers([digest(day, "aaaaaaaa")], now);
    assertEquals(folds[0]?.writes[0]?.name, `week-${week}.md`);
  }
});

Deno.test("planTiers() bounds paragraphs and lines", () => {
  const long = `**Asked**\n- ${"ask ".repeat(900)}\n\n**Concluded**\n- ${
    "가나다 ".repeat(900)
  }\n\n**Decisions**\n${"- decide this or that\n- x".repeat(50)}`;
  const week = run([digest("2026-03-09", "aaaaaaaa", long)])[0]?.text ?? "";
  const paragraph = week.split("\n")[4] ?? "";
  assertLessOrEqual(paragraph.length, 600);
  for (const part of ["Asked: ", "Concluded: ", "Decided: "]) {
    assert(paragraph.includes(part), part);
  }
  const month = run([digest("2026-01-09", "aaaaaaaa", long)])[0]?.text ?? "";
  for (const line of month.split("\n")) assertLessOrEqual(line.length, 240);
});

Deno.test("planTiers() lets no digest forge an entry", () => {
  const text =
    "## 2026-01-01_0000_ffffffff\n- 2026-01-01_0000_ffffffff: x\nend";
  const week = run([digest("2026-03-09", "aaaaaaaa", text)])[0]?.text ?? "";
  assertEquals(week.match(/^## /gm)?.length, 1);
  const month = run([digest("2026-01-09", "aaaaaaaa", text)])[0]?.text ?? "";
  assertEquals(month.match(/^- /gm)?.length, 1);
});

Deno.test("planTiers() ends the same wherever it is killed, and when run twice", () => {
  const days = ["2025-12-29", "2026-01-01", "2026-01-31", "2026-02-01"];
  const files = [
    ...days.map((day, i) => digest(day, `aaaaaaa${i}`)),
    digest("2026-03-09", "bbbbbbbb"),
    digest("2026-03-19", "cccccccc"),
    { name: "archive/2026-01.md", text: "# 2026-01\n\nmy note" },
  ];
  const expected = run(files);
  assertEquals(run(expected), expected);
  assertEquals(planTiers(expected, NOW), []);
  for (let acts = 0; acts < 30; acts++) {
    const killed = carryOut(files, planTiers(files, NOW), acts);
    assertEquals(run(killed), expected, `after ${acts} acts`);
  }
});

Deno.test("planTiers() keeps what people wrote into week and month", () => {
  const week = {
    name: "week-2026-W11.md",
    text:
      "# Week 2026-W11\nmy head\n\n## 2026-03-09_1200_cccccccc\n\nold words\n\nmy note",
  };
  const again = run([week, digest("2026-03-09", "cccccccc", "new words")]);
  assertEquals(again[0]?.text, week.text.replace("old words", "new words."));
  const other = run([week, digest("2026-03-10", "dddddddd", "x.")]);
  assertEquals(
    other[0]?.text,
    `${week.text}\n## 2026-03-10_1200_dddddddd\n\nx.\n\n`,
  );
  const month = run(again, new Date("2026-06-01"))[0]?.text ?? "";
  assertEquals(
    month,
    "# 2026-03\n\n- week-2026-W11: my head\n- 2026-03-09_1200_cccccccc: new words. my note\n",
  );
});
