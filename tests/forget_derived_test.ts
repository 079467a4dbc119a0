/** With a fact goes what was made from it, and the last look asks no selection. */

import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { hitsOf } from "./support/forget/full_store.ts";
import { RecordedDay } from "./support/world/recorded_day.ts";
import { json } from "./support/world/short_work.ts";

const START = "2026-02-01T10:00:00Z";
const idOf = (letter: string) =>
  `${letter.repeat(8)}-1111-4222-8333-444455556666`;
const [FIRST, SECOND] = [idOf("a"), idOf("b")];

/** What only one session said or left, by its letter. */
const wordsOf = (letter: string) =>
  ["said", "fact", "reason", "concept", "refused", "keyword", "path"]
    .map((what) => `zq${what}${letter}`);

const CONTENTS: Readonly<Record<string, string>> = {
  a: "Pier zqfacta stands on oak piles from now on",
  b: "Ferries of zqfactb leave before the tide turns",
};

/** Two sessions on two days, each with a fact, its concept and a refused one. */
async function twoPiers(
  concepts = ["pier zqconcepta", "ferries zqconceptb"],
): Promise<RecordedDay> {
  const day = new RecordedDay({}, START);
  for (const [n, letter] of ["a", "b"].entries()) {
    day.at(`2026-02-0${n + 1}T10:00:00Z`);
    const session = day.session(idOf(letter));
    await session.start();
    await session.prompt(`Look at the pier of ${letter}.`);
    await session.tool({
      name: "Edit",
      input: {
        file_path: `${day.world.project}/src/zqpath${letter}.ts`,
        old_string: "0",
        new_string: "1",
      },
      result: "Updated.",
    });
    const quote = `Decided that the pier zqsaid${letter} is rebuilt with oak`;
    await session.say(`${quote} and tar.`);
    await session.end();
    const answer = {
      facts: [{
        type: "decision",
        content: CONTENTS[letter],
        reason: `because of zqreason${letter} in the water`,
        evidence: quote,
        concept: concepts[n],
        keywords: [`zqkeyword${letter}`, "oak"],
        files: [`src/zqpath${letter}.ts`],
      }, {
        type: "issue",
        content: `Issue zqrefused${letter} is open`,
        evidence: "made up evidence that is nowhere at all",
      }],
    };
    await day.run(["facts", "import", idOf(letter)], JSON.stringify(answer));
  }
  // Its start leaves notes about files.
  day.at("2026-02-03T10:00:00Z");
  await day.session(idOf("c")).start();
  await day.run(["search", "oak piles"]);
  return day;
}

async function leftOf(day: RecordedDay, letter: string): Promise<string[]> {
  const left: string[] = [];
  for (const words of wordsOf(letter)) {
    for (
      const dir of [day.world.store, `${day.world.home}/.claude/memory-keeper`]
    ) {
      const hits = await hitsOf(dir, words);
      left.push(
        ...hits.map(({ file }) => `${words} in ${file.slice(dir.length)}`),
      );
    }
  }
  return left;
}

const WAYS: readonly [string, readonly string[]][] = [
  ["a session", ["--session", SECOND]],
  ["a time", ["--since", "2026-02-02", "--until", "2026-02-02"]],
  ["a section", ["memory.md#2"]],
];

Deno.test("forget takes concepts, notes and refused facts along", async (t) => {
  for (const [name, args] of WAYS) {
    await t.step(name, async () => {
      using day = await twoPiers();
      assert((await leftOf(day, "b")).length > 20, "it was not planted");
      const before = await leftOf(day, "a");
      const { stdout, code } = await day.run(["forget", ...args, "--yes"]);
      assertEquals(await leftOf(day, "b"), [], stdout);
      assertStringIncludes(stdout, "Looked again: 0 hits in ");
      assertEquals(code, 0);
      const kept = await leftOf(day, "a");
      const lost = before.filter((one) => !kept.includes(one))
        .filter((one) => !/file-notes|search\.db|journal|backup/.test(one));
      assertEquals(lost, [], "the other session keeps its own");
    });
  }
});

Deno.test("a concept of two sessions keeps what the other one gave", async () => {
  using day = await twoPiers(["pier zqconceptx", "pier zqconceptx"]);
  await day.run(["forget", "--session", FIRST, "--yes"]);
  assertEquals(await leftOf(day, "a"), []);
  const { concepts: [concept] } = JSON.parse(
    Deno.readTextFileSync(`${day.world.store}/concepts.json`),
  );
  const { name, summary, facts, keywords, files } = concept;
  assertEquals([name, summary, facts], ["pier zqconceptx", "", ["d002"]]);
  assertEquals(keywords, ["oak", "zqkeywordb"]);
  assertEquals(files, ["src/zqpathb.ts"]);
});

Deno.test("a waiting delta does not name a concept that went", async () => {
  using day = await twoPiers();
  const file = `${day.world.store}/delta/cccccccc-1.txt`;
  Deno.mkdirSync(`${day.world.store}/delta`, { recursive: true });
  const heading = "Known concepts:\nc002 pier zqconceptb\nc001 pier\n\n";
  Deno.writeTextFileSync(file, `${heading}◆ User: go on\n`);
  await day.run(["forget", "--session", SECOND, "--yes"]);
  assertEquals(
    Deno.readTextFileSync(file),
    "Known concepts:\nc001 pier\n\n◆ User: go on\n",
  );
});

Deno.test("the last look finds what the selection overlooked", async () => {
  using day = await twoPiers();
  // Of another session, so that nothing chooses it.
  const path = `${day.world.store}/sessions/2026-02-03_1000_cccccccc.md`;
  Deno.writeTextFileSync(path, `# Copied\n\n- ${CONTENTS["b"]}, they say\n`);
  const { code, stdout } = await day.run([
    ...["forget", "--session", SECOND, "--yes"],
  ]);
  assertEquals(code, 1, stdout);
  assertStringIncludes(stdout, "Looked again: 1 hit in ");
  assertStringIncludes(stdout, "_cccccccc.md");
});

Deno.test("words that another session says too are no hit", async () => {
  using day = await twoPiers();
  day.at("2026-02-04T10:00:00Z");
  const session = day.session(idOf("d"));
  await session.start();
  await session.prompt("What about that pier?");
  await session.say("Decided that the pier zqsaidb is rebuilt with oak.");
  await session.end();
  const { code, stdout } = await day.run([
    "forget",
    "--session",
    SECOND,
    "--yes",
  ]);
  assertStringIncludes(stdout, "Looked again: 0 hits in ");
  assertEquals(code, 0);
  assertEquals((await json(day, ["search", "zqsaidb"])).hits.length > 0, true);
});

Deno.test("no step of the journal tells what went", async (t) => {
  const long = `Zqlong ${"very ".repeat(40)}zqend of it`;
  const rows: [string, string[], string[], string][] = [
    ["a section", ["save", "Zqsave it"], ["memory.md#3"], "zqsave"],
    ["a text behind the cut", ["save", long], ["zqend of it"], "zqlong"],
    ["a short fact", ["facts", "add", "issue", "Zqx"], ["i001"], "zqx"],
  ];
  for (const [name, change, asked, word] of rows) {
    await t.step(name, async () => {
      using day = await twoPiers();
      await day.run(change);
      const { stdout } = await day.run(["undo", "--list"]);
      assertStringIncludes(stdout.toLowerCase(), word);
      await day.run(["forget", ...asked, "--yes"]);
      assertEquals(await hitsOf(`${day.world.store}/journal`, word), []);
    });
  }
});
