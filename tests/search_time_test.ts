import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import type { SealedWorld } from "./support/world/sealed_world.ts";
import {
  LOOP,
  OLD,
  searchableWorld,
  TIDE,
} from "./support/world/searchable_store.ts";

const NOW = { env: { MEMORY_KEEPER_NOW: "2026-03-18T12:00:00Z", TZ: "UTC" } };

interface Hits {
  readonly hits: {
    readonly session: string | null;
    readonly explain?: { readonly terms: { readonly term: string }[] };
  }[];
  readonly notes?: string[];
}

async function hits(world: SealedWorld, ...args: string[]): Promise<Hits> {
  const outcome = await world.run(["search", "--json", ...args], NOW);
  assertEquals(outcome.stderr, "");
  return JSON.parse(outcome.stdout);
}

Deno.test("search with a time and no words leads to the timeline", async () => {
  using world = await searchableWorld();
  for (const asked of ["what did we do yesterday?", "지난주에 뭐했지?"]) {
    const { code, stdout, stderr } = await world.run(["search", asked], NOW);
    assertEquals(code, 1, stdout);
    assertStringIncludes(stderr, "memory-keeper timeline --since", asked);
  }
  const { stderr } = await world.run(["search", "zzyzx"], NOW);
  assert(!stderr.includes("timeline"), stderr);
});

Deno.test("search with nothing but a time lists what was done then", async (t) => {
  using world = await searchableWorld();
  const cases: readonly (readonly [asked: string, session: string])[] = [
    ["what did we fix on February 1?", LOOP],
    ["summary of March 2026", TIDE],
    ["2025-11-05", OLD],
    ["3월 2일에 뭘 고쳤지?", TIDE],
    ["2026년 3월 2일에 뭘 고쳤지?", TIDE],
    ["2026年3月2日做了什么", TIDE],
    ["what did we fix on 2026/02/01", LOOP],
    ["what did we do in the week of 3 March?", TIDE],
    ["what did we fix between 1 and 10 February?", LOOP],
    ["what did we do since March 1?", TIDE],
    ["what happened before December 2025?", OLD],
    ["3월 1일부터 뭘 했지?", TIDE],
    ["2月1日から3日まで何をした？", LOOP],
    ["3月3日那周做了什么", TIDE],
    // Nothing was done on that day, but soon after.
    ["what happened on January 25", LOOP],
  ];
  for (const [asked, session] of cases) {
    await t.step(asked, async () => {
      const { hits: found, notes } = await hits(world, asked);
      assertEquals(found.map((one) => one.session?.slice(0, 8)), [
        session.slice(0, 8),
      ]);
      assertStringIncludes(notes?.join() ?? "", "Only a time is named");
    });
  }
  await t.step("words decide where there are any", async () => {
    const [first] = (await hits(world, "the moon in February")).hits;
    assertEquals(first?.session?.slice(0, 8), TIDE.slice(0, 8));
  });
  await t.step("what names the time is no word to look for", async () => {
    const { hits: [first] } = await hits(
      world,
      "--explain",
      "the moon in February",
    );
    const terms = first?.explain?.terms.map(({ term }) => term);
    assertEquals(terms, ["moon"]);
  });
});

Deno.test("a time counts up to twice: it leans, but excludes nothing", async () => {
  using world = await searchableWorld();
  const log = (day: string, short: string, text: string) => {
    const entry = { ts: `${day}T10:00:00Z`, role: "assistant", text };
    world.write(
      `sessions/${day}_1000_${short}.l1.jsonl`,
      `${JSON.stringify(entry)}\n`,
    );
  };
  log("2026-02-10", "ab000001", "The test had an error: test, error, test.");
  log("2026-02-13", "ab000002", "An error of the deck's paint, grey as rain.");
  log(
    "2026-02-14",
    "ab000003",
    "The test had an error of paint, grey as rain.",
  );
  const first = async (asked: string) =>
    (await hits(world, "--deep", asked)).hits[0]?.session?.slice(0, 8);
  assertEquals(await first("error of the test"), "ab000001");
  const asked = "which error did the test have on February";
  assertEquals(await first(`${asked} 14`), "ab000003");
  // Nothing else is from that day, but far more of it is said elsewhere.
  assertEquals(await first("the moon in February"), "7b1d0e22");
  assertEquals(await first(`${asked} 13`), "ab000003");
});
