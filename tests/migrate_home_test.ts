/** `migrate legacy` and the stores that lie in the home folder. */

import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import {
  homeStore,
  rotationStore,
  THEN,
} from "./support/world/older_stores.ts";
import { SealedWorld, withSlashes } from "./support/world/sealed_world.ts";

const run = (world: SealedWorld, ...args: string[]) =>
  world.run(["migrate", "legacy", ...args], { env: THEN });

Deno.test("memory-keeper migrate legacy and a name that two projects share", async (t) => {
  const neighbour = (world: SealedWorld, cwd: string) => {
    const folder = cwd.replace(/[^a-zA-Z0-9]/g, "-");
    const dir = `${world.home}/.claude/projects/${folder}`;
    Deno.mkdirSync(dir, { recursive: true });
    Deno.writeTextFileSync(
      `${dir}/0b5f0c52-0000-4000-8000-000000000009.jsonl`,
      `${
        JSON.stringify({
          type: "user",
          uuid: "a",
          sessionId: "s",
          timestamp: "2026-02-01T00:00:00Z",
          cwd,
          message: { role: "user", content: "hello" },
        })
      }\n`,
    );
  };
  await t.step("is left until --name says it is meant", async () => {
    using world = new SealedWorld();
    homeStore(world);
    neighbour(world, "/elsewhere/project");
    const left = await run(world, "--yes");
    assertEquals(left.code, 1);
    assertStringIncludes(left.stdout, "may belong to /elsewhere/project");
    assertStringIncludes(left.stdout, "add --name project");
    const done = await run(world, "--yes", "--name", "project");
    assertEquals(done.code, 0);
    assertStringIncludes(world.read("memory.md"), "Build on the rock");
  });
  await t.step("is left where another has brought it in before", async () => {
    using world = new SealedWorld("work");
    homeStore(world, "dam");
    const [first, second] = ["work/dam", "other/dam"].map((path) => {
      Deno.mkdirSync(`${world.dir}/${path}`, { recursive: true });
      return `${world.dir}/${path}`;
    }) as [string, string];
    const there = (cwd: string, ...args: string[]) =>
      world.run(["migrate", "legacy", ...args], { env: THEN, cwd });
    assertEquals((await there(first, "--yes")).code, 0);
    for (const flag of ["--dry-run", "--yes"]) {
      const { code, stdout } = await there(second, flag);
      assertEquals(code, 1);
      assertStringIncludes(stdout, "may belong to $WORLD/work/dam;");
      assert(stdout.startsWith("Nothing was changed: whose memory"), stdout);
    }
    assertEquals((await there(second, "--yes", "--name", "dam")).code, 0);
    const note = `${world.home}/.claude/memory-keeper/projects/dam.taken.json`;
    const { projects } = JSON.parse(Deno.readTextFileSync(note));
    assertEquals(projects.map(withSlashes), [first, second]);
    assertEquals((await there(first, "--yes")).code, 1, "it is in already");
  });
  await t.step("another name that ends like it does not matter", async () => {
    using world = new SealedWorld();
    homeStore(world);
    neighbour(world, "/elsewhere/my-project");
    assertEquals((await run(world, "--yes")).code, 0);
  });
  await t.step("a store of another name is offered", async () => {
    using world = new SealedWorld();
    homeStore(world, "old-name");
    const none = await run(world);
    assertEquals(none.code, 1);
    assertStringIncludes(none.stdout, "old-name");
    const wrong = await run(world, "--name", "oldname");
    assertEquals(wrong.code, 1);
    assertStringIncludes(wrong.stderr, "There are: old-name");
    assertEquals((await run(world, "--name", "../x")).code, 2);
    assertEquals((await run(world, "--yes", "--name", "old-name")).code, 0);
  });
});

Deno.test("memory-keeper migrate legacy brings in weeks and months from next to memory.md", async () => {
  using world = new SealedWorld();
  const home = homeStore(world);
  Deno.mkdirSync(`${home}/archive`);
  const put = (path: string, text: string) =>
    Deno.writeTextFileSync(`${home}/${path}`, text);
  put("archive/2025-10.md", "Bought a quagga for the treadmill.\n");
  put("archive/2025-11.md", "Another month of that name.\n");
  put("week-09.md", "# Week 9\n");
  put("2025-12-20_0800.md", "Before the first stone.\n");
  put("stray.bin", "?");
  const { code, stdout } = await run(world, "--yes");
  assertEquals(code, 0);
  assertStringIncludes(stdout, "stray.bin: not a file of such a store");
  assertEquals(stdout.match(/not a file of such a store/g)?.length, 1);
  assertEquals(
    world.files().filter((path) => path.startsWith("sessions/")),
    [
      "sessions/2025-12-20_0800.md",
      "sessions/2025-12-21_1530.md",
      "sessions/2025-12-21_1530.raw.md",
      "sessions/archive/2025-10.md",
      "sessions/archive/2025-11.earlier.md",
      "sessions/archive/2025-11.md",
      "sessions/week-09.md",
      "sessions/week-51.md",
    ],
  );
  const found = await world.run(["search", "quagga"], { env: THEN });
  assertStringIncludes(found.stdout, "2025-10.md");
});

Deno.test("memory-keeper migrate legacy brings a home store to what is there", async () => {
  using world = new SealedWorld();
  homeStore(world);
  rotationStore(world);
  world.write(
    "facts.json",
    JSON.stringify({
      decisions: [{ id: "d001", content: "Something else" }],
    }),
  );
  world.write("sessions/archive/2025-11.md", "# 2025-11\n");
  const secret = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8";
  const home = `${world.home}/.claude/memory-keeper/projects/project`;
  Deno.writeTextFileSync(
    `${home}/sessions/2025-12-22_0910.md`,
    `token: ${secret}\n`,
  );
  const memory = world.read("memory.md");
  assertEquals((await run(world, "--yes")).code, 0);
  assertEquals(world.read("memory.md"), memory, "it is newer, and stays");
  const archive = world.read("memory_20251230_141259.md");
  assertStringIncludes(archive, "## 2025-12-30_1412 (local 12-30_1412)");
  assertStringIncludes(archive, "- The stairs creak.");
  const { decisions } = JSON.parse(world.read("facts.json"));
  assertEquals(
    decisions.map(({ id, content }: Record<string, string>) => [id, content]),
    [
      ["d003", "Build on the rock"],
      ["d002", "Granite for the base"],
      ["d001", "Something else"],
    ],
  );
  assertStringIncludes(
    world.read("sessions/archive/2025-11.earlier.md"),
    "Drew the plans.",
  );
  const brought = world.read("sessions/2025-12-22_0910.md");
  assert(!brought.includes(secret), brought);
});
