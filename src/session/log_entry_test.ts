import { assertEquals } from "@std/assert";
import { asEntry } from "./log_entry.ts";

Deno.test("asEntry() reads what a tool answered from whatever field an older log has", async (t) => {
  const blocks = [{ type: "text", text: "two" }, { type: "image" }, {
    type: "text",
    text: "degrees low",
  }];
  const rows: [name: string, fields: object, entry: object][] = [
    ["output", { output: "low", result: "error" }, {
      output: "low",
      result: "error",
    }],
    ["text", { text: "low", result: "ok" }, { output: "low", result: "ok" }],
    ["content", { content: "low" }, { output: "low" }],
    ["content in blocks", { content: blocks }, { output: "two\ndegrees low" }],
    ["result", { result: "low" }, { output: "low" }],
    ["nothing", { result: "ok" }, { result: "ok" }],
  ];
  for (const [name, fields, entry] of rows) {
    await t.step(name, () =>
      assertEquals(
        asEntry({ role: "tool_result", tool_use_id: "toolu_1", ...fields }),
        { role: "tool", id: "toolu_1", name: "Result", ...entry } as never,
      ));
  }
});
