/** What was forgotten or removed stays out, whatever git brings or takes. */

import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { git, gitTest } from "./support/world/git.ts";
import { payload, SealedWorld } from "./support/world/sealed_world.ts";

const env = {
  MEMORY_KEEPER_NOW: "2026-11-17T10:10:00Z",
  MEMORY_KEEPER_AUTHOR: "Kim Minji",
};
const SESSION = "aaaa0000-1111-4222-8333-444455556666";

async function ask(world: SealedWorld, line: string) {
  const outcome = await world.run(line.split("|"), { env });
  assertEquals([line, outcome.code, outcome.stderr], [line, 0, ""]);
  return outcome.stdout;
}

function putItems(world: SealedWorld) {
  world.write(
    "team/2026/11/2026-11-17_0900_lee_0a0b0c0d.md",
    "author: Lee\nwork: 2026-11-17T08:00Z/2026-11-17T09:00Z\nbranch:\n\n" +
      "Ophelia rings the harbour bell at noon.\n",
  );
  world.write(
    "team/facts/2026-11-16_0000_lee_00000001.json",
    JSON.stringify({
      content: "Ophelia has the key of the harbour bell",
      date: "2026-11-16",
      author: "Lee",
      type: "decision",
    }),
  );
}

/** Everything that tells of the team's items, as one text. */
async function allTold(world: SealedWorld): Promise<string> {
  const start = payload("SessionStart", SESSION, { source: "startup" });
  const prompt = payload("UserPromptSubmit", SESSION, {
    prompt: "Who rings the harbour bell at noon and who has its key?",
  });
  const lines = [
    ["search", "harbour bell"],
    ["search", "har.our bell", "--regex"],
    ["facts", "list"],
    ["timeline"],
    ["show", "0a0b0c0d"],
    ["facts", "show", "00000001"],
    ["why", "harbour bell"],
    ["load"],
  ];
  const outcomes = [
    await world.hook("session-start", start, { env }),
    await world.hook("user-prompt-submit", prompt, { env }),
  ];
  for (const line of lines) outcomes.push(await world.run(line, { env }));
  return outcomes.map(({ stdout, stderr }) => stdout + stderr).join("\n");
}

gitTest(
  "what was forgotten stays out on a branch without its tombstone",
  async () => {
    using world = new SealedWorld();
    git(world, "project", "init", "-q");
    await ask(world, "share|on");
    await ask(world, "save|The mast is up.");
    putItems(world);
    git(world, "project", "add", "--all");
    git(world, "project", "commit", "-qm", "Items");
    git(world, "project", "branch", "release");
    const before = await allTold(world);
    assertEquals(before.split("Ophelia").length > 8, true, before);

    await ask(world, "forget|Ophelia|--yes");
    git(world, "project", "add", "--all");
    git(world, "project", "commit", "-qm", "Forget");
    git(world, "project", "checkout", "-q", "release");
    assert(world.files().some((name) => name.endsWith("_lee_0a0b0c0d.md")));
    assert(!world.files().some((name) => name.startsWith("team/gone/")));
    const after = await allTold(world);
    assert(!after.includes("Ophelia"), after);
    assertStringIncludes(after, "The mast is up.");

    // Also where the list itself is lost: its copy holds.
    Deno.removeSync(`${world.store}/forgotten.json`);
    assert(!(await ask(world, "facts|list")).includes("Ophelia"));
  },
);

Deno.test("what was forgotten stays out, even if someone shares it again", async () => {
  using world = new SealedWorld();
  await ask(world, "save|The mast is up.");
  putItems(world);
  await allTold(world);
  await ask(world, "forget|Ophelia|--yes");
  // The same words, and others with that name, by someone else and later.
  world.write(
    "team/2026/11/2026-11-17_0930_park_0e0b0c0d.md",
    "author: Park\nwork: 2026-11-17T08:00Z/2026-11-17T09:30Z\nbranch:\n\n" +
      "Ophelia rings the harbour bell at noon.\n",
  );
  world.write(
    "team/facts/2026-11-16_0000_park_0f000001.json",
    JSON.stringify({
      content: "The harbour bell is rung at noon",
      reason: "Oph\u0065lia says so",
      date: "2026-11-16",
      author: "Park",
      type: "decision",
    }).replace("Ophelia", "Oph\\u0065lia"),
  );
  world.write(
    "team/facts/2026-11-16_0000_park_0f000002.json",
    JSON.stringify({
      content: "The harbour bell is of bronze",
      date: "2026-11-16",
      author: "Park",
      type: "decision",
    }),
  );
  const shown = ["0e0b0c0d", "0f000001"];
  let after = await allTold(world);
  for (const id of shown) {
    after += (await world.run(["show", id], { env })).stdout;
  }
  after += (await world.run(["concepts"], { env })).stdout;
  after += (await world.run(["reflect"], { env })).stdout;
  assert(!after.includes("Ophelia"), after);
  assert(!after.includes("rung at noon"), after);
  assertStringIncludes(after, "The harbour bell is of bronze");
  const { stdout } = await world.run(["doctor"], { env });
  assert(!stdout.includes("no item"), stdout);
});

