/** The setting crossProject: what another project of the user knows. */

import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { FIX_MAX_CHARS } from "../src/context/fix_text.ts";
import { payload, SealedWorld } from "./support/world/sealed_world.ts";

const SESSION = "4f2a9c11-0000-4000-8000-000000000002";
const ERROR = "error TS2304: Cannot find name 'moonPhase'.";
const BUILD = "npm run build";

const tool = (name: string, fields: object) => ({
  ts: "2026-02-01T17:20:00Z",
  role: "tool",
  id: "toolu_1",
  name,
  result: "ok",
  ...fields,
});
const STORY = [
  tool("Bash", { cmd: BUILD, result: "error", output: ERROR }),
  tool("Edit", { target: "src/tide.ts", diff: "+import { moonPhase }" }),
  tool("Bash", { cmd: BUILD, output: "built" }),
].map((entry) => `${JSON.stringify(entry)}\n`).join("");

/** A project of the user in which the build was fixed, and one that asks. */
class TwoProjects extends SealedWorld {
  readonly other = `${this.dir}/tides`;

  async prepare(config: object, otherConfig: object = {}): Promise<this> {
    Deno.mkdirSync(this.other);
    await this.inOther("save", "The tide table is built.");
    const store = `${this.other}/.claude/memory`;
    Deno.mkdirSync(`${store}/sessions`, { recursive: true });
    Deno.writeTextFileSync(
      `${store}/sessions/2026-02-01_1720_3f2a9c11.l1.jsonl`,
      STORY,
    );
    Deno.writeTextFileSync(`${store}/config.json`, JSON.stringify(otherConfig));
    assertEquals((await this.inOther("reindex")).code, 0);
    this.write("config.json", JSON.stringify(config));
    assertEquals((await this.run(["save", "Another project."])).code, 0);
    return this;
  }

  inOther(...args: string[]) {
    return this.run(args, { cwd: this.other });
  }

  async failed(): Promise<string> {
    const { code, stdout } = await this.hook(
      "post-tool-use-failure",
      payload("PostToolUseFailure", SESSION, {
        tool_name: "Bash",
        tool_input: { command: BUILD },
        error: `Exit code 2\n${ERROR}`,
      }),
    );
    assertEquals(code, 0);
    return stdout === ""
      ? ""
      : JSON.parse(stdout).hookSpecificOutput.additionalContext;
  }
}

Deno.test("crossProject tells what another project knows, and which", async () => {
  using world = await new TwoProjects().prepare({ crossProject: true });
  const text = await world.failed();
  assert(text.length <= FIX_MAX_CHARS);
  for (
    const part of [
      "From the memory of another project of the user, “tides” (a record",
      "Edit src/tide.ts: +import { moonPhase } (3f2a9c11#1)",
      "Shown there by memory-keeper show 3f2a9c11#0",
    ]
  ) assertStringIncludes(text, part);
  assertEquals(await world.failed(), "", "once a session");
});

Deno.test("a fix of another project can be silenced here", async () => {
  using world = await new TwoProjects().prepare({ crossProject: true });
  assertEquals((await world.run(["quiet", "3f2a9c11#0"])).code, 0);
  assertEquals(await world.failed(), "");
});

Deno.test("another project is not asked", async (t) => {
  await t.step("without the setting", async () => {
    using world = await new TwoProjects().prepare({});
    assertEquals(await world.failed(), "");
  });
  await t.step("while memory is off there", async () => {
    using world = await new TwoProjects().prepare({ crossProject: true });
    assertEquals((await world.inOther("off")).code, 0);
    assertEquals(await world.failed(), "");
    assertEquals((await world.inOther("on")).code, 0);
    assert(await world.failed() !== "");
  });
  await t.step("when its own settings say no", async () => {
    using world = await new TwoProjects()
      .prepare({ crossProject: true }, { crossProject: false });
    assertEquals(await world.failed(), "");
  });
  await t.step("when its off.json is damaged", async () => {
    using world = await new TwoProjects().prepare({ crossProject: true });
    Deno.writeTextFileSync(`${world.other}/.claude/memory/off.json`, "{");
    assertEquals(await world.failed(), "");
  });
  await t.step("when someone else made its store", async () => {
    using world = await new TwoProjects().prepare({ crossProject: true });
    const store = `${world.other}/.claude/memory`;
    Deno.removeSync(`${store}/state/owner`, { recursive: true });
    const { stdout } = await world.inOther("status");
    assertStringIncludes(stdout, "trust");
    assertEquals(await world.failed(), "");
  });
  await t.step("when its folder is gone", async () => {
    using world = await new TwoProjects().prepare({ crossProject: true });
    Deno.removeSync(world.other, { recursive: true });
    assertEquals(await world.failed(), "");
  });
});

Deno.test("memory-keeper fix --all asks every project", async () => {
  using world = await new TwoProjects().prepare({});
  assertEquals((await world.run(["fix", ERROR])).code, 1);
  const { code, stdout } = await world.run(["fix", "--all", ERROR]);
  assertEquals(code, 0);
  assertStringIncludes(stdout, "“tides”");
  assertStringIncludes(stdout, "tides: ");
  const json = await world.run(["fix", "--all", "--json", ERROR]);
  const [fix] = JSON.parse(json.stdout);
  assertEquals([fix.session, fix.project], ["3f2a9c11", "$WORLD/tides"]);
});

Deno.test("memory-keeper fix asks the others where a failing command would", async () => {
  using world = await new TwoProjects().prepare({ crossProject: true });
  const { code, stdout } = await world.run(["fix", ERROR]);
  assertEquals(code, 0);
  assertStringIncludes(stdout, "another project of the user, “tides”");
  using alone = await new TwoProjects().prepare({});
  assertEquals((await alone.run(["fix", ERROR])).code, 1);
});
