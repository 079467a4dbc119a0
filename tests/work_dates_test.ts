/** Memory goes by when the work was done, whenever it was written down. */

import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { parseMemory } from "../src/memory/memory_text.ts";
import { RecordedDay } from "./support/world/recorded_day.ts";
import {
  edit,
  ID,
  json,
  shortWork,
  SMALL,
} from "./support/world/short_work.ts";

const THURSDAY = "2026-11-12T13:02:00Z";
const NEXT_WEEK = "2026-11-16T09:00:00Z";
const LATER = "7b1d0e22-1111-4222-8333-444455556666";
const CONFIG = { ...SMALL, summaries: "off" };

const sectionsOf = (day: RecordedDay) =>
  parseMemory(day.read("memory.md")).sections;

const ANSWER = `Three masts and nine sails were counted.

\`\`\`json
{"facts":[{"type":"decision","content":"The ship has nine sails","evidence":"/ship.ts"}]}
\`\`\``;

Deno.test("work of Thursday that is summarised on Monday is Thursday's", async (t) => {
  using day = new RecordedDay(SMALL, THURSDAY);
  await shortWork(day);
  await json(day, ["delta", "cut"]);
  day.at(NEXT_WEEK);
  await json(day, ["delta", "commit", "3f2a9c11-1"], ANSWER);
  await t.step("in its header and its range", () => {
    const [section] = sectionsOf(day);
    assertEquals(section?.header, "## 2026-11-12_1302 (local 11-12_1302)");
    assertEquals(section?.work?.to, new Date("2026-11-12T13:02:00Z"));
  });
  await t.step("for its facts", () => {
    const { decisions } = JSON.parse(day.read("facts.json"));
    assertEquals(decisions[0]?.date, "2026-11-12");
  });
  await t.step("for search", async () => {
    const find = async (...bounds: string[]) => {
      const found = await json(day, ["search", "nine sails", ...bounds]);
      return (found.hits ?? []).map(({ id }: { id: string }) => id);
    };
    assert((await find("--until", "2026-11-12")).includes("memory.md#1"));
    assert(!(await find("--since", "2026-11-13")).includes("memory.md#1"));
  });
  await t.step("and what is done later comes before it", async () => {
    // Appended first, though it was done last.
    const older = day.read("memory.md");
    const [title, section = ""] = older.split(/(?=^## )/m);
    const newer = section.replaceAll("2026-11-12", "2026-11-13")
      .replace("3f2a9c11", "aaaaaaaa").replace("Three masts", "The Friday's");
    day.world.write("memory.md", `${title}${newer}${section}`);
    const told = await day.session(LATER).start();
    const places = ["The Friday's", "Three masts"].map((one) =>
      told.indexOf(one)
    );
    assert((places[0] ?? 0) > 0 && (places[0] ?? 0) < (places[1] ?? 0), told);
    assertStringIncludes(told, "### 2026-11-12 13:02 UTC, session 3f2a9c11");
  });
});

Deno.test("a stretch over midnight is found on both days", async () => {
  using day = new RecordedDay(SMALL, "2026-11-12T23:58:00Z");
  const session = day.session(ID);
  await session.start();
  await session.prompt("Count the masts.");
  await session.tool(edit("masts"));
  day.later(5);
  await session.say("Three masts.");
  await json(day, ["delta", "cut"]);
  day.at(NEXT_WEEK);
  await json(day, ["delta", "commit", "3f2a9c11-1"], "Masts were counted.");
  for (
    const bounds of [
      ["--until", "2026-11-12"],
      ["--since", "2026-11-13", "--until", "2026-11-13"],
    ]
  ) {
    const found = await json(day, ["search", "masts counted", ...bounds]);
    const ids = found.hits.map(({ id }: { id: string }) => id);
    assert(ids.includes("memory.md#1"), `${bounds} ${ids}`);
  }
});

Deno.test("a summary does not erase what the digest of a killed session knew", async () => {
  using day = new RecordedDay(SMALL, THURSDAY);
  const session = day.session(ID);
  await session.start();
  for (const what of ["first", "second", "third"]) {
    await session.prompt(`Read the ${what} list of customers.`);
    await session.say(`The ${what} list is read.`);
  }
  await session.prompt("Add the customer report.");
  await session.tool(edit("report"));
  await session.tool({
    name: "Bash",
    input: { command: "git status --short" },
    result: " M ship.ts",
  });
  await session.prompt("Now as a PDF, with page numbers.");
  await session.tool({
    name: "Write",
    input: { file_path: `${day.world.project}/src/pdf.mjs`, content: "x" },
    result: "Written.",
  });
  // Killed: the next session finds it hours later.
  day.later(300);
  await day.session(LATER).start();
  const { deltas } = await json(day, ["delta", "list"]);
  const id = deltas.find(({ id }: { id: string }) => id.startsWith("3f2a9c11"))
    ?.id;
  await json(day, ["delta", "commit", id], "The customer report was added.");
  const section = sectionsOf(day).find(({ session }) => session === "3f2a9c11");
  const lines = section?.body.split("\n") ?? [];
  assertEquals(lines[0], "The customer report was added.");
  assertStringIncludes(
    section?.body ?? "",
    "Open: the last request has no final answer: “Now as a PDF, with page numbers.”",
  );
  assertStringIncludes(section?.body ?? "", "`src/pdf.mjs`");
  assert(
    lines.some((line) => /^Open: not committed here: .*pdf\.mjs/.test(line)),
    section?.body,
  );
  assert(lines.length <= 8, section?.body);
  const again = await json(day, ["delta", "commit", id], "Once more.");
  assertEquals(again.code, 1);
});

Deno.test("the digest of a session is dated by its work", async () => {
  using day = new RecordedDay(CONFIG, THURSDAY);
  const session = await shortWork(day);
  day.at(NEXT_WEEK);
  await session.fire("session-end", "SessionEnd", { reason: "other" });
  const [section] = sectionsOf(day);
  assertEquals(section?.isDigest, true);
  assertEquals(section?.header.slice(0, 18), "## 2026-11-12_1302");
  const digest = day.world.files().find((name) =>
    /^sessions\/[^/]*\.md$/.test(name)
  );
  assertStringIncludes(
    day.read(digest ?? ""),
    "<!-- work 2026-11-12T13:02Z/2026-11-12T13:02Z -->",
  );
});

Deno.test("load dates older sections by their logs and keeps nothing", async () => {
  using day = new RecordedDay(SMALL, THURSDAY);
  await shortWork(day);
  await json(day, ["delta", "cut"]);
  day.at(NEXT_WEEK);
  await json(day, ["delta", "commit", "3f2a9c11-1"], ANSWER);
  const older = day.read("memory.md").replace(/^<!-- work .*\n/m, "")
    .replace(/^## .*$/m, "## 2026-11-16_0900 (local 11-16_0900)");
  day.world.write("memory.md", older);
  const before = day.world.files();
  const { stdout } = await day.run(["load"]);
  assertStringIncludes(stdout, "3 days old, of 2026-11-12 13:02 UTC");
  assertStringIncludes(stdout, "### 2026-11-12 13:02 UTC, session 3f2a9c11\n");
  assertEquals(day.world.files(), before);
});

Deno.test("doctor says how many sections are dated by their recording", async () => {
  using day = new RecordedDay(SMALL, NEXT_WEEK);
  await day.run(["save", "Rounding comes last."]);
  const older = "## 2026-11-09_1200 (local 11-09_1200)\n" +
    "<!-- session bbbbbbbb · entries 0-9 -->\nIts log is gone.\n\n";
  day.world.write("memory.md", day.read("memory.md") + older);
  const { stdout } = await day.run(["search", "log gone"]);
  assertStringIncludes(stdout, "recorded 2026-11-09 12:00 ·");
  const { stdout: shown } = await day.run(["show", "memory.md#2"]);
  assertStringIncludes(shown, "memory.md#2  memory · recorded 2026-11-09");
  assert(!shown.includes("memory.md#1  memory · recorded"), shown);
  const { stdout: found } = await day.run(["doctor"]);
  assertStringIncludes(
    found,
    "1 section dated by the time of recording, not of the work\n",
  );
});
