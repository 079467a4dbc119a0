import { assertEquals } from "@std/assert";
import { baseName, parentOf } from "../base/path_text.ts";
import { tryParseJson } from "../base/json.ts";
import { readHookPayload, textField } from "./payload.ts";

const ID = "3f2a9c11-0000-4000-8000-000000000001";

/** As Claude Code writes them on Windows: `\` in every path, UNC included. */
const WINDOWS = [
  "C:\\Users\\지수\\.claude\\projects\\C--work-tide-table",
  "\\\\server\\share\\claude\\projects\\-server-share-tide",
  "D:/mixed\\folders/of two words",
];

Deno.test("readHookPayload() keeps the paths of a Windows payload", async (t) => {
  for (const folder of WINDOWS) {
    await t.step(folder, () => {
      const transcript = `${folder}\\${ID}.jsonl`;
      const text = JSON.stringify(
        {
          session_id: ID,
          transcript_path: transcript,
          cwd: "C:\\work\\tide table",
          hook_event_name: "PostToolUse",
          tool_name: "PowerShell",
          tool_input: { command: "Get-ChildItem C:\\work" },
          tool_response: { stdout: "a.ts\r\nb.ts\r\n", stderr: "" },
        },
        null,
        2,
      ).replaceAll("\n", "\r\n");
      const payload = readHookPayload(tryParseJson(`${text}\r\n`));
      assertEquals(payload?.transcriptPath, transcript);
      assertEquals(payload?.sessionId, ID);
      assertEquals(payload?.event, "PostToolUse");
      assertEquals(payload?.agentId, undefined);
      assertEquals(baseName(transcript, true), `${ID}.jsonl`);
      assertEquals(parentOf(transcript, true), folder);
    });
  }
});

Deno.test("readHookPayload() takes nothing but an object", async (t) => {
  for (const text of ["", "\r\n", "null", "[]", '"text"', "7", "{", "{}}"]) {
    await t.step(JSON.stringify(text), () => {
      assertEquals(readHookPayload(tryParseJson(text)), undefined);
    });
  }
});

Deno.test("textField() takes only text that is there", () => {
  const raw = { a: "x", b: "", c: 7, d: null, e: ["x"] };
  assertEquals(
    ["a", "b", "c", "d", "e", "f", "toString"].map((key) =>
      textField(raw, key)
    ),
    ["x", ...Array.from({ length: 6 }, () => undefined)],
  );
});

Deno.test("readHookPayload() knows an event by either spelling", () => {
  for (const name of ["SessionStart", "session-start"]) {
    const payload = readHookPayload({ hook_event_name: name });
    assertEquals(payload?.event, "SessionStart");
  }
});
