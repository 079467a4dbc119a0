/** A session whose words are known, for tests of what is quoted from it. */

import {
  callBlock,
  resultBlock,
  said,
  textBlock,
} from "../generator/entries.ts";

export const TIDE_ID = "7d1e0c11-1111-4222-8333-444455556666";

const TURNS: readonly (
  | readonly ["user" | "claude", string]
  | readonly ["tool", string, Record<string, unknown>, string, boolean?]
)[] = [
  ["user", "Spring tides come an hour late since we round twice. Why?"],
  ["tool", "Read", { file_path: "/home/ada/tides/src/tide.ts" }, "export …"],
  [
    "claude",
    "The moon's correction must come before rounding in `highWater()`.\n\n" +
    "So we round once, at the end; lowWater() stays as it is.",
  ],
  [
    "tool",
    "Edit",
    {
      file_path: "/home/ada/tides/src/tide.ts",
      old_string: "return round(round(sun) + moon);",
      new_string: "return round(sun + moon);",
    },
    "The file has been updated.",
  ],
  [
    "tool",
    "Bash",
    { command: "deno test --no-lock src/tide_test.ts" },
    "error: ENOENT: no such file, open 'fixtures/1999.json'",
    true,
  ],
  ["user", "반올림은 마지막에 한 번만 한다. 1999년 조석표는 아직 없다."],
  ["claude", "알겠습니다. 1999년 조석표가 없어서 테스트가 실패합니다."],
  ["user", "丸めは最後に一度だけ行うことにする"],
  ["claude", "每次登录都要轮换令牌,这是我们的约定。"],
  ["user", 'He said "never trust the clock of the harbour" and left.'],
  [
    "tool",
    "Grep",
    { pattern: "TIDE_TABLE_SIZE", path: "/home/ada/tides" },
    "src/table.ts: const TIDE_TABLE_SIZE = 706;",
  ],
  ["claude", "Tests always run in a sealed world, never against the network."],
];

/** The transcript as Claude Code writes it. */
export function tideTranscript(sessionId = TIDE_ID): string {
  let count = 0;
  const line = (role: string, content: unknown) =>
    JSON.stringify({
      ...said(role, content),
      parentUuid: null,
      isSidechain: false,
      cwd: "/home/ada/tides",
      sessionId,
      version: "2.1.197",
      uuid: `00000000-0000-4000-8000-${String(++count).padStart(12, "0")}`,
      timestamp: new Date(Date.UTC(2026, 1, 1, 17, 0, count)).toISOString(),
    });
  return TURNS.flatMap((turn) => {
    if (turn[0] === "user") return [line("user", turn[1])];
    if (turn[0] === "claude") {
      return [line("assistant", [textBlock(turn[1])])];
    }
    const [, name, input, result, failed = false] = turn;
    const id = `toolu_${count}`;
    return [
      line("assistant", [callBlock(id, name, input)]),
      line("user", [resultBlock(id, result, { is_error: failed })]),
    ];
  }).map((text) => `${text}\n`).join("");
}
