import { assertEquals, assertStringIncludes } from "@std/assert";
import { transcriptLines } from "./revive_session.ts";

const PLACE = { sessionId: "3f2a9c11-0000-4000-8000-000000000001", cwd: "/p" };
const ts = "2026-02-01T17:00:00.000Z";

Deno.test("transcriptLines() alternates, in one chain, from the first prompt on", () => {
  const lines = transcriptLines([
    { ts, role: "assistant", text: "Hello" },
    { ts, role: "user", text: "When is high water?" },
    {
      ts,
      role: "tool",
      id: "t1",
      name: "Bash",
      cmd: "tide",
      result: "ok",
      output: "12:04\n",
    },
    { ts, role: "assistant", text: "At noon.", agent: "clerk#1" },
    { ts, role: "assistant", text: "At four past noon." },
    { ts, role: "user", text: "And low water?" },
  ], PLACE).map((line) => JSON.parse(line));
  assertEquals(lines.map(({ type }) => type), ["user", "assistant", "user"]);
  assertStringIncludes(lines[0].message.content, "Revived by Memory Keeper");
  assertEquals(
    lines[1].message.content[0].text,
    "[Bash tide → ok: 12:04 ]\n\nAt four past noon.",
  );
  assertEquals(
    lines.map(({ parentUuid }) => parentUuid),
    [null, lines[0].uuid, lines[1].uuid],
  );
  assertEquals(transcriptLines([], PLACE), []);
});
