/** A clock that was ahead and goes back. */

import { assertEquals } from "@std/assert";
import { commitDelta } from "../src/summary/commit_delta.ts";
import { ensureStore } from "../src/store/store.ts";
import { sectionsOf } from "./support/oracle/memory_invariants.ts";
import { STILL_WORLD, TemporaryStore } from "./support/world/in_process.ts";
import {
  CLAIM,
  plantSession,
  stateOf,
  waitingDelta,
  wordsOf,
} from "./support/world/planted_session.ts";

const ID = "3f2a9c11-1111-4222-8333-444455556666";

Deno.test("commitDelta() does not record again what an older archive has, whatever clock cut it", async () => {
  await using temporary = await TemporaryStore.create();
  const { store } = temporary;
  ensureStore(store);
  const section = (text: string, comment = "") =>
    `# Project Memory: x\n\n## 2026-02-01_1705 (local 02-01_1705)\n${comment}${text}\n\n`;
  const archive = (minute: string, text: string) =>
    store.files.replace(
      `${store.layout.dir}/memory_20260201_17${minute}00.md`,
      text,
    );
  // Killed between the section and the state; then memory rotated thrice.
  const known = "<!-- session 3f2a9c11 · entries 0-5 -->\n";
  archive("10", section("Counted the masts.", known));
  archive("11", section("Other words."));
  archive("12", section("More other words."));
  const createdAt = "2026-02-10T17:00:00.000Z";
  plantSession(store, ID, wordsOf(5), {
    cutTo: 5,
    deltaCount: 1,
    deltas: [waitingDelta("3f2a9c11-1", 0, 5, { createdAt })],
  });
  const message = "Counted the masts again.";
  const commit = { sessionId: ID, deltaId: "3f2a9c11-1", message };
  await commitDelta(store, STILL_WORLD, commit, CLAIM);
  assertEquals(stateOf(store, ID).deltas, []);
  const own = sectionsOf(store.layout.dir).filter(({ session }) =>
    session === "3f2a9c11"
  );
  assertEquals(own.map(({ body }) => body), ["Counted the masts."]);
});
