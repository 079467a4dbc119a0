/**
 * What the finished file must show: the permissions baked in, and that it
 * leaves nothing behind.
 */

import { assertEquals, assertFalse } from "@std/assert";
import { VERSION } from "../src/base/version.ts";
import {
  EXECUTABLE,
  payload,
  ProcessWorld,
} from "./support/world/sealed_world.ts";

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

Deno.test({
  name: "the finished file carries no declarations of Node's types",
  ignore: EXECUTABLE === undefined,
  fn() {
    // All that is carried is read at every start.
    const file = new TextDecoder("latin1")
      .decode(Deno.readFileSync(EXECUTABLE as string));
    assertFalse(file.includes("@types/node"));
  },
});
