/** Every change by a person or a summary can be taken back, byte for byte. */

import { existsSync } from "@std/fs";
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { pruneJournal, readJournal, tellChange } from "../src/store/journal.ts";
import { storeLayout } from "../src/store/layout.ts";
import { StoreFiles } from "../src/store/store_files.ts";
import { RecordedDay } from "./support/world/recorded_day.ts";
import { ID, json, shortWork, SMALL } from "./support/world/short_work.ts";

const START = "2026-02-01T17:27:00Z";
const QUOTE = "The mainsail has nine long reefs";
const FACTS = JSON.stringify({
  facts: [{
    type: "decision",
    content: "Nine sails are enough",
    evidence: QUOTE,
    conceptName: "sails",
  }],
});

/** Everything that `undo` answers for. */
const FILES =
  /^(?:memory\.md|facts\.json|concepts\.json|(?:project|rules|lessons)\.md)$/;

function textsOf({ world }: RecordedDay): Record<string, string> {
  return Object.fromEntries(
    world.files().filter((name) => FILES.test(name))
      .map((name) => [name, world.read(name)]),
  );
}

async function done(day: RecordedDay, args: string[], stdin = "") {
  const { code, stderr } = await day.run(args, stdin);
  assertEquals(code, 0, `${args.join(" ")}: ${stderr}`);
}

const deltaOf = async (day: RecordedDay) =>
  (await json(day, ["delta", "list"])).deltas[0]?.id;

Deno.test("every command that changes memory leaves one step, and it can be undone", async (t) => {
  using day = new RecordedDay(SMALL, START);
  const session = await shortWork(day);
  await session.prompt(`${QUOTE}.`);
  await session.say("Noted.");
  await done(day, ["delta", "cut"]);
  const commands: [string[], string?][] = [
    [["save", "We round last"]],
    [["remember", "Round last, never in between"]],
    [["set", "project", "A tide table"]],
    [["set", "project", "--append", "For small harbours"]],
    [["facts", "add", "issue", "The horn is silent", "--concept", "horn"]],
    [["facts", "resolve", "i001", "oiled it"]],
    [["facts", "reopen", "i001"]],
    [["facts", "import", ID], FACTS],
    [["concepts", "rename", "c001", "fog horn"]],
    [["concepts", "merge", "c001", "c002"]],
    [["permanent", "add", "rule", "Paint in May"]],
    [["permanent", "contradict", "r001"]],
    [["permanent", "validate", "r001"]],
    [["permanent", "remove", "r002"]],
    [["facts", "remove", "i001"]],
    [["delta", "commit", await deltaOf(day)], "Counted masts and sails."],
  ];
  const texts = [textsOf(day)];
  for (const [args, stdin] of commands) {
    await t.step(args.join(" "), async () => {
      await done(day, args, stdin);
      const { steps } = await json(day, ["undo", "--list"]);
      assertEquals(steps.length, texts.length);
      texts.push(textsOf(day));
    });
  }
  for (const before of texts.slice(0, -1).toReversed()) {
    await done(day, ["undo"]);
    assertEquals(textsOf(day), before);
  }
  assertEquals((await json(day, ["undo"])).error, "There is nothing to undo");
});

Deno.test("a step is undone only if nothing later rests on it", async (t) => {
  using day = new RecordedDay({}, START);
  const add = (text: string) => done(day, ["facts", "add", "decision", text]);
  await done(day, ["save", "first"]);
  await done(day, ["save", "second"]);
  await add("Rails are white");
  await add("Lamps are lit at dusk");
  await done(day, ["facts", "add", "issue", "The horn is silent"]);
  await done(day, ["facts", "resolve", "i001", "oiled it"]);
  const { steps } = await json(day, ["undo", "--list"]);
  const [oiled, horn, lamps, rails, , first] = steps.map(
    ({ id }: { id: string }) => id,
  );
  await t.step("the later one is named", async () => {
    const { code, error, hints } = await json(day, ["undo", horn]);
    assertEquals(code, 1);
    assertStringIncludes(error, `${oiled} (facts resolve) changed facts.json`);
    assertStringIncludes(hints[0], `memory-keeper undo ${oiled}`);
  });
  await t.step("a fact among others, and it returns to its place", async () => {
    const before = day.read("facts.json");
    const contents = () =>
      JSON.parse(day.read("facts.json")).decisions
        .map(({ content }: { content: string }) => content);
    const { by } = await json(day, ["undo", rails]);
    assertEquals(contents(), ["Lamps are lit at dusk"]);
    assertEquals((await json(day, ["undo", rails])).code, 1, "undone already");
    await done(day, ["undo", by]);
    assertEquals(contents(), ["Rails are white", "Lamps are lit at dusk"]);
    assertEquals(day.read("facts.json"), before);
  });
  await t.step("what was only added may have more behind it", async () => {
    await done(day, ["undo", first]);
    const text = day.read("memory.md");
    assert(!text.includes("first") && text.includes("second"), text);
  });
  await t.step("undoing is a step that can be undone", async () => {
    const before = day.read("facts.json");
    await done(day, ["undo", lamps]);
    const { steps } = await json(day, ["undo", "--list"]);
    await done(day, ["undo", steps[0].id]);
    assertEquals(day.read("facts.json"), before);
  });
  await t.step("and so is the undoing of what made its file", async () => {
    await done(day, ["set", "lessons", "Reef early"]);
    const made = day.read("lessons.md");
    await done(day, ["undo"]);
    assert(!day.world.files().includes("lessons.md"));
    const { steps } = await json(day, ["undo", "--list"]);
    await done(day, ["undo", steps[0].id]);
    assertEquals(day.read("lessons.md"), made);
    await done(day, ["undo"]);
    assert(!day.world.files().includes("lessons.md"));
  });
  await t.step("a fact that was edited is left alone", async () => {
    const text = day.read("facts.json").replace("at dusk", "at dawn");
    day.world.write("facts.json", text);
    const { code, error } = await json(day, ["undo", lamps]);
    assertEquals(code, 1);
    assertStringIncludes(error, "facts.json");
  });
});

