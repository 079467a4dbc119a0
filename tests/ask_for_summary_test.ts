import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { askForSummary } from "../src/keeper/ask_for_summary.ts";
import type { Delta } from "../src/store/session_state.ts";
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
    ...(ended ? { ended } : {}),
  });
}

const ask = ({ store }: TemporaryStore, minutes: number) =>
  askForSummary(store, worldAfter(minutes), { sessionId: HERE }, CLAIM);

Deno.test("askForSummary() asks at once, then after 20, 60 and never again", async () => {
  await using temporary = await TemporaryStore.create();
  plant(temporary, HERE);
  const asked: number[] = [];
  for (let minute = 0; minute < 600; minute++) {
    if (await ask(temporary, minute) !== undefined) asked.push(minute);
  }
  assertEquals(asked, [0, 20, 80]);
  const [delta] = stateOf(temporary.store, HERE).deltas;
  assertEquals([delta?.asks, delta?.askedIn], [3, HERE]);
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
  plant(alive, OTHER);
  assertEquals(await ask(alive, 0), undefined);
  await using over = await TemporaryStore.create();
  plant(over, OTHER, {}, NOW);
  assert(await ask(over, 0));
});

Deno.test("askForSummary() leaves askEveryMinutes between two requests of its own", async () => {
  await using temporary = await TemporaryStore.create({ askEveryMinutes: 30 });
  plantSession(temporary.store, HERE, wordsOf(20), {
    deltas: [
      waitingDelta("aaaaaaaa-1", 0, 10, {
        asks: 3,
        askedAt: NOW,
        askedIn: HERE,
      }),
      waitingDelta("aaaaaaaa-2", 10, 20),
    ],
  });
  assertEquals(await ask(temporary, 29), undefined);
  assertStringIncludes(await ask(temporary, 30) ?? "", "aaaaaaaa-2.txt");
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
  const none = undefined;
  assertEquals(asks, [1, 2, none, none, 3, none, none, none]);
});

Deno.test("askForSummary() counts where a client records nothing of hooks", async () => {
  await using temporary = await TemporaryStore.create();
  const asks = await asksWith(temporary, () => '{"type":"user"}\n');
  const none = undefined;
  assertEquals(asks, [1, 2, none, none, 3, none, none, none]);
});
