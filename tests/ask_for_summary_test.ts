import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { askForSummary } from "../src/summary/ask_for_summary.ts";
import { type RotatedFile, updateIndex } from "../src/session/memory_index.ts";
import type { Delta } from "../src/session/session_state.ts";
import { STILL_WORLD, TemporaryStore } from "./support/world/in_process.ts";
import {
  CLAIM,
  plantSession,
  stateOf,
  waitingDelta,
  wordsOf,
  worldAfter,
} from "./support/world/planted_session.ts";

const HERE = "aaaaaaaa-0000-4000-8000-000000000001";
const OTHER = "bbbbbbbb-0000-4000-8000-000000000002";
const NOW = STILL_WORLD.now().toISOString();

function plant(
  { store }: TemporaryStore,
  sessionId: string,
  delta: Partial<Delta> = {},
  ended?: string,
): void {
  const id = `${sessionId.slice(0, 8)}-1`;
  plantSession(store, sessionId, wordsOf(20), {
    deltas: [waitingDelta(id, 0, 20, delta)],
    deltaCount: 1,
    cutTo: 20,
    turnUses: 0,
    ...(ended ? { ended } : {}),
  });
}

const ask = (
  { store }: TemporaryStore,
  minutes: number,
  sessionId = HERE,
) => askForSummary(store, worldAfter(minutes), { sessionId }, CLAIM);

/** A session that has been answered and has nothing that waits. */
const answered = ({ store }: TemporaryStore, sessionId = HERE) =>
  plantSession(store, sessionId, wordsOf(2), { cutTo: 2, turnUses: 0 });

Deno.test("askForSummary() asks once a session", async () => {
  await using temporary = await TemporaryStore.create();
  plant(temporary, HERE);
  const asked: number[] = [];
  for (let minute = 0; minute < 600; minute += 5) {
    if (await ask(temporary, minute) !== undefined) asked.push(minute);
  }
  assertEquals(asked, [0]);
  const [delta] = stateOf(temporary.store, HERE).deltas;
  assertEquals([delta?.asks, delta?.askedIn], [1, HERE]);
});

Deno.test("askForSummary() leaves work alone whose lock is held, and asks with the next prompt", async () => {
  await using temporary = await TemporaryStore.create();
  const { store } = temporary;
  plant(temporary, HERE);
  {
    using held = Deno.openSync(store.layout.sessionLock(HERE), {
      write: true,
      create: true,
    });
    await held.lock(true);
    const asking = { sessionId: HERE };
    const claim = { who: "test", waitMs: 0 };
    const asked = await askForSummary(store, worldAfter(0), asking, claim);
    assertEquals(asked, undefined);
  }
  assert(await ask(temporary, 5));
});

Deno.test("askForSummary() asks in later sessions every six hours, three times in all", async () => {
  await using temporary = await TemporaryStore.create();
  plant(temporary, OTHER, {}, NOW);
  const asked: number[] = [];
  for (let minute = 0; minute < 1200; minute += 30) {
    const id = `cccccccc-0000-4000-8000-${String(minute).padStart(12, "0")}`;
    answered(temporary, id);
    if (await ask(temporary, minute, id) !== undefined) asked.push(minute);
  }
  assertEquals(asked, [0, 360, 720]);
});

Deno.test("askForSummary() does not ask before the first answer", async () => {
  await using temporary = await TemporaryStore.create();
  plant(temporary, OTHER, {}, NOW);
  assertEquals(await ask(temporary, 0), undefined, "no state yet");
  plantSession(temporary.store, HERE, wordsOf(2), { cutTo: 2 });
  assertEquals(await ask(temporary, 0), undefined, "the first turn goes on");
  answered(temporary);
  assert(await ask(temporary, 0));
});

Deno.test("askForSummary() takes a damaged note of a request for none", async () => {
  for (const asked of [null, 7, "x", {}, { at: 1, file: "a" }]) {
    await using temporary = await TemporaryStore.create();
    plantSession(temporary.store, HERE, wordsOf(20), {
      deltas: [waitingDelta("aaaaaaaa-1", 0, 20)],
      turnUses: 0,
      asked: asked as never,
    });
    assert(await ask(temporary, 0), JSON.stringify(asked));
  }
});

