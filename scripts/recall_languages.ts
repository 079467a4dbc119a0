/**
 * Sets of sixty questions each in other languages: a line is a question and
 * what was said in the session it means. They were written before the tables
 * of loanwords; the first half is to tune on, the second held back.
 */

import type { Question, RecallSet, Transcript } from "./recall_sets.ts";

export const LANGUAGES = ["ko", "ja", "zh", "ko-en"] as const;
export type Language = typeof LANGUAGES[number];

const DAY_MS = 24 * 60 * 60_000;
const FIRST_DAY = Date.parse("2026-01-05T09:00:00Z");

export interface LanguageSet extends RecallSet {
  readonly transcripts: readonly Transcript[];
  readonly tunedOn: readonly Question[];
  readonly heldBack: readonly Question[];
}

export function readLanguage(name: Language): LanguageSet {
  const file = new URL(`../tests/support/recall/${name}.txt`, import.meta.url);
  const rows = Deno.readTextFileSync(file).trim().split(/\r?\n/)
    .map((line) => line.split("|"));
  const questions = rows.map(([query = ""], i) => ({
    id: `${name}-${i + 1}`,
    query,
    gold: [sessionId(i)],
  }));
  const half = questions.length / 2;
  return {
    name,
    questions,
    unanswerable: [],
    tunedOn: questions.slice(0, half),
    heldBack: questions.slice(half),
    transcripts: rows.map(([, told = ""], i) => ({
      sessionId: sessionId(i),
      lines: transcriptOf(sessionId(i), told, FIRST_DAY + i * DAY_MS),
    })),
  };
}

const sessionId = (i: number) =>
  `${(0x1a000000 + i).toString(16)}-5a5b-4c1d-8e2f-000000000000`;

function transcriptOf(id: string, told: string, at: number): string {
  const said = [["user", "…"], ["assistant", told]] as const;
  return said.map(([role, text], i) =>
    JSON.stringify({
      parentUuid: i === 0 ? null : `${id}-0`,
      isSidechain: false,
      userType: "external",
      cwd: "/",
      sessionId: id,
      version: "2.1.42",
      gitBranch: "main",
      type: role,
      message: {
        role,
        content: role === "user" ? text : [{ type: "text", text }],
      },
      uuid: `${id}-${i}`,
      timestamp: new Date(at + i * 1000).toISOString(),
    })
  ).join("\n") + "\n";
}
