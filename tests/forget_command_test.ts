/** What `forget` says: what goes, what is left, and whose files it cannot touch. */

import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { projectFolderName } from "../src/claude/memory_folder.ts";
import { hitsOf } from "./support/forget/full_store.ts";
import { displayWidth } from "../src/output/table.ts";
import { ClonedWorld, SECTION } from "./support/world/cloned_world.ts";
import { RecordedDay } from "./support/world/recorded_day.ts";
import { json, shortWork } from "./support/world/short_work.ts";

const START = "2026-02-01T17:27:00Z";
const [FIRST = "", SECOND = ""] = ["a", "b"].map((letter) =>
  `${letter.repeat(8)}-1111-4222-8333-444455556666`
);

interface Copy {
  readonly what: string;
  readonly path: string;
  readonly command: string;
}

/** Two sessions on two days, each with a prompt in Claude Code's history. */
async function twoDays(): Promise<RecordedDay> {
  const day = new RecordedDay({}, START);
  const history = `${day.world.home}/.claude/history.jsonl`;
  for (const [n, id] of [FIRST, SECOND].entries()) {
    day.at(`2026-02-0${n + 1}T10:00:00Z`);
    const session = await shortWork(day, id);
    await session.end();
    const prompt = {
      display: `Prompt ${n}`,
      pastedContents: {},
      timestamp: Date.parse(day.now),
      project: day.world.project,
      sessionId: id,
    };
    Deno.writeTextFileSync(history, `${JSON.stringify(prompt)}\n`, {
      append: true,
    });
  }
  return day;
}

