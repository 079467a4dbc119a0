import { assertEquals } from "@std/assert";
import { emptyConcepts } from "../knowledge/concepts.ts";
import { parseFacts } from "../knowledge/facts.ts";
import { fitReport } from "./_fit_report.ts";
import type { ReportData, ReportSession } from "./_report_data.ts";

const LIMITS = {
  sessions: 3,
  allChars: 10,
  textChars: 6,
  items: 2,
  fieldChars: 4,
};

function session(id: string, ...texts: string[]): ReportSession {
  return {
    id,
    started: null,
    branch: null,
    title: null,
    question: null,
    entries: 1,
    bytes: 1,
    texts: texts.map((text) => ({
      at: null,
      isDigest: false,
      file: "memory.md",
      text,
    })),
    waiting: 0,
  };
}

function data(fields: Partial<ReportData>): ReportData {
  return {
    project: "p",
    version: "0",
    madeAt: new Date(0),
    offsetMinutes: () => 0,
    sessions: [],
    generations: [],
    tokens: 0,
    isCounted: false,
    rotateAt: 0,
    facts: parseFacts({}),
    doubts: new Map(),
    sessionNames: new Map(),
    concepts: emptyConcepts(),
    archives: [],
    written: [],
    unread: [],
    ...fields,
  };
}

Deno.test("fitReport() leaves a small store as it is", () => {
  const sessions = [session("a", "short")];
  const fitted = fitReport(data({ sessions }), LIMITS);
  assertEquals(fitted.data.sessions, sessions);
  assertEquals([fitted.inOneLine.size, fitted.leftOut], [0, []]);
});

Deno.test("fitReport() counts what it leaves out as people read it", () => {
  const many = (count: number, id: string | null) =>
    Array.from({ length: count }, () => ({ ...session("x"), id }));
  const sessions = [...many(1203, "a"), ...many(2100, null)];
  assertEquals(fitReport(data({ sessions }), LIMITS).leftOut, [
    "1,200 older sessions (memory-keeper timeline --limit 1203)",
    "2,100 older texts saved by hand",
  ]);
});

Deno.test("fitReport() keeps the newest whole and says what is missing", () => {
  const sessions = [
    session("a", "12345"),
    session("b", "1234567"),
    session("c", "123"),
    session("d"),
    session("e"),
  ];
  const fitted = fitReport(data({ sessions }), LIMITS);
  assertEquals(
    fitted.data.sessions.map(({ id, texts }) => [id, texts[0]?.text]),
    [["a", "12345"], ["b", undefined], ["c", undefined]],
  );
  assertEquals([...fitted.inOneLine].map(({ id }) => id), ["b", "c"]);
  assertEquals(fitted.leftOut, [
    "2 older sessions (memory-keeper timeline --limit 5)",
    "All but the first line of 2 sessions (memory-keeper show <id>)",
    "The end of 1 text, after 6 characters",
  ]);
});

Deno.test("fitReport() takes the newest facts, and no endless field", () => {
  const facts = parseFacts({
    decisions: ["one", "two", "three"].map((content) => ({ content })),
  });
  const fitted = fitReport(data({ facts }), LIMITS);
  assertEquals(
    fitted.data.facts.decisions.map(({ content }) => content),
    ["two", "thre …"],
  );
  assertEquals(fitted.leftOut, ["1 older fact (memory-keeper facts list)"]);
});

Deno.test("fitReport() names what could not be read, and cut files", () => {
  const fitted = fitReport(
    data({
      written: [{ file: "lessons.md", text: "0123456789" }],
      unread: ['Cannot read "facts.json": not valid JSON'],
    }),
    LIMITS,
  );
  assertEquals(fitted.leftOut, [
    "The end of lessons.md (memory-keeper notes get lessons)",
    'Cannot read "facts.json": not valid JSON',
  ]);
});
