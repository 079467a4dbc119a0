/** What a new session has to know of all others, and what it costs to know it. */

import { assert, assertEquals } from "@std/assert";
import { ingestUnseen } from "../src/capture/ingest_unseen.ts";
import { ingestSession } from "../src/capture/ingest_session.ts";
import { findTranscripts } from "../src/capture/found_transcript.ts";
import { SessionNames } from "../src/session/session_names.ts";
import {
  newSessionState,
  saveSessionState,
} from "../src/session/session_state.ts";
import { ensureStore, type Store } from "../src/store/store.ts";
import { Deadline } from "../src/base/timeout.ts";
import { looksDuring } from "./support/world/counted_files.ts";
import { STILL_WORLD, TemporaryStore } from "./support/world/in_process.ts";
import { plantSession, wordsOf } from "./support/world/planted_session.ts";
import {
  forkTranscript,
  generateTranscript,
  writeTranscript,
} from "./support/generator/transcript_generator.ts";

const FEW = 3;
const MANY = 30;

const ID = (n: number) =>
  `${(0x20000000 + n).toString(16)}-0000-4000-8000-000000000000`;

function plantOld(store: Store, count: number): void {
  for (let i = 0; i < count; i++) plantSession(store, ID(1000 + i), wordsOf(2));
}

/** Write transcripts of this project; returns their folder. */
async function writeSessions(
  { dir, store }: TemporaryStore,
  ids: readonly string[],
): Promise<string> {
  for (const [i, sessionId] of ids.entries()) {
    const cwd = store.project.root;
    const startedAt = `2026-01-0${1 + i % 9}T10:00:00.000Z`;
    const options = { seed: i, turns: 1, sessionId, cwd, startedAt };
    await writeTranscript(`${dir}/t`, generateTranscript(options));
  }
  return `${dir}/t`;
}

