/** What was forgotten does not come back, whichever way it could. */

import { assert, assertEquals } from "@std/assert";
import { ingestSession } from "../src/capture/ingest_session.ts";
import { findTarget } from "../src/control/find_target.ts";
import { carryOutForget, planForget } from "../src/control/forget.ts";
import { checkFacts } from "../src/knowledge/keep_facts.ts";
import { QuotableLog } from "../src/knowledge/evidence.ts";
import { saveText } from "../src/memory/save_text.ts";
import { Deadline } from "../src/base/timeout.ts";
import { acceptStore } from "../src/store/owner.ts";
import { openProject } from "../src/store/project.ts";
import { openStore } from "../src/store/store.ts";
import {
  FULL,
  hitsOf,
  plantFullStore,
  STRINGS,
  worldOf,
} from "./support/forget/full_store.ts";
import { TemporaryStore } from "./support/world/in_process.ts";
import { CLAIM, stateOf } from "./support/world/planted_session.ts";

const ID = "0a11ce00-0000-4000-8000-000000000000";
const SECRET = "Mr. Grey owes us 40 crowns";

const line = (n: number, text: string, sessionId = ID) =>
  JSON.stringify({
    type: n % 2 === 0 ? "user" : "assistant",
    uuid: `${sessionId.slice(0, 4)}-${n}`,
    sessionId,
    timestamp: new Date(Date.UTC(2026, 1, 1, 17, 10 + n)).toISOString(),
    message: {
      role: n % 2 === 0 ? "user" : "assistant",
      content: n % 2 === 0 ? text : [{ type: "text", text }],
    },
  });

const TEXTS = [
  "Where is the tide table?",
  "In the harbour office.",
  `By the way, ${SECRET}, do not tell.`,
  `I noted that "${SECRET.toUpperCase()}".`,
  "Now round it last.",
  "It is rounded last.",
];

/** Opened for each event, as a hook does. */
async function reopened(temporary: TemporaryStore) {
  const world = worldOf(temporary);
  const { project: { root }, files, layout } = temporary.store;
  await acceptStore(world, files, layout.dir);
  return { world, store: openStore(await openProject(world, root)) };
}

async function ingest(temporary: TemporaryStore, id = ID) {
  const { world, store } = await reopened(temporary);
  return await ingestSession(store, world, {
    sessionId: id,
    transcript: `${temporary.dir}/t/${id}.jsonl`,
    who: "test",
    budget: new Deadline(Infinity),
    close: true,
  });
}

function write(
  temporary: TemporaryStore,
  id: string,
  texts: readonly string[],
) {
  Deno.mkdirSync(`${temporary.dir}/t`, { recursive: true });
  const lines = texts.map((text, n) => `${line(n, text, id)}\n`);
  Deno.writeTextFileSync(`${temporary.dir}/t/${id}.jsonl`, lines.join(""));
}

async function forget(
  temporary: TemporaryStore,
  asked: Partial<Parameters<typeof findTarget>[1]>,
) {
  const { world, store } = await reopened(temporary);
  const target = await findTarget(store, { words: "", ...asked });
  const begun = { asked: JSON.stringify(asked), target };
  const done = await carryOutForget(store, world, begun, CLAIM);
  assertEquals(done.scan.left, []);
  assertEquals((await planForget(store, world, target)).counts, []);
  return done;
}

const kept = (temporary: TemporaryStore, text: string) =>
  hitsOf(temporary.store.layout.dir, text);

async function ingested(config = {}) {
  const temporary = await TemporaryStore.create(config);
  write(temporary, ID, TEXTS);
  await ingest(temporary);
  assert((await kept(temporary, SECRET)).length > 0);
  return temporary;
}

Deno.test("a log rebuilt from its transcript is the log without it", async () => {
  await using temporary = await ingested({ keepRaw: true });
  await forget(temporary, { words: SECRET });
  const before = [...temporary.l1Texts()];
  const { layout } = temporary.store;
  for (
    const lost of [
      layout.state(ID),
      layout.l1(stateOf(temporary.store, ID).stem),
    ]
  ) {
    Deno.removeSync(lost);
    await ingest(temporary);
    assertEquals(await kept(temporary, SECRET), []);
    assertEquals([...temporary.l1Texts()], before);
  }
  assertEquals(stateOf(temporary.store, ID).entries, TEXTS.length);
});

Deno.test("what goes on after it is ingested as before", async () => {
  await using temporary = await ingested();
  await forget(temporary, { words: SECRET });
  const more = [...TEXTS, "And the moon?", `Ask him; ${SECRET}`];
  write(temporary, ID, more);
  await ingest(temporary);
  assertEquals(await kept(temporary, SECRET), []);
  const { entries, l1Bytes, stem } = stateOf(temporary.store, ID);
  assertEquals(entries, more.length);
  assertEquals(l1Bytes, Deno.statSync(temporary.store.layout.l1(stem)).size);
  assertEquals((await kept(temporary, "And the moon?")).length, 1);
});

