/**
 * A search index that someone else made, or changed: it may name any file of
 * any project. Only one with this user's seal is asked, and what is read
 * follows from a file's name alone.
 */

import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { openSqlite } from "../src/search/index/sqlite.ts";
import { ClonedWorld } from "./support/world/cloned_world.ts";
import { payload, SealedWorld } from "./support/world/sealed_world.ts";

const SESSION = "aaaaaaaa-0000-4000-8000-000000000001";
const PROMPT = "Was it the SameSite cookie that made the guard redirect?";
const SECRET = "The lighthouse keeper's safe opens with 4711";

const sections = (last: string) =>
  "# Project Memory\n\n" +
  "## 2026-02-01_1727\n<!-- session 3f2a9c11 · entries 0-5 -->\n" +
  `The SameSite cookie made the guard redirect after login. ${last}\n`;

/** Another project of the user's, whose files are no business of this one. */
function otherProject(world: SealedWorld): void {
  const dir = `${world.dir}/other/.claude/memory`;
  Deno.mkdirSync(dir, { recursive: true });
  Deno.writeTextFileSync(`${world.dir}/other/notes.md`, sections(SECRET));
}

/** Make the index of a store say that memory.md is a file of that project. */
async function forge(store: string, seal?: string): Promise<void> {
  const db = await openSqlite(`${store}/.cache/search.db`);
  db.prepare("UPDATE source SET path = ? WHERE path = 'memory.md'")
    .run("../../../other/.claude/memory/../../notes.md");
  if (seal !== undefined) {
    db.prepare("UPDATE note SET value = ? WHERE name = 'seal'").run(seal);
  }
  db.close();
}

async function everything(world: SealedWorld): Promise<string> {
  const prompt = await world.hook(
    "user-prompt-submit",
    payload("UserPromptSubmit", SESSION, { prompt: PROMPT }),
  );
  const search = await world.run(["search", "--context", "2", PROMPT]);
  return prompt.stdout + search.stdout;
}

Deno.test("an index that came with a folder is not asked", async () => {
  using maker = new SealedWorld();
  maker.write("memory.md", sections("Nothing else."));
  await maker.run(["reindex"]);
  await forge(maker.store);
  using world = new ClonedWorld({ "memory.md": sections("Nothing else.") });
  otherProject(world);
  Deno.mkdirSync(`${world.store}/.cache`);
  Deno.copyFileSync(
    `${maker.store}/.cache/search.db`,
    `${world.store}/.cache/search.db`,
  );
  const told = await everything(world);
  assert(!told.includes("4711"), told);
});

Deno.test("an index in the user's own store needs the user's seal", async () => {
  for (const seal of [undefined, "", "0".repeat(64)]) {
    using world = new SealedWorld();
    otherProject(world);
    world.write("memory.md", sections("Nothing else."));
    await world.run(["reindex"]);
    await forge(world.store, seal);
    const told = await everything(world);
    assert(!told.includes("4711"), told);
    assertStringIncludes(told, "The SameSite cookie made the guard redirect");
  }
});

Deno.test("an index of another store of the same user is made again", async () => {
  using world = new SealedWorld();
  world.write("memory.md", sections("Nothing else."));
  await world.run(["reindex"]);
  const path = `${world.store}/.cache/search.db`;
  const sealOf = async () => {
    const db = await openSqlite(path);
    const row = db.prepare("SELECT value FROM note WHERE name = 'seal'").get();
    db.close();
    return String(row?.["value"]);
  };
  const seal = await sealOf();
  assertEquals(seal.length, 64);
  Deno.removeSync(`${world.store}/state`, { recursive: true });
  world.own();
  await world.run(["search", PROMPT]);
  assert(await sealOf() !== seal);
});
