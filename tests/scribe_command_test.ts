/** `memory-keeper scribe …` as the hooks module starts it. */

import { assertEquals, assertStringIncludes } from "@std/assert";
import { RecordedDay } from "./support/world/recorded_day.ts";
import { edit, ID, shortWork, SMALL } from "./support/world/short_work.ts";

const START = "2026-02-01T17:27:00Z";
const SESSION = ["--session", ID, "--json"];

const scribe = async (day: RecordedDay, words: string[], stdin = "") => {
  const { code, stdout, stderr } = await day.run(
    ["scribe", ...words, ...SESSION],
    stdin,
  );
  return {
    code,
    stderr,
    reply: stdout === "" ? undefined : JSON.parse(stdout),
  };
};

async function dayWithWork(config: object = {}): Promise<RecordedDay> {
  const day = new RecordedDay({ ...SMALL, ...config }, START);
  const session = await shortWork(day);
  await session.tool(edit("The masts were counted. ".repeat(30)));
  await session.say("All of them were counted from the bow. ".repeat(20));
  return day;
}

Deno.test("scribe hello, next and commit carry a delta into memory.md", async () => {
  using day = await dayWithWork();
  assertEquals((await scribe(day, ["hello"])).reply, { isAtWork: true });
  const { code, reply: job } = await scribe(day, ["next"]);
  assertEquals(code, 0);
  assertEquals(Object.keys(job), [
    "id",
    "system",
    "prompt",
    "maxTokens",
    "status",
  ]);
  assertStringIncludes(job.prompt, "◆ User: Count the masts.");
  const answer = { isAnswered: true, text: "Counted.", usage: {} };
  const done = await scribe(day, ["commit", job.id], JSON.stringify(answer));
  assertEquals([done.code, done.reply.outcome], [0, "committed"]);
  assertEquals(done.reply.status, "memory: +1 section");
  assertStringIncludes(day.read("memory.md"), "Counted.");
  const log = day.read("logs/keeper.log");
  assertStringIncludes(log, "scribe 3f2a9c11 done job=delta outcome=committed");
  const session = day.session(ID);
  assertEquals(await session.prompt("Go on."), "", "nothing is asked");
  const mark = `.cache/scribe/${ID}`;
  assertEquals(day.world.files().includes(mark), true);
  await session.end();
  assertEquals(day.world.files().includes(mark), false, "it ends with it");
});

Deno.test("scribe next says nothing where nothing is due", async (t) => {
  const nothing = { code: 1, stderr: "", reply: undefined };
  await t.step("no store", async () => {
    using day = new RecordedDay({}, START);
    day.branch("main");
    Deno.removeSync(day.world.store, { recursive: true });
    assertEquals(await scribe(day, ["next"]), nothing);
    assertEquals((await scribe(day, ["hello"])).code, 0);
    assertEquals(
      day.world.files(day.world.project),
      [".git/HEAD"],
      "no store was made",
    );
  });
  await t.step("headless", async () => {
    using day = await dayWithWork();
    const { code, stdout } = await day.world.run(
      ["scribe", "next", ...SESSION],
      { env: { CLAUDE_CODE_ENTRYPOINT: "sdk-cli" } },
    );
    assertEquals([code, stdout], [1, ""]);
  });
});

Deno.test("scribe without statusText shows nothing", async () => {
  using day = await dayWithWork({ statusText: false });
  const { reply: job } = await scribe(day, ["next"]);
  assertEquals(job.status, undefined);
  const done = await scribe(day, ["commit", job.id], '{"error":"offline"}');
  assertEquals([done.code, done.reply.outcome], [1, "failed"]);
  assertEquals(done.reply.status, undefined);
});

Deno.test("scribe refuses what it cannot understand", async () => {
  using day = await dayWithWork();
  const ids = ["none", "delta/../../etc/scribe-1", "archive/x/agent-1"];
  for (const id of ids) {
    assertEquals((await scribe(day, ["commit", id], "{}")).code, 2, id);
  }
  const gone = "delta/3f2a9c11-9/scribe-1";
  const answer = '{"isAnswered":true,"text":"x"}';
  const { code, reply } = await scribe(day, ["commit", gone], answer);
  assertEquals([code, reply.outcome], [1, "gone"]);
  const log = day.read("logs/keeper.log");
  assertEquals(log.includes("scribe"), false, "a forged id leaves no trace");
  const { code: misuse, stderr } = await day.run(["scribe", "next"]);
  assertEquals(misuse, 2);
  assertStringIncludes(stderr, "--session");
});
