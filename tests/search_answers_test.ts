import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { SealedWorld } from "./support/world/sealed_world.ts";
import { saveState } from "./support/world/searchable_store.ts";

const LAMP = "5a3c0e44-5a5b-4c1d-8e2f-000000000004";
const LOG = `sessions/2026-03-05_0900_${LAMP.slice(0, 8)}`;

const QUESTION = "Why does the lighthouse blink twice at dusk?";
const REMARK = "Let me look at the brass valve first.";
const ANSWER = "A worn relay closes late, so the lamp is switched again.";
const LAST = "The seal had dried out; a new one keeps the pressure.";

const said = (minute: number, role: string, text: string) => ({
  ts: `2026-03-05T09:0${minute}:00Z`,
  role,
  text,
});
const read = (minute: number, target: string) => ({
  ts: `2026-03-05T09:0${minute}:30Z`,
  role: "tool",
  id: `t${minute}`,
  name: "Read",
  target,
  result: "ok",
});

/** A session that asks twice, in two turns. */
async function lampWorld(digest?: string): Promise<SealedWorld> {
  const world = new SealedWorld();
  const entries = [
    said(0, "user", QUESTION),
    read(0, "src/lamp.ts"),
    said(1, "assistant", ANSWER),
    said(2, "user", "Now mend the foghorn."),
    said(3, "assistant", REMARK),
    read(3, "src/horn.ts"),
    said(4, "assistant", LAST),
    read(4, "src/horn_test.ts"),
    said(5, "assistant", "Now let me run its tests:"),
    read(5, "src/horn_test.ts"),
  ];
  const lines = entries.map((entry) => `${JSON.stringify(entry)}\n`);
  world.write(`${LOG}.l1.jsonl`, lines.join(""));
  if (digest !== undefined) world.write(`${LOG}.md`, digest);
  saveState(world, LAMP, "");
  await world.run(["reindex"]);
  return world;
}

interface Hit {
  readonly id: string;
  readonly snippet: string;
}

async function firstHit(world: SealedWorld, ...args: string[]): Promise<Hit> {
  const { stdout } = await world.run(["search", "--json", ...args]);
  const [hit] = (JSON.parse(stdout) as { hits: Hit[] }).hits;
  assert(hit !== undefined, stdout);
  return hit;
}

Deno.test("a hit that asks shows what answered it", async (t) => {
  using world = await lampWorld();
  await t.step("the question, then its answer", async () => {
    const { id, snippet } = await firstHit(world, "why does lighthouse blink");
    assertEquals(id, `${LOG}.l1.jsonl#0`);
    assertEquals(snippet, `${QUESTION} → ${ANSWER}`);
    const { stdout } = await world.run(["show", id, "--context", "0"]);
    assertStringIncludes(stdout, QUESTION);
  });
  await t.step("what was said before a look, and after it", async () => {
    const { snippet } = await firstHit(world, "--deep", "brass valve");
    assertEquals(snippet, `${REMARK} → ${LAST}`);
  });
  await t.step("an answer speaks for itself", async () => {
    const { snippet } = await firstHit(world, "--deep", "worn relay");
    assertEquals(snippet, ANSWER);
  });
});

Deno.test("a digest that quotes the question shows what answered it", async (t) => {
  const digest = `**Asked**\n- ${QUESTION}\n- Now mend the foghorn.\n\n` +
    "**Files changed, no commit**\n- `src/harbour.ts`\n";
  using world = await lampWorld(digest);
  await t.step("the question, then its answer", async () => {
    const { id, snippet } = await firstHit(world, "why does lighthouse blink");
    assertEquals(id, `${LOG}.md#0`);
    assertEquals(snippet, `${QUESTION} → ${ANSWER}`);
  });
  await t.step("each question has its own answer", async () => {
    const { snippet } = await firstHit(world, "who can mend a foghorn");
    assertEquals(snippet, `Now mend the foghorn. → ${LAST}`);
  });
  await t.step("but what is found by other lines shows these", async () => {
    const { snippet } = await firstHit(world, "src/harbour.ts");
    assertStringIncludes(snippet, "**Files changed");
    assert(!snippet.includes("→"), snippet);
  });
});

Deno.test("a snippet of an exact search begins and ends with whole words", async () => {
  using world = new SealedWorld();
  const words = (n: number) => `${"lantern wicker ".repeat(n)}`;
  world.write(
    "memory.md",
    `# Memory\n\n## 2026-03-05\n\n${words(20)}TS2345 ${words(40)}\n`,
  );
  const { snippet } = await firstHit(world, "--regex", "TS\\d+");
  const told = snippet.replaceAll("…", "").trim().split(" ");
  assertEquals([...new Set(told)].toSorted(), ["TS2345", "lantern", "wicker"]);
});

Deno.test("search says when there is no word in what was asked", async () => {
  using world = await lampWorld();
  const { stderr } = await world.run(["search", "?!"]);
  assertStringIncludes(stderr, "No word in it; searched for the exact text");
  const { stderr: common } = await world.run(["search", "and the"]);
  assertStringIncludes(common, "Only common words");
});

Deno.test("a word of another language means the same in a pasted text", async () => {
  using world = await lampWorld();
  world.write("memory.md", "# Memory\n\n## 2026-03-05\n\nThe hook is late.\n");
  const { snippet } = await firstHit(world, "훅 ".repeat(1500));
  assertStringIncludes(snippet, "The hook is late.");
});
