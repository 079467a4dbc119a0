import { assertEquals } from "@std/assert";
import { QuotableLog } from "./evidence.ts";

const LOG = new QuotableLog([
  "◆ User: Spring tides come an\n   hour LATE since we round twice",
  "◆ Claude: The moon's correction must come before rounding in highWater().",
  "◆ Tool(Edit): src/tide.ts\n  - return round(x)\n  + return x",
  "◆ Tool(Bash): deno test --no-lock → error: ENOENT: fixtures/1999.json",
  "◆ User: 반올림은 마지막에 한다. 조석표를 다시 계산하자",
  "◆ User: 丸めは最後に行うことにした",
]);

const SHORT = "the evidence is too short";
const ABSENT = "the evidence is not in the session's log";

Deno.test("QuotableLog.check() takes quotations only", async (t) => {
  const rows: Record<string, [evidence: string, fault: string | undefined]> = {
    "word for word": ["Spring tides come an hour late", undefined],
    "other case and space": ["SPRING  tides\ncome\tan hour", undefined],
    "in quotation marks": ["“The moon's correction must come”", undefined],
    "with dots of omission": [
      "…correction must come before rounding…",
      undefined,
    ],
    "with a full stop": ["The moon's correction must come.", undefined],
    "with the speaker": ["◆ User: Spring tides come an hour late", undefined],
    "a function's name": ["highWater()", undefined],
    "a path": ["src/tide.ts", undefined],
    "a file's name": ["tide.ts", undefined],
    "an error code": ["ENOENT", undefined],
    "an option": ["--no-lock", undefined],
    "an edit": ["- return round(x) + return x", undefined],
    "other marks": [
      "the moon’s **correction** must come before rounding in `highWater()`",
      undefined,
    ],
    "cut inside its first word": ["pring tides come an hour late", ABSENT],
    "cut inside its last word": ["Spring tides come an hou", ABSENT],
    "a part of a Korean sentence": [
      "마지막에 한다. 조석표를 다시 계산",
      undefined,
    ],
    "a book": ["Spring tides come ".repeat(500), "the evidence is too long"],
    "Korean": ["반올림은 마지막에 한다", undefined],
    "Korean decomposed": ["반올림은 마지막에 한다".normalize("NFD"), undefined],
    "Japanese": ["丸めは最後に行うこと", undefined],
    "invisible letters": ["Spring\u200b tides\x07 come an hour", undefined],
    "nothing": ["", "no evidence"],
    "only marks": ["“…”", "no evidence"],
    "three words": ["Spring tides come", SHORT],
    "one plain word": ["correction", SHORT],
    "Korean, too short": ["한다", SHORT],
    "part of a name": ["igh_water", ABSENT],
    "part of a file's name": ["de.ts", ABSENT],
    "near a quotation": ["Spring tides came an hour late", ABSENT],
    "a word left out": ["The correction must come before rounding", ABSENT],
    "two ends of one": ["Spring tides come … we round twice", ABSENT],
    "across two entries": ["since we round twice The moon's", ABSENT],
    "made up": ["we decided to drop PostgreSQL entirely", ABSENT],
    "a made-up name": ["lowWater()", ABSENT],
    "Korean made up": ["반올림은 처음에 한다고 했다", ABSENT],
  };
  for (const [name, [evidence, fault]] of Object.entries(rows)) {
    await t.step(name, () => assertEquals(LOG.check(evidence), fault));
  }
});
