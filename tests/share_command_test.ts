/** `share …`: what becomes a team file, and what never does. */

import {
  assert,
  assertEquals,
  assertMatch,
  assertStringIncludes,
} from "@std/assert";
import { payload, SealedWorld } from "./support/world/sealed_world.ts";

const NOW = "2026-11-17T10:10:00Z";
const env = { MEMORY_KEEPER_NOW: NOW, MEMORY_KEEPER_AUTHOR: "Kim Minji" };

async function ask(world: SealedWorld, line: string) {
  const outcome = await world.run(line.split("|"), { env });
  assertEquals([line, outcome.code, outcome.stderr], [line, 0, ""]);
  return outcome.stdout;
}

const team = (world: SealedWorld) =>
  world.files().filter((name) => name.startsWith("team/"));

Deno.test("share on: what is new becomes a file, what is older stays private", async () => {
  using world = new SealedWorld();
  await ask(world, "facts|add|decision|Tides are rounded once");
  await ask(world, "save|Older words about the harbour.");
  assertStringIncludes(await ask(world, "share|on"), "2 older items stay");
  assertEquals(team(world), []);
  await ask(world, "facts|add|decision|Buoys are numbered from the sea");
  await ask(world, "save|The pilot boat leaves at six.");
  const [section = "", fact = "", ...rest] = team(world);
  assertEquals(rest, []);
  assertMatch(
    section,
    /^team\/2026\/11\/2026-11-17_1010_kim-minji_[0-9a-f]{8}\.md$/,
  );
  const [text, unique = ""] = world.read(section).split("\n<!-- unique\n");
  assertEquals(
    text,
    "author: Kim Minji\nwork: 2026-11-17T10:10Z/2026-11-17T10:10Z\nbranch:\n\n" +
      "The pilot boat leaves at six.\n",
  );
  assertMatch(unique, /^(?:[0-9a-f]{64}\n)+-->\n$/);
  assertMatch(
    fact,
    /^team\/facts\/2026-11-17_0000_kim-minji_[0-9a-f]{8}\.json$/,
  );
  assertEquals(
    JSON.parse(world.read(fact)).content,
    "Buoys are numbered from the sea",
  );
  assertEquals(
    world.read(".gitignore"),
    "*\n!.gitignore\n!team/\n!team/**\n*.tmp\n",
  );
});

const ITEM = "team/2026/11/2026-11-17_0900_lee_0a0b0c0d.md";
const SECTION = "author: Lee\nwork: 2026-11-17T08:00Z/2026-11-17T09:00Z\n" +
  "branch: feature/locks\n\nThe lock gates close at low water.\n";

Deno.test("a session is given its own memory and the team's as one story", async () => {
  using world = new SealedWorld();
  await world.run(["save", "Before the team."], {
    env: { ...env, MEMORY_KEEPER_NOW: "2026-11-17T07:00:00Z" },
  });
  await ask(world, "save|After the team.");
  await ask(world, "facts|add|decision|Ours is kept");
  world.write(ITEM, SECTION);
  world.write(
    "team/facts/2026-11-16_0000_lee_00000001.json",
    JSON.stringify({
      type: "decision",
      author: "Lee",
      date: "2026-11-16",
      content: "Theirs is framed",
    }),
  );
  world.write(
    "team/facts/2026-11-16_0000_park_00000002.json",
    JSON.stringify({
      type: "rule",
      author: "Park",
      date: "2026-11-16",
      content: "Ring the bell twice",
    }),
  );
  const text = await ask(world, "load");
  const order = ["After the team.", "| The lock gates", "Before the team."]
    .map((words) => text.indexOf(words));
  assert(order.every((at, i) => at > (order[i - 1] ?? 0)), text);
  assertStringIncludes(text, "| ### 2026-11-17");
  assertStringIncludes(text, ", by Lee, branch feature/locks\n");
  assertStringIncludes(text, "| - Theirs is framed (by Lee; 2026-11-16)");
  assertStringIncludes(text, "| - Ring the bell twice (by Park; 2026-11-16)");
  assertStringIncludes(text, "records of other people in the team");
});

