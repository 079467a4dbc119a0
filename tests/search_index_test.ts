import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { openSqlite } from "../src/search/index/sqlite.ts";
import {
  payload,
  ProcessWorld,
  type SealedWorld,
} from "./support/world/sealed_world.ts";
import {
  LOOP,
  saveState,
  searchableWorld,
  TIDE,
} from "./support/world/searchable_store.ts";

const POSIX_ONLY = { ignore: Deno.build.os === "windows" };
const LOG = "sessions/2026-03-02_0910_7b1d0e22.l1.jsonl";
const OTHER = "sessions/2026-02-01_1720_3f2a9c11.l1.jsonl";

/** Ids of what is found; the notes say when the files were scanned. */
async function find(world: SealedWorld, ...args: string[]) {
  const { code, stdout } = await world.run(["search", "--json", ...args]);
  assert(code < 2, stdout);
  const { hits, notes = [] } = JSON.parse(stdout);
  return {
    ids: hits.map(({ id }: { id: string }) => id) as string[],
    scanned: notes.some((note: string) => note.includes("without an index")),
  };
}

const append = (world: SealedWorld, file: string, text: string) =>
  Deno.writeTextFileSync(`${world.store}/${file}`, text, { append: true });

const entry = (text: string) =>
  `${JSON.stringify({ ts: "2026-03-02T09:20:00Z", role: "user", text })}\n`;

Deno.test("a change of one fact leaves the others in the index", async () => {
  using world = await searchableWorld();
  const decisions = Array.from({ length: 600 }, (_, i) => ({
    id: `d${String(i + 1).padStart(3, "0")}`,
    date: "2026-02-01",
    content: `Buoy number${i} is green`,
  }));
  const patterns = [{ id: "p001", content: "Buoys are numbered" }];
  const write = (list: readonly object[]) =>
    world.write("facts.json", JSON.stringify({ decisions: list, patterns }));
  const numbers = async () => {
    const db = await openSqlite(`${world.store}/.cache/search.db`);
    const rows = db.prepare("SELECT CAST(id AS TEXT) AS id, key FROM doc")
      .all();
    db.close();
    return new Map(rows.map(({ id, key }) => [key, id]));
  };
  write(decisions);
  assertEquals((await find(world, "number7")).ids, ["facts.json#d008"]);
  const before = await numbers();
  write([
    ...decisions.slice(0, 7),
    { ...decisions[7], content: "Buoy number7 is red" },
    ...decisions.slice(9),
    { id: "d601", date: "2026-02-02", content: "A wreck is marked" },
  ]);
  assertEquals((await find(world, "number7 red")).ids, ["facts.json#d008"]);
  assertEquals((await find(world, "wreck")).ids, ["facts.json#d601"]);
  assert(!(await find(world, "number8")).ids.includes("facts.json#d009"));
  const after = await numbers();
  const moved = [...before].filter(([key, id]) => after.get(key) !== id);
  assertEquals(moved.map(([key]) => key), ["d008", "d009"]);
});

Deno.test("the index follows the files", async (t) => {
  using world = await searchableWorld();
  assertEquals((await find(world, "--deep", "lighthouse")).ids, []);
  await t.step("what is appended", async () => {
    append(world, LOG, entry("The lighthouse blinks twice."));
    saveState(world, TIDE, "a");
    assertEquals((await find(world, "--deep", "lighthouse")).ids, [`${LOG}#2`]);
  });
  await t.step("half a line is not taken, and whole later", async () => {
    const line = entry("The windlass is stuck.");
    append(world, LOG, line.slice(0, 60));
    saveState(world, TIDE, "b");
    assertEquals((await find(world, "--deep", "windlass")).ids, []);
    append(world, LOG, line.slice(60));
    saveState(world, TIDE, "a");
    assertEquals((await find(world, "--deep", "windlass")).ids, [`${LOG}#3`]);
  });
  await t.step("what is cut back and written again", async () => {
    const text = world.read(LOG).split("\n").slice(0, 2).join("\n");
    world.write(LOG, `${text}\n${entry("The gangway is wet.")}`);
    saveState(world, TIDE, "b");
    assertEquals((await find(world, "--deep", "windlass")).ids, []);
    assertEquals((await find(world, "--deep", "gangway")).ids, [`${LOG}#2`]);
  });
  await t.step("what a person edits", async () => {
    append(world, "memory.md", "A note by hand about barnacles.\n");
    assertEquals((await find(world, "barnacles")).ids, ["memory.md#2"]);
  });
  await t.step("what is packed", async () => {
    const { gzipBytes } = await import("../src/store/gzip.ts");
    const bytes = Deno.readFileSync(`${world.store}/${LOG}`);
    world.write(`${LOG}.gz`, await gzipBytes(bytes));
    Deno.removeSync(`${world.store}/${LOG}`);
    assertEquals((await find(world, "--deep", "gangway")).ids, [`${LOG}#2`]);
  });
  await t.step(
    "what is packed as compress does it, without reading it",
    async () => {
      const { gzipBytes } = await import("../src/store/gzip.ts");
      const log = `${world.store}/${OTHER}`;
      const sizeOf = async () => {
        const db = await openSqlite(`${world.store}/.cache/search.db`);
        const row = db.prepare("SELECT size FROM source WHERE path = ?")
          .get(OTHER);
        db.close();
        return row?.["size"];
      };
      const before = await sizeOf();
      const { mtime } = Deno.statSync(log);
      world.write(`${OTHER}.gz`, await gzipBytes(Deno.readFileSync(log)));
      Deno.utimeSync(`${log}.gz`, mtime ?? 0, mtime ?? 0);
      Deno.removeSync(log);
      const { ids } = await find(world, "--deep", "lastSeenAt");
      assertEquals(ids[0], `${OTHER}#2`);
      assertEquals(await sizeOf(), before);
    },
  );
  await t.step("what is gone", async () => {
    Deno.removeSync(`${world.store}/${LOG}.gz`);
    assertEquals((await find(world, "--deep", "gangway")).ids, []);
  });
});

