/** While memory is off, the real client gets one line for the user and no more. */

import { assertEquals, assertFalse, assertStringIncludes } from "@std/assert";
import { DEFAULT_RULES } from "../../src/context/rules_text.ts";
import { clientTest } from "./support/client_test_cases.ts";
import type { ClientWorld } from "./support/client_world.ts";
import { DONE, SOON, steps, write } from "./support/work.ts";

const NOTE = "Round last: spring tides were an hour late.";

async function run(world: ClientWorld, ...args: string[]): Promise<void> {
  const { code, stderr } = await world.memoryKeeper(...args);
  assertEquals(code, 0, stderr);
}

clientTest(
  "off: nothing of ours in any request, and nothing kept later",
  async (world) => {
    world.configure({ ...SOON, headless: "full" });
    await run(world, "save", NOTE);
    await run(world, "remember", "Never sail at dusk");
    await run(world, "off");
    world.script = { main: [...steps(4), write(world.project), DONE] };
    const { result } = await world.session("The duskcode is dawn");
    assertEquals(result, "All done.");
    for (const { text } of world.model.requests) {
      for (const ours of ["Round last", "at dusk", DEFAULT_RULES]) {
        assertFalse(text.includes(ours), ours);
      }
      assertFalse(/\[MEMORY_KEEPER_\w+\] file=/.test(text), "a request");
    }
    assertEquals(world.names("sessions", /./), []);
    await run(world, "on");
    world.script = { main: [{ text: "Hello." }] };
    const from = world.model.requests.length;
    await world.session("What do we know?");
    assertStringIncludes(world.model.of("main", from)[0]?.text ?? "", NOTE);
    await run(world, "import");
    for (const name of world.names("sessions", /\.l1\.jsonl$/)) {
      assertFalse(world.read(`sessions/${name}`).includes("duskcode"));
    }
  },
);

clientTest("off: a start shows one line", async (world) => {
  await run(world, "save", NOTE);
  await run(world, "off");
  world.script = { main: [DONE] };
  const terminal = await world.terminal();
  const screen = await terminal.sees("Memory: off until it is switched on");
  assertStringIncludes(screen, "memory-keeper on");
}, { isInteractive: true });
