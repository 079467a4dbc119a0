/**
 * Version 0.1 with a store of this version: it reads, appends to and rotates
 * it, and knows a commit that this version has made. Its source comes from the
 * repository's history; without that the test is skipped.
 */

import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { fromFileUrl } from "@std/path";
import { parseMemory } from "../../src/memory/memory_text.ts";
import { RecordedDay } from "../support/world/recorded_day.ts";
import { SealedWorld } from "../support/world/sealed_world.ts";
import { ID, json, shortWork, SMALL } from "../support/world/short_work.ts";

const ROOT = fromFileUrl(new URL("../../", import.meta.url));
/** The last commit of version 0.1. */
const OLDER = "e615423b54879867d6054305f6025ff5fd84765e";
const START = "2026-02-01T17:27:00Z";
/** How version 0.1 knows a section's session and entries. */
const OLDER_COMMENT =
  /^<!--\s*session\s+([\w-]+)(?:\s*·\s*entries\s+(\d+)-(\d+))?(?:\s*·\s*branch\s+(.*?))?\s*-->\s*$/;

function git(...args: string[]): Deno.CommandOutput | undefined {
  try {
    const done = new Deno.Command("git", { args, cwd: ROOT }).outputSync();
    return done.success ? done : undefined;
  } catch {
    return undefined; // no git here
  }
}

const hasHistory = git("cat-file", "-e", `${OLDER}^{commit}`) !== undefined;

/** The source of version 0.1 in a folder of its own. */
async function extractOlder(dir: string): Promise<void> {
  const archive = `${dir}/older.tar`;
  assert(
    git(
      "archive",
      "--output",
      archive,
      OLDER,
      "src",
      "main.ts",
      "deno.json",
      "deno.lock",
      "plugin",
    ),
  );
  await new Deno.Command("tar", { args: ["-xf", archive, "-C", dir] }).output();
}

Deno.test({
  name: "version 0.1 reads, appends to and rotates a store of this version",
  ignore: !hasHistory,
  fn: async (t) => {
    const dir = await Deno.makeTempDir({ prefix: "memory-keeper-older-" });
    using day = new RecordedDay(SMALL, START, new SealedWorld());
    const { world } = day;
    const older = async (args: string[], stdin = "") => {
      const child = new Deno.Command(Deno.execPath(), {
        args: [
          "run",
          "-A",
          "--quiet",
          "--config",
          `${dir}/deno.json`,
          `${dir}/main.ts`,
          ...args,
        ],
        cwd: world.project,
        env: world.env({ MEMORY_KEEPER_NOW: day.now }),
        clearEnv: true,
        stdin: "piped",
        stdout: "piped",
        stderr: "piped",
      }).spawn();
      const writer = child.stdin.getWriter();
      await writer.write(new TextEncoder().encode(stdin));
      await writer.close();
      const { code, stdout, stderr } = await child.output();
      const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
      return { code, stdout: text(stdout), stderr: text(stderr) };
    };
    try {
      await extractOlder(dir);
      await shortWork(day);
      await json(day, ["delta", "cut"]);
      const waiting = day.read(`state/${ID}.json`);
      const delta = day.read("delta/3f2a9c11-1.txt");
      day.later(60 * 24);
      await json(
        day,
        ["delta", "commit", "3f2a9c11-1"],
        "Masts and sails counted.",
      );
      const [section] = parseMemory(day.read("memory.md")).sections;
      const comments = section?.raw.split("\n").slice(1, 3) ?? [];

      await t.step(
        "its header is that of the work, its comment as ever",
        () => {
          assertEquals(
            section?.header,
            "## 2026-02-01_1727 (local 02-01_1727)",
          );
          assertEquals(OLDER_COMMENT.exec(comments[0] ?? "")?.slice(1), [
            "3f2a9c11",
            "0",
            "6",
            "main",
          ]);
          assertEquals(
            comments[1],
            "<!-- work 2026-02-01T17:27Z/2026-02-01T17:27Z -->",
          );
        },
      );
      await t.step("it finds the words", async () => {
        const { code, stdout } = await older([
          "search",
          "--json",
          "masts sails",
        ]);
        assertEquals(code, 0);
        assertStringIncludes(stdout, "memory.md#1");
      });
      await t.step(
        "it knows the commit, though its state was lost on the way",
        async () => {
          world.write(`state/${ID}.json`, waiting);
          world.write("delta/3f2a9c11-1.txt", delta);
          const { code } = await older(
            ["delta", "commit", "3f2a9c11-1"],
            "Again.",
          );
          assertEquals(code, 0);
          assertEquals(parseMemory(day.read("memory.md")).sections.length, 1);
        },
      );
      await t.step("it appends", async () => {
        assertEquals((await older(["save", "Rounding comes last."])).code, 0);
        const { sections } = parseMemory(day.read("memory.md"));
        assertEquals(sections[0], section);
        assertEquals(sections[1]?.body, "Rounding comes last.");
      });
      await t.step("it rotates, byte for byte", async () => {
        const before = day.read("memory.md");
        assertEquals((await older(["rotate", "--force"])).code, 0);
        const archive = world.files().find((name) => /^memory_\d/.test(name));
        assertEquals(day.read(archive ?? ""), before);
      });
      await t.step("and this version goes on with it", async () => {
        const found = await json(day, [
          "search",
          "masts sails",
          "--until",
          "2026-02-01",
        ]);
        assertEquals(found.code, 0);
        assert(found.hits.length > 0);
      });
    } finally {
      await Deno.remove(dir, { recursive: true });
    }
  },
});
