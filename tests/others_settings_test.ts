/**
 * Settings that came with a project: they may make memory more private than
 * the user wants it, never less.
 */

import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { openProject } from "../src/store/project.ts";
import { user } from "./support/generator/entries.ts";
import { git, gitTest } from "./support/world/git.ts";
import { STILL_WORLD } from "./support/world/in_process.ts";
import { payload, SealedWorld } from "./support/world/sealed_world.ts";

const ID = "3f2a9c11-0000-4000-8000-000000000021";

/** A project whose config.json is committed, or ignored as the user's own is. */
function makeProject(
  world: SealedWorld,
  { theirs, users, committed = true, init = [] }: {
    theirs: object;
    users: object;
    committed?: boolean;
    init?: readonly string[];
  },
): void {
  git(world, "project", "init", "--quiet", ...init);
  world.write("config.json", JSON.stringify(theirs));
  if (committed) git(world, "project", "add", "--force", ".");
  else world.write(".gitignore", "*\n");
  const folder = `${world.home}/.claude/memory-keeper`;
  Deno.mkdirSync(folder, { recursive: true });
  Deno.writeTextFileSync(`${folder}/config.json`, JSON.stringify(users));
}

async function settingsOf(world: SealedWorld) {
  const env = (name: string) => name === "HOME" ? world.home : undefined;
  const { config } = await openProject({ ...STILL_WORLD, env }, world.project);
  return config;
}

const LOOSE = {
  storage: "project",
  share: true,
  keepRaw: true,
  recall: true,
  receipt: false,
};
const TIGHT = {
  storage: "home",
  share: false,
  keepRaw: false,
  recall: false,
  receipt: true,
};

gitTest("settings that git tracks can tighten and cannot loosen", async (t) => {
  const names = Object.keys(TIGHT) as (keyof typeof TIGHT)[];
  const chosen = (values: Record<string, unknown>) =>
    names.map((name) => values[name]);
  await t.step("what they loosen is not used", async () => {
    using world = new SealedWorld();
    makeProject(world, { theirs: LOOSE, users: TIGHT });
    const { values, loosened } = await settingsOf(world);
    assertEquals(chosen(values), chosen(TIGHT));
    assertEquals(loosened.length, names.length);
  });
  await t.step("nor where hashes are of another kind", async () => {
    using world = new SealedWorld();
    const init = ["--object-format=sha256"];
    makeProject(world, { theirs: LOOSE, users: TIGHT, init });
    assertEquals(chosen((await settingsOf(world)).values), chosen(TIGHT));
  });
  await t.step("nor where the index is in two files", async () => {
    using world = new SealedWorld();
    makeProject(world, { theirs: LOOSE, users: TIGHT });
    git(world, "project", "config", "core.splitIndex", "true");
    git(world, "project", "update-index", "--split-index");
    assertEquals(chosen((await settingsOf(world)).values), chosen(TIGHT));
  });
  await t.step("what they tighten is", async () => {
    using world = new SealedWorld();
    makeProject(world, { theirs: TIGHT, users: LOOSE });
    const { values, loosened } = await settingsOf(world);
    assertEquals(chosen(values), chosen(TIGHT));
    assertEquals(loosened, []);
  });
  await t.step("other settings are used as before", async () => {
    using world = new SealedWorld();
    makeProject(world, { theirs: { saveInterval: 7 }, users: {} });
    assertEquals((await settingsOf(world)).values.saveInterval, 7);
  });
  await t.step("the user's own file decides everything", async () => {
    using world = new SealedWorld();
    makeProject(world, { theirs: LOOSE, users: TIGHT, committed: false });
    assertEquals(chosen((await settingsOf(world)).values), chosen(LOOSE));
  });
  await t.step("in letters that only some disks tell apart", async () => {
    using world = new SealedWorld();
    makeProject(world, { theirs: LOOSE, users: TIGHT, committed: false });
    Deno.writeTextFileSync(`${world.project}/blob`, "{}");
    git(world, "project", "add", "blob");
    const object = git(world, "project", "rev-parse", ":blob");
    git(
      world,
      "project",
      ...["update-index", "--add", "--cacheinfo"],
      `100644,${object},.Claude/Memory/Config.JSON`,
    );
    assertEquals(chosen((await settingsOf(world)).values), chosen(TIGHT));
  });
  await t.step("through a link", async () => {
    using world = new SealedWorld();
    makeProject(world, { theirs: LOOSE, users: TIGHT, committed: false });
    Deno.renameSync(`${world.project}/.claude`, `${world.project}/shown`);
    Deno.removeSync(`${world.project}/shown/memory/.gitignore`);
    Deno.symlinkSync("shown", `${world.project}/.claude`);
    git(world, "project", "add", ".");
    assertEquals(chosen((await settingsOf(world)).values), chosen(TIGHT));
  });
  await t.step("in a folder below the checkout", async () => {
    using world = new SealedWorld("project");
    git(world, "", "init", "--quiet");
    world.write("config.json", JSON.stringify({ keepRaw: true }));
    git(world, "", "add", "project");
    assertEquals((await settingsOf(world)).values.keepRaw, false);
  });
});

