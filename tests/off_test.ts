/** off and on: nothing of the time between is in the store, then or later. */

import { gunzipSync } from "node:zlib";
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { looksDuring } from "./support/world/counted_files.ts";
import { type Fields, RecordedDay } from "./support/world/recorded_day.ts";
import type { RecordedSession } from "./support/world/recorded_day.ts";
import { EXECUTABLE } from "./support/world/sealed_world.ts";

const START = "2026-02-01T17:27:00Z";
const SOON = { saveInterval: 1, askMinChars: 200, keepRaw: true };
const ID = "0ff00000-1111-4222-8333-444455556666";
const NEXT = "0ff11111-1111-4222-8333-444455556666";
const SECRETS = ["duskcode", "dawnkey", "nightword", "moonagent", "starnote"];

/** Every byte of the store, unpacked. */
function everything(day: RecordedDay): string {
  const decoder = new TextDecoder();
  return day.world.files().map((name) => {
    const bytes = Deno.readFileSync(`${day.world.store}/${name}`);
    const plain = name.endsWith(".gz") ? gunzipSync(bytes) : bytes;
    return `${name}\n${decoder.decode(plain)}`;
  }).join("\n");
}

function assertWithout(day: RecordedDay, when: string): void {
  const text = everything(day);
  for (const word of SECRETS) assert(!text.includes(word), `${word}, ${when}`);
}

async function command(day: RecordedDay, ...args: string[]): Promise<string> {
  day.tick();
  const { code, stdout, stderr } = await day.run(args);
  assertEquals([code, stderr], [0, ""], args.join(" "));
  return stdout;
}

/** A turn with everything that could carry a word into the store. */
async function secretTurn(
  session: RecordedSession,
  prompt: string,
): Promise<string> {
  const told = await session.prompt(prompt);
  const shell = { command: "echo dawnkey" };
  const told2 = await session.tool({
    name: "Bash",
    input: shell,
    result: "dawnkey",
  });
  agentWork(session, "moonagent says duskcode");
  session.line({ type: "last-prompt", lastPrompt: prompt });
  session.line({
    type: "attachment",
    attachment: { type: "hook_success", stdout: "duskcode" },
  });
  return told + told2 + await session.say("The nightword is duskcode");
}

/** An agent that works in the background and is done later. */
function agentWork(session: RecordedSession, words: string): void {
  const id = "a0ff";
  const call = session.call("Agent", {
    subagent_type: "general-purpose",
    description: "moonagent",
    run_in_background: true,
  });
  session.user([{
    type: "tool_result",
    tool_use_id: call,
    content: `Async agent launched successfully.\nagentId: ${id}`,
  }], { toolUseResult: { status: "async_launched", agentId: id } });
  const dir = `${session.day.transcripts}/${session.id}/subagents`;
  Deno.mkdirSync(dir, { recursive: true });
  const line = (at: string): string =>
    JSON.stringify({
      type: "assistant",
      isSidechain: true,
      agentId: id,
      uuid: crypto.randomUUID(),
      timestamp: at,
      message: { role: "assistant", content: [{ type: "text", text: words }] },
    });
  const { now } = session.day;
  const later = new Date(Date.parse(now) + 3_600_000).toISOString();
  Deno.writeTextFileSync(
    `${dir}/agent-${id}.jsonl`,
    `${line(now)}\n${line(later)}\n`,
  );
}

/** Its end, and what the model says about it. */
async function agentEnds(session: RecordedSession): Promise<void> {
  session.user(
    "<task-notification>\n<task-id>a0ff</task-id>\n<result>moonagent: " +
      "duskcode</result>\n</task-notification>",
    { origin: { kind: "task-notification" } },
  );
  await session.say("moonagent found the duskcode");
}

