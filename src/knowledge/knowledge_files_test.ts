import { assertEquals } from "@std/assert";
import { SealedWorld } from "../../tests/support/world/sealed_world.ts";
import { readConcepts, readFacts } from "./knowledge_files.ts";
import { storeLayout } from "../store/layout.ts";

const DAMAGED = { empty: "", half: '{"decisions": [{"id"', list: "[]" };

Deno.test("readFacts() and readConcepts() are empty without files", () => {
  using world = new SealedWorld();
  const layout = storeLayout(world.store);
  assertEquals(readFacts(layout).decisions, []);
  assertEquals(readConcepts(layout).concepts, []);
});

Deno.test("readFacts() leaves a damaged file where it is", async (t) => {
  using world = new SealedWorld();
  const layout = storeLayout(world.store);
  Deno.mkdirSync(world.store, { recursive: true });
  for (const [name, text] of Object.entries(DAMAGED)) {
    await t.step(name, () => {
      Deno.writeTextFileSync(layout.facts, text);
      assertEquals(readFacts(layout).decisions, []);
      assertEquals(Deno.readTextFileSync(layout.facts), text);
    });
  }
  await t.step("a folder in its place", () => {
    Deno.removeSync(layout.facts);
    Deno.mkdirSync(layout.facts);
    assertEquals(readFacts(layout).decisions, []);
  });
});
