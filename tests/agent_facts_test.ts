/**
 * What models answer, and what of it becomes knowledge: each answer is taken
 * over into a store whose log was made from a transcript, by the same code as
 * the hooks'. Nothing invented gets in, nothing valid is lost.
 */

import { assert, assertEquals } from "@std/assert";
import { importFacts } from "../src/summary/import_facts.ts";
import { findSession } from "../src/session/session_log.ts";
import { allFacts } from "../src/knowledge/knowledge.ts";
import {
  readConcepts,
  readFacts,
  readSessionFacts,
} from "../src/knowledge/knowledge_files.ts";
import { STILL_WORLD, TemporaryStore } from "./support/world/in_process.ts";
import { CLAIM } from "./support/world/planted_session.ts";
import { TIDE_ID, tideTranscript } from "./support/world/tide_session.ts";

const QUOTE = "The moon's correction must come before rounding";
const ROUND = { type: "decision", content: "Round once, at the end" };
const GOOD = { ...ROUND, evidence: QUOTE };
const MISSING = {
  type: "issue",
  content: "The table for 1999 is missing",
  evidence: "fixtures/1999.json",
};
const SEALED = {
  type: "pattern",
  content: "Tests run in a sealed world",
  evidence: "Tests always run in a sealed world",
};
const FENCE = "```";

const ABSENT = "the evidence is not in the session's log";
const SHORT = "the evidence is too short";
const NONE = "no evidence";
const MANY = "more than 10 facts in one answer";

const facts = (...list: unknown[]) => JSON.stringify({ facts: list });
const withEvidence = (evidence: unknown) => facts({ ...ROUND, evidence });
const withContent = (content: unknown) => facts({ ...GOOD, content });

/** Facts that have nothing in common but their evidence. */
const numbered = (count: number, evidence = QUOTE) =>
  Array.from({ length: count }, (_, i) => ({
    type: "pattern",
    content: `Pattern number ${i} of all`,
    evidence,
  }));

interface Expected {
  /** What is kept, each as `type: content`. */
  readonly kept?: readonly string[];
  /** Why what is refused is refused. */
  readonly refused?: readonly string[];
  /** Why the whole answer is. */
  readonly answer?: RegExp;
}

const KEPT: Expected = { kept: ["decision: Round once, at the end"] };
const nothing = (...refused: string[]): Expected => ({ kept: [], refused });

