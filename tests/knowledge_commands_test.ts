/** The commands for facts, concepts and rules, as real processes. */

import {
  assert,
  assertEquals,
  assertMatch,
  assertStringIncludes,
} from "@std/assert";
import { RecordedDay } from "./support/world/recorded_day.ts";
import { SealedWorld } from "./support/world/sealed_world.ts";
import { json } from "./support/world/short_work.ts";
import { TIDE_ID, tideTranscript } from "./support/world/tide_session.ts";

const START = "2026-02-01T17:27:00Z";
const QUOTE = "The moon's correction must come before rounding";

/** A command and what it prints, its exit code first. */
async function text(day: RecordedDay, ...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await day.run(args);
  return `${code}\n${stdout}${stderr}`;
}

async function takeInTides(day: RecordedDay): Promise<void> {
  const path = `${day.world.dir}/${TIDE_ID}.jsonl`;
  Deno.writeTextFileSync(path, tideTranscript());
  assertEquals((await day.run(["refine", path])).code, 0);
}

Deno.test("memory-keeper facts", async (t) => {
  using day = new RecordedDay({}, START);
  await t.step("list in an empty store", async () => {
    assertEquals(await text(day, "facts", "list"), "0\nNo facts\n");
  });
  await t.step("add", async () => {
    const added = await text(
      day,
      ..."facts add decision Round last --reason late --concept tides".split(
        " ",
      ),
      "--files",
      "src/tide.ts, src/a.ts",
    );
    assertEquals(added, "0\nAdded d001\n");
    assertEquals(
      await text(day, "facts", "add", "decision", "round LAST."),
      "0\nd001 says so already\n",
    );
    assertEquals(
      await json(day, ["facts", "add", "issue", "1999 is missing"]),
      { code: 0, id: "i001", type: "issue", isNew: true },
    );
  });
  await t.step("list", async () => {
    assertEquals(
      await text(day, "facts", "list"),
      "0\nid    date              content\n" +
        "d001  2026-02-01        Round last\n" +
        "i001  2026-02-01  open  1999 is missing\n",
    );
    const { facts, total } = await json(day, ["facts", "list", "tide.ts"]);
    assertEquals([total, facts[0].id, facts[0].type], [1, "d001", "decision"]);
    assertEquals(facts[0].files, ["src/tide.ts", "src/a.ts"]);
    const none = await json(day, ["facts", "list", "--type", "pattern"]);
    assertEquals([none.code, none.total], [1, 0]);
    const one = await json(day, ["facts", "list", "--limit", "1"]);
    assertEquals([one.facts.length, one.total], [1, 2]);
  });
  await t.step("resolve, reopen", async () => {
    assertEquals(
      await text(day, "facts", "resolve", "i001", "added the table"),
      "0\ni001 is resolved\n",
    );
    const { status, resolution } = await json(day, ["facts", "show", "i001"]);
    assertEquals([status, resolution], ["resolved", "added the table"]);
    assertEquals(
      await text(day, "facts", "reopen", "i001"),
      "0\ni001 is open again\n",
    );
    assertEquals(
      (await json(day, ["facts", "list", "--status", "open"])).total,
      1,
    );
  });
  await t.step("remove, and the id is gone for good", async () => {
    assertEquals(
      await text(day, "facts", "remove", "i001"),
      "0\nRemoved i001: 1999 is missing\n",
    );
    const { id } = await json(day, ["facts", "add", "issue", "Another one"]);
    assertEquals(id, "i002");
  });
  await t.step("show", async () => {
    assertEquals(
      await text(day, "facts", "show", "d001"),
      "0\ndecision  d001\n" +
        "date      2026-02-01\n" +
        "content   Round last\n" +
        "reason    late\n" +
        "concept   c001\n" +
        "files     src/tide.ts, src/a.ts\n",
    );
  });
});

