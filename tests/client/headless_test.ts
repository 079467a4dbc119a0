/** `claude -p`: its answer belongs to the user, whatever waits in the store. */

import {
  assert,
  assertEquals,
  assertFalse,
  assertStringIncludes,
} from "@std/assert";
import { clientTest } from "./support/client_test_cases.ts";
import type { ClientWorld } from "./support/client_world.ts";
import { allEntries, saidBy } from "./support/session_logs.ts";
import { DONE, SOON, steps, waitingDeltas, write } from "./support/work.ts";

const BOTH_MODES = { modes: ["default", "auto"] } as const;
const JSON_OUTPUT = { args: ["--output-format", "json"] };

const REQUEST = /\[MEMORY_KEEPER_\w+\] file=/;

/** What the model was asked besides the user's own words. */
function assertNeverAsked(world: ClientWorld, from: number): void {
  const requests = world.model.requests.slice(from);
  for (const { text } of requests) {
    assertFalse(REQUEST.test(text), "the model was asked");
  }
  const lanes = requests.map(({ lane }) => lane);
  const own = lanes.filter((lane) => lane !== "main" && lane !== "side");
  assertEquals(own, [], "another than the main model was asked");
}

clientTest(
  "claude -p --output-format json prints the user's answer while ten deltas wait",
  async (world) => {
    await waitingDeltas(world, 10);
    const waiting = world.names("delta", /\.txt$/);
    assert(waiting.length >= 10, `only ${waiting.length} deltas wait`);
    const from = world.model.requests.length;
    world.script = { main: [...steps(2), { text: "High water is at noon." }] };
    const { code, stdout, stderr } = await world.start(
      "When is high water?",
      JSON_OUTPUT,
    ).ended;
    assertEquals(code, 0, stderr);
    const { result, num_turns } = JSON.parse(stdout);
    assertEquals(result, "High water is at noon.");
    assertEquals(num_turns, 3);
    assertEquals(world.model.of("main", from).length, 3);
    assertNeverAsked(world, from);
    const still = world.names("delta", /\.txt$/);
    for (const name of waiting) assert(still.includes(name), `${name} is gone`);
    assertFalse(world.has("memory.md"), "something was put into words");
    const answers = saidBy("assistant", allEntries(world));
    assertEquals(answers.filter((one) => one === result).length, 1);
  },
  BOTH_MODES,
);

clientTest(
  "a -p session whose model ignores everything leaves log and digest",
  async (world) => {
    world.configure(SOON);
    world.script = { main: [...steps(12), write(world.project), DONE] };
    const { id, result } = await world.session("Fix the tide table");
    assertEquals(result, "All done.");
    assertNeverAsked(world, 0);
    const own = new RegExp(`_${id.slice(0, 8)}\\.l1\\.jsonl$`);
    const log = world.read(`sessions/${world.names("sessions", own)[0]}`);
    for (const words of ["Fix the tide table", "echo tide-11", "All done."]) {
      assertStringIncludes(log, words);
    }
    const digest = new RegExp(`_${id.slice(0, 8)}\\.md$`);
    assertEquals(world.names("sessions", digest).length, 1);
    world.script = { main: [{ text: "Hello." }] };
    const before = world.model.of("main").length;
    await world.session("What did we do?");
    const next = world.model.of("main")[before]?.text ?? "";
    assertStringIncludes(next, "Fix the tide table");
  },
  BOTH_MODES,
);

clientTest('headless: "off" keeps and gives nothing', async (world) => {
  const { code } = await world.memoryKeeper("save", "Round last.");
  assertEquals(code, 0);
  world.configure({ headless: "off" });
  world.script = { main: [...steps(2), DONE] };
  const { result } = await world.session("Fix the tide table");
  assertEquals(result, "All done.");
  assertEquals(world.names("sessions", /\.l1\.jsonl$/), []);
  assertFalse(
    world.model.requests.some(({ text }) => text.includes("Round last")),
  );
});
