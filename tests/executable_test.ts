/**
 * What the finished file must show: the permissions baked in, what a hook
 * loads, and that it leaves nothing behind.
 */

import { assert, assertEquals, assertFalse } from "@std/assert";
import { bundle, MAIN } from "../scripts/build.ts";
import { PERMISSION_FLAGS } from "../scripts/permissions.ts";
import { VERSION } from "../src/base/version.ts";
import { payload, ProcessWorld } from "./support/world/sealed_world.ts";

const SESSION = "3f2a9c11-0000-4000-8000-000000000001";

Deno.test("doctor shows that network, programs and API keys are refused", async () => {
  using world = new ProcessWorld();
  const { stdout } = await world.run(["doctor", "--json"], {
    env: { ANTHROPIC_API_KEY: "must-not-be-readable" },
  });
  const { findings } = JSON.parse(stdout) as {
    findings: { check: string }[];
  };
  for (const check of ["network", "other programs", "API keys"]) {
    assertEquals<unknown>(findings.find((one) => one.check === check), {
      group: "Program",
      check,
      outcome: "good",
      reason: "refused by the executable",
    });
  }
  assertFalse(stdout.includes("must-not-be-readable"));
});

Deno.test("version prints the version of deno.json", async () => {
  using world = new ProcessWorld();
  const { stdout } = await world.run(["version"]);
  assertEquals(stdout, `memory-keeper ${VERSION}\n`);
});

Deno.test("a hook writes nothing to TMPDIR", async () => {
  using world = new ProcessWorld();
  const temporary = `${world.dir}/tmp`;
  Deno.mkdirSync(temporary);
  await world.hook("post-tool-use", payload("PostToolUse", SESSION), {
    env: { TMPDIR: temporary },
  });
  assertEquals(world.files(temporary), []);
  assertEquals(world.read(`.cache/count/${SESSION}`), ".");
});

/** The chunks of a bundle: those a tool use loads, and the rest. */
function chunksOfHook(dir: string): { loaded: string[]; others: string[] } {
  const all = Array.from(Deno.readDirSync(dir), ({ name }) => name)
    .filter((name) => name.endsWith(".js"));
  const starts = all.filter((name) => name === "main.js");
  const loaded = new Set<string>();
  const visit = (name: string) => {
    if (loaded.has(name)) return;
    loaded.add(name);
    const text = Deno.readTextFileSync(`${dir}/${name}`);
    for (const [, next] of text.matchAll(/from\s*"\.\/([\w-]+\.js)"/g)) {
      visit(next as string);
    }
    for (const [, next] of text.matchAll(/^import\s*"\.\/([\w-]+\.js)"/gm)) {
      visit(next as string);
    }
  };
  starts.forEach(visit);
  return {
    loaded: [...loaded],
    others: all.filter((name) => !loaded.has(name)),
  };
}

Deno.test("a hook loads its own small chunks and no package", async () => {
  using world = new ProcessWorld();
  const [whole, copy] = [`${world.dir}/whole`, `${world.dir}/copy`];
  await bundle(MAIN, whole);
  Deno.mkdirSync(copy);
  const { loaded, others } = chunksOfHook(whole);
  for (const chunk of loaded) {
    Deno.copyFileSync(`${whole}/${chunk}`, `${copy}/${chunk}`);
    const text = Deno.readTextFileSync(`${copy}/${chunk}`);
    assertFalse(/deno-std|jsonc-parser|js-tiktoken/.test(text), chunk);
  }
  assert(others.length > 0, "the command line has chunks of its own");
  // With every other chunk missing the hook still does its work.
  const child = new Deno.Command(Deno.execPath(), {
    args: [
      "run",
      "--no-config",
      ...PERMISSION_FLAGS,
      `${copy}/main.js`,
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
  assertEquals(world.read(`.cache/count/${SESSION}`), ".");
  const bytes = loaded.map((c) => Deno.statSync(`${copy}/${c}`).size);
  const total = bytes.reduce((sum, size) => sum + size, 0);
  assert(total < 60_000, `a hook loads ${total} bytes: ${loaded.join(", ")}`);
});