Deno.test("memory-keeper facts refuses what makes no sense", async (t) => {
  using day = new RecordedDay({}, START);
  const rows: Record<string, [args: string[], code: number, says: string]> = {
    "another type": [["facts", "add", "lesson", "x"], 2, "cannot be"],
    "no text": [["facts", "add", "issue"], 2, "needs <text>"],
    "nothing in it": [["facts", "add", "issue", " \u0007 "], 2, "is empty"],
    "only a private word": [
      ["facts", "add", "issue", "<private>mum</private>"],
      2,
      "is empty",
    ],
    "too long": [
      ["facts", "add", "issue", "x".repeat(1001)],
      1,
      "at most 1000",
    ],
    "an unknown concept": [
      ["facts", "add", "issue", "x y", "--concept", "c077"],
      1,
      'No concept "c077"',
    ],
    "an unknown session": [
      ["facts", "add", "issue", "x y", "--session", "../../x"],
      1,
      'No session "../../x"',
    ],
    "no such fact": [["facts", "show", "d999"], 1, 'No fact "d999"'],
    "a path as an id": [["facts", "remove", "../../x"], 1, "No fact"],
    "another filter": [["facts", "list", "--type", "x"], 2, "cannot be"],
    "another limit": [["facts", "list", "--limit", "0"], 2, "--limit"],
    "a mistyped word": [["facts", "lst"], 2, "Unknown command"],
    "no such concept": [["concepts", "show", "c9"], 1, "No concept"],
    "no such rule": [["permanent", "validate", "r9"], 1, "Nothing permanent"],
    "one text of two": [["permanent", "add", "solution", "x"], 2, "two texts"],
    "attempts": [
      ["permanent", "add", "solution", "x", "y", "--attempts", "0"],
      2,
      "--attempts",
    ],
    "no candidate": [["reflect", "--apply", "d001"], 1, "no candidate"],
    "nothing to apply": [["reflect", "--apply"], 1, "nothing to promote"],
    "text for nothing": [["reflect", "--text", "x"], 2, "--apply"],
    "an empty rule": [["remember", " "], 2, "is empty"],
  };
  for (const [name, [args, code, says]] of Object.entries(rows)) {
    await t.step(name, async () => {
      const outcome = await day.run(args);
      assertEquals(outcome.code, code, outcome.stderr);
      assertStringIncludes(outcome.stdout + outcome.stderr, says);
    });
  }
  await t.step("and nothing was written", () => {
    const names = day.world.files();
    assertEquals(names.includes("concepts.json"), false, names.join());
    assertEquals(names.some((name) => name.includes("damaged")), false);
  });
});

Deno.test("memory-keeper facts import", async (t) => {
  using day = new RecordedDay({}, START);
  await takeInTides(day);
  const answer = JSON.stringify({
    facts: [
      {
        type: "decision",
        content: "Round once",
        evidence: QUOTE,
        files: ["src/tide.ts", "src/made_up.ts"],
        conceptName: "tides",
      },
      { type: "issue", content: "Drop it", evidence: "let us drop it now" },
    ],
  });
  await t.step("text", async () => {
    assertEquals(
      await day.run(["facts", "import", "7d1e0c11"], answer),
      {
        code: 0,
        stdout: "Added 1 fact: d001\n" +
          'Refused "Drop it": the evidence is not in the session\'s log\n',
        stderr: "",
      },
    );
  });
  await t.step("JSON, by its older name, once more", async () => {
    const again = await json(day, ["save-l2", TIDE_ID], answer);
    assertEquals(again, {
      code: 0,
      session: TIDE_ID,
      kept: [{ id: "d001", type: "decision", isNew: false }],
      refused: [{
        content: "Drop it",
        why: "the evidence is not in the session's log",
      }],
    });
  });
  await t.step("the files", () => {
    const l2 = day.world.files().find((name) => name.endsWith(".l2.json"));
    assertEquals(l2, "sessions/2026-02-01_1700_7d1e0c11.l2.json");
    assertEquals(JSON.parse(day.read(`${l2}`)), {
      session: TIDE_ID,
      generated: "2026-02-01T17:27:00.000Z",
      facts: [{
        id: "d001",
        type: "decision",
        content: "Round once",
        evidence: QUOTE,
      }],
      rejected: [{
        content: "Drop it",
        why: "the evidence is not in the session's log",
      }],
    });
    const [fact] = JSON.parse(day.read("facts.json")).decisions;
    assertEquals([fact.sessions, fact.files], [[TIDE_ID], ["src/tide.ts"]]);
    const { concepts, nextId } = JSON.parse(day.read("concepts.json"));
    assertEquals([concepts[0].name, concepts[0].facts, nextId], [
      "tides",
      ["d001"],
      2,
    ]);
  });
  await t.step("the day is that of the session", async () => {
    const later =
      '{"facts":[{"type":"pattern","content":"Moon first, always",' +
      `"evidence":${JSON.stringify(QUOTE)}}]}`;
    day.at("2026-11-17T09:00:00Z");
    assertEquals((await day.run(["facts", "import", TIDE_ID], later)).code, 0);
    day.at(START);
    const [pattern] = JSON.parse(day.read("facts.json")).patterns;
    assertEquals(pattern.date, "2026-02-01");
    assertEquals((await day.run(["facts", "remove", "p001"])).code, 0);
  });
  await t.step("from a log that is packed", async () => {
    const path =
      `${day.world.store}/sessions/2026-02-01_1700_7d1e0c11.l1.jsonl`;
    const packed = await new Response(
      new Blob([Deno.readFileSync(path)]).stream()
        .pipeThrough(new CompressionStream("gzip")),
    ).bytes();
    Deno.writeFileSync(`${path}.gz`, packed);
    Deno.removeSync(path);
    const { code, kept } = await json(
      day,
      ["facts", "import", TIDE_ID],
      answer,
    );
    assertEquals([code, kept.length], [0, 1]);
  });
  const rows: Record<string, [stdin: string, code: number, says: string]> = {
    "nothing": ["", 2, "No facts on stdin"],
    "prose": ["All went well.", 1, "no facts"],
    "an error": ["ERROR: nothing", 1, "answered ERROR"],
    "no list": ['{"facts":"x"}', 1, "neither words nor facts"],
    "null": ['{"facts":null}', 1, "neither words nor facts"],
    "cut off": ['{"facts":[{"type":"issue","cont', 1, "cut off"],
    "only invented": [
      '{"facts":[{"type":"issue","content":"x y","evidence":"z"}]}',
      1,
      "too short",
    ],
  };
  for (const [name, [stdin, code, says]] of Object.entries(rows)) {
    await t.step(name, async () => {
      const outcome = await day.run(["facts", "import", TIDE_ID], stdin);
      assertEquals(outcome.code, code);
      assertStringIncludes(outcome.stdout + outcome.stderr, says);
    });
  }
});

