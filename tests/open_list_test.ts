/** The list of open sessions is an index of the states: losing it loses nothing. */

import { assertEquals } from "@std/assert";
import { tryParseJson } from "../src/base/json.ts";
import { readHookPayload } from "../src/claude/payload.ts";
import { CheckContext } from "../src/doctor/checks/check_context.ts";
import { checkIndex } from "../src/doctor/checks/check_memory.ts";
import { handle as sessionStart } from "../src/hooks/session_start.ts";
import { Deadline } from "../src/base/timeout.ts";
import { readIndex, updateIndex } from "../src/session/memory_index.ts";
import { Snapshot } from "../src/session/snapshot.ts";
import { relistSessions } from "../src/session/open_sessions.ts";
import { waitingDeltas } from "../src/session/waiting_deltas.ts";
import { withSession } from "../src/session/session.ts";
import type { Store } from "../src/store/store.ts";
import { looksDuring } from "./support/world/counted_files.ts";
import { STILL_WORLD, TemporaryStore } from "./support/world/in_process.ts";
import {
  CLAIM,
  plantSession,
  stateOf,
  waitingDelta,
  wordsOf,
} from "./support/world/planted_session.ts";
import { payload } from "./support/world/sealed_world.ts";

const WAITING = "aaaaaaaa-0000-4000-8000-000000000001";
const KILLED = "bbbbbbbb-0000-4000-8000-000000000002";
const DONE = "cccccccc-0000-4000-8000-000000000003";
const NEW = "dddddddd-0000-4000-8000-000000000004";

/** One with a delta that waits, one that was killed, one with nothing left. */
function plant(store: Store): void {
  const over = { ended: "2026-02-01T16:00:00.000Z", cutTo: 4, cutBytes: 1e6 };
  plantSession(store, WAITING, wordsOf(4), {
    ...over,
    deltaCount: 1,
    deltas: [waitingDelta("aaaaaaaa-1", 0, 4)],
  });
  plantSession(store, KILLED, wordsOf(4), {
    seenAt: "2026-01-20T10:00:00.000Z",
  });
  plantSession(store, DONE, wordsOf(4), { ...over, summarizedTo: 4 });
  updateIndex(store.files, store.layout, (index) => ({
    ...index,
    pending: index.pending.filter((id) => id !== DONE),
  }));
}

async function start(store: Store, dir: string): Promise<void> {
  const fields = { transcript_path: `${dir}/transcripts/${NEW}.jsonl` };
  const text = JSON.stringify(payload("SessionStart", NEW, fields));
  const parsed = readHookPayload(tryParseJson(text));
  if (!parsed) throw new Error("No payload");
  const { failures } = await sessionStart({
    payload: parsed,
    sessionId: NEW,
    store,
    world: STILL_WORLD,
    budget: new Deadline(Infinity),
    args: [],
  });
  assertEquals(failures, []);
}

const indexFile = ({ layout }: Store) =>
  JSON.parse(Deno.readTextFileSync(layout.index));

const writeIndex = ({ layout }: Store, index: object) =>
  Deno.writeTextFileSync(layout.index, JSON.stringify(index));

/** What may become of the list. */
const LOSSES: Record<string, (store: Store) => void | Promise<unknown>> = {
  "it is emptied": (store) =>
    writeIndex(store, { ...indexFile(store), pending: [] }),
  "it is an older one": (store) =>
    writeIndex(store, { ...indexFile(store), pending: [DONE, KILLED] }),
  "the file is gone": ({ layout }) => Deno.removeSync(layout.index),
  "the file is damaged": ({ layout }) =>
    Deno.writeTextFileSync(layout.index, "{"),
  "the field is gone": (store) => {
    const { pending: _, ...rest } = indexFile(store);
    writeIndex(store, rest);
  },
  "it is emptied, and another session writes to it": async (store) => {
    writeIndex(store, { ...indexFile(store), pending: [] });
    await withSession(store, NEW, CLAIM, (session) => session.list(true));
  },
};

Deno.test("whatever becomes of the list, the next start finds the work", async (t) => {
  for (const [name, lose] of Object.entries(LOSSES)) {
    await t.step(name, async () => {
      await using temporary = await TemporaryStore.create();
      const { store, dir } = temporary;
      plant(store);
      await lose(store);
      await start(store, dir);
      const waiting = waitingDeltas(store).map(({ delta }) => delta.id);
      assertEquals(waiting.includes("aaaaaaaa-1"), true);
      // The killed one has ended, and what it said was kept.
      const { ended, cutTo } = stateOf(store, KILLED);
      assertEquals([typeof ended, cutTo], ["string", 4]);
    });
  }
});

Deno.test("doctor says what the list lacks, and puts it back", async () => {
  await using temporary = await TemporaryStore.create();
  const { store } = temporary;
  plant(store);
  const look = () => [checkIndex(new CheckContext(store, STILL_WORLD))].flat();
  assertEquals(look().map(({ outcome }) => outcome), ["good"]);
  LOSSES["it is emptied"]?.(store);
  const [finding] = look();
  assertEquals(
    [finding?.outcome, finding?.reason],
    ["warning", "the list of open sessions lacks aaaaaaaa, bbbbbbbb"],
  );
  await finding?.fix?.apply();
  assertEquals(readIndex(store.layout).pending, [WAITING, KILLED]);
  assertEquals(look().map(({ outcome }) => outcome), ["good"]);
});

Deno.test("a list that is right is not checked against the states", async () => {
  await using temporary = await TemporaryStore.create();
  const { store } = temporary;
  plant(store);
  // No state names this one, and it does not make every start look again.
  store.files.replace(store.layout.delta("eeeeeeee-1.txt"), "loose\n");
  const relist = async () => {
    await relistSessions(new Snapshot(store), CLAIM);
  };
  const statesRead = async () =>
    (await looksDuring(store.layout.dir, relist))
      .filter((look) => look.startsWith("readFileSync state/")).length;
  assertEquals([await statesRead(), await statesRead()], [3, 0]);
});
