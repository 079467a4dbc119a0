/** A recorded day of work, played through the real hook door. */

import { assert, assertEquals } from "@std/assert";
import { parseMemory } from "../src/memory/memory_text.ts";
import {
  CONFIG,
  playDay,
  SESSIONS,
} from "./support/world/recorded_day_play.ts";
import { assertGolden } from "./support/world/golden.ts";
import { RecordedDay } from "./support/world/recorded_day.ts";

/** What is left of the day, by name; the names are those of golden files. */
type EndState = Record<string, string>;

const LATE = "99990000-1111-4222-8333-444455556666";
const START = "2026-03-02T08:59:00Z";

Deno.test("a recorded day becomes memory, always the same", async (t) => {
  using day = new RecordedDay(CONFIG, START);
  await playDay(day);
  const state = endState(day);

  await t.step("every entry is in memory exactly once", () => {
    checkCoverage(day);
  });
  await t.step("nothing injected passes for the user's words", () => {
    checkUserWords(day);
  });
  await t.step(
    "compress() folds weeks, then months, and packs logs",
    async () => {
      Object.assign(state, await compressed(day));
    },
  );
  await t.step("work that waited for months gets its digest", async () => {
    await day.session(LATE).start();
    const { sections } = parseMemory(day.read("memory.md"));
    const { header, session, from, to, body } = sections.at(-1)!;
    assertEquals(
      [header, session, from, to],
      ["## 2026-03-06_0933 (local 03-06_0933) (digest)", "hhhh0000", 6, 10],
    );
    assert(body.includes("보관된 기억은 요약되었나요?"), body);
    assert(!day.world.files().some((name) => name.startsWith("delta/")));
  });
  for (const [name, text] of Object.entries(state)) {
    await t.step(`golden day/${name}`, () => assertGolden(`day/${name}`, text));
  }
});

function endState(day: RecordedDay): EndState {
  const files = day.world.files();
  const together = (pattern: RegExp) =>
    files.filter((name) => pattern.test(name))
      .map((name) => `=== ${name}\n${day.read(name)}`).join("\n");
  return {
    memory: day.read("memory.md"),
    archives: together(/^memory_\d+_\d+\.md$/),
    summaries: together(/\.summary\.json$/),
    knowledge: together(/^(?:facts|concepts)\.json$|\.l2\.json$/),
    digests: together(/^sessions\/[^/]*\.md$/),
    index: stableIndex(day),
    sessions: sessionTable(day),
    told: day.told.join("\n"),
    files: fileList(day),
  };
}

