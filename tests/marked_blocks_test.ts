/** Our blocks in CLAUDE.md and in the built-in memory, through the real program. */

import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { DEFAULT_RULES } from "../src/context/rules_text.ts";
import { removeBlocks } from "../src/context/keep_blocks.ts";
import { openProject } from "../src/store/project.ts";
import { openStore } from "../src/store/store.ts";
import { STILL_WORLD } from "./support/world/in_process.ts";
import { payload, SealedWorld } from "./support/world/sealed_world.ts";

const WINDOWS = Deno.build.os === "windows";

const SESSION = "3f2a9c11-0000-4000-8000-000000000001";

class BlockWorld extends SealedWorld {
  readonly claudeMd = `${this.project}/CLAUDE.md`;

  async prompt(): Promise<void> {
    const event = payload("UserPromptSubmit", SESSION, { prompt: "Go." });
    const { code, stdout } = await this.hook("user-prompt-submit", event);
    assertEquals(code, 0);
    assertStringIncludes(stdout, "UserPromptSubmit");
  }

  async start(): Promise<void> {
    const event = payload("SessionStart", SESSION, { source: "startup" });
    assertEquals((await this.hook("session-start", event)).code, 0);
  }

  /** Make the built-in memory's folder; returns its MEMORY.md. */
  builtin(dir?: string): string {
    const usual = `${this.home}/.claude/projects/${
      this.project.replace(/[^a-zA-Z0-9]/g, "-")
    }/memory`;
    Deno.mkdirSync(dir ?? usual, { recursive: true });
    return `${dir ?? usual}/MEMORY.md`;
  }

  settings(path: string, value: unknown): void {
    const full = `${this.dir}/${path}`;
    Deno.mkdirSync(full.slice(0, full.lastIndexOf("/")), { recursive: true });
    Deno.writeTextFileSync(full, JSON.stringify(value));
  }
}

const read = (path: string) => Deno.readTextFileSync(path);
const AGED = new Date("2026-01-01T00:00:00Z");
/** Two writes may have the same time; none has this one. */
const age = (path: string) => Deno.utimeSync(path, AGED, AGED);
const mtime = (path: string) => Deno.statSync(path).mtime;
const BLOCK = /<!-- memory-keeper:begin.*-->[^]*<!-- memory-keeper:end -->/;

Deno.test("claudeMd keeps the rules in CLAUDE.md, written only on change", async () => {
  using world = new BlockWorld();
  Deno.writeTextFileSync(world.claudeMd, "# Mine\r\n\r\nno end");
  await world.prompt();
  assertEquals(read(world.claudeMd), "# Mine\r\n\r\nno end", "opt-in only");
  await world.run(["config", "set", "claudeMd", "true"]);
  const text = read(world.claudeMd);
  assert(text.startsWith("# Mine\r\n\r\nno end\r\n<!-- memory-keeper:begin"));
  assertStringIncludes(text.replaceAll("\r\n", "\n"), DEFAULT_RULES);
  age(world.claudeMd);
  await world.prompt();
  await world.start();
  assertEquals(mtime(world.claudeMd), AGED);
  world.write("rules.md", "My rule.\n");
  await world.prompt();
  assertStringIncludes(read(world.claudeMd), "\r\nMy rule.\r\n");
  await world.run(["config", "set", "claudeMd", "false"]);
  assertEquals(read(world.claudeMd), "# Mine\r\n\r\nno end");
});

Deno.test("claudeMd creates CLAUDE.md if needed, and removes it again", async () => {
  using world = new BlockWorld();
  world.write("config.json", '{"claudeMd": true}');
  await world.prompt();
  assertStringIncludes(read(world.claudeMd), DEFAULT_RULES);
  if (!WINDOWS) {
    assertEquals((Deno.statSync(world.claudeMd).mode ?? 0) & 0o777, 0o644);
  }
  // Changed by hand: the next start notices.
  world.write("config.json", "{}");
  await world.start();
  assertEquals(
    Array.from(Deno.readDirSync(world.project), ({ name }) => name),
    [".claude"],
  );
});