const listed = (looks: readonly string[]) =>
  looks.filter((look) => /^list (?:state|sessions)\//.test(look));

Deno.test("ingestUnseen() lists the folders once, however many sessions are new", async () => {
  await using temporary = await TemporaryStore.create();
  const { store } = temporary;
  plantOld(store, FEW);
  const folder = await writeSessions(temporary, [1, 2, 3, 4, 5, 6].map(ID));
  const found = findTranscripts(folder);
  assertEquals(found.length, 6);
  const looks = listed(
    await looksDuring(
      store.layout.dir,
      () =>
        ingestUnseen(store, STILL_WORLD, found, {
          who: "test",
          budget: new Deadline(Infinity),
        }),
    ),
  );
  assertEquals(temporary.l1Texts().size, FEW + 6);
  assertEquals(looks.filter((look, i) => looks.indexOf(look) !== i), []);
});

Deno.test("a session that begins looks at no more files where there are more", async () => {
  const looksWith = async (old: number) => {
    await using temporary = await TemporaryStore.create();
    const { store } = temporary;
    plantOld(store, old);
    const folder = await writeSessions(temporary, [1, 2].map(ID));
    await temporary.refine(`${folder}/${ID(1)}.jsonl`);
    const looks = await looksDuring(
      store.layout.dir,
      () => temporary.refine(`${folder}/${ID(2)}.jsonl`),
    );
    assertEquals(temporary.l1Texts().size, old + 2);
    return looks.toSorted();
  };
  assertEquals(await looksWith(MANY), await looksWith(FEW));
});

/** A store with two who know its sessions, as two processes do. */
async function twoWhoKnow() {
  const temporary = await TemporaryStore.create();
  const { store } = temporary;
  ensureStore(store);
  const [a, b] = [new SessionNames(store), new SessionNames(store)];
  a.begin(ID(1));
  b.begin(ID(2));
  return { temporary, store, a, b };
}

const AT = new Date("2026-02-01T17:00:00Z");
const STEM = "2026-02-01_1700_other000";

Deno.test("SessionNames learns what began elsewhere", async (t) => {
  const namesake = `${ID(3).slice(0, 8)}-another`;
  await t.step("a session with the same letters", async () => {
    const { temporary, a, b } = await twoWhoKnow();
    await using _ = temporary;
    a.begin(ID(3));
    assert(!a.hasNamesake(ID(3)));
    b.begin(namesake);
    assert(b.hasNamesake(namesake));
    a.look();
    assert(a.hasNamesake(ID(3)));
  });
  await t.step("one that has no log yet, and one of that minute", async () => {
    const { temporary, store, a, b } = await twoWhoKnow();
    await using _ = temporary;
    b.begin(ID(3));
    a.look();
    assert(a.startedAt(AT, ID(1)).includes(ID(3)));
    b.name(ID(3), STEM);
    a.look();
    assert(a.startedAt(AT, ID(1)).includes(ID(3)));
    assert(!a.startedAt(new Date(0), ID(1)).includes(ID(3)));
    // Killed before it could say so: its state does.
    b.begin(ID(4));
    saveSessionState(
      store.files,
      store.layout,
      ID(4),
      newSessionState({
        stem: STEM,
        transcript: "",
        startedAt: null,
        firstUuid: null,
      }),
    );
    a.look();
    assert(a.startedAt(AT, ID(1)).includes(ID(4)));
    assert(!a.startedAt(new Date(0), ID(1)).includes(ID(4)));
  });
});

Deno.test("SessionNames asks the folders where its list is not to be trusted", async (t) => {
  const cases: Record<string, (path: string) => void> = {
    "gone": (path) => Deno.removeSync(path),
    "emptied": (path) => Deno.writeTextFileSync(path, ""),
    "damaged": (path) => Deno.writeTextFileSync(path, "\0\xff listed at x\n"),
    "of yesterday": (path) => {
      const text = Deno.readTextFileSync(path);
      const then = Date.now() - 25 * 60 * 60_000;
      const older = text.replace(/listed at \d+/g, `listed at ${then}`);
      assert(older !== text);
      Deno.writeTextFileSync(path, older);
    },
    "a folder": (path) => {
      Deno.removeSync(path);
      Deno.mkdirSync(`${path}/x`, { recursive: true });
    },
  };
  for (const [name, damage] of Object.entries(cases)) {
    await t.step(name, async () => {
      const { temporary, store, a } = await twoWhoKnow();
      await using _ = temporary;
      // Put there by hand: only the folders know.
      plantSession(store, ID(7), wordsOf(2));
      damage(store.layout.begun);
      for (const names of [a, new SessionNames(store)]) {
        names.begin(ID(8));
        assertEquals(names.startedAt(AT, ID(8)).includes(ID(7)), true);
        assertEquals(names.logsOf(ID(7)).length, 1);
      }
    });
  }
});

Deno.test("a fork is recognised whose parent another process ingested meanwhile", async () => {
  await using temporary = await TemporaryStore.create();
  const { store } = temporary;
  const names = new SessionNames(store);
  names.look();
  const cwd = store.project.root;
  const parent = generateTranscript({ seed: 7, turns: 4, cwd });
  const fork = forkTranscript(parent, ID(1), 4, 8);
  const [first, second] = [
    await writeTranscript(`${temporary.dir}/t`, parent),
    await writeTranscript(`${temporary.dir}/t`, fork),
  ];
  await temporary.refine(first);
  await ingestSession(store, STILL_WORLD, {
    sessionId: ID(1),
    transcript: second,
    who: "test",
    budget: new Deadline(Infinity),
    names,
  });
  const state = JSON.parse(Deno.readTextFileSync(store.layout.state(ID(1))));
  assertEquals(state.forkOf, parent.sessionId);
});

Deno.test("SessionNames takes no torn line for another session", async () => {
  await using temporary = await TemporaryStore.create();
  const { store } = temporary;
  ensureStore(store);
  new SessionNames(store).look();
  const listed = Deno.readTextFileSync(store.layout.begun);
  new SessionNames(store).begin(ID(1));
  const line = Deno.readTextFileSync(store.layout.begun).slice(listed.length);
  for (let length = 1; length < line.length; length++) {
    Deno.writeTextFileSync(store.layout.begun, listed + line.slice(0, length));
    const names = new SessionNames(store);
    names.begin(ID(1));
    assert(!names.hasNamesake(ID(1)), `torn after ${length}`);
  }
});