/** What is kept, without caches and locks. */
function fileList(day: RecordedDay): string {
  return day.world.files()
    .filter((name) => !/^(?:\.cache|state)\//.test(name))
    .join("\n") + "\n";
}

/** Without what depends on the real clock: the file's time, spare time. */
function stableIndex(day: RecordedDay): string {
  const { lastCompress: _, memory, ...index } = JSON.parse(
    day.read("memory-index.json"),
  );
  delete memory?.mtimeMs;
  return `${JSON.stringify({ ...index, memory }, null, 2)}\n`;
}

function sessionTable(day: RecordedDay): string {
  const rows = Object.values(SESSIONS).map((id) => {
    const { stem, entries, summarizedTo, cutTo, deltaCount, deltas, ended } =
      stateOf(day, id);
    return `${stem} entries ${entries} summarized ${summarizedTo} cut ${cutTo}` +
      ` deltas ${deltaCount} waiting ${deltas.length} ended ${ended ?? "-"}\n`;
  });
  return rows.sort().join("");
}

function stateOf(day: RecordedDay, id: string) {
  return JSON.parse(day.read(`state/${id}.json`));
}

function checkCoverage(day: RecordedDay): void {
  const names = day.world.files().filter((n) => /^memory[_\d]*\.md$/.test(n));
  const sections = names.flatMap((name) =>
    parseMemory(day.read(name)).sections
  );
  for (const [letter, id] of Object.entries(SESSIONS)) {
    const ranges = new Set(
      sections.filter(({ session }) => session === id.slice(0, 8))
        .map(({ from, to }) => `${from}-${to}`),
    );
    const covered = [...ranges].map((range) => range.split("-").map(Number))
      .sort(([a = 0], [b = 0]) => a - b);
    const { entries, deltas } = stateOf(day, id);
    const waiting = deltas.map((
      { from, to }: { from: number; to: number },
    ) => [from, to]);
    let end = 0;
    for (const [from, to = 0] of [...covered, ...waiting]) {
      assertEquals(from, end, `session ${letter}: ${[...ranges]}`);
      end = to;
    }
    assertEquals(end, letter === "f" ? 0 : entries, `session ${letter}`);
  }
}

function checkUserWords(day: RecordedDay): void {
  const logs = day.world.files().filter((n) => n.endsWith(".l1.jsonl"));
  assertEquals(logs.length, Object.keys(SESSIONS).length);
  const text = logs.map((name) => day.read(name)).join("");
  for (
    const injected of [
      "MEMORY_KEEPER",
      "task-notification",
      "Record what waits",
      "Async agent",
      "Zx81kPq0",
    ]
  ) assert(!text.includes(injected), injected);
  const continued = text.split("\n").filter((line) =>
    line.includes("This session is being continued")
  );
  assertEquals(
    continued.map((line) => JSON.parse(line).role),
    ["summary"],
  );
}

async function compressed(day: RecordedDay): Promise<EndState> {
  day.at("2026-03-20T12:00:00Z");
  assertEquals((await day.run(["compress"])).code, 0);
  const week = day.read("sessions/week-2026-W10.md");
  day.at("2026-06-15T12:00:00Z");
  assertEquals((await day.run(["compress"])).code, 0);
  const month = day.read("sessions/archive/2026-03.md");
  const again = await day.run(["compress"]);
  assertEquals(again.stdout, "Nothing is old enough\n");
  return { week, month, files_compressed: fileList(day) };
}

Deno.test("a session taken for dead goes on with its next event", async () => {
  using day = new RecordedDay(CONFIG, START);
  const idle = day.session(SESSIONS["a"] as string);
  await idle.start();
  await idle.prompt("Rename the ferry to Astrid.");
  await idle.tool(rename("Astrid"));
  await idle.say("Renamed.");
  day.later(180);
  await day.session(SESSIONS["b"] as string).start();
  assertEquals(typeof stateOf(day, idle.id).ended, "string");
  assertEquals(rangesIn(day), ["0-3"], "digested as a short session");

  await idle.prompt("And the lifeboat to Bo.");
  await idle.tool(rename("Bo"));
  await idle.say("Renamed too.");
  assertEquals(stateOf(day, idle.id).ended, undefined);
  await idle.end();
  assertEquals(rangesIn(day), ["0-3", "3-6"], "and so is what came then");
  assertEquals(stateOf(day, idle.id).deltas, []);

  await day.session(idle.id).start("resume");
  await idle.prompt("And the buoys.");
  for (let buoy = 1; buoy <= 8; buoy++) await idle.tool(rename(`Buoy ${buoy}`));
  await idle.say("All of them.");
  await idle.end();
  assertEquals(rangesIn(day), ["0-3", "3-6"]);
  const [{ from, to }] = stateOf(day, idle.id).deltas;
  assertEquals([from, to], [6, 16], "more than a few entries wait");
  await idle.prompt("Thanks.");
  await idle.end();
  assertEquals(rangesIn(day), ["0-3", "3-6"], "behind what waits");
});

Deno.test("a running session is not taken for past work", async () => {
  using day = new RecordedDay(CONFIG, START);
  const first = day.session(SESSIONS["a"] as string);
  await first.start();
  await first.prompt("Rename the ferry to Astrid.");
  await day.session(SESSIONS["b"] as string).start();
  await first.tool(rename("Astrid"));
  await first.say("Renamed.");
  await first.end();
  assertEquals(rangesIn(day), ["0-3"]);
});

function rename(to: string) {
  return {
    name: "Edit",
    input: { file_path: "/f.csv", old_string: "x", new_string: to },
    result: "Updated.",
  };
}

function rangesIn(day: RecordedDay): string[] {
  return parseMemory(day.read("memory.md")).sections
    .map(({ from, to }) => `${from}-${to}`);
}
