import { assertEquals } from "@std/assert";
import { linesNotInLog } from "./_missing_lines.ts";

const TS = "2026-02-01T12:00:00Z";
const line = (entry: object) => `${JSON.stringify(entry)}\n`;

const OURS = [
  line({ ts: TS, role: "user", text: "Paint the lighthouse" }),
  line({
    ts: TS,
    role: "tool",
    id: "toolu_1",
    name: "Bash",
    cmd: "deno test",
    result: "ok",
  }),
];

const CALL = line({ ts: TS, role: "tool", name: "Bash", cmd: "deno test" });
const RESULT = line({
  ts: TS,
  role: "tool_result",
  tool_use_id: "toolu_1",
  result: "ok",
});

Deno.test("linesNotInLog() drops what ours says in other words", async (t) => {
  const reminder = line({ ts: TS, role: "user", text: "<system-reminder>" });
  const lost = line({ ts: TS, role: "assistant", text: "What was lost" });
  const other = line({ ts: TS, role: "tool", name: "Bash", cmd: "deno lint" });
  const rows: [name: string, lines: string[], untold: string[]][] = [
    ["a call and its result", [CALL, RESULT], []],
    ["the same words", [OURS[0] ?? "", CALL], []],
    ["words of its own", [CALL, lost, reminder], [lost, reminder]],
    ["another call", [CALL, other], [other]],
    ["the same with blanks", [OURS[0]?.replaceAll('":', '": ') ?? ""], []],
    ["a torn line", [CALL, '{"ts"\n'], ['{"ts"\n']],
    ["a log of our own", [lost, lost], [lost, lost]],
  ];
  for (const [name, lines, untold] of rows) {
    await t.step(name, () => assertEquals(linesNotInLog(lines, OURS), untold));
  }
});
