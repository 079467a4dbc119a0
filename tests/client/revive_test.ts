/** A session that Claude Code has deleted goes on, in the real client. */

import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { clientTest } from "./support/client_test_cases.ts";
import { bash } from "./support/work.ts";

clientTest(
  "a revived session is resumed, and nothing is kept twice",
  async (world) => {
    world.configure({});
    world.script = {
      main: [{ tools: [bash("echo tide")] }, {
        text: "High water is at noon.",
      }],
    };
    const { id } = await world.session("When is high water?");
    const { transcript } = JSON.parse(world.read(`state/${id}.json`));
    const refused = await world.memoryKeeper("revive", id);
    assertEquals(refused.code, 1, "it is still there");
    Deno.removeSync(transcript);
    const revived = await world.memoryKeeper("revive", id.slice(0, 8));
    assertEquals(revived.code, 0, revived.stderr);
    assertStringIncludes(revived.stdout, `claude --resume ${id}`);
    for (const n of [1, 2]) {
      world.script = { main: [{ text: `Answer ${n}.` }] };
      const { result } = await world.session(`Question ${n}?`, {
        args: ["--resume", id],
      });
      assertEquals(result, `Answer ${n}.`);
      const last = world.model.of("main").at(-1)?.text ?? "";
      assertStringIncludes(last, "Revived by Memory Keeper");
      assertStringIncludes(last, "High water is at noon.");
    }
    const [log = ""] = world.names("sessions", /\.l1\.jsonl$/);
    const lines = world.read(`sessions/${log}`).trim().split("\n")
      .map((line) => JSON.parse(line));
    assertEquals(
      lines.map(({ role, text }) => text ?? role),
      [
        "When is high water?",
        "tool",
        "High water is at noon.",
        "Question 1?",
        "Answer 1.",
        "Question 2?",
        "Answer 2.",
      ],
    );
    assert(!world.read(`sessions/${log}`).includes("Revived by"));
  },
);
