/** Search, timeline, facts, reflection and the report know the team's authors. */

import {
  assert,
  assertEquals,
  assertMatch,
  assertStringIncludes,
} from "@std/assert";
import { ClonedWorld } from "./support/world/cloned_world.ts";
import { git, gitTest } from "./support/world/git.ts";
import { payload, SealedWorld } from "./support/world/sealed_world.ts";

const env = {
  MEMORY_KEEPER_NOW: "2026-11-17T10:10:00Z",
  MEMORY_KEEPER_AUTHOR: "Kim Minji",
};

async function ask(world: SealedWorld, line: string) {
  const outcome = await world.run(line.split("|"), { env });
  assertEquals([line, outcome.code, outcome.stderr], [line, 0, ""]);
  return outcome.stdout;
}

function putSection(
  world: SealedWorld,
  author: string,
  body: string,
  id = "0a0b0c0d",
) {
  world.write(
    `team/2026/11/2026-11-17_0900_${author.toLowerCase()}_${id}.md`,
    `author: ${author}\nwork: 2026-11-17T08:00Z/2026-11-17T09:00Z\n` +
      `branch: feature/locks\n\n${body}\n`,
  );
}

function putFact(
  world: SealedWorld,
  author: string,
  content: string,
  id: string,
  more = {},
) {
  const slug = author.toLowerCase().replaceAll(" ", "-");
  world.write(
    `team/facts/2026-11-16_0000_${slug}_${id}.json`,
    JSON.stringify({
      content,
      date: "2026-11-16",
      author,
      type: "decision",
      ...more,
    }),
  );
}

Deno.test("a search finds the team's items, with their author and once", async () => {
  using world = new SealedWorld();
  await ask(world, "save|Something else entirely.");
  putSection(world, "Lee", "The lock gates close at low water.");
  putSection(world, "Park", "The lock gates close at low water.", "0a0b0c0e");
  const { hits } = JSON.parse(
    await ask(world, "search|lock gates low water|--json"),
  );
  assertEquals(hits.length, 1);
  const [{ layer, id, author, authors }] = hits;
  assertEquals(layer, "team");
  assert(["Lee", "Park"].includes(author));
  assertEquals(authors.toSorted(), ["Lee", "Park"]);
  const shown = await ask(world, `show|${id}`);
  assertStringIncludes(shown, "\n| The lock gates close at low water.");
  assertStringIncludes(shown, `team · by ${author}`);
  assertMatch(
    await ask(world, "search|lock gates"),
    /^\| team\/.* {2}team · by (?:Lee and Park|Park and Lee) .*\n\| {3}The lock/,
  );
  const exact = JSON.parse(await ask(world, "search|low w.ter|--regex|--json"));
  assertEquals(
    exact.hits.map((hit: { author: string }) => hit.author).toSorted(),
    ["Lee", "Park"],
  );
});

Deno.test("concepts list has those of others, with their authors", async () => {
  using world = new SealedWorld();
  await ask(world, "facts|add|decision|Buoys are green|--concept|Buoys");
  putFact(world, "Lee", "Buoys are numbered", "00000001", { concept: "buoys" });
  putFact(world, "Lee", "Gates are grey", "00000002", {
    concept: "Lock gates",
  });
  putFact(world, "Park", "Gates are shut", "00000003", {
    concept: "lock gates",
  });
  putFact(world, "Park", "No concept", "00000004");
  const list = await ask(world, "concepts|list");
  assertMatch(list, /^c001 +Buoys \(also by Lee\) +1 fact$/m);
  assertMatch(
    list,
    /^team +[Ll]ock gates \(by (?:Lee and Park|Park and Lee)\) +2 facts$/m,
  );
  const { concepts, team } = JSON.parse(
    await ask(world, "concepts|list|--json"),
  );
  assertEquals(concepts[0].alsoBy, ["Lee"]);
  assertEquals(
    team.map((one: { facts: number; authors: string[] }) => [
      one.facts,
      one.authors.toSorted(),
    ]),
    [[2, ["Lee", "Park"]]],
  );
});

