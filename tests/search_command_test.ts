import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { assertGolden } from "./support/world/golden.ts";
import { type Outcome, SealedWorld } from "./support/world/sealed_world.ts";
import {
  LOOP,
  OLD,
  searchableWorld,
  TIDE,
} from "./support/world/searchable_store.ts";

const NOW = { env: { MEMORY_KEEPER_NOW: "2026-03-18T12:00:00Z", TZ: "UTC" } };

const search = (world: SealedWorld, ...args: string[]) =>
  world.run(["search", ...args], NOW);

interface Hits {
  readonly hits: {
    readonly id: string;
    readonly layer: string;
    readonly session: string | null;
    readonly ts: string | null;
    readonly entry: number | string;
    readonly snippet: string;
    readonly explain?: { readonly terms: { readonly term: string }[] };
    readonly context?: unknown[];
  }[];
  readonly total: number;
  readonly deep: boolean;
  readonly notes?: string[];
}

async function hits(world: SealedWorld, ...args: string[]): Promise<Hits> {
  const outcome = await search(world, "--json", ...args);
  assertEquals(outcome.stderr, "");
  return JSON.parse(outcome.stdout);
}

Deno.test("search, show, timeline: what people read", async () => {
  using world = await searchableWorld();
  const shown: string[] = [];
  for (
    const args of [
      ["search", "how did we fix the redirect loop"],
      ["search", "--deep", "lastSeenAt", "--explain"],
      ["search", "--deep", "TS2345", "--context", "1"],
      ["search", "--regex", "round(ed|ing)", "--deep"],
      ["search", "no such thing anywhere"],
      ["show", "memory.md#1"],
      [
        "show",
        `sessions/2026-02-01_1720_3f2a9c11.l1.jsonl#3`,
        "--context",
        "1",
      ],
      ["show", "facts.json#d001"],
      ["timeline"],
    ]
  ) {
    const { code, stdout, stderr } = await world.run(args, NOW);
    shown.push(
      `$ memory-keeper ${args.join(" ")}\n${stdout}${stderr}[${code}]\n`,
    );
  }
  assertGolden("search", shown.join("\n"));
});

Deno.test("search --json", async () => {
  using world = await searchableWorld();
  const { code, stdout } = await search(world, "--json", "redirect loop");
  assertEquals(code, 0);
  assertGolden("search_json", stdout.replace(/"ms": \d+/, '"ms": 0'));
});

Deno.test("search finds every layer", async (t) => {
  using world = await searchableWorld();
  const rows: readonly (readonly [string, string, string])[] = [
    ["double rounding", "memory", "memory.md#2"],
    ["round last", "facts", "facts.json#r001"],
    ["who may enter", "concepts", "concepts.json#c001"],
    ["tabs", "files", "conventions.md#0"],
    ["timetable went live", "summary", "memory_20251201_101500.summary.json#0"],
    ["journalctl", "l1", "sessions/2025-11-05_0800_c0ffee33.l1.jsonl#1"],
    ["인증", "l1", "sessions/2026-03-02_0910_7b1d0e22.l1.jsonl#1"],
    ["한국어", "files", "conventions.md#1"],
  ];
  for (const [query, layer, id] of rows) {
    await t.step(query, async () => {
      const { hits: [first] } = await hits(world, query, "--layer", layer);
      assertEquals(first?.id, id);
    });
  }
});

Deno.test("search gives full session ids, times and neighbours", async () => {
  using world = await searchableWorld();
  const { hits: [first], deep } = await hits(
    world,
    "--deep",
    "systemd",
    "--context",
    "2",
    "--explain",
  );
  assertEquals(first?.session, OLD);
  assertEquals(first?.ts, "2025-11-05T08:00:00Z");
  assertEquals(first?.entry, 0);
  assertEquals(first?.context?.length, 1);
  assertEquals(first?.explain?.terms[0]?.term, "systemd");
  assertEquals(deep, true);
});

Deno.test("search looks into the logs when the summaries do not say it", async () => {
  using world = await searchableWorld();
  const { hits: [first], deep, notes } = await hits(world, "journalctl");
  assertEquals(first?.session, OLD);
  assertEquals(deep, true);
  assertEquals(notes?.length, 1);
});