Deno.test("the journal is the user's alone and bounded", async () => {
  using day = new RecordedDay({}, START);
  for (const n of [1, 2, 3]) await done(day, ["save", `text ${n}`]);
  const { store } = day.world;
  const path = `${store}/journal/steps.jsonl`;
  if (Deno.build.os !== "windows") {
    assertEquals((Deno.statSync(path).mode ?? 0) & 0o777, 0o600);
  }
  const layout = storeLayout(store);
  const [change] = readJournal(layout);
  const many = Array.from(
    { length: 300 },
    (_, i) => `${JSON.stringify({ ...change, id: `s${i}` })}\n{torn`,
  );
  Deno.writeTextFileSync(path, many.join("\n"));
  pruneJournal(new StoreFiles(store), layout);
  const ids = readJournal(layout).map(({ id }) => id);
  assertEquals([ids.length, ids[0], ids.at(-1)], [200, "s100", "s299"]);
});

Deno.test("a rule for every project can be undone from any of them", async () => {
  using day = new RecordedDay({}, START);
  const path = `${day.world.home}/.claude/memory-keeper/rules.md`;
  const rules = () => existsSync(path) ? Deno.readTextFileSync(path) : null;
  await done(day, ["save", "first"]);
  await done(day, ["remember", "--global", "Round last"]);
  const before = rules();
  await done(day, ["remember", "--global", "Reef early"]);
  await done(day, ["rules", "remove", "g1"]);
  assertStringIncludes((await day.run(["undo"])).stdout, "of every project");
  await done(day, ["undo"]);
  assertEquals(rules(), before);
  await done(day, ["undo"]);
  assertEquals(rules(), null);
  const { steps } = await json(day, ["undo", "--list"]);
  await done(day, ["undo", steps[0].id]);
  assertEquals(rules(), before);
  await done(day, ["forget", "Round last", "--yes"]);
  const journal = path.replace("rules.md", "journal/steps.jsonl");
  assert(!Deno.readTextFileSync(journal).includes("Round last"));
});

Deno.test("the steps and what was undone are told in words", async () => {
  using day = new RecordedDay({}, START);
  await done(day, ["save", "반올림은 마지막에 한다"]);
  await done(day, ["facts", "add", "decision", "Rails are white"]);
  await done(day, ["facts", "remove", "d001"]);
  await done(day, ["set", "lessons", "- Reef early"]);
  const { stdout } = await day.run(["undo", "--list"]);
  const lines = stdout.trim().split("\n").map((line) =>
    line.replace(/^\w+ +\S+ \S+( ago)? +/, "")
  );
  assertEquals(lines, [
    'set           lessons.md: added "Reef early"',
    'facts remove  facts.json: removed "Rails are white"',
    'facts add     facts.json: added "Rails are white"',
    'save          memory.md: added "반올림은 마지막에 한다"',
  ]);
  const undone = (await day.run(["undo"])).stdout;
  assertStringIncludes(undone, '  lessons.md: added "Reef early"\nTo have it');
});

Deno.test("a step is told by what it did, whatever came later", async () => {
  using day = new RecordedDay({}, START);
  await done(day, ["facts", "add", "decision", "Use tides"]);
  await done(day, ["remember", "Round last"]);
  await done(day, ["facts", "add", "issue", "Bug one"]);
  await done(day, ["facts", "resolve", "i001", "fixed"]);
  await done(day, ["set", "project", "First"]);
  await done(day, ["set", "project", "Second"]);
  await done(day, ["rules", "remove", "r001"]);
  day.world.write("facts.json", "{}\n");
  const { stdout } = await day.run(["undo", "--list"]);
  const lines = stdout.trim().split("\n").map((line) =>
    line.replace(/^\w+ +\S+ \S+( ago)? +/, "").replace(/ +/g, " ")
  );
  assertEquals(lines, [
    'rules remove facts.json: removed "Round last"',
    'set project.md: changed "Second"',
    'set project.md: added "First"',
    'facts resolve facts.json: changed "Bug one"',
    'facts add facts.json: added "Bug one"',
    'remember facts.json: added "Round last"',
    'facts add facts.json: added "Use tides"',
  ]);
});

Deno.test("tellChange() passes over the labels of a digest", () => {
  const section = "\n## 2026-02-01_1727 (digest)\n\n**Asked**\n- Count them\n";
  assertEquals(tellChange("memory.md", "", section), {
    how: "added",
    words: "Count them",
  });
});