const copiesOf = async (day: RecordedDay, ...args: string[]) => {
  const { copies } = await json(day, ["forget", "--dry-run", ...args]);
  return (copies as Copy[]).map(({ path }) =>
    path?.replaceAll("\\", "/").replace(/^.*\//, "")
  ).filter(Boolean);
};

Deno.test("forget names the transcripts of its time, its session or its words", async (t) => {
  using day = await twoDays();
  const rows: [string, string[], string[]][] = [
    [
      "a time",
      ["--since", "2026-02-01", "--until", "2026-02-01"],
      [`${FIRST}.jsonl`, "history.jsonl"],
    ],
    [
      "a time in which nothing was said",
      ["--since", "2026-01-01", "--until", "2026-01-02"],
      [],
    ],
    [
      "a session",
      ["--session", SECOND.slice(0, 8)],
      [`${SECOND}.jsonl`, "history.jsonl"],
    ],
    [
      "words that both said",
      ["nine sails"],
      [`${FIRST}.jsonl`, `${SECOND}.jsonl`],
    ],
    ["words of the history", ["prompt 1"], ["history.jsonl"]],
  ];
  for (const [name, args, expected] of rows) {
    await t.step(name, async () => {
      assertEquals((await copiesOf(day, ...args)).sort(), expected.sort());
    });
  }
});

Deno.test("a subagent's transcript is named, and one no state knows", async () => {
  using day = await twoDays();
  const folder = `${day.transcripts}/${FIRST}/subagents`;
  Deno.mkdirSync(folder, { recursive: true });
  const said = (text: string) =>
    `${JSON.stringify({ type: "user", message: { content: text } })}\n`;
  Deno.writeTextFileSync(`${folder}/agent-7.jsonl`, said("the green buoy"));
  assertEquals(await copiesOf(day, "green buoy"), ["agent-7.jsonl"]);
  const own = `${day.world.home}/.claude/projects/${
    projectFolderName(Deno.realPathSync(day.world.project))
  }`;
  Deno.renameSync(day.transcripts, own);
  Deno.removeSync(`${day.world.store}/state/${SECOND}.json`);
  const copies = await copiesOf(day, "--session", SECOND.slice(0, 8));
  assertEquals(copies.sort(), [`${SECOND}.jsonl`, "history.jsonl"].sort());
  const { code, stdout } = await day.run([
    ...["forget", "--session", SECOND.slice(0, 8), "--yes"],
  ]);
  assertEquals(code, 0, stdout);
  await day.run(["import"]);
  const { sessions } = await json(day, ["timeline"]);
  assertEquals(sessions.map((one: { session: string }) => one.session), [
    FIRST,
  ]);
});

Deno.test("its commands are whole lines at 80 columns", async () => {
  using day = await twoDays();
  const { stdout } = await day.world.run(
    ["forget", "nine sails", "--dry-run"],
    {
      env: { COLUMNS: "80", MEMORY_KEEPER_NOW: day.now },
    },
  );
  const lines = stdout.split("\n");
  const command = lines.find((line) => /^ +rm /.test(line)) ?? "";
  assert(displayWidth(command) > 80, stdout);
  assert(/^ +rm '[^']+\.jsonl'$/.test(command), command);
});

Deno.test("a session of which everything was forgotten is in no list", async () => {
  using day = await twoDays();
  const args = ["--since", "2026-02-01", "--until", "2026-02-01", "--yes"];
  const { code, stdout } = await day.run(["forget", ...args]);
  assertEquals(code, 0);
  assertStringIncludes(stdout, "Looked again: 0 hits in ");
  const { sessions, total } = await json(day, ["timeline"]);
  assertEquals(sessions.map((one: { session: string }) => one.session), [
    SECOND,
  ]);
  assertEquals(total, 1);
  const { ids } = await json(day, ["ids", "sessions"]);
  assertEquals(ids.map((one: { id: string }) => one.id), [SECOND.slice(0, 8)]);
});

Deno.test("an entry by its session and number is that entry, not a text", async () => {
  using day = await twoDays();
  const id = `${FIRST.slice(0, 8)}#0`;
  const { target } = await json(day, ["forget", id, "--dry-run"]);
  assertEquals(target.phrases, []);
  const { code, stdout } = await day.run(["forget", id, "--yes"]);
  assertEquals(code, 0, stdout);
  const log = day.world.read(
    `sessions/2026-02-01_1000_${FIRST.slice(0, 8)}.l1.jsonl`,
  );
  assert(!log.includes("Count the masts"), log);
  assertStringIncludes(log, "And the sails?");
  const missing = await day.run(["forget", "cccccccc#0", "--yes"]);
  assertEquals(missing.code, 1, missing.stdout);
});

Deno.test("forget works in what `clear all` left", async () => {
  using day = await twoDays();
  await day.run(["clear", "all", "--yes"]);
  const claude = `${day.world.project}/.claude`;
  assert((await hitsOf(claude, "nine sails")).length > 0);
  const { code, stdout } = await day.run(["forget", "nine sails", "--yes"]);
  assertEquals(code, 0, stdout);
  assertEquals(await hitsOf(claude, "nine sails"), []);
});

Deno.test("forget without any memory says that there is none", async () => {
  using day = new RecordedDay({}, START);
  Deno.removeSync(day.world.store, { recursive: true });
  const { code, stderr } = await day.run(["forget", "nine sails", "--yes"]);
  assertEquals(code, 1);
  assertStringIncludes(stderr, "No memory in ");
});

Deno.test("forget names someone else's memory, and trust takes it out", async () => {
  using world = new ClonedWorld({
    "memory.md": `# Project Memory\n\n${
      SECTION("The lamp of Zebulon9 is out.\n\nThe bell rings.")
    }`,
  });
  const done = await world.run(["forget", "Zebulon9", "--yes", "--json"]);
  assertEquals(done.code, 0, done.stderr);
  const copies = JSON.parse(done.stdout).copies as Copy[];
  const paths = copies.map(({ path }) => path?.replace(/^.*\//, ""));
  assert(paths.includes("memory.md"), done.stdout);
  const { code, stderr } = await world.run(["trust"]);
  assertEquals(code, 0, stderr);
  for (const dir of [world.project, `${world.home}/.claude`]) {
    assertEquals(await hitsOf(dir, "Zebulon9"), []);
  }
  assertStringIncludes(world.read("memory.md"), "The bell rings");
});

Deno.test("forget --dry-run says with its exit code whether there is anything", async () => {
  using day = await twoDays();
  const codeOf = async (text: string) =>
    (await day.run(["forget", text, "--dry-run"])).code;
  assertEquals(await codeOf("zzyzx quarry"), 1);
  await day.run(["save", "The quarry closes at nine"]);
  assertEquals(await codeOf("quarry closes"), 0);
});
