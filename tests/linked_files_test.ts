/** Links in a store, as a cloned repository may bring them. */

import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { payload, SealedWorld } from "./support/world/sealed_world.ts";

const POSIX_ONLY = { ignore: Deno.build.os === "windows" };
const SESSION = "3f2a9c11-0000-4000-8000-000000000001";
const STEM = "2026-02-01_1600_3f2a9c11";

/** The word that must not leave the folder it is in. */
const SECRET = "quokkaberry";

const SECTION = `# Project Memory: x

## 2026-02-01_1600 (local 02-01_1600)
<!-- session 3f2a9c11 · entries 0-4 -->
The ${SECRET} was moved to the harbour office.
`;

const L1 = `${
  JSON.stringify({
    ts: "2026-02-01T16:00:00Z",
    role: "user",
    text: `Where is the ${SECRET} of the harbour office?`,
  })
}\n`;

/** What may be linked, each with what its target holds. */
const FILES: Record<string, string> = {
  "memory.md": SECTION,
  "memory_20260101_120000.md": SECTION,
  "memory_20260101_120000.summary.json": JSON.stringify({
    sourceFile: "memory_20260101_120000.md",
    overallSummary: `The ${SECRET} of the harbour office`,
  }),
  "project.md": `The ${SECRET} is ours\n`,
  "lessons.md": `- Never move the ${SECRET}\n`,
  "rules.md": `Ask for the ${SECRET}\n`,
  "facts.json": JSON.stringify({
    _meta: { version: 4 },
    decisions: [{ id: "d001", date: "2026-02-01", content: SECRET }],
  }),
  "concepts.json": JSON.stringify({
    concepts: [{ id: "c001", name: `${SECRET} office` }],
  }),
  [`sessions/${STEM}.l1.jsonl`]: L1,
  [`sessions/${STEM}.md`]: SECTION,
};

const COMMANDS = [
  "search --deep harbour office",
  "search --deep --regex harbour",
  "get lessons",
  "load",
  `show sessions/${STEM}.l1.jsonl#0`,
  "timeline",
  "report --out -",
  "facts list",
];

/** Everything a model or a person could be shown. */
async function everything(
  world: SealedWorld,
  commands: readonly string[] = COMMANDS,
): Promise<string> {
  const ofSession = { transcript_path: `${world.dir}/none/${SESSION}.jsonl` };
  const prompt = "Where did we put that thing of the harbour office?";
  const shown: string[] = [];
  for (
    const [event, name, more] of [
      ["stop", "Stop", {}],
      ["session-start", "SessionStart", { source: "startup" }],
      ["user-prompt-submit", "UserPromptSubmit", { prompt }],
    ] as const
  ) {
    const given = payload(name, SESSION, { ...ofSession, ...more });
    const { code, stdout } = await world.hook(event, given);
    assertEquals(code, 0, event);
    shown.push(stdout);
  }
  for (const line of commands) {
    const { stdout, stderr } = await world.run(line.split(" "));
    shown.push(stdout, stderr);
  }
  return shown.join("\n");
}

Deno.test({
  name: "the target of a link out of the store is never shown",
  ...POSIX_ONLY,
  fn: async (t) => {
    await t.step("each file", async () => {
      using world = new SealedWorld();
      world.own();
      Deno.mkdirSync(`${world.store}/sessions`, { recursive: true });
      for (const [name, text] of Object.entries(FILES)) {
        const target = `${world.home}/${name.replace("/", "-")}`;
        Deno.writeTextFileSync(target, text);
        Deno.symlinkSync(target, `${world.store}/${name}`);
      }
      const shown = await everything(world);
      assert(!shown.includes(SECRET), shown);
      const doctor = await world.run(["doctor"]);
      assertStringIncludes(doctor.stdout, "lessons.md");
      assertStringIncludes(doctor.stdout, "out of the project");
      assert(!doctor.stdout.includes(SECRET));
    });
    for (const folder of ["sessions", ".."]) {
      await t.step(`a folder: ${folder}`, async () => {
        using world = new SealedWorld();
        const theirs = `${world.home}/theirs/memory`;
        for (const [name, text] of Object.entries(FILES)) {
          if (folder === "sessions" && !name.startsWith(folder)) continue;
          const target = `${theirs}/${name}`;
          Deno.mkdirSync(`${theirs}/sessions`, { recursive: true });
          Deno.writeTextFileSync(target, text);
        }
        const link = `${world.store}/${folder}`.replace(/\/memory\/\.\.$/, "");
        Deno.mkdirSync(link.slice(0, link.lastIndexOf("/")), {
          recursive: true,
        });
        const target = folder === ".." ? `${world.home}/theirs` : theirs;
        Deno.symlinkSync(
          folder === "sessions" ? `${theirs}/sessions` : target,
          link,
        );
        const shown = await everything(world, COMMANDS.slice(0, 2));
        assert(!shown.includes(SECRET), shown);
      });
    }
  },
});

Deno.test({
  name: "a link that stays in the project is read",
  ...POSIX_ONLY,
  fn: async () => {
    using world = new SealedWorld();
    world.own();
    Deno.writeTextFileSync(`${world.project}/ABOUT.md`, `Our ${SECRET}\n`);
    Deno.symlinkSync("../../ABOUT.md", `${world.store}/project.md`);
    assertStringIncludes(await everything(world, []), `Our ${SECRET}`);
  },
});
