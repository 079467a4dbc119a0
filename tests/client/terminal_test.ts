/** Sessions at a terminal, in the modes people run them in. */

import {
  assert,
  assertEquals,
  assertFalse,
  assertStringIncludes,
} from "@std/assert";
import { clientTest } from "./support/client_test_cases.ts";
import type { ClientWorld } from "./support/client_world.ts";
import { until } from "./support/limits.ts";
import {
  allEntries,
  type Entry,
  prompts,
  saidBy,
  sessionIds,
  sessionLogs,
} from "./support/session_logs.ts";
import { bash, DONE, work, write } from "./support/work.ts";

const EVERYWHERE = { isInteractive: true, modes: ["default", "auto"] } as const;

const NOTE = "Round last: spring tides were an hour late.";

const isEnded = (world: ClientWorld, id: string) =>
  JSON.parse(world.read(`state/${id}.json`)).ended !== undefined;

const commands = (entries: readonly Entry[]) =>
  entries.flatMap(({ cmd }) => cmd === undefined ? [] : [cmd]);

clientTest("two prompts and /exit are kept, each word once", async (world) => {
  world.script = {
    main: [work(0), { text: "It is fixed." }, work(1), {
      text: "It is dated.",
    }],
  };
  const terminal = await world.terminal();
  await terminal.submit("Fix the tide table");
  await terminal.answered("It is fixed.");
  await terminal.submit("Date the tide table");
  await terminal.answered("It is dated.");
  await terminal.exit();
  assertEquals(sessionLogs(world).size, 1);
  const entries = allEntries(world);
  assertEquals(prompts(entries), [
    "Fix the tide table",
    "Date the tide table",
  ]);
  assertEquals(commands(entries), ["echo tide-0", "echo tide-1"]);
  const answers = saidBy("assistant", entries);
  assertEquals(answers.filter((one) => one.startsWith("It is")), [
    "It is fixed.",
    "It is dated.",
  ]);
  const [id = ""] = sessionIds(world);
  assert(isEnded(world, id), "the session is not marked as ended");
}, EVERYWHERE);

clientTest("what was done before Esc is kept", async (world) => {
  world.script = {
    main: ({ index }) =>
      index === 0
        ? work(0)
        : index === 1
        ? { text: "This is never said.", delayMs: 600_000 }
        : { text: "It is dated." },
  };
  const terminal = await world.terminal();
  await terminal.submit("Fix the tide table");
  await world.model.arrived("main", 2);
  await terminal.press("Escape");
  await terminal.sees(/interrupted/i);
  await terminal.submit("Date the tide table");
  await terminal.answered("It is dated.");
  await terminal.exit();
  const entries = allEntries(world);
  const said = prompts(entries).filter((one) => one.includes("tide"));
  assertEquals(said, ["Fix the tide table", "Date the tide table"]);
  assertEquals(commands(entries), ["echo tide-0"]);
  const answers = saidBy("assistant", entries).join("\n");
  assertStringIncludes(answers, "It is dated.");
  assertFalse(answers.includes("never said"));
}, EVERYWHERE);

clientTest(
  "/clear ends a session, and the next one hears of it",
  async (world) => {
    world.script = {
      main: [
        work(0),
        write(world.project),
        { text: "It is fixed." },
        { text: "Good morning." },
      ],
    };
    const terminal = await world.terminal();
    await terminal.submit("Fix the tide table");
    await terminal.answered("It is fixed.");
    await terminal.submit("/clear");
    // A prompt that is typed before the new session has begun comes twice.
    await terminal.sees("SessionStart:clear says");
    await terminal.submit("Hello there");
    await terminal.answered("Good morning.");
    await terminal.exit();
    const said = [...sessionLogs(world).values()]
      .map(prompts);
    assertEquals(said.toSorted(), [["Fix the tide table"], ["Hello there"]]);
    const after = world.model.of("main").at(-1)?.text ?? "";
    assertStringIncludes(after, "Hello there");
    assertStringIncludes(after, "Fix the tide table");
  },
  EVERYWHERE,
);

clientTest(
  "/compact: context is given back, and nothing is lost",
  async (world) => {
    const { code, stderr } = await world.memoryKeeper("save", NOTE);
    assertEquals(code, 0, stderr);
    world.script = {
      main: [
        work(0),
        work(1),
        { text: "It is fixed." },
        work(2),
        { text: "It is dated." },
        { text: "It is signed." },
      ],
      compact: [{ text: "<summary>We worked on the tide table.</summary>" }],
    };
    const terminal = await world.terminal();
    await terminal.submit("Fix the tide table");
    await terminal.answered("It is fixed.");
    await terminal.submit("Date the tide table");
    await terminal.answered("It is dated.");
    await terminal.submit("/compact");
    await world.model.arrived("compact", 1);
    await terminal.answered(/Compacted|Conversation compacted/);
    await terminal.submit("Sign the tide table");
    await terminal.answered("It is signed.");
    await terminal.exit();
    const after = world.model.of("main").at(-1)?.text ?? "";
    assertStringIncludes(after, "We worked on the tide table.");
    assertStringIncludes(after, NOTE);
    const entries = allEntries(world);
    const said = prompts(entries);
    for (const verb of ["Fix", "Date", "Sign"]) {
      const prompt = `${verb} the tide table`;
      assertEquals(said.filter((one) => one === prompt).length, 1, prompt);
    }
    assertEquals(commands(entries), [
      "echo tide-0",
      "echo tide-1",
      "echo tide-2",
    ]);
    assertFalse(world.read("memory.md").includes("<system-reminder>"));
  },
  EVERYWHERE,
);

clientTest("--resume goes on in the same log", async (world) => {
  world.script = { main: [work(0), { text: "It is fixed." }] };
  const first = await world.terminal();
  await first.submit("Fix the tide table");
  await first.answered("It is fixed.");
  await first.exit();
  const [id = ""] = sessionIds(world);
  world.script = { main: [work(1), { text: "It is dated." }] };
  const second = await world.terminal({ args: ["--resume", id] });
  await second.submit("Date the tide table");
  await second.answered("It is dated.");
  await second.exit();
  assertEquals(sessionIds(world), [id]);
  assertEquals(sessionLogs(world).size, 1);
  const entries = allEntries(world);
  assertEquals(prompts(entries), [
    "Fix the tide table",
    "Date the tide table",
  ]);
  assertEquals(commands(entries), ["echo tide-0", "echo tide-1"]);
}, EVERYWHERE);

clientTest("a prompt in the middle of a turn is kept once", async (world) => {
  const wait = bash("until [ -e go ]; do sleep 0.1; done; echo tide-0");
  world.script = { main: [{ text: "I wait.", tools: [wait] }, DONE] };
  const terminal = await world.terminal();
  await terminal.submit("Fix the tide table");
  await terminal.sees("I wait.");
  await terminal.submit("And date it, please");
  await until(
    "the prompt to be queued",
    async () => (await terminal.screen()).includes("And date it, please"),
  );
  Deno.writeTextFileSync(`${world.project}/go`, "");
  await terminal.answered("All done.");
  await terminal.exit();
  const last = world.model.of("main").at(-1)?.text ?? "";
  assertStringIncludes(last, "And date it, please");
  const said = prompts(allEntries(world));
  assertEquals(said, ["Fix the tide table", "And date it, please"]);
}, EVERYWHERE);
