/** The note of the newest digest, and what happens without it. */

import { assertEquals } from "@std/assert";
import { newestDigest, noteDigest } from "../src/memory/newest_digest.ts";
import { renderDigestFile } from "../src/memory/digest_file.ts";
import { TemporaryStore } from "./support/world/in_process.ts";

const [FIRST, SECOND, THIRD] = [
  "2026-01-01_1000_aaaaaaaa",
  "2026-02-01_1000_bbbbbbbb",
  "2026-03-01_1000_cccccccc",
] as const;

async function storeWith(...stems: readonly string[]) {
  const temporary = await TemporaryStore.create();
  const { layout } = temporary.store;
  Deno.mkdirSync(layout.sessions, { recursive: true });
  for (const stem of stems) Deno.writeTextFileSync(layout.digest(stem), "x\n");
  Deno.writeTextFileSync(`${layout.sessions}/week-2026-W60.md`, "x\n");
  return temporary;
}

Deno.test("newestDigest() finds it without a note", async () => {
  await using temporary = await storeWith(SECOND, FIRST);
  const { store } = temporary;
  assertEquals(newestDigest(store, undefined), SECOND);
  assertEquals(newestDigest(store, SECOND), FIRST);
});

Deno.test("newestDigest() trusts the note of a writer", async () => {
  await using temporary = await storeWith(FIRST, SECOND);
  const { store } = temporary;
  // An older session may be ingested after a newer one.
  noteDigest(store, FIRST);
  assertEquals(Deno.readTextFileSync(store.layout.newestDigest), SECOND);
  // Only the note can know this one: there was no listing since.
  Deno.writeTextFileSync(store.layout.digest(THIRD), "x\n");
  assertEquals(newestDigest(store, undefined), SECOND);
  noteDigest(store, THIRD);
  assertEquals(newestDigest(store, undefined), THIRD);
  assertEquals(newestDigest(store, THIRD), SECOND);
});

Deno.test("newestDigest() goes by the work, not by the name or the file", async (t) => {
  await using temporary = await storeWith(FIRST, SECOND, THIRD);
  const { store } = temporary;
  const { layout } = store;
  // Begun first, resumed after the others, and its file is the oldest.
  const work = {
    from: new Date("2026-01-01T10:00Z"),
    to: new Date("2026-04-01T09:00Z"),
  };
  Deno.writeTextFileSync(layout.digest(FIRST), renderDigestFile("x", work));
  Deno.utimeSync(layout.digest(FIRST), 0, 0);
  await t.step("without a note", () => {
    assertEquals(newestDigest(store, undefined), FIRST);
    assertEquals(newestDigest(store, FIRST), THIRD);
  });
  await t.step("with one", () => {
    noteDigest(store, THIRD);
    assertEquals(newestDigest(store, undefined), FIRST);
    noteDigest(store, FIRST);
    assertEquals(newestDigest(store, undefined), FIRST);
  });
});

Deno.test("newestDigest() looks itself where the note is wrong", async (t) => {
  const notes = {
    "a digest that is gone": THIRD,
    "a path": "../../2026-03-01_1000_x",
    "nothing": "",
    "not text": "\u0000\uffff",
  };
  for (const [name, note] of Object.entries(notes)) {
    await t.step(name, async () => {
      await using temporary = await storeWith(FIRST, SECOND);
      const { layout, files } = temporary.store;
      files.writeUnsynced(layout.newestDigest, note);
      assertEquals(newestDigest(temporary.store, undefined), SECOND);
    });
  }
  await t.step("a folder", async () => {
    await using temporary = await storeWith(FIRST, SECOND);
    const { layout } = temporary.store;
    Deno.mkdirSync(layout.newestDigest, { recursive: true });
    noteDigest(temporary.store, SECOND);
    assertEquals(newestDigest(temporary.store, undefined), SECOND);
  });
});