Deno.test("concepts show takes the name of one that only others have", async () => {
  using world = new SealedWorld();
  await ask(world, "facts|add|decision|Buoys are green|--concept|Buoys");
  putFact(world, "Lee", "Gates are grey", "00000002", {
    concept: "Lock gates",
  });
  for (const asked of ["Lock gates", "lock|gates"]) {
    const shown = await ask(world, `concepts|show|${asked}`);
    assertMatch(shown, /^name +Lock gates$/m);
    assertMatch(shown, /^00000002 .*Gates are grey \(by Lee\)$/m);
  }
  const { name, authors, team } = JSON.parse(
    await ask(world, "concepts|show|Lock gates|--json"),
  );
  assertEquals([name, authors, team.length], ["Lock gates", ["Lee"], 1]);
  putFact(world, "Lee", "Not yours", "00000003", { concept: "c001" });
  for (const asked of ["buoys", "c001"]) {
    const shown = await ask(world, `concepts|show|${asked}`);
    assertMatch(shown, /^name +Buoys$/m);
  }
  const none = await world.run(["concepts", "show", "Piers"], { env });
  assertEquals(none.code, 1);
  assertStringIncludes(none.stderr, 'No concept "Piers" is known');
});

Deno.test("show of a file that is no item says so", async () => {
  using world = new SealedWorld();
  await ask(world, "save|Something else entirely.");
  putSection(world, "Lee", "x".repeat(300 * 1024), "0000000a");
  putSection(world, "Lee", "Latin", "0000000b");
  Deno.writeFileSync(
    `${world.store}/team/2026/11/2026-11-17_0900_lee_0000000b.md`,
    new Uint8Array([0x61, 0xe4, 0x62]),
  );
  for (const id of ["0000000a", "0000000b"]) {
    const { code, stderr } = await world.run(["show", id], { env });
    assertEquals(code, 1);
    assertMatch(stderr, /_lee_0000000[ab]\.md" cannot be read as an item$/m);
  }
});

Deno.test("an item that was edited is read as it is, and said to be edited", async () => {
  using world = new SealedWorld();
  await ask(world, "share|on");
  for (const words of ["The keel is laid.", "The mast is up."]) {
    await ask(world, `save|${words}`);
  }
  // As another machine of the same team has them.
  Deno.removeSync(`${world.store}/shared.json`);
  const check = async () => (await world.run(["doctor"], { env })).stdout;
  assertMatch(await check(), /team +2 items, as they were written/);
  const files = world.files().filter((name) => name.startsWith("team/2026"));
  const [crlf = "", edited = ""] = files;
  world.write(crlf, world.read(crlf).replaceAll("\n", "\r\n"));
  assertMatch(await check(), /team +2 items, as they were written/);
  world.write(edited, world.read(edited).replace(/\.\n/, ", at last.\n"));
  const id = edited.slice(-11, -3);
  assertMatch(
    (await check()).replace(/\s+/g, " "),
    new RegExp(`_${id} was edited and is read as it is`),
  );
  const shown = await ask(world, `show|${id}`);
  assertStringIncludes(shown, "edited since it was shared");
  assertStringIncludes(shown, ", at last.");
  assert(!(await ask(world, `show|${crlf.slice(-11, -3)}`)).includes("edited"));
  world.write(`team/facts/${edited.slice(13, -3)}.json`, "[");
  assertStringIncludes(
    (await check()).replace(/\s+/g, " "),
    `${id}.json is no item and is not read`,
  );
});

/** As git replaces a file. */
function replaceFile(world: SealedWorld, name: string, text: string) {
  Deno.removeSync(`${world.store}/${name}`);
  world.write(name, text);
}

Deno.test("an item that was read while a pull wrote it is found afterwards", async () => {
  using world = new SealedWorld();
  await ask(world, "share|on");
  await ask(world, "save|The keel is laid.");
  // As another machine of the same team has it.
  Deno.removeSync(`${world.store}/shared.json`);
  Deno.removeSync(`${world.store}/memory.md`);
  const [name = ""] = world.files().filter((one) =>
    one.startsWith("team/2026")
  );
  const whole = world.read(name);
  const find = async (words: string) =>
    (await world.run(["search", words], { env })).stdout;
  for (const half of ["", whole.slice(0, whole.indexOf("keel"))]) {
    replaceFile(world, name, half);
    assertEquals(await find("keel"), "Nothing found\n");
  }
  replaceFile(world, name, whole);
  assertStringIncludes(await find("keel"), "The keel is laid.");
});

Deno.test("what was edited again is found by its new words", async () => {
  using world = new SealedWorld();
  putSection(world, "Lee", "Herrings are counted by night.");
  const [name = ""] = world.files().filter((one) => one.endsWith(".md"));
  const find = async (words: string) =>
    (await world.run(["search", words], { env })).stdout;
  assertStringIncludes(await find("herrings"), "by night.");
  replaceFile(world, name, world.read(name).replace("Herrings", "Mackerels"));
  assertEquals(await find("herrings"), "Nothing found\n");
  assertStringIncludes(await find("mackerels"), "by night.");
});

Deno.test("a mark for a lost letter is a letter like others", async () => {
  using world = new SealedWorld();
  putSection(world, "Lee", "The g\ufffdnsfjord is deep.");
  assertStringIncludes(await ask(world, "search|deep"), "fjord is deep.");
  assertStringIncludes(await ask(world, "show|0a0b0c0d"), "fjord is deep.");
});

Deno.test("a conflict in a team file: both sides, without the markers", async () => {
  using world = new SealedWorld();
  const torn = (ours: string, theirs: string) =>
    `<<<<<<< HEAD\n${ours}\n=======\n${theirs}\n>>>>>>> feature/x\n`;
  putSection(world, "Lee", torn("Gates close at ebb.", "Gates open at flood."));
  const fact = (content: string) =>
    JSON.stringify({ type: "decision", date: "2026-11-16", content });
  world.write(
    "team/facts/2026-11-16_0000_lee_00000001.json",
    torn(fact("Buoys are green"), fact("Buoys are red")),
  );
  const told = await ask(world, "load");
  for (const words of ["at ebb.", "at flood.", "Buoys are green"]) {
    assertStringIncludes(told, words);
  }
  assert(!/[<=>]{7}/.test(told), told);
});

Deno.test("what was replaced or removed is not found; what one shared is found once", async () => {
  using world = new SealedWorld();
  putSection(world, "Lee", "Herrings are counted by night.", "00000001");
  putSection(world, "Lee", "Herrings are counted by day.", "00000002");
  world.write("team/gone/2026-11-17_0900_lee_00000001", "removed\n");
  await ask(world, "share|on");
  await ask(world, "save|Herrings swim in the harbour basin.");
  const { hits } = JSON.parse(await ask(world, "search|herrings|--json"));
  assertEquals(
    hits.map((
      hit: { layer: string; snippet: string },
    ) => [hit.layer, hit.snippet]).toSorted(),
    [
      ["memory", "Herrings swim in the harbour basin."],
      ["team", "Herrings are counted by day."],
    ],
  );
});

Deno.test("what one says oneself and others say too is one's own, once", async () => {
  using world = new SealedWorld();
  await ask(world, "share|on");
  await ask(
    world,
    "facts|add|decision|Buoys are green|--reason|as at sea|--concept|Buoys",
  );
  await ask(world, "save|The harbour basin was dredged.");
  putFact(world, "Lee", "Buoys are green!", "00000004", { concept: "Buoys" });
  putFact(world, "Park", "Buoys are green", "00000005");
  putSection(world, "Lee", "The harbour basin was dredged.");
  for (const [words, file] of [["green", "facts"], ["dredged", "memory"]]) {
    const { hits } = JSON.parse(await ask(world, `search|${words}|--json`));
    const others = hits.filter((hit: { layer: string }) =>
      hit.layer !== "concepts"
    );
    assertEquals(others.map((hit: { layer: string }) => hit.layer), [file]);
    assertMatch(await ask(world, `search|${words}`), / · also by (?:Lee|Park)/);
    assert(others[0].alsoBy.includes("Lee"));
  }
  const list = await ask(world, "facts|list");
  assertStringIncludes(list, "Buoys are green (also by Lee and Park)");
  assertEquals(list.split("Buoys are green").length, 2);
  const { facts: [fact], team } = JSON.parse(
    await ask(world, "facts|list|--json"),
  );
  assertEquals([fact.alsoBy, team], [["Lee", "Park"], undefined]);
  assertStringIncludes(
    await ask(world, "concepts|show|c001"),
    "Buoys are green (also by Lee and Park)",
  );
});

Deno.test("a start names who else says what is one's own", async () => {
  using world = new SealedWorld();
  await ask(world, "share|on");
  await ask(world, "facts|add|decision|Buoys are green|--reason|as at sea");
  await ask(world, "facts|add|decision|Piers are long");
  await ask(world, "remember|Always ring the bell");
  await ask(world, "save|The harbour basin was dredged.");
  const before = await ask(world, "load");
  assert(!before.includes("| "), before);
  putFact(world, "Lee", "Buoys are green!", "00000004");
  putFact(world, "Park", "Buoys are green", "00000005");
  putFact(world, "Lee", "Always ring the bell", "00000006", { type: "rule" });
  // The same person, on another machine.
  putFact(world, "Kim Minji", "Piers are long", "00000007");
  putSection(world, "Lee", "The harbour basin was dredged.");
  const { stdout } = await world.hook(
    "session-start",
    payload("SessionStart", "aaaa0000-1111-4222-8333-444455556666", {
      source: "startup",
    }),
    { env },
  );
  const text = JSON.parse(stdout).hookSpecificOutput.additionalContext;
  assertMatch(
    text,
    /^- Buoys are green \(as at sea; .*\)\n\| \(also by Lee and Park\)$/m,
  );
  assertMatch(text, /^- Always ring the bell .*\n\| \(also by Lee\)$/m);
  assertMatch(
    text,
    /^The harbour basin was dredged\.\n\| \(also by Lee\)$/m,
  );
  assert(!text.includes("Kim Minji"), text);
  assertEquals(text.split("records of other people").length, 4, text);
});

Deno.test("timeline, facts, concepts and the report name authors", async () => {
  using world = new SealedWorld();
  await ask(world, "facts|add|decision|Buoys are green|--concept|Buoys");
  putSection(world, "Lee", "The lock gates close at low water.");
  putFact(world, "Lee", "Buoys are numbered from the sea", "00000003", {
    concept: "buoys",
  });
  const timeline = await ask(world, "timeline");
  assertStringIncludes(timeline, "by Lee · feature/locks");
  assertStringIncludes(timeline, "The lock gates close at low water.");
  assertStringIncludes(
    await ask(world, "facts|list"),
    "Buoys are numbered from the sea (by Lee)",
  );
  assertStringIncludes(await ask(world, "facts|show|00000003"), "Lee");
  assertStringIncludes(await ask(world, "concepts|show|c001"), "(by Lee)");
  await ask(world, "report");
  assertStringIncludes(world.read("report.html"), "by Lee");
});

Deno.test("what three people hold is a candidate, and a rule only if it is named", async () => {
  using world = new SealedWorld();
  await ask(world, "save|Something.");
  for (const [i, who] of ["Lee", "Park", "Kim"].entries()) {
    putFact(world, who, "Never sail at ebb", `0000000${i}`);
  }
  putFact(world, "Lee", "Only Lee says so", "0000000a");
  const text = await ask(world, "reflect");
  assertStringIncludes(text, "held by 3 people: Kim, Lee, Park");
  assert(!text.includes("Only Lee"));
  assertEquals((await world.run(["reflect", "--apply"], { env })).code, 1);
  const [{ id }] = JSON.parse(await ask(world, "reflect|--json")).candidates;
  assertStringIncludes(
    await ask(world, `reflect|--apply|${id}`),
    "is r001 now",
  );
});

gitTest(
  "a clone that brings only team files is the user's own store",
  async () => {
    using world = new ClonedWorld({});
    git(world, "project", "init", "--quiet");
    putSection(world, "Lee", "The lock gates close at low water.");
    world.write(".gitignore", "*\n!.gitignore\n!team/\n!team/**\n*.tmp\n");
    git(world, "project", "add", ".");
    await ask(world, "save|My own words.");
    assertStringIncludes(world.read("memory.md"), "My own words.");
  },
);

Deno.test("forget takes words out of team files and keeps them out", async () => {
  using world = new SealedWorld();
  await ask(world, "share|on");
  await ask(world, "save|The harbour master is called Ophelia.");
  putSection(world, "Lee", "Ophelia rings the bell.");
  const before = world.files().filter((name) => name.startsWith("team/2026"));
  assertEquals(before.length, 2);
  await ask(world, "forget|Ophelia|--yes");
  const after = world.files().filter((name) => name.startsWith("team/"));
  assertEquals(after.length, 2);
  assert(after.every((name) => name.startsWith("team/gone/")), after.join());
  assert(after.every((name) => !world.read(name).includes("Ophelia")));
});

Deno.test("an id of the team is taken wherever an id is", async () => {
  using world = new SealedWorld();
  await ask(world, "share|on");
  await ask(world, "facts|add|issue|The bell is cracked");
  putSection(world, "Lee", "Gates close at low water.\n\nTides were read.");
  putFact(world, "Lee", "Buoys are green", "00000004", { reason: "seen" });
  for (
    const asked of [
      "0a0b0c0d",
      "team/2026/11/2026-11-17_0900_lee_0a0b0c0d.md#0a0b0c0d",
      "close at low water",
    ]
  ) {
    const told = await ask(world, `why|${asked}`);
    assertStringIncludes(told, "Gates close at low water.");
    assertStringIncludes(told, "team item 0a0b0c0d, a section by Lee, ");
  }
  const refused = await world.run(["facts", "resolve", "00000004"], { env });
  assertEquals(refused.code, 1);
  assertStringIncludes(refused.stderr, "is an item of the team, by Lee");
  const [own = ""] = world.files()
    .filter((name) => /^team\/facts\/.*_kim-minji_/.test(name));
  await ask(world, `facts|resolve|${own.slice(-13, -5)}|Cast a new one`);
  assertStringIncludes(await ask(world, "facts|show|i001"), "resolved");
  for (
    const [id, words] of [["0a0b0c0d", "low water"], ["00000004", "Buoys"]]
  ) {
    const forgot = await world.run(["forget", id ?? "", "--yes"], { env });
    assertEquals([forgot.code, forgot.stderr], [0, ""]);
    assert(
      world.files().every((name) => !world.read(name).includes(words ?? "")),
    );
  }
});

Deno.test("a start and the status tell of the team's memory", async () => {
  using world = new SealedWorld();
  putSection(world, "Lee", "Gates close at low water.");
  putFact(world, "Lee", "Buoys are green", "00000004");
  const { stdout } = await world.hook(
    "session-start",
    payload("SessionStart", "aaaa0000-1111-4222-8333-444455556666", {
      source: "startup",
    }),
    { env },
  );
  assertStringIncludes(stdout, "none of your own yet; your team's is given");
  const row = /Team +1 section, 1 fact; nothing new is shared/;
  assertMatch(await ask(world, "status"), row);
  await ask(world, "share|on|--ask");
  await ask(world, "save|The pier is wide.");
  assertMatch(await ask(world, "status"), /Waiting +1 item for share push/);
});

gitTest(
  "what a prompt recalls of a tracked item has a whole label",
  async () => {
    using world = new SealedWorld();
    git(world, "project", "init", "-q");
    await ask(world, "save|Something else entirely.");
    putSection(
      world,
      "Lee",
      "The lock gates of the harbour close at low water.",
    );
    git(world, "project", "add", "-f", ".claude/memory/team");
    await ask(world, "search|lock gates");
    const { stdout } = await world.hook(
      "user-prompt-submit",
      payload("UserPromptSubmit", "aaaa0000-1111-4222-8333-444455556666", {
        prompt: "When do the lock gates of the harbour close at low water?",
      }),
      { env },
    );
    assertStringIncludes(
      stdout,
      "_lee_0a0b0c0d.md#0a0b0c0d, another person's record, by Lee: The lock",
    );
  },
);
