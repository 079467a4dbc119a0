/**
 * `install` and `uninstall` from outside. The finished file installs itself;
 * from source there is nothing to install, and that is said.
 */

import {
  assert,
  assertEquals,
  assertMatch,
  assertStringIncludes,
} from "@std/assert";
import { EXECUTABLE, SealedWorld } from "./support/world/sealed_world.ts";

const COMPILED_ONLY = { ignore: EXECUTABLE === undefined };
const POSIX = Deno.build.os !== "windows";

/** Where a sealed world's home has it. */
const folderOf = (world: SealedWorld) =>
  POSIX
    ? `${world.home}/.local/share/memory-keeper`
    : `${world.home}/AppData/Local/memory-keeper`;

/** The user's: it stays, as memory does. */
const KEY = ".claude/memory-keeper/key";
const PROJECTS = ".claude/memory-keeper/known-projects";

Deno.test({
  name: "install from source says what to do instead",
  ignore: EXECUTABLE !== undefined,
  fn: async () => {
    using world = new SealedWorld();
    assertEquals(await world.run(["install"]), {
      code: 1,
      stdout: "",
      stderr:
        "error: Only the compiled executable can be installed; this runs from source\n" +
        "hint: Run: deno task build, then dist/memory-keeper install\n",
    });
    assertEquals(world.files(world.home), []);
  },
});

Deno.test("uninstall where nothing is installed says so", async () => {
  using world = new SealedWorld();
  const { code, stdout, stderr } = await world.run(["uninstall"]);
  assertEquals([code, stdout], [1, ""]);
  assertMatch(
    stderr,
    /^error: Nothing is installed in ".+memory-keeper"\nhint: /,
  );
});

Deno.test("uninstall removes our blocks even where nothing is installed", async () => {
  using world = new SealedWorld();
  const block =
    "<!-- memory-keeper:begin -->\nours\n<!-- memory-keeper:end -->\n";
  const claudeMd = `${world.project}/CLAUDE.md`;
  const builtin = `${world.home}/.claude/projects/${
    world.project.replace(/[^a-zA-Z0-9]/g, "-")
  }/memory`;
  Deno.mkdirSync(builtin, { recursive: true });
  for (const path of [claudeMd, `${builtin}/MEMORY.md`]) {
    Deno.writeTextFileSync(path, `# Mine\n\n${block}`);
  }
  const { code, stderr } = await world.run(["uninstall"]);
  assertEquals(code, 1);
  assertStringIncludes(stderr, "Took our block out of $WORLD/project/CLAUDE");
  assertStringIncludes(stderr, "error: Nothing is installed in");
  for (const path of [claudeMd, `${builtin}/MEMORY.md`]) {
    assert(!Deno.readTextFileSync(path).includes("ours"), path);
    assertStringIncludes(Deno.readTextFileSync(path), "# Mine");
  }
});

Deno.test({
  name: "install --dry-run writes nothing",
  ...COMPILED_ONLY,
  fn: async () => {
    using world = new SealedWorld();
    const { code, stdout } = await world.run(["install", "--dry-run"]);
    assertEquals(code, 0);
    assertMatch(stdout, /^Would install memory-keeper \S+ in .+: \d+ files/);
    assertStringIncludes(stdout, "plugin/hooks/hooks.json");
    assertEquals(world.files(world.home), []);
  },
});

Deno.test({
  name:
    "install makes a marketplace that works by itself; uninstall takes it away",
  ...COMPILED_ONLY,
  fn: async () => {
    using world = new SealedWorld();
    const { code, stdout, stderr } = await world.run(["install"]);
    assertEquals([code, stderr], [0, ""]);
    assertMatch(stdout, /^Installed memory-keeper \S+ in /);
    assertStringIncludes(stdout, "claude plugin marketplace add ");
    assertStringIncludes(
      stdout,
      "claude plugin install memory-keeper@memory-keeper",
    );
    const folder = folderOf(world);
    const installed = `${folder}/plugin/bin/memory-keeper${
      POSIX ? "" : ".exe"
    }`;
    const version = await world.runFile(installed, ["version"]);
    assertMatch(version.stdout, /^memory-keeper \d/);
    const again = JSON.parse((await world.run(["install", "--json"])).stdout);
    assert(
      again.changes.every(({ change }: { change: string }) =>
        change === "same"
      ),
    );
    assertEquals(again.commands.length, 2);
    // The installed one can install itself elsewhere.
    const copy = `${world.dir}/copy of it`;
    const second = await world.runFile(installed, ["install", "--to", copy]);
    assertEquals(second.code, 0);
    assertEquals(world.files(copy), world.files(folder));
    const planned = await world.runFile(
      `${copy}/plugin/bin/memory-keeper${POSIX ? "" : ".exe"}`,
      ["uninstall", "--dry-run", "--json"],
    );
    assertEquals(
      JSON.parse(planned.stdout).folder,
      "$WORLD/copy of it",
      "it knows its own folder",
    );
    const notes = "# Notes\n\nRound last.\n";
    Deno.writeTextFileSync(`${world.project}/CLAUDE.md`, notes);
    await world.run(["config", "set", "claudeMd", "true"]);
    const withBlock = Deno.readTextFileSync(`${world.project}/CLAUDE.md`);
    assertStringIncludes(withBlock, "memory-keeper:begin");
    const gone = await world.run(["uninstall"]);
    assertEquals(
      Deno.readTextFileSync(`${world.project}/CLAUDE.md`),
      notes,
      "our block is taken out, and nothing else",
    );
    assertEquals(gone.code, 0);
    assertStringIncludes(gone.stdout, "Your memory stays");
    if (POSIX) assertEquals(world.files(world.home), [KEY, PROJECTS]);
  },
});

Deno.test({
  name: "install makes a link in ~/.local/bin, and uninstall removes it",
  ignore: EXECUTABLE === undefined || !POSIX,
  fn: async () => {
    using world = new SealedWorld();
    const link = `${world.home}/.local/bin/memory-keeper`;
    const { stdout } = await world.run(["install"], {
      env: { SHELL: "/bin/zsh", PATH: "/bin" },
    });
    assertStringIncludes(stdout, ">> ~/.zshrc && export PATH=");
    assertEquals(
      Deno.readLinkSync(link),
      `${folderOf(world)}/plugin/bin/memory-keeper`,
    );
    const gone = await world.run(["uninstall", "--json"]);
    assertEquals(
      JSON.parse(gone.stdout).link,
      link.replace(world.dir, "$WORLD"),
    );
    assertEquals(world.files(world.home), [KEY]);
    Deno.symlinkSync("/bin/true", link);
    const again = await world.run(["install"]);
    assertStringIncludes(again.stdout, "was left alone");
    await world.run(["uninstall"]);
    assertEquals(Deno.readLinkSync(link), "/bin/true");
  },
});