Deno.test("memory-keeper facts list says what is not known", async () => {
  using day = new RecordedDay({}, START);
  const add = ["facts", "add", "decision", "Round last", "--concept"];
  assertEquals((await day.run([...add, "Tide Tables"])).code, 0);
  const list = (...args: string[]) => text(day, "facts", "list", ...args);
  assertStringIncludes(await list("--concept", "tide tables"), "Round last");
  assertStringIncludes(await list("--concept", "c999"), 'No concept "c999"');
  assertStringIncludes(
    await list("--session", "ffffffff"),
    'No session "ffffffff"',
  );
});

Deno.test("memory-keeper says what it removed, and what it had already", async () => {
  using day = new RecordedDay({}, START);
  const add = ["permanent", "add", "solution", "EMFILE", "run them in turn"];
  assertEquals(await text(day, ...add), "0\nKept as s001\n");
  assertEquals(await text(day, ...add), "0\ns001 says so already\n");
  assertEquals(
    await text(day, "permanent", "remove", "s001"),
    "0\nRemoved s001: EMFILE\n",
  );
  const force = "--force-push is never used here";
  assertStringIncludes(
    await text(day, "facts", "add", "decision", force),
    'Text that begins with "-" goes after "--"',
  );
  assertEquals(
    await text(day, "facts", "add", "decision", "--", force),
    "0\nAdded d001\n",
  );
});

Deno.test("memory-keeper concepts", async (t) => {
  using day = new RecordedDay({}, START);
  const add = (content: string, concept: string) =>
    day.run(["facts", "add", "pattern", content, "--concept", concept]);
  await add("Tests are sealed", "test world");
  await add("Tables come from the harbour", "tide tables");
  await add("Neap tides are flat", "TideTable");
  await t.step("list", async () => {
    assertEquals(
      await text(day, "concepts", "list"),
      "0\nc002  tide tables  2 facts\nc001  test world   1 fact\n",
    );
    const { concepts } = await json(day, ["update-concepts"]);
    assertEquals(concepts.map(({ id }: { id: string }) => id), [
      "c002",
      "c001",
    ]);
  });
  await t.step("rename", async () => {
    assertEquals(
      await text(day, "concepts", "rename", "c001", "sealed", "tests"),
      '0\nc001 is called "sealed tests" now\n',
    );
    const near = await day.run(["concepts", "rename", "c001", "tideTable"]);
    assertEquals(near.code, 1);
    assertStringIncludes(near.stderr, "concepts merge c001 c002");
  });
  await t.step("merge, and again", async () => {
    assertEquals(
      await text(day, "concepts", "merge", "c001", "c002"),
      '0\nc001 is part of c002 "tide tables" now\n',
    );
    assertEquals(
      await text(day, "concepts", "merge", "c001", "c002"),
      '0\nc001 is part of c002 "tide tables" already\n',
    );
    const shown = await json(day, ["concepts", "show", "c001"]);
    assertEquals([shown.id, shown.facts.length], ["c002", 3]);
    assertStringIncludes(
      await text(day, "concepts", "show", "c002"),
      "includes  c001 sealed tests",
    );
    const itself = await day.run(["concepts", "merge", "c002", "c002"]);
    assertEquals(itself.code, 2);
  });
  await t.step("the former id still leads there", async () => {
    await add("More of it", "c001");
    const { facts } = await json(day, ["facts", "list", "more"]);
    assertEquals(facts[0].concept, "c002");
  });
});