Deno.test("askForSummary() names file and amount of the oldest delta", async () => {
  await using temporary = await TemporaryStore.create();
  plant(temporary, HERE);
  plant(temporary, OTHER, { createdAt: "2026-01-01T00:00:00.000Z" }, NOW);
  const request = await ask(temporary, 0);
  assert(request);
  const { layout } = temporary.store;
  assertStringIncludes(
    request,
    `[MEMORY_KEEPER_DELTA] file=${layout.delta("bbbbbbbb-1.txt")}\n`,
  );
  assertStringIncludes(request, "20 log entries of an earlier session");
  assertStringIncludes(request, "2 such stretches wait");
});

Deno.test("askForSummary() asks for another session's work when that is over", async () => {
  await using alive = await TemporaryStore.create();
  answered(alive);
  plant(alive, OTHER);
  assertEquals(await ask(alive, 0), undefined);
  await using over = await TemporaryStore.create();
  answered(over);
  plant(over, OTHER, {}, NOW);
  assert(await ask(over, 0));
});

Deno.test("askForSummary() does not ask while an agent has a quarter of an hour", async () => {
  await using temporary = await TemporaryStore.create();
  plant(temporary, HERE, { agent: { id: "agent-a", at: NOW } });
  assertEquals(await ask(temporary, 14), undefined);
  assert(await ask(temporary, 15));
});

for (const summaries of ["manual", "off"]) {
  Deno.test(`askForSummary() is silent with summaries "${summaries}"`, async () => {
    await using temporary = await TemporaryStore.create({ summaries });
    plant(temporary, HERE);
    plant(temporary, OTHER, {}, NOW);
    assertEquals(await ask(temporary, 0), undefined);
  });
}

/** A transcript that grows by what follows each prompt of minutes 0, 20, 40 … */
function asksWith(
  temporary: TemporaryStore,
  follow: (request: string) => string,
): Promise<(number | undefined)[]> {
  const transcript = `${temporary.store.project.root}/asking.jsonl`;
  Deno.writeTextFileSync(transcript, '{"type":"mode"}\n');
  plant(temporary, HERE);
  return Array.fromAsync([0, 20, 40, 60, 80, 100, 200, 300], async (minute) => {
    const request = await askForSummary(
      temporary.store,
      worldAfter(minute),
      { sessionId: HERE, transcript },
      CLAIM,
    );
    if (request === undefined) return undefined;
    Deno.writeTextFileSync(transcript, follow(request), { append: true });
    return stateOf(temporary.store, HERE).deltas[0]?.asks;
  });
}

const record = (content: string) =>
  `{"type":"user"}\n${
    JSON.stringify({
      attachment: { type: "hook_additional_context", content: [content] },
    })
  }\n`;

Deno.test("askForSummary() does not count a request that is not in the transcript", async () => {
  await using temporary = await TemporaryStore.create();
  const lost = () => record("rules of another kind");
  const asks = await asksWith(temporary, lost);
  assertEquals(asks, [1, 1, 1, 1, 1, 1, 1, 1]);
});

Deno.test("askForSummary() does not count a request of a session that died at once", async () => {
  await using temporary = await TemporaryStore.create();
  const asks = await asksWith(temporary, () => "");
  assertEquals(asks, [1, 1, 1, 1, 1, 1, 1, 1]);
});

Deno.test("askForSummary() counts a request that the transcript has", async () => {
  await using temporary = await TemporaryStore.create();
  const asks = await asksWith(temporary, record);
  assertEquals(asks, [1, ...Array(7).fill(undefined)]);
});

Deno.test("askForSummary() counts where a client records nothing of hooks", async () => {
  await using temporary = await TemporaryStore.create();
  const asks = await asksWith(temporary, () => '{"type":"user"}\n');
  assertEquals(asks, [1, ...Array(7).fill(undefined)]);
});

Deno.test("askForSummary() asks for an archive's summary where no delta waits", async () => {
  await using temporary = await TemporaryStore.create();
  const { store } = temporary;
  answered(temporary);
  const file = "memory_20260201_170000.md";
  store.files.replace(`${store.layout.dir}/${file}`, "# Project Memory: x\n");
  updateIndex(store.files, store.layout, (index) => ({
    ...index,
    rotatedFiles: [{ file, summaryGenerated: false } as RotatedFile],
  }));
  const request = await ask(temporary, 0) ?? "";
  assertStringIncludes(request, `[MEMORY_KEEPER_ROTATE] file=`);
  assertStringIncludes(request, `${file}\n`);
  assertEquals(await ask(temporary, 60), undefined, "once a session");
});
