/**
 * What the executable is made of: a tool use loads little, no event loads a
 * package, and a script does what its modules do.
 */

import { assert, assertEquals, assertFalse } from "@std/assert";
import { bundle, PRODUCT, ROOT } from "../scripts/build.ts";
import { PERMISSION_FLAGS } from "../scripts/permissions.ts";
import { SCRIPTS, writeScripts } from "../scripts/program_scripts.ts";
import { runScript } from "../src/start/script.ts";
import {
  EXECUTABLE,
  payload,
  ProcessWorld,
} from "./support/world/sealed_world.ts";
import { settle } from "./support/world/settle.ts";

const SESSION = "3f2a9c11-0000-4000-8000-000000000001";
/** Words of packages that no bundling takes away. */
const TOKENIZER = /pat_str|bpe_ranks/;
const MCP = /modelcontextprotocol/;
const MOST_BYTES_OF_A_TOOL_USE = 8000;

/** Count a tool use with the module of a folder. */
async function countToolUse(
  world: ProcessWorld,
  module: string,
  count: string,
): Promise<void> {
  const child = new Deno.Command(Deno.execPath(), {
    args: [
      "run",
      "--no-config",
      ...PERMISSION_FLAGS,
      module,
      "hook",
      "post-tool-use",
    ],
    env: world.env({ CLAUDE_PROJECT_DIR: world.project }),
    clearEnv: true,
    stdin: "piped",
  }).spawn();
  const writer = child.stdin.getWriter();
  const event = JSON.stringify(payload("PostToolUse", SESSION));
  await writer.write(new TextEncoder().encode(event));
  await writer.close();
  assertEquals((await child.status).code, 0);
  assertEquals(world.read(`.cache/count/${SESSION}`), count);
}

/** It builds for itself: what a finished file is made of cannot be seen. */
const FROM_SOURCE = EXECUTABLE === undefined ? Deno.test : Deno.test.ignore;

FROM_SOURCE("the executable loads what it needs", async (t) => {
  using world = new ProcessWorld();
  const whole = `${world.dir}/whole`;
  const main = await bundle(PRODUCT, whole);
  await writeScripts(ROOT, whole);
  const scriptOf = (name: string) =>
    Deno.readTextFileSync(`${whole}/${name}.script`);

  await t.step("a tool use counts without the scripts", async () => {
    // A full look comes first; the second finds the folder of its pass.
    for (const count of [".", "..", "..."]) {
      settle(world);
      await countToolUse(world, main, count);
    }
    const alone = `${world.dir}/alone.js`;
    Deno.copyFileSync(main, alone);
    await countToolUse(world, alone, "....");
    const bytes = Deno.statSync(main).size;
    assert(bytes < MOST_BYTES_OF_A_TOOL_USE, `${bytes}`);
  });

  await t.step("only commands carry what serves other programs", () => {
    assert(MCP.test(scriptOf("cli")));
    assertFalse(MCP.test(scriptOf("hooks")));
  });

  for (const { name } of SCRIPTS) {
    await t.step(`${name}: the tokenizer is a part of its own`, () => {
      const parts = scriptOf(name).split(/\n(?=")/);
      const having = parts.filter((part) => TOKENIZER.test(part));
      assertEquals(having.length, 1);
      assert((having[0]?.length ?? 0) < 10_000, "and holds nothing else");
    });

    await t.step(`${name} is a script of nothing but ASCII`, () => {
      const script = scriptOf(name);
      // deno-lint-ignore no-control-regex
      assertFalse(/[^\x00-\x7f]/.test(script));
      const found = Object.keys(runScript<object>(script));
      assert(found.includes(name === "hooks" ? "runHook" : "runCommand"));
    });
  }
});
