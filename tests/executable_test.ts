/**
 * What the finished file must show: the permissions baked in, and that it
 * leaves nothing behind.
 */

import { assert, assertEquals, assertFalse } from "@std/assert";
import { existsSync } from "@std/fs";
import { VERSION } from "../src/base/version.ts";
import { codeFileOf } from "../src/install/code_file.ts";
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

/** Built where its code could be recorded. */
const CODE = EXECUTABLE && codeFileOf(EXECUTABLE);

Deno.test({
  name: "the finished file starts from compiled code, and without",
  ignore: CODE === undefined || !existsSync(CODE),
  async fn(t) {
    using world = new ProcessWorld();
    const dir = `${world.dir}/copy`;
    Deno.mkdirSync(dir);
    const copy = `${dir}/${(EXECUTABLE ?? "").replace(/^.*[\\/]/, "")}`;
    Deno.copyFileSync(EXECUTABLE ?? "", copy);
    const told = async () => {
      const { stdout } = await new Deno.Command(copy, {
        args: ["doctor", "--json", "--project-dir", world.project],
        env: world.env(),
        clearEnv: true,
      }).output();
      const { findings } = JSON.parse(new TextDecoder().decode(stdout));
      return (findings as { check: string; reason: string }[])
        .find(({ check }) => check === "executable")?.reason ?? "";
    };
    await t.step("without", async () => {
      assertEquals(await told(), `${VERSION}, ${copy}`);
    });
    await t.step("with", async () => {
      Deno.copyFileSync(CODE ?? "", codeFileOf(copy));
      assertEquals(
        await told(),
        `${VERSION}, ${copy}, starts from compiled code`,
      );
    });
    await t.step("with that of another build", async () => {
      const bytes = Deno.readFileSync(CODE ?? "");
      const index = new TextDecoder("latin1").decode(bytes.subarray(0, 8000));
      const digests = [...index.matchAll(/"digest":"/g)];
      assert(digests.length > 5);
      for (const { index, 0: { length } } of digests) {
        bytes.set(new TextEncoder().encode("other"), index + length);
      }
      Deno.writeFileSync(codeFileOf(copy), bytes);
      assertEquals(await told(), `${VERSION}, ${copy}`);
    });
  },
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
