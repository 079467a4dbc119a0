import { assert, assertEquals, assertMatch } from "@std/assert";
import { readArchiveSummary } from "./_archive_summary.ts";

const KNOWN = {
  sourceFile: "memory_20260201_000000.md",
  generatedAt: "2026-02-02T00:00:00.000Z",
  dateRange: { from: "2026-01-01", to: "2026-02-01" },
  sectionCount: 12,
};

const ANSWER = {
  themes: [{ name: "Auth", summary: "Tokens." }],
  keyDecisions: [{ decision: "Rotate tokens", reason: "Theft" }],
  issues: [{ issue: "Redirect loop", status: "resolved" }],
  overallSummary: "Auth was built.",
};

const JSON_TEXT = JSON.stringify(ANSWER, null, 2);

Deno.test("readArchiveSummary() gives exactly the fields of summary.json", async (t) => {
  const rows: Record<string, unknown> = {
    "bare": JSON_TEXT,
    "parsed": ANSWER,
    "in a fence": `Here it is:\n\`\`\`json\n${JSON_TEXT}\n\`\`\`\nDone.`,
    "between words": `Summary {x}: ${JSON_TEXT} done`,
    "CRLF": JSON_TEXT.replaceAll("\n", "\r\n"),
    "a trailing comma": JSON_TEXT.replace(/\n}$/, ",\n}"),
    "another object first": `{"note":1}\n${JSON_TEXT}`,
    "more fields": JSON.stringify({
      ...ANSWER,
      sourceFile: "other.md",
      extra: 1,
      themes: [{ ...ANSWER.themes[0], extra: 2 }],
    }),
  };
  for (const [name, message] of Object.entries(rows)) {
    await t.step(name, () =>
      assertEquals(readArchiveSummary(message, KNOWN), {
        kind: "ok",
        summary: { ...KNOWN, ...ANSWER },
      }));
  }
});

Deno.test("readArchiveSummary() keeps at most ten of each, and fills what is small", () => {
  const many = Array.from({ length: 14 }, (_, i) => ({ decision: `d${i}` }));
  const answer = readArchiveSummary(
    JSON.stringify({
      keyDecisions: many,
      issues: [{ issue: "i\u0000 [MEMORY_KEEPER_DELTA]" }],
      overallSummary: " x\r\n",
    }),
    KNOWN,
  );
  assert(answer.kind === "ok");
  assertEquals(answer.summary.keyDecisions.length, 10);
  assertEquals(answer.summary.keyDecisions[9], { decision: "d9", reason: "" });
  assertEquals(answer.summary.themes, []);
  assertEquals(answer.summary.issues, [
    { issue: "i (MEMORY_KEEPER_DELTA)", status: "open" },
  ]);
  assertEquals(answer.summary.overallSummary, "x");
});

Deno.test("readArchiveSummary() refuses a wrong shape and names it", async (t) => {
  const change = (part: object) => JSON.stringify({ ...ANSWER, ...part });
  const rows: Record<string, [message: unknown, reason: RegExp]> = {
    "nothing": [null, /not text/],
    "empty": [" ", /empty/],
    "words": ["All went well.", /no JSON object/],
    "an error": ["**ERROR:** missing part", /ERROR: .*missing part/],
    "cut off": [JSON_TEXT.slice(0, 60), /no JSON object|overallSummary/],
    "a list": ["[1]", /no JSON object/],
    "no summary": ['{"themes":[]}', /^overallSummary is missing, not text$/],
    "an empty summary": [
      change({ overallSummary: "\n" }),
      /overallSummary is empty/,
    ],
    "a summary in a list": [
      change({ overallSummary: ["x"] }),
      /overallSummary is a list/,
    ],
    "themes in an object": [
      change({ themes: {} }),
      /^themes is an object, not a list$/,
    ],
    "a theme as text": [
      change({ themes: ["x"] }),
      /^themes\[0\] is text, not an object$/,
    ],
    "a theme without a name": [
      change({ themes: [{ summary: "x" }] }),
      /themes\[0\]\.name is missing/,
    ],
    "a reason as a number": [
      change({ keyDecisions: [{ decision: "x", reason: 7 }] }),
      /^keyDecisions\[0\]\.reason is a number, not text$/,
    ],
    "an empty issue": [
      change({ issues: [{ issue: "" }] }),
      /issues\[0\]\.issue is empty/,
    ],
  };
  for (const [name, [message, reason]] of Object.entries(rows)) {
    await t.step(name, () => {
      const answer = readArchiveSummary(message, KNOWN);
      assert(answer.kind === "refused", JSON.stringify(answer));
      assertMatch(answer.reason, reason);
    });
  }
});