/** Read everything again in every way there is. */
async function readAgain(day: RecordedDay): Promise<void> {
  assertWithout(day, "after the session");
  await command(day, "refine-all");
  assertWithout(day, "after refine-all");
  Deno.removeSync(`${day.world.store}/state`, { recursive: true });
  day.world.own();
  await command(day, "import");
  assertWithout(day, "after a lost state");
  Deno.removeSync(`${day.world.store}/state`, { recursive: true });
  day.world.own();
  Deno.removeSync(`${day.world.store}/sessions`, { recursive: true });
  await day.session(NEXT).start();
  assertWithout(day, "after the backlog");
  await command(day, "import");
  assertWithout(day, "after an import");
  const transcript = `${day.transcripts}/${ID}.jsonl`;
  const log = await command(day, "refine", transcript, "--out", "-");
  for (const word of SECRETS) assert(!log.includes(word), `${word}, refine`);
  assertStringIncludes(log, "Count the masts");
  assertStringIncludes(log, "And now the oars");
  await command(day, "clear", "all", "--yes");
  await command(day, "import");
  assertWithout(day, "after the store was cleared");
  Deno.removeSync(day.world.store, { recursive: true });
  await command(day, "import");
  assertWithout(day, "after the store was deleted");
}

async function begun(config: Fields = {}) {
  const day = new RecordedDay({ ...SOON, ...config }, START);
  const session = day.session(ID);
  await session.start();
  await session.prompt("Count the masts");
  await session.say("There are three. ".repeat(20));
  return { day, session };
}

Deno.test("off keeps and gives nothing, and nothing of it later", async () => {
  const { day, session } = await begun();
  using _ = day;
  await command(day, "remember", "Round last");
  const said = await command(day, "off");
  assertStringIncludes(said, "Memory is off until it is switched on.");
  const prompt = "remember: the duskcode is dawnkey";
  assertEquals(await secretTurn(session, prompt), "");
  const scribe = await day.run(["scribe", "next", "--session", ID, "--json"]);
  assertEquals([scribe.code, scribe.stdout], [1, ""]);
  await session.fire("pre-compact", "PreCompact", { trigger: "auto" });
  await session.end();
  assertWithout(day, "while it is off");
  const answers: Fields[] = [];
  day.onEvent = (_event, _fields, answer) => void answers.push({ ...answer });
  await day.session(NEXT).start();
  assertEquals(answers, [{
    systemMessage:
      "Memory: off until it is switched on. This session will not be saved " +
      'and is given nothing; "memory-keeper on" switches it on',
  }]);
  await command(day, "on");
  await agentEnds(session);
  await session.prompt("And now the oars");
  await session.say("Forty. ".repeat(40));
  session.user("It was about the duskcode", { isCompactSummary: true });
  await session.end();
  await readAgain(day);
});

Deno.test("of a session that was off from start to end nothing is made", async () => {
  const day = new RecordedDay(SOON, START);
  using _ = day;
  await command(day, "off");
  const session = day.session(ID);
  await session.start();
  await secretTurn(session, "the duskcode");
  await session.end();
  day.tick();
  await command(day, "on");
  await day.session(NEXT).start();
  await command(day, "import");
  assertWithout(day, "after an import");
  const made = day.world.files().filter((name) =>
    /^(?:sessions|delta)\//.test(name)
  );
  assertEquals(made, []);
  assertEquals(
    JSON.parse(await command(day, "timeline", "--json")).sessions,
    [],
  );
});

Deno.test("off --for ends by itself, --session is for one and its forks", async (t) => {
  await t.step("--for", async () => {
    const { day, session } = await begun();
    using _ = day;
    await command(day, "off", "--for", "2h");
    await secretTurn(session, "the duskcode");
    day.later(121);
    await session.prompt("And now the oars");
    await session.say("Forty");
    await session.end();
    assertStringIncludes(everything(day), "And now the oars");
    assertWithout(day, "after two hours");
  });
  await t.step("--session", async () => {
    const { day, session } = await begun();
    using _ = day;
    day.tick();
    const env = {
      CLAUDE_CODE_SESSION_ID: ID,
      MEMORY_KEEPER_NOW: day.now,
      TZ: "UTC",
    };
    const { stdout } = await day.world.run(["off", "--session"], { env });
    assertStringIncludes(stdout, "Memory is off in session 0ff00000 until");
    await secretTurn(session, "the duskcode");
    const other = day.session(NEXT);
    assertStringIncludes(await other.start(), "are logged");
    await other.prompt("Paint the hull");
    await other.say("It is white");
    await session.end();
    assertWithout(day, "in the other session");
    assertStringIncludes(everything(day), "Paint the hull");
    // A fork repeats its parent's entries under an id of its own.
    const fork = NEXT.replace("0ff1", "0ff2");
    Deno.writeTextFileSync(
      `${day.transcripts}/${fork}.jsonl`,
      Deno.readTextFileSync(session.transcript).replaceAll(
        `"sessionId":"${ID}"`,
        `"sessionId":"${fork}"`,
      ),
    );
    Deno.removeSync(session.transcript);
    Deno.removeSync(`${day.world.store}/state/${ID}.json`);
    await command(day, "import");
    assertWithout(day, "after an import of its fork");
  });
});

