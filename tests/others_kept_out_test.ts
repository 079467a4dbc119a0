/**
 * off.json and forgotten.json of someone else: they may not stop capture, nor
 * take away what the user's own session said.
 */

import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { user } from "./support/generator/entries.ts";
import { ClonedWorld, SECTION, SESSION } from "./support/world/cloned_world.ts";
import { git, gitTest } from "./support/world/git.ts";
import { payload, SealedWorld } from "./support/world/sealed_world.ts";

const ID = "3f2a9c11-0000-4000-8000-000000000031";
const ALWAYS = { from: "2020-01-01T00:00:00Z", to: "2099-01-01T00:00:00Z" };
const BROUGHT: Readonly<Record<string, [name: string, text: string]>> = {
  "times that were forgotten": [
    "forgotten.json",
    JSON.stringify({ version: 1, times: [ALWAYS] }),
  ],
  "a damaged forgotten.json": ["forgotten.json", "{oops"],
  "memory switched off": [
    "off.json",
    JSON.stringify({ version: 1, periods: [{ from: ALWAYS.from }] }),
  ],
  "a damaged off.json": ["off.json", "[]"],
};

/** What the logs of a store say. */
const logs = (world: SealedWorld, store = world.store) =>
  world.files(store).filter((name) => name.endsWith(".l1.jsonl"))
    .map((name) => Deno.readTextFileSync(`${store}/${name}`)).join("");

async function say(world: SealedWorld, text: string): Promise<void> {
  const transcript = `${world.dir}/${ID}.jsonl`;
  Deno.writeTextFileSync(transcript, `${JSON.stringify(user(text))}\n`, {
    append: true,
  });
  const stop = payload("Stop", ID, { transcript_path: transcript });
  assertEquals((await world.hook("stop", stop)).code, 0);
}

gitTest("what git tracks keeps nothing out of the user's store", async (t) => {
  for (const [name, [file, text]] of Object.entries(BROUGHT)) {
    await t.step(name, async () => {
      using world = new SealedWorld();
      git(world, "project", "init", "--quiet");
      world.write(file, text);
      git(world, "project", "add", "--force", `.claude/memory/${file}`);
      await say(world, "Where is the lighthouse?");
      assertStringIncludes(logs(world), "lighthouse");
      assertEquals((await world.run(["status"])).code, 0);
      assertEquals(world.read(file), text);
    });
  }
});

gitTest(
  "the user's own off and forget hold next to tracked files",
  async () => {
    using world = new SealedWorld();
    git(world, "project", "init", "--quiet");
    const files = ["off.json", "forgotten.json"];
    for (const file of files) world.write(file, '{"version":1}');
    git(world, "project", "add", "--force", ".claude/memory");
    await say(world, "Where is the lighthouse?");
    const forget = await world.run(["forget", "the lighthouse", "--yes"]);
    assertEquals(forget.code, 0, forget.stderr);
    await say(world, "I asked for the lighthouse");
    assert(!logs(world).includes("lighthouse"), logs(world));
    assertEquals((await world.run(["off"])).code, 0);
    await say(world, "And the harbour?");
    assert(!logs(world).includes("harbour"), logs(world));
    for (const file of files) assertEquals(world.read(file), '{"version":1}');
  },
);

Deno.test("trust takes over no times at which nothing is kept", async (t) => {
  for (const [name, [file, text]] of Object.entries(BROUGHT)) {
    await t.step(name, async () => {
      using world = new ClonedWorld({
        "memory.md": SECTION("Theirs."),
        [file]: text,
      });
      world.speak(SESSION, "Where is the lighthouse?", "In the north.");
      await world.start();
      await world.stop();
      const { code, stdout, stderr } = await world.run(["trust"]);
      assertEquals(code, 0, stderr);
      assertStringIncludes(stdout, `Not taken over`);
      assertStringIncludes(stdout, file);
      assertStringIncludes(logs(world), "lighthouse");
      world.speak(SESSION, "And the harbour?", "In the south.");
      await world.stop();
      assertStringIncludes(logs(world), "harbour");
    });
  }
});