Deno.test("search shows the answer rather than the question it answers", async () => {
  using world = await searchableWorld();
  world.write(
    "sessions/2026-04-01_1000_f09a0000.l1.jsonl",
    [
      ["user", "Why does the foghorn fall silent after the sensor restarts?"],
      ["assistant", "The foghorn and the sensor share a fuse: it trips."],
    ].map(([role, text], i) =>
      `${JSON.stringify({ ts: `2026-04-01T10:0${i}:00Z`, role, text })}\n`
    ).join(""),
  );
  const { hits: [first] } = await hits(
    world,
    "--deep",
    "foghorn sensor silent",
  );
  assertEquals(first?.entry, 1);
});

Deno.test("search --regex looks into the logs in the same case", async () => {
  using world = await searchableWorld();
  const { hits: [first], deep, notes } = await hits(
    world,
    "--regex",
    "journal(ctl|ist)",
  );
  assertEquals(first?.session, OLD);
  assertEquals(deep, true);
  assertEquals(notes?.length, 1);
});

Deno.test("search shows a session's facts once, and none that were removed", async () => {
  using world = await searchableWorld();
  const copy = (id: string, content: string) => ({ id, content });
  world.write(
    "sessions/2026-02-01_1720_3f2a9c11.l2.json",
    JSON.stringify({
      session: LOOP,
      facts: [
        copy("d001", "Cookies are SameSite=Lax"),
        copy("d077", "Gangways are removed in winter"),
      ],
      exchanges: [{ id: "e1", facts: ["Bollards are painted yearly"] }],
    }),
  );
  const ids = async (query: string) =>
    (await hits(world, query)).hits.map(({ id }) => id);
  assertEquals(await ids("gangways in winter"), []);
  assertEquals(
    (await ids("cookies SameSite")).filter((id) => id.endsWith("#d001")),
    ["facts.json#d001"],
  );
  assertEquals(await ids("bollards"), [
    "sessions/2026-02-01_1720_3f2a9c11.l2.json#e1",
  ]);
});

Deno.test("show takes the id of a fact and the beginning of a session's", async () => {
  using world = await searchableWorld();
  const shown = async (id: string) =>
    JSON.parse((await world.run(["show", id, "--json"], NOW)).stdout).id;
  assertEquals(await shown("d001"), "facts.json#d001");
  assertEquals(await shown("c001"), "concepts.json#c001");
  assertEquals(
    await shown("3f2a"),
    "sessions/2026-02-01_1720_3f2a9c11.l1.jsonl#0",
  );
});

Deno.test("show prints a whole session, and folds only what is long", async () => {
  using world = await searchableWorld();
  const whole = await world.run(["show", "3f2a"], NOW);
  for (
    const text of ["Turn 1", "#1 Read", "#3 Bash deno test", "checks it once"]
  ) {
    assertStringIncludes(whole.stdout, text);
  }
  const long = Array.from({ length: 99 }, (_, i) => `line ${i}`).join("\n");
  const entry = { ts: "2026-03-02T09:13:00Z", role: "assistant", text: long };
  const log = `sessions/2026-03-02_0910_${TIDE.slice(0, 8)}.l1.jsonl`;
  world.write(log, `${world.read(log)}${JSON.stringify(entry)}\n`);
  const folded = await world.run(["show", "7b1d0e22"], NOW);
  assertStringIncludes(folded.stdout, "1 long text folded; --full");
  assertEquals(folded.stdout.includes("line 98"), false);
  const full = await world.run(["show", "7b1d0e22", "--full"], NOW);
  assertStringIncludes(full.stdout, "line 98");
  const json = await world.run(["show", "7b1d0e22", "--json"], NOW);
  assertEquals(JSON.parse(json.stdout).entries.length, 3);
});

Deno.test("search --since takes words", async () => {
  using world = await searchableWorld();
  const found = async (since: string) =>
    (await hits(world, "--deep", "tide", "--since", since)).total > 0;
  assertEquals(await found("this month"), true);
  assertEquals(await found("2월"), true);
  assertEquals(await found("지난주"), false);
});

Deno.test("timeline names branch and title of a session without a summary", async () => {
  using world = await searchableWorld();
  const state = `state/${OLD}.json`;
  world.write(
    state,
    JSON.stringify({ ...JSON.parse(world.read(state)), branch: "harbour" }),
  );
  world.write(
    "sessions/2025-11-05_0800_c0ffee33.md",
    "**Asked**\n- Deploy it.\n\n**Concluded**\n- The timetable is live. More.\n",
  );
  const { stdout } = await world.run(["timeline", "--json"], NOW);
  const session = JSON.parse(stdout).sessions.find(
    (one: { session: string }) => one.session === OLD,
  );
  assertEquals(session.branch, "harbour");
  assertEquals(session.title, "The timetable is live.");
});

