/**
 * The everyday commands as people see them, on terminals of 80 and of 120
 * columns, with Korean text: no line is wider, no word is broken.
 */

import { assert, assertEquals } from "@std/assert";
import { displayWidth } from "../src/output/table.ts";
import { assertGolden } from "./support/world/golden.ts";
import type { SealedWorld } from "./support/world/sealed_world.ts";
import { searchableWorld } from "./support/world/searchable_store.ts";

const NOW = "2026-03-18T12:00:00Z";

const HARBOUR = "2026-03-18_0940_5eed0005";

const SAID = {
  question:
    "봄철 물때표가 한 시간씩 어긋나는 이유를 찾아서 고쳐 줘. 중간 계산에서 반올림하는 곳이 있는지 먼저 확인하고, 고친 뒤에는 시험도 더해 줘.",
  answer:
    "원인은 `highWater()`의 중간 반올림이었습니다. 달의 보정값을 더하기 전에 반올림해서 봄철에는 오차가 한 시간까지 커졌습니다. 이제 반올림은 마지막에 한 번만 합니다. The table for the harbour of Wick was off in the same way and is right now.",
  output: `tide.ts\n${
    "okay: high water within a minute of the almanac\n".repeat(30)
  }`,
};

function plantKorean(world: SealedWorld): void {
  const entries = [
    { role: "user", text: SAID.question },
    {
      role: "tool",
      id: "t1",
      name: "Bash",
      cmd: "deno test --filter tide",
      result: "ok",
      output: SAID.output,
    },
    { role: "assistant", text: SAID.answer },
    { role: "user", text: "고마워. 이제 항구별 표도 같은 방식으로 고쳐." },
    { role: "assistant", text: `항구별 표입니다.\n\n${"- 윅\n".repeat(30)}` },
  ];
  const lines = entries.map((entry, i) =>
    JSON.stringify({ ts: `2026-03-18T09:4${i}:00Z`, ...entry })
  );
  world.write(`sessions/${HARBOUR}.l1.jsonl`, `${lines.join("\n")}\n`);
  const folder = `${world.home}/.claude/memory-keeper`;
  Deno.mkdirSync(folder, { recursive: true });
  Deno.writeTextFileSync(`${folder}/known-projects`, `${world.project}\n`);
}

/** What a person types on a day, first what changes something. */
const LINES: readonly (readonly string[])[] = [
  ["remember", "반올림은 마지막에 한 번만 하고, 중간 값은 그대로 둔다"],
  [
    "remember",
    "Round once, at the end; 중간 값은 그대로 두고 표에 쓸 때만 반올림한다",
  ],
  [
    "facts",
    "add",
    "decision",
    "물때표의 시간은 항상 UTC로 저장하고 화면에 보일 때만 현지 시간으로 바꾼다",
    "--reason",
    "배는 시간대를 넘나든다",
  ],
  [
    "notes",
    "set",
    "project",
    "작은 항구들을 위한 물때표. A tide table for small harbours.",
  ],
  ["search", "반올림", "--deep"],
  ["search", "redirect loop"],
  ["show", "memory.md#1"],
  ["show", "5eed0005"],
  ["show", "5eed0005", "--full", "--context", "0"],
  ["remember", "--global", "모든 프로젝트에서 한국어로 답한다"],
  ["timeline"],
  ["timeline", "--since", "last week"],
  ["timeline", "--all", "--limit", "2"],
  ["search", "--all", "redirect loop"],
  ["projects"],
  ["rules"],
  ["notes"],
  ["notes", "get", "project"],
  ["facts", "list"],
  ["facts", "show", "d002"],
  ["concepts", "list"],
  ["reflect"],
  ["save", "물때표를 고쳤다"],
  ["off", "--for", "2h"],
  ["on"],
  ["cost"],
  ["export", "--out", "../moved.tar.gz"],
  ["import-store", "../moved.tar.gz"],
  ["import-store", "../moved.tar.gz", "--replace"],
  ["status"],
  ["config", "list"],
  ["why", "memory.md#1"],
  ["forget", "반올림", "--dry-run"],
  ["clear", "old", "--dry-run"],
  ["clear", "all", "--dry-run"],
  ["serach", "x"],
];

for (const columns of [80, 120]) {
  Deno.test(`everyday commands on ${columns} columns`, async () => {
    using world = await searchableWorld();
    plantKorean(world);
    const env = {
      // Paths below it are shown as ~, whatever the machine calls its folder.
      HOME: world.dir,
      CLAUDE_CONFIG_DIR: `${world.home}/.claude`,
      USERPROFILE: world.dir,
      MEMORY_KEEPER_NOW: NOW,
      TZ: "UTC",
      COLUMNS: String(columns),
    };
    const screens: string[] = [];
    for (const line of LINES) {
      setTimes(world.store);
      const { code, stdout, stderr } = await world.run(line, { env });
      const screen = stable(stdout + stderr);
      for (const one of screen.split("\n")) {
        assert(displayWidth(one) <= columns, `${line.join(" ")}: ${one}`);
      }
      screens.push(`$ memory-keeper ${line.join(" ")}\n${screen}[${code}]\n`);
    }
    assertGolden(`screens_${columns}`, screens.join("\n"));
  });
}

Deno.test("a pipe gets whole lines", async () => {
  using world = await searchableWorld();
  plantKorean(world);
  const { stdout } = await world.run(["show", "5eed0005", "--full"], {
    env: { MEMORY_KEEPER_NOW: NOW, TZ: "UTC" },
  });
  assertEquals(stdout.includes(SAID.answer), true, stdout);
  assertEquals(stdout.includes(SAID.output.trim()), true, stdout);
});

/** Every file was written two hours ago. */
function setTimes(dir: string): void {
  const then = new Date(Date.parse(NOW) - 2 * 60 * 60_000);
  for (const { name, isDirectory } of Deno.readDirSync(dir)) {
    if (isDirectory) setTimes(`${dir}/${name}`);
    else Deno.utimeSync(`${dir}/${name}`, then, then);
  }
}

/** Without what depends on the machine: sizes, and how long its paths are. */
function stable(text: string): string {
  return text
    .replace(/\s+\$WORLD/g, " $WORLD")
    .replace(/(\$WORLD\S+)\s+(?=already)/g, "$1 ")
    .replace(/(On disk +)[\d.]+ \w+/, "$1(size)")
    .replace(/(Packed .*)\([\d.]+ \w+\)/, "$1(size)")
    .replace(/(?<=^~\S+ +\d+ +)[\d.]+ \w+/gm, "(size)")
    .replace(/size +last saved/, "size  last saved")
    .replace(/\d+ files? \([\d.]+ \w+\)/g, "(number) files (size)")
    .replace(/(internal +)\d+ files?/g, "$1(number) files");
}