Deno.test("the index is ours alone and holds no text", async () => {
  using world = await searchableWorld();
  await find(world, "cookie");
  const path = `${world.store}/.cache/search.db`;
  if (Deno.build.os !== "windows") {
    assertEquals((Deno.statSync(path).mode ?? 0) & 0o777, 0o600);
  }
  const bytes = new TextDecoder("latin1").decode(Deno.readFileSync(path));
  assert(!bytes.includes("the session cookie is Lax"));
});

Deno.test("what is private is not found", async () => {
  using world = await searchableWorld();
  const transcript = `${world.dir}/${LOOP.replace(/1$/, "9")}.jsonl`;
  const message = {
    role: "user",
    content: "The windlass <private>costs marzipan</private> is stuck",
  };
  Deno.writeTextFileSync(
    transcript,
    `${
      JSON.stringify({
        type: "user",
        message,
        uuid: "u1",
        timestamp: "2026-03-03T10:00:00Z",
        cwd: world.project,
      })
    }\n`,
  );
  assertEquals((await world.run(["refine", transcript])).code, 0);
  assertEquals((await find(world, "--deep", "windlass")).ids.length, 1);
  assertEquals((await find(world, "--deep", "marzipan")).ids, []);
});

Deno.test("an index that cannot be used", async (t) => {
  using world = await searchableWorld();
  const expected = (await find(world, "--deep", "login cookie")).ids;
  assert(expected.length > 0);
  const db = `${world.store}/.cache/search.db`;
  const damages: readonly (readonly [string, () => void | Promise<void>])[] = [
    [
      "missing",
      () => Deno.removeSync(`${world.store}/.cache`, { recursive: true }),
    ],
    ["not a database", () => Deno.writeTextFileSync(db, "hello ".repeat(1000))],
    ["empty", () => Deno.writeTextFileSync(db, "")],
    ["cut off", () => Deno.truncateSync(db, Deno.statSync(db).size / 2)],
    ["of an older version", async () => {
      const old = await openSqlite(db);
      old.exec("DROP TABLE doc; CREATE TABLE doc (x); PRAGMA user_version = 0");
      old.close();
    }],
    ["with a table missing", async () => {
      const old = await openSqlite(db);
      old.exec("DROP TABLE held");
      old.close();
    }],
  ];
  for (const [name, damage] of damages) {
    await t.step(name, async () => {
      await damage();
      const { ids } = await find(world, "--deep", "login cookie");
      assertEquals(ids, expected);
      const again = await find(world, "--deep", "login cookie");
      assertEquals(again, { ids: expected, scanned: false });
    });
  }
  await t.step("a folder in its place: the files are scanned", async () => {
    Deno.removeSync(`${world.store}/.cache`, { recursive: true });
    Deno.mkdirSync(db, { recursive: true });
    const found = await find(world, "--deep", "login cookie");
    assertEquals(found, { ids: expected, scanned: true });
    Deno.removeSync(`${world.store}/.cache`, { recursive: true });
  });
  await t.step({
    name: "a read-only folder: the files are scanned",
    ...POSIX_ONLY,
    fn: async () => {
      Deno.chmodSync(world.store, 0o500);
      try {
        const found = await find(world, "--deep", "login cookie");
        assertEquals(found, { ids: expected, scanned: true });
      } finally {
        Deno.chmodSync(world.store, 0o700);
      }
    },
  });
  await t.step({
    name: "a link out of the project is not followed",
    ...POSIX_ONLY,
    fn: async () => {
      Deno.symlinkSync(world.home, `${world.store}/.cache`);
      const found = await find(world, "--deep", "login cookie");
      assertEquals(found, { ids: expected, scanned: true });
      const names = [...Deno.readDirSync(world.home)].map(({ name }) => name);
      assertEquals(names, [".claude"]);
    },
  });
});