Deno.test("search: filters", async (t) => {
  using world = await searchableWorld();
  const sessions = async (...args: string[]) =>
    (await hits(world, "--deep", ...args)).hits.map((hit) => hit.session);
  await t.step("--since", async () => {
    assertEquals(await sessions("fixed", "--since", "2026-03-01"), [TIDE]);
  });
  await t.step("--until takes the whole day", async () => {
    const found = await sessions("redirect", "--until", "2026-02-01");
    assert(found.length > 0 && found.every((one) => one === LOOP));
  });
  await t.step("a day without a time is in it as a whole", async () => {
    const facts = async (...args: string[]) =>
      (await hits(world, "cookies", "--layer", "facts", ...args)).hits.length;
    assertEquals(await facts("--since", "2026-02-01"), 1);
    assertEquals(await facts("--since", "2026-02-02"), 0);
    assertEquals(await facts("--until", "2026-02-01"), 1);
    assertEquals(await facts("--until", "2026-01-31"), 0);
  });
  await t.step("--session lists each of its documents", async () => {
    const found = await hits(
      world,
      "--deep",
      "cookie",
      "--session",
      "3f2a9c11",
    );
    assert(found.hits.length >= 3);
    assert(found.hits.every(({ session }) => session === LOOP));
  });
  await t.step("quotes", async () => {
    const found = await hits(world, '"session cookie"');
    assertEquals(found.hits.map(({ id }) => id), ["memory.md#1"]);
  });
  await t.step("--limit", async () => {
    const found = await hits(
      world,
      "--deep",
      "the login cookie",
      "--limit",
      "1",
    );
    assertEquals(found.hits.length, 1);
    assert(found.total > 1);
  });
});

Deno.test("search answers whatever is typed", async (t) => {
  using world = await searchableWorld();
  const long = "redirect ".repeat(12_000);
  const typed: readonly (readonly [string, string[], 0 | 1 | 2])[] = [
    ["FTS operators", ["redirect AND NOT (loop OR NEAR(cookie"], 0],
    ["a column filter", ["user: redirect"], 0],
    ["a star and a caret", ["redir* ^loop"], 0],
    ["SQL", ["redirect'; DROP TABLE words; --"], 0],
    ["quotes that do not close", ['"redirect loop'], 0],
    ["a NUL's neighbour", ["redirect\u0001loop"], 0],
    ["only marks", ["?!…"], 1],
    ["only stop words", ["what is this"], 1],
    ["stop words that stand there", ["was never"], 0],
    ["the beginning of a word", ["redire"], 0],
    ["a mistyped word", ["redirekt"], 0],
    ["white space", ["   "], 2],
    ["no words", [], 2],
    ["a wrong limit", ["x", "--limit", "-1"], 2],
    ["a wrong layer", ["x", "--layer", "l9"], 2],
    ["a wrong date", ["x", "--since", "2026-13-01"], 2],
    ["a path as a session", ["x", "--session", "../../etc"], 2],
    ["an invalid expression", ["--regex", "("], 2],
    ["a backslash", ["\\"], 1],
    ["stop words and a backslash", ["the \\"], 1],
  ];
  for (const [name, args, code] of typed) {
    await t.step(name, async () => {
      const outcome = await search(world, ...args);
      assertEquals(outcome.code, code, outcome.stderr + outcome.stdout);
      assertClean(outcome);
    });
  }
  await t.step("100 KB on stdin", async () => {
    const outcome = await world.run(["search", "-"], { ...NOW, stdin: long });
    assertEquals(outcome.code, 0);
  });
});

/** One line of error at most, and nothing of our insides. */
function assertClean({ stdout, stderr }: Outcome): void {
  const text = stdout + stderr;
  assert(!/fts5|sqlite|syntax error|at file:|Uncaught/i.test(text), text);
}

Deno.test("show and timeline refuse what is not there", async () => {
  using world = await searchableWorld();
  for (const id of ["memory.md#99", "../../etc/passwd", "state/x.json#0", ""]) {
    const { code, stderr } = await world.run(["show", id], NOW);
    assertEquals(code, 1, id);
    assertStringIncludes(stderr, "hint:");
  }
  const none = await world.run(["timeline", "--since", "2027-01-01"], NOW);
  assertEquals(none.code, 1);
});

