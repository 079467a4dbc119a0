/** set, get, list and init as real processes. */

import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { ProcessWorld, SealedWorld } from "./support/world/sealed_world.ts";
import { sized } from "./support/world/thorough.ts";

const KEY = `sk-ant-api03-${"Zx81kPq0".repeat(11)}AA`;

Deno.test("memory-keeper set writes, appends and keeps what was there once", async () => {
  using world = new SealedWorld();
  const set = (...args: string[]) => world.run(["set", ...args]);
  const first = await set("project", "A tide", "table");
  assertEquals(first, {
    code: 0,
    stdout: "Wrote $WORLD/project/.claude/memory/project.md\n",
    stderr: "",
  });
  assertEquals(world.read("project.md"), "A tide table\n");
  await set("project", "--append", "- for small harbours");
  assertEquals(
    world.read("project.md"),
    "A tide table\n- for small harbours\n",
  );
  assertEquals(world.read("project.md.bak"), "A tide table\n");
  await set("project", "Another.");
  assertStringIncludes(world.read("project.md.bak"), "small harbours");
  const again = await set("project", "Another.");
  assertStringIncludes(again.stdout, "says so already");
  assertStringIncludes(world.read("project.md.bak"), "small harbours");
  assertEquals(world.read(".gitignore"), "*\n");
});

Deno.test("memory-keeper set takes a file or stdin, without secrets", async () => {
  using world = new SealedWorld();
  Deno.writeTextFileSync(`${world.project}/notes.txt`, `key ${KEY}\r\n한국어`);
  await world.run(["memory-set", "lessons", "--file", "notes.txt"]);
  const lessons = world.read("lessons.md");
  assert(!lessons.includes(KEY));
  assertStringIncludes(lessons, "[REDACTED:");
  assertStringIncludes(lessons, "한국어\n");
  await world.run(["set", "rules", "--append"], {
    stdin: "1. <private>mine</private> and yours\n",
  });
  assertEquals(world.read("rules.md"), "1. [PRIVATE] and yours\n");
});

Deno.test("memory-keeper get and list", async () => {
  using world = new SealedWorld();
  await world.run(["set", "workflow", "Test first."]);
  assertEquals((await world.run(["get", "workflow"])).stdout, "Test first.\n");
  const missing = await world.run(["memory-get", "lessons"]);
  assertEquals([missing.code, missing.stdout], [1, ""]);
  assertStringIncludes(missing.stderr, "lessons.md was not written yet");
  const { stdout } = await world.run(["memory-list", "--json"]);
  const { files } = JSON.parse(stdout);
  assertEquals(files.length, 6);
  assertEquals(
    files.filter(({ modified }: { modified: string | null }) => modified)
      .map(({ name, bytes }: { name: string; bytes: number }) => [name, bytes]),
    [["workflow", 12]],
  );
});

Deno.test("memory-keeper set refuses what it cannot write", async (t) => {
  using world = new SealedWorld();
  Deno.writeFileSync(`${world.project}/odd`, Uint8Array.of(0xff, 0xfe, 0));
  const rows: [string[], number, string][] = [
    [["set", "memory", "x"], 2, "cannot be"],
    [["set", "../../evil", "x"], 2, "cannot be"],
    [["set", "projet", "x"], 2, 'Did you mean "project"?'],
    [["set", "project"], 2, "nothing to write"],
    [["set", "project", " \n"], 2, "nothing to write"],
    [["set", "project", "x", "--file", "odd"], 2, "Give one of them"],
    [["set", "project", "--file", "gone"], 2, "does not exist"],
    [["set", "project", "--file", "."], 2, '"." is not a file\nhint: Check'],
    [["set", "project", "--file", "odd"], 2, 'file "odd" must be UTF-8 text'],
  ];
  for (const [args, code, words] of rows) {
    await t.step(args.join(" "), async () => {
      const outcome = await world.run(args);
      assertEquals([outcome.code, outcome.stdout], [code, ""]);
      assertStringIncludes(outcome.stderr, words);
    });
  }
  await t.step("200,000 characters", async () => {
    const { code, stderr } = await world.run(["set", "project"], {
      stdin: "x".repeat(200_001),
    });
    assertEquals(code, 1);
    assertStringIncludes(stderr, "at most 200000 fit");
  });
  const names = Array.from(Deno.readDirSync(world.project), (e) => e.name);
  assertEquals(names.filter((name) => !["odd", ".claude"].includes(name)), []);
});

Deno.test("memory-keeper set, many at once, loses no line", async () => {
  using world = new ProcessWorld();
  const lessons = Array.from({ length: sized(4, 10) }, (_, i) => `Lesson ${i}`);
  await Promise.all(
    lessons.map((one) => world.run(["set", "lessons", "--append", one])),
  );
  const lines = world.read("lessons.md").trimEnd().split("\n").sort();
  assertEquals(lines, lessons);
});

Deno.test("memory-keeper init lays down what is missing, and costs a session nothing", async () => {
  using world = new SealedWorld();
  world.write("lessons.md", "mine\n");
  const { code, stdout } = await world.run(["init"]);
  assertEquals([code, stdout.match(/^Made /gm)?.length], [0, 4]);
  assertEquals(world.read("lessons.md"), "mine\n");
  const again = await world.run(["init", "--json"]);
  assertEquals(JSON.parse(again.stdout).made, []);
  const names = Array.from(Deno.readDirSync(world.project), (e) => e.name);
  assertEquals(names, [".claude"]);
  const { sections } = JSON.parse((await world.run(["load", "--json"])).stdout);
  assertEquals(
    sections.map(({ name }: { name: string }) => name),
    ["lessons"],
  );
});
