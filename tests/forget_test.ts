/** What is forgotten is gone from every layer, and does not come back. */

import { assert, assertEquals } from "@std/assert";
import { knownLayer } from "../src/control/_layers.ts";
import { keepClaudeMd } from "../src/context/keep_blocks.ts";
import { withSearchIndex } from "../src/search/index/with_search_index.ts";
import { findTarget } from "../src/control/find_target.ts";
import { carryOutForget, planForget } from "../src/control/forget.ts";
import { storeLayout } from "../src/store/layout.ts";
import { walk } from "./support/world/read_store.ts";
import {
  FULL,
  hitsOf,
  KEPT,
  plantFullStore,
  STRINGS,
  worldOf,
} from "./support/forget/full_store.ts";
import { TemporaryStore } from "./support/world/in_process.ts";
import {
  CLAIM,
  plantSession,
  stateOf,
  wordsOf,
} from "./support/world/planted_session.ts";
import { UserError } from "../src/base/errors.ts";

const NOTHING = { ids: [], sessions: [], spans: [], times: [] };

Deno.test("every file a store can have has a layer", async () => {
  const layout = storeLayout("/s");
  for (const [key, value] of Object.entries(layout)) {
    const path: string = typeof value === "function"
      ? value(
        key === "delta" ? "ab-1.txt" : key === "written" ? "project" : "id",
      )
      : value;
    const isFolder = ["dir", "team", "sessions", "states", "backups"].includes(
      key,
    );
    if (isFolder) continue;
    assert(knownLayer(path.slice("/s/".length)), `${key}: ${path}`);
  }
  await using temporary = await TemporaryStore.create();
  await plantFullStore(temporary, ["one"]);
  for (const path of walk(temporary.store.layout.dir)) {
    assert(knownLayer(path), path);
  }
});

Deno.test("forty strings in every layer: no hit is left, neighbours are", async () => {
  assertEquals(new Set(STRINGS).size, 40);
  await using temporary = await TemporaryStore.create();
  const { store, dir } = temporary;
  await plantFullStore(temporary, STRINGS);
  for (const text of STRINGS) {
    assert((await hitsOf(dir, text)).length > 50, `${text} was not planted`);
  }
  const targets = await Promise.all(
    STRINGS.map((words) => findTarget(store, { words })),
  );
  const target = { ...NOTHING, phrases: targets.flatMap((one) => one.phrases) };
  const begun = { asked: "all", target };
  const { scan } = await carryOutForget(
    store,
    worldOf(temporary),
    begun,
    CLAIM,
  );
  assertEquals(scan.left, []);
  for (const text of STRINGS) {
    assertEquals(await hitsOf(dir, text), [], text);
  }
  const kept = (await hitsOf(store.layout.dir, KEPT)).map(({ file }) =>
    file.slice(store.layout.dir.length + 1)
  );
  for (
    const name of [
      "memory.md",
      "memory_20260115_120000.md",
      "facts.json",
      "concepts.json",
      "project.md",
      "rules.md",
      "journal/steps.jsonl",
      "sessions/week-2026-W04.md",
      "sessions/archive/2026-01.md",
      "backups/20260201-172700-legacy/memory.md",
    ]
  ) assert(kept.includes(name), `${name} lost its neighbour`);
  assert(kept.some((name) => name.endsWith(".l1.jsonl")));
  assert(kept.some((name) => name.endsWith(".l1.jsonl.gz")));
  assert(kept.some((name) => name.endsWith(".raw.jsonl.gz")));
  const state = stateOf(store, FULL);
  assertEquals(state.entries, 41, "an entry keeps its number");
  assertEquals(state.l1Bytes, Deno.statSync(store.layout.l1(state.stem)).size);
});

Deno.test("a plan changes nothing and says where it is", async () => {
  await using temporary = await TemporaryStore.create();
  const { store, dir } = temporary;
  await plantFullStore(temporary, ["tall ships", "grey mice"]);
  const before = await hitsOf(dir, "tall ships");
  const target = await findTarget(store, { words: "TALL, ships!" });
  const { counts } = await planForget(store, worldOf(temporary), target);
  assertEquals(await hitsOf(dir, "tall ships"), before);
  const layers = counts.map(({ layer }) => layer);
  for (
    const layer of ["memory.md", "facts and rules", "session logs", "backups"]
  ) {
    assert(layers.includes(layer), `${layer} in ${layers}`);
  }
});

Deno.test("a word leaves the search index and our block in CLAUDE.md", async () => {
  await using temporary = await TemporaryStore.create({ claudeMd: true });
  const { store } = temporary;
  await plantFullStore(temporary, ["quokkaberry"]);
  const path = `${store.project.root}/CLAUDE.md`;
  Deno.writeTextFileSync(path, "# Mine\n");
  keepClaudeMd(store);
  await withSearchIndex(store, "test", () => {});
  const before = (await hitsOf(store.project.root, "quokkaberry"))
    .map(({ file }) => file);
  assert(before.includes(path) && before.includes(store.layout.searchIndex));
  const target = await findTarget(store, { words: "quokkaberry" });
  const world = worldOf(temporary);
  await carryOutForget(store, world, { asked: "", target }, CLAIM);
  assertEquals(await hitsOf(store.project.root, "quokkaberry"), []);
  assert(Deno.readTextFileSync(path).startsWith("# Mine\n"));
  assert(Deno.statSync(store.layout.searchIndex).isFile, "it is built again");
});

Deno.test("ids of other commands are not forgotten as texts", async (t) => {
  await using temporary = await TemporaryStore.create();
  const { store } = temporary;
  for (const words of ["g1", "memory.md:3"]) {
    await t.step(words, async () => {
      const refused = await findTarget(store, { words }).catch((error) =>
        error
      );
      assert(refused instanceof UserError, words);
      assertEquals(refused.kind, "refused");
    });
  }
  await t.step("the short id of a session is the session", async () => {
    const id = "0b0b0000-0000-4000-8000-000000000000";
    plantSession(store, id, wordsOf(2), {});
    const { sessions, phrases } = await findTarget(store, {
      words: "0b0b0000",
    });
    assertEquals([sessions.map(({ sessionId }) => sessionId), phrases], [
      [id],
      [],
    ]);
  });
});