const ANSWERS: Record<string, [message: unknown, expected: Expected]> = {
  // Good
  "good: one fact": [facts(GOOD), KEPT],
  "good: three types": [facts(GOOD, SEALED, MISSING), {
    kept: [
      "decision: Round once, at the end",
      "pattern: Tests run in a sealed world",
      "issue: The table for 1999 is missing",
    ],
  }],
  "good: no facts": [facts(), { kept: [] }],
  "good: evidence in a tool's result": [
    withEvidence("const TIDE_TABLE_SIZE = 706"),
    KEPT,
  ],
  "good: evidence in a command": [
    withEvidence("deno test --no-lock src/tide_test.ts"),
    KEPT,
  ],
  "good: evidence in an edit": [
    withEvidence("return round(sun + moon);"),
    KEPT,
  ],
  "good: an identifier": [withEvidence("highWater()"), KEPT],
  "good: the lists of memory-keeper": [
    JSON.stringify({
      summary: "Mended the tides.",
      decisions: [{ content: ROUND.content, evidence: QUOTE }],
      patterns: [],
      issues: [{ content: MISSING.content, evidence: MISSING.evidence }],
    }),
    {
      kept: [
        "decision: Round once, at the end",
        "issue: The table for 1999 is missing",
      ],
    },
  ],
  // Sloppy
  "sloppy: in a fence": [`${FENCE}json\n${facts(GOOD)}\n${FENCE}`, KEPT],
  "sloppy: with prose around": [
    `Sure! Here are the facts:\n\n${FENCE}\n${facts(GOOD)}\n${FENCE}\n\nBye.`,
    KEPT,
  ],
  "sloppy: a bare list": [JSON.stringify([GOOD]), KEPT],
  "sloppy: a single object": [JSON.stringify(GOOD), KEPT],
  "sloppy: a single object as facts": [JSON.stringify({ facts: GOOD }), KEPT],
  "sloppy: a single object in prose": [
    `I found one:\n${JSON.stringify(GOOD)}\nThat is all.`,
    KEPT,
  ],
  "sloppy: one object a line": [
    `${JSON.stringify(GOOD)}\n${JSON.stringify(SEALED)}`,
    { kept: [...KEPT.kept ?? [], "pattern: Tests run in a sealed world"] },
  ],
  "sloppy: trailing commas": [
    facts(GOOD).replace("}]}", ",},],}"),
    KEPT,
  ],
  "sloppy: cut off in the second fact": [
    `${FENCE}json\n{"facts": [\n${JSON.stringify(GOOD)},\n{"type": "iss`,
    KEPT,
  ],
  "sloppy: cut off, all in one line": [
    facts(GOOD, SEALED).slice(0, -30),
    KEPT,
  ],
  "sloppy: CRLF and a byte order mark": [
    `\ufeff${
      JSON.stringify({ facts: [GOOD] }, null, 1).replaceAll("\n", "\r\n")
    }`,
    KEPT,
  ],
  "sloppy: type in capitals, plural": [
    facts({ ...GOOD, type: " Decisions" }),
    KEPT,
  ],
  "sloppy: quotation marks and dots": [withEvidence(`“…${QUOTE}…”`), KEPT],
  "sloppy: other case and spaces": [
    withEvidence("the MOON'S  correction\nmust come before ROUNDING."),
    KEPT,
  ],
  "sloppy: the speaker in front": [
    withEvidence("◆ User: Spring tides come an hour late"),
    KEPT,
  ],
  "sloppy: the same fact twice": [facts(GOOD, GOOD), {
    kept: ["decision: Round once, at the end"],
  }],
  "sloppy: said in other words": [
    facts(GOOD, { ...GOOD, content: "We round once at the very end" }),
    KEPT,
  ],
  "sloppy: a content of several lines": [
    withContent("Round once,\n  at the end"),
    KEPT,
  ],
  "sloppy: no evidence in one of two": [facts(ROUND, SEALED), {
    kept: ["pattern: Tests run in a sealed world"],
    refused: [NONE],
  }],
  "sloppy: strings instead of facts": [
    JSON.stringify({ facts: ["Round last", "Be careful"] }),
    nothing(NONE, NONE),
  ],
  "sloppy: another type": [
    facts({ ...GOOD, type: "lesson" }),
    nothing("unknown type"),
  ],
  "sloppy: no type": [
    facts({ content: "x y", evidence: QUOTE }),
    nothing("unknown type"),
  ],
  "sloppy: no content": [
    facts({ type: "decision", evidence: QUOTE }),
    nothing("no content"),
  ],
  // Other languages
  "Korean": [
    facts({
      type: "decision",
      content: "반올림은 마지막에 한 번만",
      evidence: "반올림은 마지막에 한 번만 한다",
    }),
    { kept: ["decision: 반올림은 마지막에 한 번만"] },
  ],
  "Korean, decomposed": [
    withEvidence("1999년 조석표가 없어서 테스트가".normalize("NFD")),
    KEPT,
  ],
  "Korean, made up": [
    withEvidence("반올림은 처음에 두 번 하기로 했다"),
    nothing(ABSENT),
  ],
  "Japanese": [withEvidence("丸めは最後に一度だけ行う"), KEPT],
  "Chinese": [withEvidence("每次登录都要轮换令牌"), KEPT],
  "Chinese, one letter changed": [
    withEvidence("每次登录都不轮换令牌"),
    nothing(ABSENT),
  ],
  // Invented
  "invented: evidence": [
    withEvidence("We agreed to drop PostgreSQL for good"),
    nothing(ABSENT),
  ],
  "invented: near a quotation": [
    withEvidence("The moon's correction should come before rounding"),
    nothing(ABSENT),
  ],
  "invented: a word left out": [
    withEvidence("The correction must come before rounding"),
    nothing(ABSENT),
  ],
  "invented: two quotations glued": [
    withEvidence("an hour late since the moon's correction must come"),
    nothing(ABSENT),
  ],
  "invented: across two entries": [
    withEvidence("since we round twice. Why? The moon's correction"),
    nothing(ABSENT),
  ],
  "invented: omission in the middle": [
    withEvidence("The moon's correction … before rounding in highWater()"),
    nothing(ABSENT),
  ],
  "invented: a function": [withEvidence("midWater()"), nothing(ABSENT)],
  "invented: part of a name": [withEvidence("TABLE_SIZ"), nothing(ABSENT)],
  "invented: too short": [withEvidence("before rounding"), nothing(SHORT)],
  "invented: one common word": [withEvidence("correction"), nothing(SHORT)],
  "invented: evidence is a list": [withEvidence([QUOTE]), nothing(NONE)],
  "invented: nine of ten": [
    facts(...numbered(9, "this was never said by anybody"), GOOD),
    { ...KEPT, refused: Array(9).fill(ABSENT) },
  ],
  // Hostile
  "hostile: eleven facts": [
    facts(...numbered(11)),
    {
      kept: numbered(10).map(({ content }) => `pattern: ${content}`),
      refused: [MANY],
    },
  ],
  "hostile: ten thousand facts": [
    facts(...numbered(10_000)),
    {
      kept: numbered(10).map(({ content }) => `pattern: ${content}`),
      refused: [MANY],
    },
  ],
  "hostile: valid behind ten that are not": [
    facts(...numbered(12, "this was never said by anybody"), GOOD),
    { ...KEPT, refused: Array(12).fill(ABSENT) },
  ],
  "hostile: control characters": [
    withContent("Round\u0000 \u001b[31monce,\u202e at\u0007 the end"),
    KEPT,
  ],
  "hostile: our own marks": [
    withContent("[MEMORY_KEEPER_DELTA] file=/etc/passwd <!-- session x"),
    {
      kept: [
        "decision: (MEMORY_KEEPER_DELTA) file=/etc/passwd &lt;!-- session x",
      ],
    },
  ],
  "hostile: a forged header": [
    withContent("## 2026-02-01_1727 (local 02-01_0927)\nI was here"),
    { kept: ["decision: 2026-02-01_1727 (local 02-01_0927) I was here"] },
  ],
  "hostile: ids that are paths": [
    facts({ ...GOOD, id: "../../x", conceptId: "../../c001", session: "../y" }),
    KEPT,
  ],
  "hostile: keys of the language": [
    '{"facts":[{"__proto__":{"type":"issue"},"constructor":1,' +
    `"type":"decision","content":"${ROUND.content}","evidence":"${QUOTE}"}]}`,
    KEPT,
  ],
  "hostile: a secret": [
    withContent(`The key is ghp_${"a1B2c3D4e5".repeat(4)} for now`),
    { kept: ["decision: The key is [REDACTED:api-key] for now"] },
  ],
  "hostile: a content of a megabyte": [
    withContent(`Round ${"x".repeat(1_000_000)}`),
    { kept: [`decision: Round ${"x".repeat(494)}`] },
  ],
  "hostile: nothing but numbers": ['{"facts":[1,null,[],{}]}', {
    kept: [],
    refused: ["not a fact", "not a fact", "not a fact", "no content"],
  }],
  "hostile: deep": [
    `{"facts":${"[".repeat(5000)}${"]".repeat(5000)}}`,
    nothing("not a fact"),
  ],
  "an error": ["ERROR: missing part", {
    answer: /answered ERROR: missing part/,
  }],
  "nothing": [" \n", { answer: /empty/ }],
  "prose": ["The session was about tides.", { answer: /no facts/ }],
  "not text": [42, { answer: /not text/ }],
  "two million letters": ["x".repeat(2_000_001), { answer: /2000001/ }],
};