Deno.test("memory-keeper permanent and remember", async (t) => {
  using day = new RecordedDay({}, START);
  await t.step("remember", async () => {
    assertEquals(
      await text(day, "remember", "Always", "use", "tabs"),
      "0\nKept as rule r001: Always use tabs\n",
    );
    const { code, rule, conflicts } = await json(day, [
      "permanent",
      "add",
      "rule",
      "Never use tabs",
      "--reason",
      "diffs",
    ]);
    assertEquals([code, rule.id, rule.source, rule.confidence], [
      0,
      "r002",
      "user",
      1,
    ]);
    assertEquals(conflicts.map(({ id }: { id: string }) => id), ["r001"]);
    assertStringIncludes(
      await text(day, "remember", "always use tabs."),
      'Rule r001 says so already: Always use tabs (may contradict r002 "Never',
    );
  });
  await t.step("add, list", async () => {
    const solution = ["permanent", "add", "solution", "EMFILE", "in turn"];
    assertEquals(await text(day, ...solution), "0\nKept as s001\n");
    assertEquals(await text(day, ...solution), "0\ns001 says so already\n");
    await day.run([
      ..."permanent add core-logic tides moon --files src/tide.ts".split(" "),
    ]);
    assertEquals(
      await text(day, "permanent", "list"),
      "0\nRules\n" +
        "r001  1.0  user  Always use tabs\n" +
        "r002  1.0  user  Never use tabs\n\n" +
        "Solutions\ns001  1.0  EMFILE → in turn\n\n" +
        "Core logic\ncl001  tides: moon (src/tide.ts)\n",
    );
  });
  await t.step("contradict, validate, propose, remove", async () => {
    await day.run(["permanent", "contradict", "r001"]);
    assertEquals(
      await text(day, "permanent", "contradict", "r001"),
      "0\nr001 has confidence 0.6 now\n",
    );
    assertStringIncludes(
      await text(day, "reflect"),
      "r001 Always use tabs (contradicted 2 times, confidence 0.6)",
    );
    const { confidence } = await json(day, ["permanent", "validate", "r001"]);
    assertEquals(confidence, 0.7);
    assert(!(await text(day, "reflect")).includes("r001"));
    const logic = await day.run(["permanent", "validate", "cl001"]);
    assertEquals(logic.code, 1);
    assertEquals(
      await text(day, "permanent", "remove", "r001"),
      "0\nRemoved r001: Always use tabs\n",
    );
    day.at("2026-08-02T00:00:00Z");
    assertStringIncludes(
      await text(day, "permanent", "list"),
      "(remove? not validated since 2026-02-01)",
    );
  });
});

Deno.test("memory-keeper reflect", async (t) => {
  using day = new RecordedDay({}, START);
  const sessions = ["a", "b", "c"].map((x) => `${x.repeat(8)}-1111-4222-8333`);
  day.world.write(
    "facts.json",
    JSON.stringify({
      decisions: [{
        id: "d001",
        content: "Round last",
        sessions,
        evidence: QUOTE,
      }],
      issues: [{ id: "i001", content: "Leaks", sessions }],
    }),
  );
  const list = `May be rules (memory-keeper reflect --apply <id>):\n` +
    `d001 Round last (3 sessions)\n  "${QUOTE}"\n` +
    "i001 Leaks (3 sessions)\n  Leaks\n";
  await t.step("lists candidates with their evidence", async () => {
    assertEquals(await text(day, "reflect"), `0\n${list}`);
    const { candidates } = await json(day, ["reflect"]);
    assertEquals(candidates[0].sessions, sessions);
  });
  await t.step("compress ends with them", async () => {
    assertEquals(
      await text(day, "compress"),
      `0\nNothing is old enough\n${list}`,
    );
  });
  await t.step("--apply promotes what is named", async () => {
    const open = await day.run(["reflect", "--apply", "i001"]);
    assertEquals([open.code, open.stdout], [
      1,
      "Not promoted: i001 has no resolution yet\n",
    ]);
    assertEquals(
      await text(day, "reflect", "--apply", "d001", "--text", "Round once"),
      "0\nd001 is r001 now\n",
    );
    const { rules } = JSON.parse(day.read("facts.json")).permanent;
    assertEquals(
      [rules[0].content, rules[0].source, rules[0].confidence],
      ["Round once", "reflection", 0.7],
    );
    assertEquals((await json(day, ["reflect", "d001"])).code, 1);
  });
});

