/** A pattern that would take for ever is given up. */

import { assertEquals, assertStringIncludes } from "@std/assert";
import { searchableWorld } from "../support/world/searchable_store.ts";
import { ProcessWorld } from "../support/world/sealed_world.ts";

Deno.test("search --regex stops at an expression that would never end", async () => {
  using world = await searchableWorld(new ProcessWorld());
  world.write("lessons.md", `# x\n\n${"a".repeat(60)}!\n`);
  const words = ["search", "--regex", "(a+)+$", "--layer", "files"];
  const { code, stderr } = await world.run(words);
  assertEquals(code, 1);
  assertStringIncludes(stderr, "Stopped after");
});
