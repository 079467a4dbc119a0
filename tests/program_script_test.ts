/** What the executable is made of, and how little of it a tool use loads. */

import { assert, assertEquals, assertFalse } from "@std/assert";
import { bundle, PRODUCT, ROOT } from "../scripts/build.ts";
import { PERMISSION_FLAGS } from "../scripts/permissions.ts";
import { SCRIPT, writeScript } from "../scripts/program_script.ts";
import { runScript } from "../src/start/script.ts";
import {
  EXECUTABLE,
  payload,
  ProcessWorld,
} from "./support/world/sealed_world.ts";
import { settle } from "./support/world/settle.ts";

const SESSION = "3f2a9c11-0000-4000-8000-000000000001";
/** Words of the tokenizer that no bundling takes away. */
const TOKENIZER = /pat_str|bpe_ranks/;
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
  await writeScript(ROOT, whole);
  const script = Deno.readTextFileSync(`${whole}/${SCRIPT}`);

  await t.step("a tool use counts without the script", async () => {
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

  await t.step("the tokenizer is a chunk of its own", () => {
    const chunks = script.split(/\n(?=")/);
    const [tokenizer, ...others] = chunks.filter((one) => TOKENIZER.test(one));
    assertEquals(others, []);
    assert(tokenizer && tokenizer.length < 10_000, "and holds nothing else");
  });

  await t.step("the script has nothing but ASCII and is a program", () => {
    // deno-lint-ignore no-control-regex
    assertFalse(/[^\x00-\x7f]/.test(script));
    const found = Object.keys(runScript<object>(script));
    assertEquals(found.toSorted(), ["commands", "hooks"]);
  });
});
