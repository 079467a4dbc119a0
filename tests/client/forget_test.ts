/** What was forgotten reaches no model again. */

import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { clientTest } from "./support/client_test_cases.ts";

const SECRET = "the harbour master owes Grey 40 crowns";

clientTest(
  "a session after forget begins without it, and its transcript brings nothing back",
  async (world) => {
    const note = `Remember that ${SECRET}. Rounding comes last.`;
    world.script = { main: [{ text: `Noted: ${SECRET}.` }] };
    await world.session(note);
    assertEquals((await world.memoryKeeper("save", note)).code, 0);
    assertEquals((await world.memoryKeeper("remember", SECRET)).code, 0);
    const forgot = await world.memoryKeeper("forget", SECRET, "--yes");
    assertEquals(forgot.code, 0, forgot.stderr);
    assertStringIncludes(forgot.stdout, "0 hits in");
    assertStringIncludes(forgot.stdout, "Claude Code's transcript");
    const before = world.model.requests.length;
    world.script = { main: [{ text: "Hello." }] };
    await world.session("Hello");
    const later = world.model.requests.slice(before);
    assert(later.some(({ lane }) => lane === "main"));
    for (const { text } of later) {
      assert(!text.includes("Grey"), `it came back: ${text}`);
    }
    assertEquals((await world.memoryKeeper("import")).code, 0);
    const found = await world.memoryKeeper("search", "--deep", "Grey crowns");
    assert(!found.stdout.includes("Grey"), found.stdout);
  },
);