Deno.test("memory-keeper facts on files that are damaged or not ours", async (t) => {
  using day = new RecordedDay({}, START);
  day.world.write("facts.json", '{"decisions": [{"id": "d0');
  await t.step("list and doctor say so", async () => {
    for (
      const args of [["facts", "list"], ["permanent", "list"], ["reflect"]]
    ) {
      const { code, stderr } = await day.run(args);
      assertEquals(code, 3);
      assertStringIncludes(stderr, "not valid JSON");
    }
    assertStringIncludes(
      (await day.run(["doctor"])).stdout,
      "facts.json is damaged: not valid JSON",
    );
  });
  await t.step("a change sets it aside, whole", async () => {
    assertEquals((await day.run(["remember", "No tabs"])).code, 0);
    const aside = day.world.files().find((n) => n.startsWith("facts.json.dam"));
    assertEquals(day.read(`${aside}`), '{"decisions": [{"id": "d0');
    assertEquals((await json(day, ["facts", "list"])).total, 0);
  });
  await t.step("and rebuilds it from what can be found", async () => {
    await day.run(["facts", "add", "decision", "Round last", "--concept=tide"]);
    await day.run(["facts", "add", "decision", "Keep tides in UTC"]);
    for (const name of ["facts.json", "concepts.json"]) {
      day.world.write(name, day.read(name).replace(/\}$/gm, ","));
    }
    const { code, stdout, stderr } = await day.run(
      ["facts", "add", "decision", "Ask the moon", "--concept", "moon"],
    );
    assertEquals([code, stdout], [0, "Added d003\n"]);
    assertMatch(
      stderr,
      /^facts\.json was damaged .* with 3 items .* facts\.json\.damaged-\d+$/m,
    );
    assertMatch(stderr, /^concepts\.json was damaged .* with 1 item /m);
    assertEquals((await json(day, ["facts", "list"])).total, 3);
    const { concepts } = JSON.parse(day.read("concepts.json"));
    assertEquals(
      concepts.map((one: { id: string; name: string }) => [one.id, one.name]),
      [["c001", "tide"], ["c002", "moon"]],
    );
    assertStringIncludes(await text(day, "remember", "No mocks"), "r002");
    assertMatch(
      (await day.run(["doctor"])).stdout,
      /set aside:[\s\S]* facts\.json\.damaged-/,
    );
  });
  await t.step("a folder in its place is said once, and stays", async () => {
    const path = `${day.world.store}/facts.json`;
    Deno.renameSync(path, `${path}.kept`);
    Deno.mkdirSync(path);
    for (const args of [["facts", "list"], ["remember", "No tabs"]]) {
      const { code, stderr } = await day.run(args);
      assertEquals(code, 3);
      assertMatch(
        stderr,
        /^error: Cannot read "[^"]*facts\.json": it is not a regular file\nhint: Move it away; .*\n$/,
      );
    }
    Deno.removeSync(path);
    Deno.renameSync(`${path}.kept`, path);
  });
  await t.step("an older version opens in place, and stays", async () => {
    const older = {
      _meta: { version: 3, counter: 4, nextRuleId: 8 },
      decisions: [{ id: "d001", content: "Round last", date: "2025-01-01" }],
      patterns: [],
      issues: [],
      permanent: {
        rules: [{ id: "r007", content: "No tabs", created: "2026-01-01" }],
      },
      future: { of: "another version" },
    };
    day.world.write("facts.json", JSON.stringify(older));
    assertStringIncludes(await text(day, "facts", "list"), "Round last");
    const { id } = await json(day, ["facts", "add", "decision", "New one"]);
    assertEquals(id, "d002");
    assertStringIncludes(await text(day, "remember", "Use spaces"), "r008");
    const now = JSON.parse(day.read("facts.json"));
    assertEquals([now._meta.version, now._meta.counter], [4, 4]);
    assertEquals(now.future, older.future);
    assertEquals(now.decisions[0].date, "2025-01-01");
  });
});

Deno.test("memory-keeper facts add keeps what was typed", async () => {
  using world = new SealedWorld();
  await world.run(["facts", "add", "decision", "Write a <!--b", "for drafts"]);
  const { decisions } = JSON.parse(world.read("facts.json"));
  assertEquals(decisions[0].content, "Write a <!--b for drafts");
});
