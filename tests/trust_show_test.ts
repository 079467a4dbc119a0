/** `trust --show`: everything that would act, framed, in a bounded size. */

import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { ClonedWorld, SECTION, THEIRS } from "./support/world/cloned_world.ts";

const STEM = "2026-01-20_1000_7e145000";
const ACTING: Readonly<Record<string, string>> = {
  "memory.md": SECTION("Nice words."),
  "off.json": '{"version":1,"periods":[{"from":"2020-01-01T00:00:00Z"}]}',
  "forgotten.json": '{"version":1,"times":[]}',
  "delta/7e145000-1.txt": "User: evil delta",
  [`state/${THEIRS}.json`]: '{"stem":"evil state"}',
  [`sessions/${STEM}.md`]: "evil digest",
  [`sessions/${STEM}.l1.jsonl`]: '{"role":"user","text":"evil log"}\n',
  "memory_20260120_100000.summary.json": '{"overallSummary":"evil summary"}',
  "team/facts/2026-11-11_1010_evil_0a1b2c3d.json": '{"content":"evil item"}',
};

const shown = async (world: ClonedWorld, env = {}) =>
  (await world.run(["trust", "--show"], { env })).stdout;

Deno.test("trust --show shows every file that would act", async () => {
  using world = new ClonedWorld(ACTING);
  const text = await shown(world);
  for (const [name, words] of Object.entries(ACTING)) {
    assertStringIncludes(text, name);
    assertStringIncludes(text, words.trim().split("\n").at(-1) ?? "");
  }
});

Deno.test("trust --show frames every line of the others", async () => {
  using world = new ClonedWorld({
    ...ACTING,
    "rules.md": "evil rule\r\u2028evil second line\n",
  });
  for (const env of [{}, { CLAUDECODE: "1" }]) {
    const lines = (await shown(world, env)).split(/[\n\r\u2028]/);
    const bare = lines.filter((line) =>
      /evil/.test(line) && !line.startsWith("| ")
    );
    assertEquals(bare.filter((line) => !line.startsWith("$WORLD")), []);
  }
});

Deno.test("trust --show has a bounded size and shows the beginning", async () => {
  const padded = `{"permanent":{"rules":[{"content":"evil rule"}]}}${
    " ".repeat(9_000_000)
  }`;
  using world = new ClonedWorld({ ...ACTING, "facts.json": padded });
  for (let n = 0; n < 500; n++) {
    world.write(`sessions/2026-01-20_10${n}.md`, "x".repeat(3000));
  }
  const text = await shown(world);
  assert(text.length < 400_000, String(text.length));
  assertStringIncludes(text, "evil rule");
  assertStringIncludes(text, "not shown");
  assertStringIncludes(text, "more files");
});

Deno.test("what is too large to count is announced", async () => {
  using world = new ClonedWorld({
    "memory.md": SECTION("Nice words."),
    "facts.json": `{}${" ".repeat(9_000_000)}`,
  });
  assertStringIncludes(
    (await world.start()).line,
    "a memory of 1 section and facts.json unread that you did not write",
  );
});

Deno.test("a lone state is not called settings", async () => {
  using world = new ClonedWorld({ [`state/${THEIRS}.json`]: "{}" });
  assertStringIncludes(
    (await world.start()).line,
    "brings files of a memory that you did not write",
  );
});

Deno.test("status says that a memory is foreign", async () => {
  using world = new ClonedWorld();
  await world.start();
  await world.prompt("Where is the tide table?");
  const { stdout } = await world.run(["status"]);
  const [headline = ""] = stdout.split("\n");
  assertStringIncludes(headline, "foreign");
  const { verdict } = JSON.parse(
    (await world.run(["status", "--json"])).stdout,
  );
  assertEquals(verdict, "foreign");
});