gitTest("share push --all writes lost tombstones again", async () => {
  using world = new SealedWorld();
  git(world, "project", "init", "-q");
  await ask(world, "share|on");
  await ask(world, "facts|add|issue|The bell is cracked");
  await ask(world, "facts|resolve|i001|Cast a new one");
  await ask(world, "save|The mast is up.");
  putItems(world);
  git(world, "project", "add", "--all");
  git(world, "project", "commit", "-qm", "Items");
  const gone = () =>
    world.files().filter((name) => name.startsWith("team/gone/"));
  const replaced = gone();
  assertEquals(replaced.length, 1);
  await ask(world, "facts|remove|i001");
  await ask(world, "forget|Ophelia|--yes");
  const before = gone();
  assertEquals(before.length, 4);

  git(world, "project", "clean", "-fdq", ".claude/memory/team");
  git(world, "project", "checkout", "-q", ".");
  assertEquals(gone(), replaced);
  assertStringIncludes(await ask(world, "facts|list"), "The bell is cracked");
  assertStringIncludes(
    await ask(world, "share|preview|--all"),
    "3 items would be withdrawn",
  );
  assertStringIncludes(await ask(world, "share|push|--all"), "withdrew 3");
  assertEquals(gone(), before);
  assert(!(await ask(world, "facts|list")).includes("The bell is cracked"));
  assertEquals((await world.run(["share", "push", "--all"], { env })).code, 1);
});

gitTest(
  "what is said again while its tombstone is lost is shared again",
  async () => {
    using world = new SealedWorld();
    using other = new SealedWorld();
    git(world, "project", "init", "-q");
    await ask(world, "share|on");
    await ask(world, "facts|add|decision|Buoys are green");
    git(world, "project", "add", "--all");
    git(world, "project", "commit", "-qm", "Items");
    await ask(world, "facts|remove|d001");
    git(world, "project", "clean", "-fdq", ".claude/memory/team");
    await ask(world, "facts|add|decision|Buoys are green");
    await world.run(["share", "push", "--all"], { env });
    for (const name of world.files()) {
      if (name.startsWith("team/")) other.write(name, world.read(name));
    }
    const { team } = JSON.parse(await ask(other, "facts|list|--json"));
    assertEquals(
      team.map(({ content }: { content: string }) => content),
      ["Buoys are green"],
    );
  },
);

Deno.test("what has no author is everyone's to change", async () => {
  using world = new SealedWorld();
  const put = (id: string, type: string, content: string, author = "") =>
    world.write(
      `team/facts/2026-11-16_0000_${author || "migrated"}_${id}.json`,
      JSON.stringify({ content, date: "2026-11-16", author, type }),
    );
  put("00000001", "issue", "The bell is cracked");
  put("00000002", "rule", "Ring twice");
  put("00000003", "decision", "Buoys are green");
  put("00000004", "decision", "Buoys are lit", "lee");
  const told = async () => {
    const { team = [] } = JSON.parse(await ask(world, "facts|list|--json"));
    return team.map((one: Record<string, unknown>) =>
      [one["content"], one["status"], one["resolution"]].filter(Boolean)
    ).sort();
  };
  const refused = async (line: string) => {
    const { code, stderr } = await world.run(line.split("|"), { env });
    assertEquals(code, 1);
    return stderr;
  };
  await ask(world, "save|The mast is up.");
  assertStringIncludes(await refused("facts|remove|00000003"), "not shared");
  await ask(world, "share|on");
  assertStringIncludes(
    await refused("facts|resolve|00000001|Its password is swordfish"),
    "looks like a secret",
  );

  await ask(world, "facts|resolve|00000001|Cast a new one");
  assertStringIncludes(
    await ask(world, "rules|remove|00000002"),
    "for the whole team: Ring twice",
  );
  await ask(world, "facts|remove|00000003");
  assertStringIncludes(await refused("facts|remove|00000004"), "by lee");
  assertEquals(await told(), [
    ["Buoys are lit"],
    ["The bell is cracked", "resolved", "Cast a new one"],
  ]);

  const { team } = JSON.parse(await ask(world, "facts|list|--json"));
  const { id } = team.find(({ type }: { type: string }) => type === "issue");
  await ask(world, `facts|reopen|${id}`);
  assertEquals((await told())[1], ["The bell is cracked", "open"]);
  // No file was changed; each step is one more.
  const issues = world.files().filter((name) =>
    /^team\/facts\/.*_migrated_/.test(name) &&
    world.read(name).includes("cracked")
  );
  assertEquals(issues.length, 3);
});