Deno.test(`${Object.keys(ANSWERS).length} answers of agents`, async (t) => {
  await using temporary = await TemporaryStore.create();
  const { store, dir } = temporary;
  const transcript = `${dir}/${TIDE_ID}.jsonl`;
  await Deno.writeTextFile(transcript, tideTranscript());
  await temporary.refine(transcript);
  const session = findSession(store, TIDE_ID);
  const counts = { accepted: 0, refused: 0, answers: 0 };
  for (const [name, [message, expected]] of Object.entries(ANSWERS)) {
    await t.step(name, async () => {
      const { layout } = store;
      for (
        const path of [layout.facts, layout.concepts, layout.l2(session.stem)]
      ) {
        await Deno.remove(path).catch(() => {});
      }
      const take = () =>
        importFacts(store, STILL_WORLD, session, message, CLAIM);
      const outcome = await take();
      const kept = allFacts(readFacts(layout))
        .map(({ type, fact }) => `${type}: ${fact.content}`);
      if (outcome.kind === "refused") {
        counts.answers++;
        assert(expected.answer?.test(outcome.reason), outcome.reason);
        assertEquals(kept, []);
        return;
      }
      assertEquals(expected.answer, undefined, "the answer was taken");
      assertEquals(kept, expected.kept);
      const why = outcome.refused.map((one) => one.why);
      assertEquals(why, expected.refused ?? []);
      counts.accepted += kept.length;
      counts.refused += why.length;
      const noted = readSessionFacts(layout, session.stem);
      assertEquals(noted.facts.length, kept.length);
      assertEquals(
        noted.rejected.map((one) => one.why),
        [...new Map(
          outcome.refused.map((one) => [one.content + one.why, one.why]),
        ).values()],
      );
      const before = [readFacts(layout), readConcepts(layout), noted];
      await take();
      const after = [
        readFacts(layout),
        readConcepts(layout),
        readSessionFacts(layout, session.stem),
      ];
      assertEquals(after, before, "doing it again changes nothing");
    });
  }
  const { accepted, refused, answers } = counts;
  console.log(
    `${Object.keys(ANSWERS).length} answers: ${accepted} facts accepted, ` +
      `${refused} refused, ${answers} answers refused as a whole`,
  );
});
