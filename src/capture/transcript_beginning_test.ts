import { assertEquals } from "@std/assert";
import { user } from "../../tests/support/generator/entries.ts";
import { readBeginning } from "./transcript_beginning.ts";

async function beginningOf(...entries: readonly object[]) {
  const path = await Deno.makeTempFile({ suffix: ".jsonl" });
  try {
    const lines = entries.map((entry) => `${JSON.stringify(entry)}\n`);
    await Deno.writeTextFile(path, lines.join(""));
    return readBeginning(path);
  } finally {
    await Deno.remove(path);
  }
}

const WHERE = { cwd: "/home/user/harbour", entrypoint: "cli" };

Deno.test("readBeginning() tells where and on which branch a session began", async () => {
  const first = user("Count the masts", { ...WHERE, gitBranch: "tides" });
  const next = user("Go on", { cwd: "/elsewhere", gitBranch: "main" });
  const { firstUuid, startedAt, cwd, branch } =
    await beginningOf(first, next) ?? {};
  assertEquals([firstUuid, startedAt?.toISOString(), cwd, branch], [
    first.uuid,
    first.timestamp,
    WHERE.cwd,
    "tides",
  ]);
});

Deno.test("readBeginning() knows no branch where Claude Code names none", async () => {
  for (const gitBranch of ["", undefined, 7]) {
    const beginning = await beginningOf(user("Hello", { ...WHERE, gitBranch }));
    assertEquals(beginning?.cwd, WHERE.cwd);
    assertEquals(beginning?.branch, undefined);
  }
});

Deno.test("readBeginning() waits for a conversation", async () => {
  const snapshot = { type: "file-history-snapshot", messageId: "m1" };
  assertEquals(await beginningOf(snapshot), undefined);
});