Deno.test("a change names what it replaces, a removal and undo leave a tombstone", async () => {
  using world = new SealedWorld();
  await ask(world, "share|on");
  await ask(world, "facts|add|issue|The bell is cracked");
  const [first = ""] = team(world);
  await ask(world, "facts|resolve|i001|Cast a new one");
  const facts = team(world).filter((name) => name.startsWith("team/facts/"));
  assertEquals(facts.length, 2);
  const next = facts.find((name) => name !== first) ?? "";
  const stem = first.replace(/^.*\/|\.json$/g, "");
  assertEquals(JSON.parse(world.read(next)).replaces, stem);
  assertEquals(world.read(`team/gone/${stem}`), `removed ${stem}\n`);
  await ask(world, "facts|remove|i001");
  const last = next.replace(/^.*\/|\.json$/g, "");
  assertEquals(world.read(`team/gone/${last}`), `removed ${last}\n`);
  await ask(world, "save|Words that stay.");
  await ask(world, "save|Words that were a mistake.");
  const section =
    team(world).find((name) =>
      name.endsWith(".md") && world.read(name).includes("mistake")
    ) ?? "";
  await ask(world, "undo");
  const gone = section.replace(/^.*\/|\.md$/g, "");
  assert(team(world).includes(`team/gone/${gone}`));
});

Deno.test("what was removed and is said again is shared again", async () => {
  using world = new SealedWorld();
  using other = new SealedWorld();
  await ask(world, "share|on");
  const seen = async () => {
    for (const name of team(world)) other.write(name, world.read(name));
    const { team: said = [] } = JSON.parse(
      await ask(other, "facts|list|--json"),
    );
    return said.map(({ content }: { content: string }) => content);
  };
  for (const id of ["d001", "d002", "d003"]) {
    await ask(world, "facts|add|decision|Round last");
    assertEquals([id, ...await seen()], [id, "Round last"]);
    await ask(world, `facts|remove|${id}`);
    assertEquals([id, ...await seen()], [id]);
  }
  await ask(world, "remember|Always ring the bell");
  await ask(world, "undo");
  await ask(world, "remember|Always ring the bell");
  assertStringIncludes((await seen()).join(), "ring the bell");
});