gitTest("redaction patterns of all levels count", async () => {
  using world = new SealedWorld();
  makeProject(world, {
    theirs: { redact: { patterns: [] } },
    users: { redact: { patterns: ["harbour-[0-9]+"] } },
    committed: false,
  });
  const transcript = `${world.dir}/${ID}.jsonl`;
  Deno.writeTextFileSync(
    transcript,
    `${JSON.stringify(user("open harbour-4711 and pier-12"))}\n`,
  );
  const stop = payload("Stop", ID, { transcript_path: transcript });
  await world.hook("stop", stop);
  const kept = () => {
    const log = world.files().find((name) => name.endsWith(".l1.jsonl"));
    return world.read(log ?? "none");
  };
  assert(kept().includes("pier-12") && !kept().includes("4711"), kept());
  world.write("config.json", '{"redact": {"patterns": ["pier-[0-9]+"]}}');
  Deno.writeTextFileSync(
    transcript,
    `${JSON.stringify(user("close harbour-4712 and pier-13"))}\n`,
    { append: true },
  );
  await world.hook("stop", stop);
  assertStringIncludes(kept(), "close [REDACTED");
  assert(!/471[12]|pier-13/.test(kept()), kept());
});

gitTest(
  "a .gitignore that came with the project cannot show logs to git",
  async (t) => {
    const start = (world: SealedWorld) =>
      world.hook(
        "session-start",
        payload("SessionStart", ID, { source: "startup" }),
      );
    const seen = (world: SealedWorld) =>
      git(world, "project", "status", "--porcelain", "-uall", ".claude")
        .split("\n").filter((line) => line.startsWith("??"));
    const commit = (world: SealedWorld, text: string) => {
      git(world, "project", "init", "--quiet");
      world.write(".gitignore", text);
      git(world, "project", "add", "--force", ".claude/memory/.gitignore");
      world.write(`sessions/2026-02-01_1000_aaaaaaaa.l1.jsonl`, "{}\n");
      world.write("memory.md", "# Project Memory\n");
    };
    const rows: [name: string, theirs: string, then: string][] = [
      ["logs", "*\n!sessions/\n!sessions/*\n!team/\n", "*\n!team/\n*.tmp\n"],
      ["private memory", "*\n!/memory.md\n!/facts.json\n!/project.md\n", "*\n"],
      ["everything", "# nothing is ignored\n", "*\n"],
      ["of the same length", "#\n", "*\n"],
    ];
    for (const [name, theirs, then] of rows) {
      await t.step(name, async () => {
        using world = new SealedWorld();
        commit(world, theirs);
        const doctor = await world.run(["doctor"]);
        assertStringIncludes(
          doctor.stdout.replace(/\s+/g, " "),
          "the .gitignore that came with the project lets git see",
        );
        const { stdout } = await start(world);
        assertEquals(world.read(".gitignore"), then);
        assertStringIncludes(stdout, "it was rewritten");
        assertEquals(seen(world), []);
        assert(!(await start(world)).stdout.includes("it was rewritten"));
      });
    }
    await t.step("what the user shares stays as it is", async () => {
      using world = new SealedWorld();
      commit(world, "*\n!memory.md\n!facts.json\n");
      world.write("config.json", '{"share": true}');
      await start(world);
      assertEquals(world.read(".gitignore"), "*\n!memory.md\n!facts.json\n");
    });
    await t.step("so does what a team has in git", async () => {
      using world = new SealedWorld();
      const archive = "memory_20260201_000000.md";
      commit(world, "*\n!memory_*.md\n!facts.json\n");
      world.write(archive, "# Project Memory\n");
      git(world, "project", "add", "--force", `.claude/memory/${archive}`);
      await start(world);
      assertEquals(world.read(".gitignore"), "*\n!memory_*.md\n");
    });
    await t.step("so does what the user wrote", async () => {
      using world = new SealedWorld();
      git(world, "project", "init", "--quiet");
      world.write(".gitignore", "*\n!sessions/\n");
      await start(world);
      assertEquals(world.read(".gitignore"), "*\n!sessions/\n");
    });
  },
);

gitTest("memory-keeper doctor names who loosens a setting", async () => {
  using world = new SealedWorld();
  makeProject(world, { theirs: LOOSE, users: TIGHT });
  const { stdout } = await world.run(["doctor"]);
  const text = stdout.replace(/\s+/g, " ");
  assertStringIncludes(text, '.claude/memory/config.json: "storage" "project"');
  assertStringIncludes(text, "git tracks that file");
});
