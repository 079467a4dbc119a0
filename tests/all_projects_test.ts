/** Commands over all projects of a user, and rules for every project. */

import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { projectFolderName } from "../src/claude/memory_folder.ts";
import { payload, SealedWorld } from "./support/world/sealed_world.ts";

const NOW = { MEMORY_KEEPER_NOW: "2026-03-18T12:00:00Z", TZ: "UTC" };

/** Projects next to each other, each with a memory of its own. */
class Harbours extends SealedWorld {
  folder(name: string): string {
    const folder = `${this.dir}/${name}`;
    Deno.mkdirSync(folder, { recursive: true });
    return folder;
  }

  in(name: string, ...args: string[]) {
    return this.run(args, { cwd: this.folder(name), env: NOW });
  }

  async json(name: string, ...args: string[]) {
    return JSON.parse((await this.in(name, ...args, "--json")).stdout);
  }

  get known(): string {
    return `${this.home}/.claude/memory-keeper/known-projects`;
  }
}

async function harbours(): Promise<Harbours> {
  const world = new Harbours();
  await world.in("wick", "save", "The lighthouse lamp of Wick is rotten.");
  await world.in("oban", "save", "오반 항구의 등대(lighthouse)를 칠했다.");
  await world.in("tide", "save", "Nothing but rounding here.");
  return world;
}

Deno.test("a store is listed once, when it is made", async () => {
  using world = await harbours();
  await world.in("wick", "save", "Again.");
  const list = Deno.readTextFileSync(world.known);
  assertEquals(
    list.replaceAll("\\", "/").split("\n").sort(),
    ["", ...["wick", "oban", "tide"].map((name) => world.folder(name))].sort(),
  );
});

Deno.test("projects finds listed ones and those Claude Code knows", async () => {
  using world = await harbours();
  assertEquals((await world.json("wick", "projects")).projects.length, 3);
  Deno.removeSync(world.known);
  const oban = world.folder("oban/src");
  const transcripts = `${world.home}/.claude/projects/${
    projectFolderName(oban)
  }`;
  Deno.mkdirSync(transcripts, { recursive: true });
  Deno.writeTextFileSync(
    `${transcripts}/3f2a9c11-5a5b-4c1d-8e2f-000000000001.jsonl`,
    `${
      JSON.stringify({
        type: "user",
        uuid: "1",
        cwd: oban,
        timestamp: "2026-03-01T10:00:00Z",
        message: { role: "user", content: "Paint it" },
      })
    }\n`,
  );
  const { projects } = await world.json("tide", "projects");
  assertEquals(projects.map(({ root }: { root: string }) => root), [
    `$WORLD/oban`,
  ]);
  const { code, stdout } = await world.in("tide", "projects");
  assertEquals(code, 0);
  assertStringIncludes(stdout, "$WORLD/oban");
});

Deno.test("projects says so where there is none", async () => {
  using world = new Harbours();
  const { code, stdout } = await world.in("empty", "projects");
  assertEquals([code, stdout], [1, "No project has a memory yet\n"]);
});

Deno.test("search --all names the project of each hit", async () => {
  using world = await harbours();
  const { hits, total } = await world.json(
    "tide",
    "search",
    "--all",
    "lighthouse",
  );
  assertEquals(
    hits.map(({ project }: { project: string }) => project).sort(),
    ["$WORLD/oban", "$WORLD/wick"],
  );
  assertEquals(total, 2);
  const { stdout } = await world.in("tide", "search", "--all", "lighthouse");
  assertStringIncludes(stdout, "wick  memory.md#1  memory · ");
  assertStringIncludes(stdout, "\noban: $WORLD/oban\n");
  const one = await world.json("wick", "search", "lighthouse");
  assertEquals(one.hits.map((hit: object) => "project" in hit), [false]);
});

Deno.test("search --all takes from each project by its own ranks", async () => {
  using world = await harbours();
  // Where a word is rare it counts more: scores do not compare.
  for (let i = 0; i < 6; i++) {
    await world.in("oban", "save", `Buoy ${i} was painted red.`);
  }
  for (const what of ["lens", "door"]) {
    await world.in("oban", "save", `The lighthouse ${what} was cleaned.`);
    await world.in("wick", "save", `The lighthouse ${what} is rotten.`);
  }
  const { hits, notes } = await world.json(
    "tide",
    "search",
    "--all",
    "lighthouse",
  );
  const projects = hits.map(({ project }: { project: string }) => project);
  for (const at of [0, 2, 4]) {
    assertEquals(
      new Set(projects.slice(at, at + 2)).size,
      2,
      projects.join(" "),
    );
  }
  assertStringIncludes(notes.at(-1), "Each project ranks its own hits");
});

