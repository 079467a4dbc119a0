/** The client's record of its own requests, which looks like a conversation. */

import { assertEquals } from "@std/assert";
import { call } from "../../tests/support/generator/entries.ts";
import { Redactor } from "./redactor.ts";
import { Refiner } from "../capture/refine/refiner.ts";

const ID = "3f2a9c11-0000-4000-8000-000000000001";
const blob = (message: object) => ({
  type: "api-request-blob",
  sessionId: ID,
  hash: "ab".repeat(32),
  message,
});
const said = { role: "user", content: [{ type: "text", text: "typed?" }] };
const done = {
  role: "user",
  content: [{ tool_use_id: "t1", type: "tool_result", content: "recorded" }],
};

function feed(lines: readonly unknown[]): Refiner {
  const refiner = new Refiner({ redactor: new Redactor(), progress: true });
  let from = 0;
  for (const line of lines) {
    const bytes = new TextEncoder().encode(
      typeof line === "string" ? line : JSON.stringify(line),
    );
    refiner.line(bytes, from, from += bytes.length + 1);
  }
  return refiner;
}

Deno.test("Refiner never takes a recorded request for an entry", async (t) => {
  const rows: [name: string, lines: unknown[]][] = [
    ["words", [blob(said)]],
    ["an answer", [blob({ ...said, role: "assistant" })]],
    ["a result", [blob(done)]],
    ["its message first", [{ message: said, type: "api-request-blob" }]],
    ["half of it, and another", [
      JSON.stringify(blob(said)).slice(0, -20) + JSON.stringify(blob(done)),
    ]],
    ["with time and id", [{
      ...blob(said),
      uuid: ID,
      timestamp: "2026-03-01",
    }]],
  ];
  for (const [name, lines] of rows) {
    await t.step(name, () => {
      const refiner = feed([call("t1", "Glob"), ...lines]);
      refiner.close();
      const found = refiner.take().pieces.map((piece) =>
        piece.kind === "entry" && piece.entry.role === "tool"
          ? [piece.entry.id, piece.entry.result]
          : piece
      );
      assertEquals(found, [["t1", undefined]]);
    });
  }
});

Deno.test("Refiner parses nothing of a recorded request", () => {
  const parse = JSON.parse;
  let parsed = 0;
  JSON.parse = (...given) => {
    parsed++;
    return parse(...given);
  };
  try {
    const refiner = feed([
      blob({ ...said, content: "x".repeat(50_000) }),
      { type: "api-request-shape", sessionId: ID, tools: ["y".repeat(40_000)] },
      { type: "api-request", sessionId: ID, id: ID },
      { type: "tools-used", tools: ["Bash"], sessionId: ID },
      { type: "cost-state", sessionId: ID, totalCostUSD: 0.1 },
      { type: "atis-latch", atis: "", sessionId: ID },
      {
        parentUuid: null,
        isSidechain: false,
        attachment: { type: "prompt_snapshot", text: "z".repeat(50_000) },
        type: "attachment",
      },
    ]);
    assertEquals(refiner.skipped.size, 7);
    assertEquals(parsed, 0);
  } finally {
    JSON.parse = parse;
  }
});