Deno.test("files of any state are searched as far as they can be", async () => {
  using world = await searchableWorld();
  world.write("facts.json", "{ not json");
  world.write("concepts.json", "[1, 2]");
  world.write(
    LOG,
    'null\n42\n{"role":"user"}\n{"role":"user","text":7}\n{"torn',
  );
  world.write("lessons.md", new Uint8Array([0xff, 0xfe, 0x20, 0x61]));
  world.write("sessions/2026-01-01_0000_deadbeef.l1.jsonl.gz", "not gzip");
  Deno.mkdirSync(`${world.store}/workflow.md`);
  assertEquals((await find(world, "redirect loop")).ids, ["memory.md#1"]);
});

Deno.test("several processes index at once", async () => {
  using world = await searchableWorld(new ProcessWorld());
  for (let i = 0; i < 60; i++) {
    const id = (0x10000000 + i).toString(16);
    world.write(
      `sessions/2026-01-01_0000_${id}.l1.jsonl`,
      entry(`Barge number${i} carries gravel.`).repeat(20),
    );
  }
  const found = await Promise.all(
    Array.from(
      { length: 6 },
      () => find(world, "--deep", "gravel", "--limit", "100"),
    ),
  );
  for (const { ids } of found) assertEquals(ids.length, 60);
  assertEquals((await find(world, "--deep", "number7")).ids.length, 1);
});

Deno.test("hook stop and session-end bring the index up to date", async () => {
  using world = await searchableWorld();
  const session = "5e551011-5a5b-4c1d-8e2f-000000000005";
  const transcript = `${world.dir}/${session}.jsonl`;
  const say = (uuid: string, text: string) =>
    Deno.writeTextFileSync(
      transcript,
      `${
        JSON.stringify({
          type: "user",
          message: { role: "user", content: text },
          uuid,
          timestamp: "2026-03-03T10:00:00Z",
          cwd: world.project,
        })
      }\n`,
      { append: true },
    );
  say("u1", "The capstan squeaks.");
  const fields = { transcript_path: transcript, cwd: world.project };
  await world.hook("stop", payload("Stop", session, fields));
  const words = async () => {
    const db = await openSqlite(`${world.store}/.cache/search.db`);
    try {
      return db.prepare("SELECT word FROM word").all().map(({ word }) => word);
    } finally {
      db.close();
    }
  };
  assert((await words()).includes("capstan"));
  say("u2", "The rudder too.");
  await world.hook("session-end", payload("SessionEnd", session, fields));
  assert((await words()).includes("rudder"));
  // The user deletes it; nothing new has been said since.
  Deno.removeSync(`${world.store}/.cache`, { recursive: true });
  await world.hook("stop", payload("Stop", session, fields));
  assert((await words()).includes("capstan"));
});

Deno.test("hook stop leaves an index that another process writes to it", async () => {
  using world = await searchableWorld();
  await find(world, "cookie");
  const session = "5e551011-5a5b-4c1d-8e2f-000000000006";
  const transcript = `${world.dir}/${session}.jsonl`;
  Deno.writeTextFileSync(
    transcript,
    `${
      JSON.stringify({
        type: "user",
        message: { role: "user", content: "The anchor drags." },
        uuid: "u1",
        timestamp: "2026-03-03T10:00:00Z",
        cwd: world.project,
      })
    }\n`,
  );
  const db = await openSqlite(`${world.store}/.cache/search.db`);
  try {
    db.exec("BEGIN IMMEDIATE");
    const stop = payload("Stop", session, { transcript_path: transcript });
    const outcome = await world.hook("stop", stop);
    assertEquals(outcome, { code: 0, stdout: "", stderr: "" });
    db.exec("ROLLBACK");
  } finally {
    db.close();
  }
  assert(!world.read("logs/keeper.log").includes("failed"));
  assertEquals((await find(world, "--deep", "anchor")).ids.length, 1);
});

Deno.test("reindex rebuilds it and says what is in it", async () => {
  using world = await searchableWorld();
  const { code, stdout } = await world.run(["reindex"]);
  assertEquals(code, 0);
  assertStringIncludes(stdout, "Indexed 8 files");
});
