import { assertEquals, assertMatch, assertThrows } from "@std/assert";
import { TemporaryStore } from "../../tests/support/world/in_process.ts";
import { UserError } from "../base/errors.ts";
import { parseFacts } from "./facts.ts";
import { loadKnowledge } from "./load_knowledge.ts";
import { readFacts } from "./knowledge_files.ts";

Deno.test("loadKnowledge() sets a damaged file aside and rebuilds it", async () => {
  await using temporary = await TemporaryStore.create();
  const { store } = temporary;
  const { layout, files } = store;
  const half = '{"decisions": [{"id": "d007", "content": "Round last"}';
  const bytes = Uint8Array.of(...new TextEncoder().encode(half), 0xff);
  files.replace(layout.facts, bytes);
  files.replace(layout.concepts, "");
  files.replace(
    layout.l2("2026-02-01_1700_s1"),
    '{"session":"s1","facts":[{"id":"p004","content":"Two tides a day"}]}',
  );
  const { facts, rebuilt } = loadKnowledge(store);
  assertEquals(facts.decisions[0]?.content, "Round last");
  assertEquals(facts.patterns[0]?.sessions, ["s1"]);
  assertEquals(
    rebuilt.map(({ file, items }) => [file, items]),
    [["facts.json", 2], ["concepts.json", 0]],
  );
  const aside = rebuilt[0]?.aside ?? "";
  assertMatch(aside, /^facts\.json\.damaged-\d{17}$/);
  assertEquals(Deno.readFileSync(`${layout.dir}/${aside}`), bytes);
  assertEquals(readFacts(layout), facts);
  assertEquals(loadKnowledge(store).rebuilt, []);
});

Deno.test("loadKnowledge() replaces nothing that is not a file", async () => {
  await using temporary = await TemporaryStore.create();
  const { store } = temporary;
  Deno.mkdirSync(store.layout.facts);
  assertThrows(
    () => loadKnowledge(store),
    UserError,
    "it is not a regular file",
  );
  assertEquals(Deno.statSync(store.layout.facts).isDirectory, true);
});

Deno.test("loadKnowledge() without a file continues after recorded ids", async () => {
  await using temporary = await TemporaryStore.create();
  const { store } = temporary;
  assertEquals(loadKnowledge(store).facts, parseFacts({}));
  store.files.replace(
    store.layout.l2("2026-02-01_1700_s1"),
    '{"session":"s1","facts":[{"id":"d004","content":"Two tides a day"}]}',
  );
  const { facts } = loadKnowledge(store);
  assertEquals([facts.decisions.length, facts._meta.nextId.decisions], [0, 5]);
});
