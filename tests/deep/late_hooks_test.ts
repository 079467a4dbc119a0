/**
 * Every hook when it is late: it waits for a payload that never ends, so only
 * its deadline can end it.
 */

import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { DEFAULT_RULES } from "../../src/context/rules_text.ts";
import { HOOKS } from "../../src/hooks/table.ts";
import {
  payload,
  ProcessWorld,
  spawnProgram,
} from "../support/world/sealed_world.ts";

const ID = "3f2a9c11-0000-4000-8000-000000000007";

const MOST_TRIES = 10;

async function runLate(world: ProcessWorld, word: string) {
  const child = spawnProgram(["hook", word], {
    env: world.env({ CLAUDE_PROJECT_DIR: world.project }),
    cwd: world.project,
  });
  const writer = child.stdin.getWriter();
  await writer.write(new TextEncoder().encode('{"session_id": "'));
  const { code, stdout } = await child.output();
  await writer.close().catch(() => {}); // the reader is gone by now
  return { code, stdout: new TextDecoder().decode(stdout) };
}

/**
 * Until its line is there: on a busy machine the shortest deadline may be over
 * before the process knows its store.
 */
async function runUntilLogged(world: ProcessWorld, word: string) {
  const isLogged = () =>
    world.read("logs/keeper.log").includes(` ${word} - late\n`);
  for (let tries = 1;; tries++) {
    const ended = await runLate(world, word);
    assertEquals(ended.code, 0);
    if (tries === MOST_TRIES || isLogged()) {
      return { ...ended, isLogged: isLogged() };
    }
  }
}

Deno.test("a late hook prints its rules, exits 0 and writes its log line", async (t) => {
  using world = new ProcessWorld();
  await world.hook("post-tool-use", payload("PostToolUse", ID));
  world.write("logs/keeper.log", "");
  const ended = await Promise.all(
    HOOKS.map(async ({ word }) =>
      [word, await runUntilLogged(world, word)] as const
    ),
  );
  for (const [word, { isLogged, stdout }] of ended) {
    await t.step(word, () => {
      assert(isLogged, world.read("logs/keeper.log"));
      if (word !== "user-prompt-submit") return assertEquals(stdout, "");
      const { hookSpecificOutput } = JSON.parse(stdout);
      assertStringIncludes(hookSpecificOutput.additionalContext, DEFAULT_RULES);
    });
  }
});

Deno.test("a late prompt has no rules where the user wants none", async () => {
  using world = new ProcessWorld();
  world.write("config.json", '{"rules": "off"}');
  const { code, stdout } = await runLate(world, "user-prompt-submit");
  assertEquals([code, stdout], [0, ""]);
});