Deno.test("an empty timeline is a list like any other", async () => {
  using world = new SealedWorld();
  world.write("memory.md", "# Project Memory: project\n");
  const { code, stdout, stderr } = await world.run(["timeline"]);
  assertEquals([code, stdout, stderr], [0, "No session found\n", ""]);
});

Deno.test("search without a store", async () => {
  using world = await searchableWorld();
  Deno.removeSync(world.store, { recursive: true });
  const { code, stderr } = await search(world, "anything");
  assertEquals(code, 1);
  assertStringIncludes(stderr, "No memory in");
});

Deno.test("search --session looks at every entry of it, however its id is typed", async () => {
  using world = await searchableWorld();
  const { hits: found, deep } = await hits(
    world,
    "--session",
    LOOP.slice(0, 8).toUpperCase(),
    "cookie",
  );
  assertEquals(deep, true);
  assert(found.some(({ layer, entry }) => layer === "l1" && entry === 2));
  assert(found.every(({ session }) => session === LOOP));
});

Deno.test("search takes --layer several times and refuses what it would leave out", async () => {
  using world = await searchableWorld();
  const { hits: found } = await hits(
    world,
    ...["--layer", "facts", "--layer", "memory", "round", "redirect"],
  );
  assertEquals(
    [...new Set(found.map(({ layer }) => layer))].sort(),
    ["facts", "memory"],
  );
  for (
    const [args, message] of [
      [["--limit", "1", "--limit", "2", "round"], '"--limit" is given more'],
      [["--regex", "--context", "2", "round"], '"--regex" and "--context"'],
      [["--regex", "--explain", "round"], '"--regex" and "--explain"'],
    ] as const
  ) {
    const { code, stderr } = await search(world, ...args);
    assertEquals(code, 2);
    assertStringIncludes(stderr, message);
  }
});

Deno.test("search --explain tells of the time that was asked about", async () => {
  using world = await searchableWorld();
  const { stdout } = await search(world, "--explain", "rounding in march");
  assertStringIncludes(stdout, "× 2 for the time");
});

Deno.test("search promises no more hits than there are", async () => {
  using world = await searchableWorld();
  const text = "The buoy is painted.";
  for (let i = 10; i < 70; i++) {
    const minute = String(i - 10).padStart(2, "0");
    const name = `sessions/2026-04-01_10${minute}_b0${i}0000`;
    const entry = { ts: "2026-04-01T10:00:00Z", role: "user", text };
    world.write(`${name}.l1.jsonl`, `${JSON.stringify(entry)}\n`);
    // Every third has words about it, and some of those stand there twice.
    if (i % 3 === 0) world.write(`${name}.md`, `Buoy ${i} was painted.\n`);
  }
  for (const more of [[], ["--deep"], ["--layer", "l1"]]) {
    const few = await hits(world, ...more, "--limit", "5", "buoy painted");
    assertEquals(few.hits.length, 5);
    const all = await hits(world, ...more, "--limit", "1000", "buoy painted");
    assertEquals(all.total, all.hits.length);
    assertEquals(few.total, all.total);
  }
});

Deno.test("timeline tells what a digest says was concluded", async () => {
  using world = await searchableWorld();
  const name = "sessions/2026-05-01_1000_d1ce0000";
  const text = "Is the lamp broken?";
  const entry = { ts: "2026-05-01T10:00:00Z", role: "user", text };
  world.write(`${name}.l1.jsonl`, `${JSON.stringify(entry)}\n`);
  world.write(
    `${name}.md`,
    `**Asked** (1 of 4)\n- ${text}\n\n` +
      "**Concluded** (1 of 16)\n- The fuse was wet. It is dry now.\n",
  );
  const { stdout } = await world.run(
    ["timeline", "--json", "--limit", "1"],
    NOW,
  );
  const { sessions: [first] } = JSON.parse(stdout);
  assertEquals(first.title, "The fuse was wet.");
  assertEquals(first.firstQuestion, text);
});

Deno.test("search --also joins several wordings", async () => {
  using world = await searchableWorld();
  const found = async (...args: string[]) => {
    const { stdout } = await search(world, "--json", "--deep", ...args);
    return JSON.parse(stdout).hits.map((hit: { session: string }) =>
      hit.session
    );
  };
  assertEquals(await found("lunar correction"), [TIDE]);
  const both = await found("lunar correction", "--also", "login, redirect");
  assertEquals(both.slice(0, 2), [TIDE, LOOP]);
  const { code } = await search(world, "--regex", "a", "--also", "b");
  assertEquals(code, 2);
});