Deno.test("search --all leaves out a project that is gone", async () => {
  using world = await harbours();
  Deno.removeSync(world.folder("wick"), { recursive: true });
  const { hits } = await world.json("tide", "search", "--all", "lighthouse");
  assertEquals(hits.length, 1);
});

Deno.test("timeline --all joins the sessions of all projects by time", async () => {
  using world = await harbours();
  for (const [name, day] of [["wick", "01"], ["oban", "02"], ["tide", "03"]]) {
    const sessions = `${world.folder(`${name}`)}/.claude/memory/sessions`;
    Deno.mkdirSync(sessions, { recursive: true });
    Deno.writeTextFileSync(
      `${sessions}/2026-03-${day}_0900_aaaaaa${day}.l1.jsonl`,
      `${JSON.stringify({ role: "user", text: `In ${name}` })}\n`,
    );
  }
  const { sessions, total } = await world.json(
    "wick",
    "timeline",
    "--all",
    "--limit",
    "2",
  );
  assertEquals(
    sessions.map(({ project }: { project: string }) => project),
    ["$WORLD/tide", "$WORLD/oban"],
  );
  assertEquals(total, 3);
});

const promptIn = async (world: Harbours, name: string, prompt: string) => {
  const { stdout } = await world.hook(
    "user-prompt-submit",
    payload("UserPromptSubmit", "0a11ce00-0000-4000-8000-000000000000", {
      prompt,
    }),
    { env: { ...NOW, CLAUDE_PROJECT_DIR: world.folder(name) } },
  );
  return JSON.parse(stdout);
};

Deno.test("remember --global gives a rule to every project, once", async () => {
  using world = await harbours();
  const added = await world.in(
    "wick",
    "remember",
    "--global",
    "Answer in Korean",
  );
  assertEquals(
    added.stdout,
    "Kept as rule g1 for every project: Answer in Korean\n",
  );
  const again = await world.in(
    "oban",
    "remember",
    "--global",
    "answer in korean.",
  );
  assertStringIncludes(again.stdout, "Rule g1 says so already");
  const path = `${world.home}/.claude/memory-keeper/rules.md`;
  assertEquals(
    Deno.readTextFileSync(path),
    "# Rules for every project\n\n- Answer in Korean\n",
  );
  const told = await promptIn(world, "tide", "Where is the lamp?");
  const { additionalContext } = told.hookSpecificOutput;
  assertStringIncludes(additionalContext, "- Answer in Korean");
  assert(!additionalContext.includes("Working rules"), additionalContext);
  assertEquals((await world.json("tide", "rules")).everywhere, [
    { id: "g1", content: "Answer in Korean" },
  ]);
  const removed = await world.in("tide", "rules", "remove", "g1");
  assertEquals(removed.stdout, "Removed g1: Answer in Korean\n");
  assertEquals((await world.in("tide", "rules", "remove", "g1")).code, 1);
});

Deno.test("기억해 전체: in a prompt states a rule for every project", async () => {
  using world = await harbours();
  const told = await promptIn(
    world,
    "wick",
    "기억해 전체: 항상 한국어로 답한다",
  );
  assertStringIncludes(told.systemMessage, "g1 for every project");
  const other = await promptIn(world, "oban", "등대는 어디에 있나?");
  assertStringIncludes(
    other.hookSpecificOutput.additionalContext,
    "- 항상 한국어로 답한다",
  );
});

Deno.test("rules for every project stay out of a project's CLAUDE.md", async () => {
  using world = await harbours();
  await world.in("wick", "remember", "--global", "Answer in Korean");
  await world.in("wick", "remember", "Paint in May");
  await world.in("wick", "config", "set", "claudeMd", "true");
  const text = Deno.readTextFileSync(`${world.folder("wick")}/CLAUDE.md`);
  assertStringIncludes(text, "Paint in May");
  assert(!text.includes("Korean"), text);
});

Deno.test("reflect proposes for all projects what three of them have", async () => {
  using world = await harbours();
  await world.in("wick", "remember", "Round last");
  await world.in("oban", "remember", "round last.");
  assertEquals((await world.json("wick", "reflect")).everywhere, undefined);
  await world.in("tide", "remember", "Round last");
  const { everywhere } = await world.json("wick", "reflect");
  assertEquals(everywhere.length, 1);
  assertEquals(everywhere[0].projects.length, 3);
  const { stdout } = await world.in("wick", "reflect");
  assertStringIncludes(stdout, 'memory-keeper remember --global "Round last"');
  assertEquals((await world.json("wick", "rules")).everywhere, undefined);
  await world.in("wick", "remember", "--global", "Round last");
  assertEquals((await world.json("wick", "reflect")).everywhere, undefined);
});
