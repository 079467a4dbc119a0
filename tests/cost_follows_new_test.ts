/**
 * What an event costs follows what is new, never how much there is: counted in
 * looks at the disk, on a store with few old sessions and on one with many.
 */

import { assert, assertEquals } from "@std/assert";
import { tryParseJson } from "../src/base/json.ts";
import { readHookPayload } from "../src/claude/payload.ts";
import { readStatus } from "../src/doctor/read_status.ts";
import type { HookHandler } from "../src/hooks/hook.ts";
import { handle as sessionEnd } from "../src/hooks/session_end.ts";
import { handle as sessionStart } from "../src/hooks/session_start.ts";
import { handle as stop } from "../src/hooks/stop.ts";
import { handle as prompt } from "../src/hooks/user_prompt_submit.ts";
import { compressSessions } from "../src/memory/compress_sessions.ts";
import { withSearchIndex } from "../src/search/index/with_search_index.ts";
import { isSessionId } from "../src/store/layout.ts";
import { updateIndex } from "../src/session/memory_index.ts";
import type { Store } from "../src/store/store.ts";
import { Deadline } from "../src/base/timeout.ts";
import { looksDuring } from "./support/world/counted_files.ts";
import { GrowingTranscript } from "./support/world/growing_transcript.ts";
import { STILL_WORLD, TemporaryStore } from "./support/world/in_process.ts";
import {
  CLAIM,
  plantSession,
  wordsOf,
} from "./support/world/planted_session.ts";
import { patience } from "./support/world/patience.ts";
import { payload } from "./support/world/sealed_world.ts";
import { stretchTime } from "./support/world/stretch_time.ts";

/**
 * What is read must not depend on how busy the machine is. The search index gets
 * little time; what has just changed is not trusted to be known, and how long
 * ago that was is asked of the real clock.
 */
async function atRest<T>(work: () => Promise<T>): Promise<T> {
  const { now } = Date;
  const still = now();
  Date.now = () => still;
  isAtRest = true;
  try {
    return await work();
  } finally {
    isAtRest = false;
    Date.now = now;
  }
}

let isAtRest = false;
stretchTime(patience(), () => isAtRest);

const FEW = 4;
const MANY = 40;
const OWN = "0a11ce00-0000-4000-8000-000000000000";

/** Sessions that are over, with everything in memory that should be. */
function plantOld(store: Store, count: number): void {
  for (let i = 0; i < count; i++) {
    const id = `${(0x10000000 + i).toString(16)}-0000-4000-8000-000000000000`;
    const entries = wordsOf(4, `harbour ${i}`);
    const l1Bytes = entries.map((entry) => JSON.stringify(entry).length + 1)
      .reduce((a, b) => a + b);
    plantSession(store, id, entries, {
      ended: "2026-01-20T10:00:00.000Z",
      summarizedTo: 4,
      cutTo: 4,
      cutBytes: l1Bytes,
    });
  }
  updateIndex(
    store.files,
    store.layout,
    (index) => ({ ...index, pending: [] }),
  );
}

/** The looks of each event in the second turn of a session. */
async function looksWith(old: number): Promise<Record<string, string[]>> {
  await using temporary = await TemporaryStore.create();
  const { store, dir } = temporary;
  plantOld(store, old);
  await withSearchIndex(store, "test", () => {});
  const transcript = new GrowingTranscript(`${dir}/transcripts`, {
    seed: 5,
    sessionId: OWN,
    startedAt: STILL_WORLD.now().toISOString(),
    subagents: "none",
  });
  const fire = (handle: HookHandler, event: string, fields = {}) => {
    const text = JSON.stringify(payload(event, OWN, {
      transcript_path: transcript.path,
      ...fields,
    }));
    const parsed = readHookPayload(tryParseJson(text));
    if (!parsed || !isSessionId(OWN)) throw new Error("No payload");
    return handle({
      payload: parsed,
      sessionId: OWN,
      store,
      world: STILL_WORLD,
      budget: new Deadline(Infinity),
      args: [],
    });
  };
  // With nothing to tell, a start looks whether there is a log at least.
  store.files.replace(store.layout.written("project"), "A tide table.\n");
  const looks: Record<string, string[]> = {};
  for (const turn of transcript.turns(2)) {
    const look = (name: string, body: () => Promise<unknown>) =>
      looksDuring(store.layout.dir, body).then((list) => looks[name] = list);
    // Leftovers are looked for once an hour, in every folder.
    const now = STILL_WORLD.now();
    store.files.writeUnsynced(store.layout.swept, "");
    Deno.utimeSync(store.layout.swept, now, now);
    await look("SessionStart", () => fire(sessionStart, "SessionStart"));
    const asked = { prompt: turn.prompt };
    await look("prompt", () => fire(prompt, "UserPromptSubmit", asked));
    transcript.append(turn.steps.flatMap(({ lines }) => lines));
    await look("Stop", () => fire(stop, "Stop"));
    await look("SessionEnd", () => fire(sessionEnd, "SessionEnd"));
  }
  return looks;
}

const counted = (looks: readonly string[] = []) => looks.toSorted();

Deno.test("events look at no more files where there are more sessions", async (t) => {
  const few = await atRest(() => looksWith(FEW));
  const many = await atRest(() => looksWith(MANY));
  for (const event of ["prompt", "Stop", "SessionEnd"]) {
    await t.step(event, () => {
      assertEquals(counted(many[event]), counted(few[event]));
    });
  }
  await t.step("SessionStart, but for one list of names", () => {
    // The newest digest is found by its name; without one a second look for
    // any log at all ends at the first.
    const looks = counted(many["SessionStart"]);
    const names = looks.filter((look) => look.startsWith("list sessions/"));
    const again = names.filter((name, i) => names.indexOf(name) !== i);
    assert(again.length <= 1, again.join("\n"));
    const isList = (look: string) => look.startsWith("list sessions/");
    assertEquals(
      looks.filter((look) => !isList(look)),
      counted(few["SessionStart"]).filter((look) => !isList(look)),
    );
  });
});

Deno.test("readStatus() does not look at the states of sessions that are over", async () => {
  await using temporary = await TemporaryStore.create();
  const { store } = temporary;
  plantOld(store, FEW);
  store.files.replace(store.layout.index, "{}\n");
  const looks = await looksDuring(
    store.layout.dir,
    () => readStatus(store, STILL_WORLD),
  );
  assertEquals(
    looks.filter((look) => /^(?:list|read\w*) state\//.test(look)),
    [],
  );
});

Deno.test("compressSessions() reads no state where nothing is old", async () => {
  await using temporary = await TemporaryStore.create();
  const { store } = temporary;
  plantOld(store, FEW);
  const looks = await looksDuring(
    store.layout.dir,
    () => compressSessions(store, STILL_WORLD, CLAIM),
  );
  assertEquals(looks.filter((look) => /^read\S* state\//.test(look)), []);
});