Deno.test("what rotation moves into an archive is not withdrawn", async () => {
  using world = new SealedWorld();
  await ask(world, "share|on");
  for (const words of ["One.", "Two.", "Three."]) {
    await ask(world, `save|${words}`);
  }
  // As rotation leaves it, four archives ago.
  const [head = "", ...rest] = world.read("memory.md").split(/^(?=## )/m);
  world.write("memory_20261117_101000.md", head + rest.slice(0, 2).join(""));
  for (const hour of [11, 12, 13]) {
    world.write(`memory_20261117_${hour}0000.md`, head);
  }
  world.write("memory.md", head + rest.slice(2).join(""));
  await ask(world, "save|Four.");
  const files = team(world);
  assertEquals(files.filter((name) => name.endsWith(".md")).length, 4);
  assertEquals(files.filter((name) => name.includes("/gone/")), []);
});

Deno.test("share on --ask: nothing is written before share push", async () => {
  using world = new SealedWorld();
  await ask(world, "share|on|--ask");
  await ask(world, "facts|add|decision|Mail goes to ada@example.org");
  await ask(world, "facts|add|decision|The pier is long");
  assertEquals(team(world), []);
  const shown = JSON.parse(await ask(world, "share|preview|--json"));
  assertEquals(
    shown.write.map((
      { key, warnings }: { key: string; warnings: string[] },
    ) => [key, ...warnings]),
    [["d001", "an e-mail address"], ["d002"]],
  );
  assertStringIncludes(
    await ask(world, "share|preview"),
    "! has an e-mail address",
  );
  await ask(world, "share|push|d002");
  assertEquals(team(world).length, 1);
  await ask(world, "save|The pier is wide.");
  const [, key = ""] = /^section (.*) →/m
    .exec(await ask(world, "share|preview")) ?? [];
  await ask(world, `share|push|${key.replaceAll(" ", "|")}`);
  assertEquals(team(world).length, 2);
  await ask(world, "share|push");
  assertEquals(team(world).length, 3);
  assertEquals((await world.run(["share", "push"], { env })).code, 1);
});

Deno.test("share push --all shares what is older; share off writes nothing more", async () => {
  using world = new SealedWorld();
  await ask(world, "facts|add|decision|The pier is long");
  await ask(world, "share|on");
  await ask(world, "share|push|--all");
  assertEquals(team(world).length, 1);
  await ask(world, "share|off");
  assertEquals(world.read(".gitignore"), "*\n");
  await ask(world, "facts|add|decision|The pier is old");
  assertEquals(team(world).length, 1);
  const refused = await world.run(["share", "push"], { env });
  assertEquals(refused.code, 1);
});

Deno.test("share push --all writes again what was lost, not what was removed", async () => {
  using world = new SealedWorld();
  await ask(world, "share|on");
  await ask(world, "save|The pier is long.");
  await ask(world, "facts|add|decision|The pier is old");
  const before = team(world).map((name) => [name, world.read(name)]);
  assertEquals(before.length, 2);
  // As git clean does.
  Deno.removeSync(`${world.store}/team`, { recursive: true });
  assertEquals((await world.run(["share", "push"], { env })).code, 1);
  await ask(world, "share|push|--all");
  assertEquals(team(world).map((name) => [name, world.read(name)]), before);
  const [lost = ""] = team(world).map((name) => name.replace(/^.*\//, ""));
  Deno.removeSync(`${world.store}/team`, { recursive: true });
  world.write(`team/gone/${lost.replace(/\.\w+$/, "")}`, "removed\n");
  await ask(world, "share|push|--all");
  assertEquals(team(world).length, 2);
  assert(!team(world).some((name) => name.endsWith(lost)));
});

Deno.test("what looks like a token is held back, and said", async () => {
  using world = new SealedWorld();
  await ask(world, "share|on");
  const token = "xK9fQ2mZr7LwT4bVc1NpY8sD";
  const outcome = await world.run(
    ["facts", "add", "decision", `The mooring code ${token} opens it`],
    { env },
  );
  assertEquals(outcome.code, 0);
  assertStringIncludes(outcome.stderr, "looks like a secret");
  assertEquals(team(world), []);
  const [, id = ""] = /secret: ([0-9a-f]{8});/.exec(outcome.stderr) ?? [];

  // It is told once, and what is harmless is shared without a word.
  await ask(world, "facts|add|decision|The pier is long");
  assertEquals(team(world).length, 1);

  const pushed = await world.run(["share", "push"], { env });
  assertEquals(pushed.code, 1);
  assertStringIncludes(pushed.stdout, `like a secret: ${id}`);
  assertEquals(team(world).length, 1);
  await ask(world, `share|push|${id}`);
  assertEquals(team(world).length, 2);
});

Deno.test("a password in a plain sentence is held back, and said", async () => {
  using world = new SealedWorld();
  await ask(world, "share|on");
  for (
    const words of [
      "The gate's password is swordfish",
      "비밀번호는 바다거북입니다",
    ]
  ) {
    const { stderr } = await world.run(
      ["facts", "add", "decision", words],
      { env },
    );
    assertStringIncludes(stderr, "looks like a secret");
  }
  assertEquals(team(world), []);
  assertStringIncludes(await ask(world, "share|preview"), "! has a password");
});

for (const mode of ["on", "on|--ask"]) {
  Deno.test(`share ${mode}: what a hook has held back is said where one looks`, async () => {
    using world = new SealedWorld();
    await ask(world, `share|${mode}`);
    const input = payload(
      "UserPromptSubmit",
      "aaaa0000-1111-4222-8333-444455556666",
      {
        prompt: "remember: the mooring code xK9fQ2mZr7LwT4bVc1NpY8sD opens it",
      },
    );
    assertEquals(
      (await world.hook("user-prompt-submit", input, { env })).code,
      0,
    );
    assertEquals(team(world), []);
    const shown = await ask(world, "share|preview");
    assertStringIncludes(shown, "0 items would become visible");
    const [, id = ""] = /like a secret: ([0-9a-f]{8});/.exec(shown) ?? [];
    assertEquals(id.length, 8, shown);

    const { team: known } = JSON.parse(await ask(world, "status|--json"));
    assertEquals([known.waiting, known.held], [0, [id]]);
    const status = await ask(world, "status");
    assertStringIncludes(status, "1 item held back");
    assertStringIncludes(status, `looks like a secret: ${id}`);
    assertStringIncludes(status, "share push <id>");
    const examined = async () =>
      (await world.run(["doctor"], { env })).stdout.replace(/\s+/g, " ");
    assertStringIncludes(await examined(), `looks like a secret: ${id}`);
    assertStringIncludes(await examined(), "waiting nothing");

    await ask(world, `share|push|${id}`);
    assertEquals(team(world).length, 1);
    assert(!(await ask(world, "status")).includes("held back"));
    assert(!(await examined()).includes("looks like a secret"));
  });
}

Deno.test("doctor counts what waits for share push, as status does", async () => {
  using world = new SealedWorld();
  await ask(world, "share|on|--ask");
  await ask(world, "save|The pier is wide.");
  const { stdout } = await world.run(["doctor"], { env });
  assertMatch(stdout, /waiting +1 item for share push/);
  assertMatch(await ask(world, "status"), /Waiting +1 item for share push/);
});

Deno.test("what is too long to be read by others is not shared, and said", async () => {
  using world = new SealedWorld();
  await ask(world, "share|on");
  await ask(world, "save|A short text.");
  const [head = "", section = ""] = world.read("memory.md").split(/^(?=## )/m);
  const long = section.replace("A short", "A long ".repeat(40_000))
    .replace("_1010", "_1011");
  world.write("memory.md", head + section + long);
  const { stderr } = await world.run(["save", "The pier is long."], { env });
  const [, id = ""] = /longer than 256 KB: ([0-9a-f]{8})/.exec(stderr) ?? [];
  assertEquals(team(world).length, 2);
  const pushed = await world.run(["share", "push", id], { env });
  assertEquals(pushed.code, 1);
  assertStringIncludes(pushed.stdout, `longer than 256 KB: ${id}`);
  assertStringIncludes(await ask(world, "share|preview"), "is too long");
  assertEquals(team(world).length, 2);
});

Deno.test("what looks private and is shared is named", async () => {
  using world = new SealedWorld();
  await ask(world, "share|on");
  const { stderr } = await world.run(
    ["save", "Mail goes to ada@example.org"],
    { env },
  );
  const named = /Shared [0-9a-f]{8}, which has an e-mail address/;
  assertMatch(stderr, named);
  await ask(world, "share|on|--ask");
  await ask(world, "save|And to bo@example.org");
  assertMatch(await ask(world, "share|push"), named);
});

Deno.test("a secret never leaves, whatever an older file holds", async () => {
  using world = new SealedWorld();
  await ask(world, "save|Before.");
  const secret = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8";
  world.write(
    "memory.md",
    world.read("memory.md").replace("Before.", `Key ${secret}`),
  );
  await ask(world, "share|on");
  assert(!(await ask(world, "share|preview|--all")).includes(secret));
  await ask(world, "share|push|--all");
  assert(team(world).every((name) => !world.read(name).includes(secret)));
});

Deno.test("config set share true keeps what is older private as well", async () => {
  using world = new SealedWorld();
  await ask(world, "facts|add|decision|The pier is long");
  await ask(world, "config|set|share|true");
  await ask(world, "facts|add|decision|The pier is old");
  assertEquals(team(world).length, 1);
});

Deno.test("a damaged state shares nothing that is older", async () => {
  using world = new SealedWorld();
  await ask(world, "facts|add|decision|The pier is long");
  await ask(world, "share|on");
  world.write("shared.json", "{");
  await ask(world, "facts|add|decision|The pier is old");
  await ask(world, "facts|add|decision|The pier is fixed");
  assertEquals(
    team(world).map((name) => JSON.parse(world.read(name)).content),
    ["The pier is fixed"],
  );
});

Deno.test("clear all and import-store leave the team's files where they are", async () => {
  using world = new SealedWorld();
  await ask(world, "share|on");
  await ask(world, "save|The pilot boat leaves at six.");
  world.write(ITEM, SECTION);
  const before = team(world);
  await ask(world, "export|--out|moved.tar.gz");
  await ask(world, "clear|all|--yes");
  assertEquals(team(world), before);
  await ask(world, "import-store|moved.tar.gz|--replace");
  assertEquals(team(world), before);
  await ask(world, "save|The pilot boat is late.");
  assertEquals(team(world).length, before.length + 1);
});