Deno.test("<private> alone on a line keeps its turn out for ever", async () => {
  const { day, session } = await begun();
  using _ = day;
  await secretTurn(session, "<private>\nremember: the duskcode");
  assertWithout(day, "in its turn");
  await session.prompt("And now the oars");
  await session.say("Forty. ".repeat(40));
  await agentEnds(session);
  session.user("It was about the duskcode", { isCompactSummary: true });
  await session.prompt("Go on");
  await session.end();
  assertStringIncludes(everything(day), "And now the oars");
  await readAgain(day);
});

Deno.test("status, statusline and doctor show that it is off", async () => {
  const { day } = await begun();
  using _ = day;
  await command(day, "off", "--for", "90m");
  const status = await command(day, "status");
  assertStringIncludes(status, "memory is off\n");
  assertStringIncludes(status, "→ memory-keeper on");
  assertEquals(await command(day, "statusline"), "memory: off\n");
  const { stdout } = await day.run(["doctor"]);
  assertStringIncludes(stdout, "off until 2026-02-01 18:57 UTC");
  const again = await command(day, "on");
  assertStringIncludes(again, "Memory is on");
  assertStringIncludes(await command(day, "on"), "Memory was not off");
});

Deno.test("load gives one line while it is off, and a person's commands work", async () => {
  const { day } = await begun();
  using _ = day;
  await command(day, "remember", "Round last");
  assertStringIncludes(await command(day, "load"), "Round last");
  assertStringIncludes(await command(day, "off"), "Commands you type");
  assertEquals(
    await command(day, "load"),
    "Memory is off until it is switched on: nothing is given or kept; the " +
      'user switches it on with "memory-keeper on"\n',
  );
  await command(day, "remember", "Reef early");
  assertStringIncludes(await command(day, "search", "reef"), "Reef early");
  await command(day, "on");
  assertStringIncludes(await command(day, "load"), "Reef early");
});

Deno.test("an off.json that cannot be read keeps memory off", async () => {
  const { day, session } = await begun();
  using _ = day;
  day.world.write("off.json", "{ half");
  await session.prompt("the duskcode");
  await session.say("is dawnkey");
  const { code } = await day.run(["import"]);
  assertEquals(code, 1);
  assertWithout(day, "while it is damaged");
  assertStringIncludes((await day.run(["on"])).stderr, "off.json");
});

Deno.test({
  name: "an event looks for no off.json where there is none",
  // Looks of another process cannot be counted.
  ignore: EXECUTABLE !== undefined,
  async fn() {
    const { day, session } = await begun();
    using _ = day;
    for (
      const work of [() => session.prompt("Go on"), () => session.say("Yes")]
    ) {
      const looks = await looksDuring(day.world.store, work);
      const own = looks.filter((look) => look.endsWith(" off.json"));
      // It is told by one listing of the folder.
      assertEquals(own.filter((look) => !look.startsWith("list")), []);
    }
  },
});

Deno.test("off refuses what it cannot do", async () => {
  const { day } = await begun();
  using _ = day;
  const refused = [
    ["--for", "soon"],
    ["--session", "--project"],
    ["--session", "a b"],
  ];
  for (const args of refused) {
    const { code, stderr } = await day.run(["off", ...args]);
    assertEquals(code, 2, stderr);
  }
});
