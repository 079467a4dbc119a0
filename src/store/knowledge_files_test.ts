import { assertEquals, assertMatch } from "@std/assert";
import { SealedWorld } from "../../tests/support/sealed_world.ts";
import {
  loadFacts,
  readConcepts,
  readFacts,
  saveFacts,
} from "./knowledge_files.ts";
import { storeLayout } from "./layout.ts";
import { StoreFiles } from "./store_files.ts";

const DAMAGED = { empty: "", half: '{"decisions": [{"id"', list: "[]" };

Deno.test("readFacts() and readConcepts() see nothing where nothing is", () => {
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

Deno.test("loadFacts() sets a damaged file aside with its content", () => {
  using world = new SealedWorld();
  const layout = storeLayout(world.store);
  const files = new StoreFiles(Deno.realPathSync(world.project));
  Deno.mkdirSync(world.store, { recursive: true });
  Deno.writeTextFileSync(layout.facts, DAMAGED.half);
  saveFacts(files, layout, loadFacts(files, layout));
  const names = Array.from(Deno.readDirSync(world.store), ({ name }) => name);
  const aside = names.find((name) => name.startsWith("facts.json.damaged-"));
  assertMatch(aside ?? "", /damaged-\d{17}$/);
  assertEquals(
    Deno.readTextFileSync(`${world.store}/${aside}`),
    DAMAGED.half,
  );
  assertEquals(readFacts(layout)._meta.version, 4);
});
