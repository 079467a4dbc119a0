/**
 * What a hook loads of the bundle that the executable is made of: little, no
 * package, and never the tokenizer.
 */

import { assert, assertEquals, assertFalse } from "@std/assert";
import { bundle, MAIN } from "../scripts/build.ts";
import { PERMISSION_FLAGS } from "../scripts/permissions.ts";
import { HOOKS } from "../src/hooks/table.ts";
import {
  EXECUTABLE,
  payload,
  ProcessWorld,
} from "./support/world/sealed_world.ts";
import { settle } from "./support/world/settle.ts";

const SESSION = "3f2a9c11-0000-4000-8000-000000000001";
/** Words of the tokenizer that no bundling takes away. */
const TOKENIZER = /pat_str|bpe_ranks/;
const PACKAGES = /deno-std|jsonc-parser|js-tiktoken/;
const MOST_BYTES_OF_A_TOOL_USE = 8000;

/** What a chunk loads at once, itself included. */
function closureOf(dir: string, start: string, seen = new Set<string>()) {
  if (seen.has(start)) return seen;
  seen.add(start);
  const text = Deno.readTextFileSync(`${dir}/${start}`);
  const imports = text.matchAll(/(?:from|^import)\s*"\.\/([\w-]+\.js)"/gm);
  for (const [, next] of imports) closureOf(dir, next as string, seen);
  return seen;
}

/** Count a tool use with nothing but the chunks of a folder. */
async function countToolUse(
  world: ProcessWorld,
  dir: string,
  count: string,
): Promise<void> {
  const child = new Deno.Command(Deno.execPath(), {
    args: [
      "run",
      "--no-config",
      ...PERMISSION_FLAGS,
      `${dir}/main.js`,
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

FROM_SOURCE("a hook loads its own small chunks", async (t) => {
  using world = new ProcessWorld();
  const whole = `${world.dir}/whole`;
  await bundle(MAIN, whole);
  const chunks = Array.from(Deno.readDirSync(whole), ({ name }) => name)
    .filter((name) => name.endsWith(".js"));
  const has = (pattern: RegExp) => (name: string) =>
    pattern.test(Deno.readTextFileSync(`${whole}/${name}`));

  await t.step("a tool use counts with every other chunk missing", async () => {
    const copy = `${world.dir}/copy`;
    Deno.mkdirSync(copy);
    const loaded = [...closureOf(whole, "main.js")];
    assert(loaded.length < chunks.length, "the command line has its own");
    for (const name of loaded) {
      Deno.copyFileSync(`${whole}/${name}`, `${copy}/${name}`);
    }
    assertEquals(loaded.filter(has(PACKAGES)), []);
    // A full look comes first; the second finds the folder of its pass.
    for (const count of [".", "..", "..."]) {
      settle(world);
      await countToolUse(world, whole, count);
    }
    await countToolUse(world, copy, "....");
    const bytes = loaded.map((name) => Deno.statSync(`${copy}/${name}`).size)
      .reduce((sum, size) => sum + size, 0);
    assert(bytes < MOST_BYTES_OF_A_TOOL_USE, `${bytes}: ${loaded.join(", ")}`);
  });

  assert(chunks.some(has(TOKENIZER)), "the tokenizer is in a chunk");
  for (const { word } of HOOKS) {
    const file = word === "stop-failure" ? "stop" : word.replaceAll("-", "_");
    await t.step(`${word} loads no tokenizer`, () => {
      const starts = chunks.filter((name) =>
        new RegExp(`^(?:main|door-\\w+|${file}-\\w+)\\.js$`).test(name)
      );
      // The one after every tool call comes with the door.
      const own = word === "post-tool-use" ? 2 : 3;
      assertEquals(starts.length, own, starts.join(" "));
      const loaded = new Set<string>();
      for (const start of starts) closureOf(whole, start, loaded);
      for (const chunk of loaded) assertFalse(has(TOKENIZER)(chunk), chunk);
    });
  }
});
