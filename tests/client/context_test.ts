/** What a session sees of earlier ones, read from what reached the model. */

import {
  assert,
  assertEquals,
  assertFalse,
  assertStringIncludes,
} from "@std/assert";
import { clientTest } from "./support/client_test_cases.ts";
import type { ClientWorld } from "./support/client_world.ts";
import type { Step } from "./support/scripted_model.ts";
import { DONE, work } from "./support/work.ts";

const NOTE = "Round last: spring tides were an hour late.";

/** How the client shows a text that is longer than it may be. */
const CUT_OFF = "<persisted-output>";

const lastMain = (world: ClientWorld) =>
  world.model.of("main").at(-1)?.text ?? "";

const countOf = (text: string, words: string) => text.split(words).length - 1;

async function remember(world: ClientWorld, text = NOTE): Promise<void> {
  const { code, stderr } = await world.memoryKeeper("save", text);
  assertEquals(code, 0, stderr);
}

clientTest("a session begins with what is remembered", async (world) => {
  await remember(world);
  world.script = { main: [{ text: "Hello." }] };
  await world.session("Hello");
  assertStringIncludes(world.model.of("main")[0]?.text ?? "", NOTE);
});

/** Far more than an async hook ever took. */
const MOST_STEPS = 200;

/** Makes the client compact the conversation at once. */
const TOO_LONG: Step = {
  error: {
    status: 400,
    type: "invalid_request_error",
    message: "prompt is too long: 208310 tokens > 200000 maximum",
  },
};

clientTest(
  "a compaction's summary is checked, and what it lacks comes back",
  async (world) => {
    const order = "Never touch the vendor folder.";
    const isRestored = (text: string) =>
      text.includes("Left out of the compaction's summary");
    world.script = {
      // It works until what an async hook adds has come along.
      main: ({ index, text }) => {
        if (index === 2) return TOO_LONG;
        const isOver = isRestored(text) || index > MOST_STEPS;
        return isOver ? DONE : { ...work(index), delayMs: 100 };
      },
      compact: [{ text: "<summary>We read the tide table.</summary>" }],
    };
    await world.session(`Fix the tide table. ${order}`);
    const { requests } = world.model;
    const compaction = requests.findIndex(({ lane }) => lane === "compact");
    const asked = requests[compaction]?.text ?? "";
    const [, instructions = ""] = asked.split("Additional Instructions:");
    assertStringIncludes(instructions, order);
    const restored = requests.slice(compaction + 1).filter(({ lane, text }) =>
      lane === "main" && isRestored(text)
    );
    assert(restored.length > 0, "nothing was given back");
    assertStringIncludes(restored[0]?.text ?? "", order);
  },
  { modes: ["default", "auto"] },
);

clientTest("context is back after a compaction", async (world) => {
  await remember(world);
  world.script = {
    main: [work(0), work(1), TOO_LONG, DONE],
    compact: [{ text: "<summary>We read the tide table.</summary>" }],
  };
  await world.session("Mend the tide table");
  const [compaction] = world.model.of("compact");
  assert(compaction, "there was no compaction");
  assertStringIncludes(compaction.text, "Additional Instructions");
  const after = world.model.requests.slice(
    world.model.requests.indexOf(compaction) + 1,
  ).find(({ lane }) => lane === "main");
  assertStringIncludes(after?.text ?? "", "We read the tide table.");
  assertStringIncludes(after?.text ?? "", NOTE);
  const [log = ""] = world.names("sessions", /\.l1\.jsonl$/);
  for (const words of ["Mend the tide table", "echo tide-1", "All done."]) {
    assertStringIncludes(world.read(`sessions/${log}`), words);
  }
});

clientTest(
  "rules come with every prompt and never above the cap",
  async (world) => {
    world.configure({});
    const rule = "Rule 1: say times in UTC.";
    const rules = [
      rule,
      ...Array.from(
        { length: 1500 },
        (_, n) => `Rule ${n + 2}: the harbour has ${n} bollards.`,
      ),
    ];
    Deno.writeTextFileSync(`${world.store}/rules.md`, rules.join("\n"));
    await remember(world, `${NOTE}\n\n${"The ferry sailed. ".repeat(4000)}`);
    world.script = { main: [{ text: "Yes." }] };
    const { id } = await world.session("First");
    const first = lastMain(world);
    assertStringIncludes(first, rule);
    assertFalse(first.includes(CUT_OFF), "a text was longer than the cap");
    for (const [prompt, times] of [["Second", 2], ["Third", 3]] as const) {
      await world.session(prompt, { args: ["--resume", id] });
      assertEquals(countOf(lastMain(world), rule), times, prompt);
      assertFalse(lastMain(world).includes(CUT_OFF));
    }
  },
);

clientTest("the user sees one line of what was found", async (world) => {
  await remember(world);
  world.script = { main: [{ text: "Good morning." }] };
  const terminal = await world.terminal();
  await terminal.sees("SessionStart:startup says: Memory: ");
  await terminal.sees("spring tides were an hour late");
  await terminal.submit("Hello");
  await terminal.answered("Good morning.");
  await terminal.exit();
}, { isInteractive: true, modes: ["default", "auto"] });

clientTest("a script sees no line of ours", async (world) => {
  await remember(world);
  world.script = { main: [{ text: "Hello." }] };
  const { hooks } = await world.session("Hello");
  const start = hooks.find(({ hook_event }) => hook_event === "SessionStart");
  assertStringIncludes(start?.stdout ?? "", NOTE);
  assertFalse(hooks.some(({ stdout }) => stdout.includes("systemMessage")));
});
