import { assertEquals } from "@std/assert";
import { findMissing } from "./_compare_summary.ts";

const FILLER = "The session went on about many other things. ".repeat(40);

interface Case {
  readonly name: string;
  readonly text: string;
  readonly summary: string;
  readonly isKept: boolean;
}

const CASES: readonly Case[] = [
  {
    name: "word for word",
    text: "Never push to main without asking.",
    summary: `${FILLER}\n- "Never push to main without asking."\n${FILLER}`,
    isKept: true,
  },
  {
    name: "other case, white space and punctuation",
    text: "Never push to main, without asking!",
    summary: "NEVER push\n   to *main* – without asking",
    isKept: true,
  },
  {
    name: "one word of many changed",
    text: "Move the lamp of the west pier to the east pier before the tide " +
      "turns and the ferry comes in again",
    summary:
      "Move the lamp of the west pier to the east pier before the tide " +
      "turns and the ferry arrives in again",
    isKept: true,
  },
  {
    name: "half of it",
    text: "Never push to main without asking the harbour master.",
    summary: "Never push to main.",
    isKept: false,
  },
  {
    name: "its words, but scattered over the whole",
    text: "Never push lamps into water",
    summary: `Never ${FILLER} push ${FILLER} lamps ${FILLER} into ${FILLER}` +
      "water",
    isKept: false,
  },
  {
    name: "a path told from further above",
    text: "`src/tide.ts`, `src/lamp.ts`",
    summary: "Edited /home/me/harbour/src/tide.ts and `src/lamp.ts`.",
    isKept: true,
  },
  {
    name: "one path of two",
    text: "`src/tide.ts`, `src/lamp.ts`",
    summary: "Edited src/tide.ts.",
    isKept: false,
  },
  {
    name: "a longer name that begins alike",
    text: "`src/tide.ts`",
    summary: "Edited src/tide.tsx and my_src/tide.ts2.",
    isKept: false,
  },
  {
    name: "an identifier in other letters",
    text: "Rename lastSeenAt everywhere",
    summary: "Rename last seen at everywhere",
    isKept: false,
  },
  {
    name: "a command with a line break in the summary",
    text: "`npm test -- --watch` → Error: no lamp",
    summary: "`npm test\n  -- --watch` failed with Error: no lamp",
    isKept: true,
  },
  {
    name: "only in the thoughts that are taken away",
    text: "Never push to main",
    summary: "<analysis>Never push to main</analysis><summary>Go on</summary>",
    isKept: false,
  },
  {
    name: "thoughts that never end hide nothing",
    text: "Never push to main",
    summary: "<analysis>Never push to main",
    isKept: true,
  },
  {
    name: "Korean",
    text: "앞으로 커밋 메시지는 한국어로 써줘.",
    summary: "사용자 지시: 앞으로 커밋 메시지는 한국어로 써줘",
    isKept: true,
  },
  {
    name: "Korean, left out",
    text: "앞으로 커밋 메시지는 한국어로 써줘.",
    summary: "사용자가 커밋을 요청했습니다.",
    isKept: false,
  },
  {
    name: "Chinese",
    text: "提交信息必须用中文写",
    summary: "用户要求：提交信息必须用中文写。",
    isKept: true,
  },
  {
    name: "Chinese, left out",
    text: "提交信息必须用中文写",
    summary: "用户提交了代码。",
    isKept: false,
  },
  { name: "an empty summary", text: "Paint it", summary: "", isKept: false },
  { name: "no words at all", text: "→ …", summary: "x", isKept: true },
];

Deno.test("findMissing() says what a summary lacks", async (t) => {
  for (const { name, text, summary, isKept } of CASES) {
    await t.step(name, () => {
      const item = { lead: "Standing order", text };
      assertEquals(findMissing([item], summary), isKept ? [] : [item]);
    });
  }
});

Deno.test("findMissing() gives exactly the missing ones, in their order", () => {
  const items = ["paint the buoy", "light the lamp", "row the boat"]
    .map((text) => ({ lead: "To do", text }));
  assertEquals(findMissing(items, "light the lamp"), [items[0], items[2]]);
  assertEquals(findMissing([], "anything"), []);
});
