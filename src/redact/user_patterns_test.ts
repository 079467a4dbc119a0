import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import { PatternWorker } from "./_pattern_worker.ts";
import { SECRET_PATTERNS } from "./_redaction_patterns.ts";
import { isSafePattern } from "./_user_patterns.ts";
import { parseUserPatterns, Redactor, type UserPattern } from "./redactor.ts";

Deno.test("isSafePattern() knows what takes one pass from what may not", async (t) => {
  const safe = [
    String.raw`\d{3}-?\d{2}-?\d{4}`,
    String.raw`[\w.-]{1,64}@harbour\.example`,
    "ACME-\\d{6}",
    "staff:[a-z]+",
    "\\w+",
    "^note.*",
    "foo|bar+",
    "sk-[A-Za-z0-9]{20,40}",
    "INT-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}",
    "(?:x|y){1,5}z",
    "[(+]{3}a",
    "a\\+\\*b",
  ];
  const slow = [
    String.raw`(\w?){40}~`,
    "(a?){40}a{40}",
    `${"a?".repeat(30)}b`,
    "(a|a){30}b",
    "(?:x|y|xy){12}z",
    "(?:x|y){1,10}z",
    "a{0,40}a{0,40}a{0,40}b",
    "(a+)+",
    "(\\w*a\\w*)*;$",
    "(?:\\w*)*x",
    "(?:[a-z]+\\s?)+$",
    "((a|b+){2,})+c",
    "a*a*b",
    "\\w+@corp",
    "^note.*$",
    "(?<=a)b",
    "(?!a)b",
    "(a)\\1",
    "(?<n>a)\\k<n>",
    "(a{1,50}){1,50}",
    "(x+|y)z",
    "a{1,3000}b",
  ];
  for (const source of [...safe, ...slow]) {
    await t.step(source, () => {
      assertStrictEquals(isSafePattern(source), safe.includes(source));
      const [pattern] = parseUserPatterns([source]).patterns;
      assertStrictEquals(pattern?.isSlow === true, slow.includes(source));
    });
  }
});

Deno.test("Redactor.text() redacts with a slow pattern in a thread", () => {
  const { patterns } = parseUserPatterns([
    { kind: "mail", pattern: "\\w+@corp" },
    { kind: "pair", pattern: "(a)\\1" },
  ]);
  const thread = patient(patterns, 60_000);
  const redactor = new Redactor(patterns, undefined, undefined, { thread });
  try {
    assertStrictEquals(
      redactor.text("from ada@corp, aa PASSWORD=hunter2"),
      "from [REDACTED:mail], [REDACTED:pair] PASSWORD=[REDACTED:password]",
    );
    assertStrictEquals(redactor.text("none"), "none");
  } finally {
    redactor.close();
  }
});

Deno.test("Redactor.text() drops a text that a slow pattern does not come to an end with", () => {
  const { patterns } = parseUserPatterns(["(\\w*a\\w*)*;$"]);
  const thread = patient(patterns, 1);
  const redactor = new Redactor(patterns, undefined, undefined, { thread });
  try {
    // Every further letter doubles the steps: no thread ends with these.
    const endless = "a".repeat(80);
    assertStrictEquals(redactor.text(endless), "[REDACTED:unchecked]");
    assertEquals([...redactor.counts], [["unchecked", 1]]);
  } finally {
    redactor.close();
  }
});

Deno.test("SECRET_PATTERNS take a bounded number of steps wherever they are tried", async (t) => {
  for (const row of SECRET_PATTERNS) {
    if (!("regex" in row)) continue;
    await t.step(`${row.kind} ${row.hints[0]}`, () => {
      const { source, sticky } = row.regex;
      // Tried once at each hint, from there on only.
      assert(sticky, source);
      assertEquals(unlimitedRepeats(source), [], source);
    });
  }
});

function patient(patterns: readonly UserPattern[], textMs: number) {
  const sent = patterns.map(({ regex }) => regex);
  return new PatternWorker(sent, { startMs: 60_000, textMs, allMs: 60_000 });
}

/** Repeats without a limit that something follows or that are within others. */
function unlimitedRepeats(source: string): string[] {
  const plain = source.replace(/\\[^]/g, "e").replace(/\[[^\]]*\]/g, "c");
  return [...plain.matchAll(/(?:[*+]|\{\d+,\})\??/g)]
    .filter(({ index, 0: found }) =>
      /[^)]/.test(plain.slice(index + found.length))
    )
    .map(({ 0: found, index }) =>
      plain.slice(Math.max(0, index - 12), index) + found
    );
}
