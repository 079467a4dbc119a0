/** A tool use that is only counted, without a full look at the project. */

import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { countByPass } from "../src/session/count_by_pass.ts";
import { payload, SealedWorld } from "./support/world/sealed_world.ts";
import { settle } from "./support/world/settle.ts";

const SESSION = "3f2a9c11-0000-4000-8000-000000000001";
const PASS = `.cache/pass/${SESSION}`;
const COUNT = `.cache/count/${SESSION}`;

function useTool(world: SealedWorld, extra = {}) {
  return world.hook("post-tool-use", payload("PostToolUse", SESSION, extra));
}

/** Two tool uses, and a pass for the next. */
async function worldWithPass(config: object): Promise<SealedWorld> {
  const world = new SealedWorld();
  await useTool(world);
  Deno.writeTextFileSync(
    `${world.store}/config.json`,
    JSON.stringify(config),
  );
  // The first makes the folder of the pass.
  for (let uses = 0; uses < 2; uses++) {
    settle(world);
    await useTool(world);
  }
  return world;
}

Deno.test("post-tool-use leaves a pass, and counts by it", async () => {
  using world = await worldWithPass({ saveInterval: 5 });
  assert(world.read(PASS).includes('"interval":5'));
  assertEquals(countByPass(world.project, SESSION), {
    count: 4,
    atInterval: false,
  });
  await useTool(world);
  assertEquals(world.read(COUNT), ".....");
  assertStringIncludes(world.read("logs/keeper.log"), "count=5");
});

Deno.test("post-tool-use leaves no pass for what has only just changed", async () => {
  using world = new SealedWorld();
  await useTool(world);
  // Later than any clock of this test shows.
  const soon = new Date(Date.now() + 3_600_000);
  Deno.utimeSync(world.store, soon, soon);
  await useTool(world);
  assertEquals(world.files().includes(PASS), false);
});

Deno.test("a pass ends with any change of what it depends on", async (t) => {
  const write = (path: string, text = "{}") => {
    Deno.mkdirSync(path.replace(/\/[^/]+$/, ""), { recursive: true });
    Deno.writeTextFileSync(path, text);
  };
  const changes: Record<string, (world: SealedWorld) => unknown> = {
    "off": (world) => world.run(["off"]),
    "the project's settings, edited in place": ({ store }) =>
      write(`${store}/config.json`, '{"saveInterval":30}'),
    "the settings for all projects": ({ home }) =>
      write(`${home}/.claude/memory-keeper/config.json`),
    "a rule with a tripwire": ({ store }) =>
      write(`${store}/.cache/tripwires.json`),
    "notes on files": ({ store }) => write(`${store}/.cache/file-notes.json`),
    "something to restore after a compaction": ({ store }) =>
      write(`${store}/.cache/compaction/${SESSION}.missing.json`),
    "a pass that is not one": ({ store }) => write(`${store}/${PASS}`, '{"a":'),
    "a link in the place of the count": ({ store, dir }) => {
      write(`${dir}/elsewhere`, "");
      Deno.removeSync(`${store}/${COUNT}`);
      Deno.symlinkSync(`${dir}/elsewhere`, `${store}/${COUNT}`);
    },
  };
  for (const [name, change] of Object.entries(changes)) {
    await t.step(name, async () => {
      using world = await worldWithPass({ saveInterval: 25 });
      assert(countByPass(world.project, SESSION), "valid before");
      await change(world);
      assertEquals(countByPass(world.project, SESSION), undefined);
    });
  }
});

Deno.test("no pass counts for a subagent or while memory is disabled", async () => {
  using world = await worldWithPass({ saveInterval: 25 });
  await useTool(world, { agent_id: "a1" });
  await world.hook("post-tool-use", payload("PostToolUse", SESSION), {
    env: { MEMORY_KEEPER_DISABLED: "1" },
  });
  assertEquals(world.read(COUNT), "...");
});