Deno.test("forty strings stay out of a log that is rebuilt", async () => {
  await using temporary = await TemporaryStore.create({ keepRaw: true });
  // As they were typed, and as a tool wrote them into JSON within JSON.
  const texts = STRINGS.flatMap((text) => [
    `So ${text}, she said.`,
    JSON.stringify({ note: JSON.stringify({ it: `${text} :` }) }),
  ]);
  write(temporary, ID, texts);
  await ingest(temporary);
  for (const text of STRINGS) {
    assert((await kept(temporary, text)).length > 0, text);
  }
  const { world, store } = await reopened(temporary);
  const targets = await Promise.all(
    STRINGS.map((words) => findTarget(store, { words })),
  );
  const phrases = targets.flatMap((one) => one.phrases);
  const [first] = targets;
  assert(first);
  const begun = { asked: "all", target: { ...first, phrases } };
  const { scan } = await carryOutForget(store, world, begun, CLAIM);
  assertEquals(scan.left, []);
  const { layout } = temporary.store;
  for (const text of STRINGS) {
    assertEquals(await kept(temporary, text), [], text);
  }
  for (const lost of [layout.states, layout.sessions]) {
    Deno.removeSync(lost, { recursive: true });
    await ingest(temporary);
  }
  for (const text of STRINGS) {
    assertEquals(await kept(temporary, text), [], `${text} came back`);
  }
  assertEquals(stateOf(temporary.store, ID).entries, texts.length);
});

Deno.test("another session, a text by hand and an answer do not bring it", async () => {
  await using temporary = await ingested();
  await forget(temporary, { words: SECRET });
  const other = ID.replace("0a11", "0b0b");
  write(temporary, other, ["Hello", `They say mr grey owes us 40 crowns!`]);
  await ingest(temporary, other);
  const { store, world } = await reopened(temporary);
  await saveText(store, world, `Remember: ${SECRET}. And the tide.`, CLAIM);
  const log = new QuotableLog([SECRET], () => []);
  const proposed = [{
    type: "decision",
    content: `So ${SECRET}`,
    evidence: SECRET,
  }];
  const { facts } = checkFacts(store, proposed, log);
  assert(!JSON.stringify(facts).includes("Grey"), JSON.stringify(facts));
  assertEquals(await kept(temporary, "grey owes"), []);
  const files = (await kept(temporary, "And the tide.")).map(({ file }) =>
    file
  );
  const { memory, journal } = store.layout;
  assertEquals(files.sort(), [journal, memory].sort());
});

Deno.test("a session goes with all that rests on it, for good", async () => {
  await using temporary = await ingested({ keepRaw: true });
  await plantFullStore(temporary, ["one thing"]);
  const { layout } = temporary.store;
  const facts = JSON.parse(Deno.readTextFileSync(layout.facts));
  facts.decisions[0].sessions = [ID];
  facts.decisions[1].sessions = [ID, FULL];
  Deno.writeTextFileSync(layout.facts, JSON.stringify(facts));
  await forget(temporary, { session: ID.slice(0, 8) });
  await ingest(temporary);
  for (const text of [SECRET, "harbour office"]) {
    assertEquals(await kept(temporary, text), [], text);
  }
  const after = JSON.parse(Deno.readTextFileSync(layout.facts));
  assertEquals(after.decisions.map((one: { id: string }) => one.id), ["d002"]);
  assertEquals(after.decisions[0].sessions, [FULL]);
  const names = (await kept(temporary, ID)).map(({ file }) => file);
  assertEquals(names, [layout.forgotten]);
});

Deno.test("a time goes from every log, and later ones", async () => {
  await using temporary = await ingested();
  await forget(temporary, {
    since: "2026-02-01T17:12:00.000Z",
    until: "2026-02-01T17:14:00.000Z",
  });
  assertEquals(await kept(temporary, SECRET), []);
  assertEquals((await kept(temporary, "round it last")).length, 1);
  const other = ID.replace("0a11", "0b0b");
  write(temporary, other, TEXTS);
  await ingest(temporary, other);
  assertEquals(await kept(temporary, SECRET), []);
});

Deno.test("an entry and a section go by their ids, with what they tell of", async () => {
  await using temporary = await ingested({ keepRaw: true });
  const { store } = temporary;
  const { stem } = stateOf(store, ID);
  const section = (from: number, to: number, text: string) =>
    `## 2026-02-01_1727 (local 02-01_1727)\n` +
    `<!-- session ${ID.slice(0, 8)} · entries ${from}-${to} -->\n${text}\n\n`;
  store.files.replace(
    store.layout.memory,
    `# Memory\n\n${section(0, 2, "Asked for the table.")}` +
      section(4, 6, "Rounded."),
  );
  await forget(temporary, { words: `sessions/${stem}.l1.jsonl#2` });
  assertEquals(await kept(temporary, "do not tell"), []);
  await forget(temporary, { words: "memory.md#1" });
  for (const text of ["Asked for the table", "harbour office"]) {
    assertEquals(await kept(temporary, text), [], text);
  }
  Deno.removeSync(store.layout.state(ID));
  await ingest(temporary);
  assertEquals(await kept(temporary, "harbour office"), []);
  assertEquals((await kept(temporary, "Rounded.")).length, 1);
});

Deno.test("tombstones that were edited by hand break no ingest", async () => {
  await using temporary = await TemporaryStore.create({ keepRaw: true });
  write(temporary, ID, TEXTS);
  const { files, layout } = temporary.store;
  files.replace(
    layout.forgotten,
    JSON.stringify({
      version: 1,
      key: 7,
      texts: [null, { hmac: 3 }, { hmac: "x" }],
      entries: [{}, { session: 1 }, "text"],
      sessions: [null, {}],
      beginnings: [
        { firstUuid: 1, times: 5 },
        { firstUuid: `${ID.slice(0, 4)}-0`, times: "?? zzzzzzzzzzzz -1" },
      ],
      times: [{ from: 1 }, 4],
    }),
  );
  await ingest(temporary);
  assertEquals(stateOf(temporary.store, ID).entries, TEXTS.length);
  assert((await kept(temporary, SECRET)).length > 0);
});