Deno.test("CLAUDE.md keeps its bytes, mode and kind whatever it is", async (t) => {
  const bytes = (text: string) => new TextEncoder().encode(text);
  const untouched: Record<string, (world: BlockWorld) => void> = {
    "not UTF-8": ({ claudeMd }) =>
      Deno.writeFileSync(claudeMd, Uint8Array.of(0x41, 0xff, 0xfe)),
    "half a pair of marks": ({ claudeMd }) =>
      Deno.writeTextFileSync(claudeMd, "<!-- memory-keeper:begin -->\nmine"),
    "read-only": ({ claudeMd }) =>
      Deno.writeTextFileSync(claudeMd, "mine", { mode: 0o444 }),
    "a link that leads out": (world) => {
      Deno.writeTextFileSync(`${world.home}/theirs.md`, "theirs");
      Deno.symlinkSync(`${world.home}/theirs.md`, world.claudeMd);
    },
    "a link that leads nowhere": (world) =>
      Deno.symlinkSync(`${world.project}/gone`, world.claudeMd),
  };
  for (const [name, make] of Object.entries(untouched)) {
    // Windows has no modes, and links only with a privilege.
    const ignore = WINDOWS && /read-only|link/.test(name);
    await t.step({
      name,
      ignore,
      fn: async () => {
        using world = new BlockWorld();
        make(world);
        const look = () => {
          const info = Deno.lstatSync(world.claudeMd);
          try {
            return [info.isSymlink, Deno.readFileSync(world.claudeMd)];
          } catch {
            return [info.isSymlink];
          }
        };
        const before = look();
        world.write("config.json", '{"claudeMd": true}');
        await world.prompt();
        assertEquals(look(), before);
        assertStringIncludes(world.read("logs/keeper.log"), "failed error=");
      },
    });
  }
  const kept = async () => {
    using world = new BlockWorld();
    const real = `${world.project}/AGENTS.md`;
    const mine = bytes("\ufeff# Mine\n\n\n");
    Deno.writeFileSync(real, mine, { mode: 0o664 });
    Deno.chmodSync(real, 0o664);
    Deno.symlinkSync("AGENTS.md", world.claudeMd);
    await world.run(["config", "set", "claudeMd", "true"]);
    assertEquals(Deno.lstatSync(world.claudeMd).isSymlink, true);
    assertEquals(Deno.readFileSync(real).slice(0, mine.length), mine);
    assertEquals((Deno.statSync(real).mode ?? 0) & 0o777, 0o664);
    await world.run(["config", "set", "claudeMd", "default"]);
    assertEquals(Deno.readFileSync(real), mine);
  };
  const name = "a byte order mark, a mode and a link inside";
  await t.step({ name, ignore: WINDOWS, fn: kept });
});

Deno.test("builtinNotice says one thing in a MEMORY.md that exists", async () => {
  using world = new BlockWorld();
  const path = world.builtin();
  await world.start();
  assertEquals(
    Array.from(Deno.readDirSync(path.replace("/MEMORY.md", ""))),
    [],
  );
  Deno.writeTextFileSync(path, "- [Tides](tides.md)\n");
  await world.start();
  const text = read(path);
  assert(text.startsWith("- [Tides](tides.md)\n") && BLOCK.test(text));
  age(path);
  await world.start();
  assertEquals(mtime(path), AGED);
  await world.run(["config", "set", "builtinNotice", "false"]);
  assertEquals(read(path), "- [Tides](tides.md)\n");
  await world.start();
  assertEquals(read(path), "- [Tides](tides.md)\n");
});

Deno.test("removeBlocks() removes both, whatever the configuration says", async () => {
  using world = new BlockWorld();
  const path = world.builtin();
  Deno.writeTextFileSync(path, "theirs");
  Deno.writeTextFileSync(world.claudeMd, "mine\n");
  await world.run(["config", "set", "claudeMd", "true"]);
  await world.start();
  assert(BLOCK.test(read(path)) && BLOCK.test(read(world.claudeMd)));
  const outside = {
    ...STILL_WORLD,
    env: (name: string) => name === "HOME" ? world.home : undefined,
  };
  const store = openStore(await openProject(outside, world.project));
  for (let times = 0; times < 2; times++) removeBlocks(store, outside);
  assertEquals([read(path), read(world.claudeMd)], ["theirs", "mine\n"]);
});

Deno.test("only the user's own settings say where the built-in memory is", async (t) => {
  const found: Record<string, (world: BlockWorld) => string> = {
    "the user's setting": (world) => {
      const autoMemoryDirectory = "~/notes/";
      world.settings("home/.claude/settings.json", { autoMemoryDirectory });
      return world.builtin(`${world.home}/notes`);
    },
    "not a setting that may have come with the project": (world) => {
      for (const name of ["settings.json", "settings.local.json"]) {
        const other = world.builtin(`${world.dir}/other`);
        Deno.writeTextFileSync(other, "theirs\n");
        world.settings(`project/.claude/${name}`, {
          autoMemoryDirectory: `${world.dir}/other`,
        });
      }
      return world.builtin();
    },
    "a setting that Claude Code refuses": (world) => {
      world.settings("home/.claude/settings.json", {
        autoMemoryDirectory: "relative",
      });
      return world.builtin();
    },
    "settings that are not JSON": (world) => {
      world.settings("home/.claude/settings.json", {});
      Deno.writeTextFileSync(`${world.home}/.claude/settings.json`, "{oops");
      return world.builtin();
    },
    "the repository's for a folder in it": (world) => {
      Deno.mkdirSync(`${world.dir}/.git`);
      return world.builtin(
        `${world.home}/.claude/projects/${
          world.dir.replace(/[^a-zA-Z0-9]/g, "-")
        }/memory`,
      );
    },
  };
  for (const [name, make] of Object.entries(found)) {
    await t.step(name, async () => {
      using world = new BlockWorld();
      const path = make(world);
      Deno.writeTextFileSync(path, "mine\n");
      await world.start();
      assert(BLOCK.test(read(path)));
      const other = `${world.dir}/other/MEMORY.md`;
      if (name.startsWith("not ")) assertEquals(read(other), "theirs\n");
    });
  }
  await t.step("not where it is switched off", async () => {
    using world = new BlockWorld();
    world.settings("home/.claude/settings.json", { autoMemoryEnabled: false });
    const path = world.builtin();
    Deno.writeTextFileSync(path, "mine\n");
    await world.start();
    assertEquals(read(path), "mine\n");
  });
});
