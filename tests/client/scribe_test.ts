/** Summaries through the plugin's hooks module, in the real client. */

import {
  assert,
  assertEquals,
  assertFalse,
  assertStringIncludes,
} from "@std/assert";
import { DELTA_SYSTEM } from "../../src/summary/_scribe_texts.ts";
import { clientTest } from "./support/client_test_cases.ts";
import type { ClientWorld } from "./support/client_world.ts";
import { until } from "./support/limits.ts";
import { ASKED, SOON, steps, SUMMARY, write } from "./support/work.ts";

const WITH_MODULE = ["2.1.326"] as const;
const AT_TERMINAL = {
  isInteractive: true,
  versions: WITH_MODULE,
  modes: ["default", "auto"],
} as const;

const memoryOf = (world: ClientWorld) =>
  world.has("memory.md") ? world.read("memory.md") : "";

const kept = (world: ClientWorld) =>
  until("the summary in memory.md", () => memoryOf(world).includes(SUMMARY));

const asked = (world: ClientWorld) =>
  world.model.requests.filter(({ text }) => text.includes(ASKED)).length;

const deltas = (world: ClientWorld) => world.names("delta", /\.txt$/);

clientTest(
  "the module writes a summary, and the main model hears nothing",
  async (world) => {
    world.configure(SOON);
    world.script = {
      main: [...steps(4), { text: "It is fixed." }, { text: "It is dated." }],
      scribe: [{ text: SUMMARY }],
    };
    const terminal = await world.terminal();
    await terminal.submit("Fix the tide table");
    await terminal.answered("It is fixed.");
    await kept(world);
    await terminal.submit("Date the tide table");
    await terminal.answered("It is dated.");
    await terminal.exit();
    assertEquals(world.model.of("main").length, 6);
    assertEquals(asked(world), 0);
    const [request] = world.model.of("scribe");
    assert(request);
    assertStringIncludes(request.model, "haiku");
    assertStringIncludes(request.instructions, DELTA_SYSTEM);
    assertEquals(memoryOf(world).split(SUMMARY).length, 2, "once");
    const { usage } = JSON.parse(world.read("memory-index.json"));
    const [day] = Object.values(usage) as { calls: number }[];
    assertEquals(day?.calls, world.model.of("scribe").length);
  },
  AT_TERMINAL,
);

clientTest(
  "/exit is not held up by a summary on its way, and the work waits",
  async (world) => {
    world.configure(SOON);
    world.script = {
      main: [...steps(4), { text: "It is fixed." }],
      scribe: [{ text: SUMMARY, delayMs: 600_000 }],
    };
    const terminal = await world.terminal();
    await terminal.submit("Fix the tide table");
    await world.model.arrived("scribe", 1);
    await terminal.exit();
    assertEquals(memoryOf(world), "");
    assert(deltas(world).length > 0, "the delta waits");
  },
  AT_TERMINAL,
);

clientTest(
  "a session after /clear has its module too",
  async (world) => {
    world.configure(SOON);
    world.script = {
      main: [{ text: "Good morning." }, ...steps(4), { text: "It is fixed." }],
      scribe: [{ text: SUMMARY }],
    };
    const terminal = await world.terminal();
    await terminal.submit("Hello there");
    await terminal.answered("Good morning.");
    await terminal.submit("/clear");
    await until(
      "an empty screen",
      async () => !(await terminal.screen()).includes("Good morning."),
    );
    await terminal.submit("Fix the tide table");
    await terminal.answered("It is fixed.");
    await kept(world);
    await terminal.exit();
    assertEquals(asked(world), 0);
  },
  { ...AT_TERMINAL, modes: ["auto"] },
);

/** Two sessions of headless work: the first leaves work that waits. */
async function headlessWork(world: ClientWorld, config: object) {
  world.configure({ ...SOON, ...config });
  world.script = {
    main: [...steps(4), write(world.project), { text: "It is fixed." }],
    scribe: [{ text: SUMMARY }],
  };
  const first = await world.session("Fix the tide table", {
    args: ["--output-format", "json"],
  });
  world.script = {
    main: [{ text: "It is noon." }],
    scribe: [{ text: SUMMARY }],
  };
  const second = await world.session("What time is it?");
  return [first.result, second.result];
}

clientTest(
  "claude -p answers as without the plugin, with work that waits",
  async (world) => {
    const [, answer] = await headlessWork(world, {});
    assertEquals(answer, "It is noon.");
    assertEquals(world.model.of("main").length, 7, "no further turn");
    assertEquals(world.model.of("scribe").length, 0);
    assertEquals(asked(world), 0);
    assert(deltas(world).length > 0, "the work waits");
  },
  { modes: ["default", "auto"] },
);

clientTest(
  'headless "full" has summaries in claude -p, and the same answer',
  async (world) => {
    const [, answer] = await headlessWork(world, { headless: "full" });
    assertEquals(answer, "It is noon.");
    assertEquals(world.model.of("main").length, 7, "no further turn");
    assertStringIncludes(memoryOf(world), SUMMARY);
  },
  { modes: ["default", "auto"], versions: WITH_MODULE },
);

clientTest(
  "without a module the model is asked, once and after an answer",
  async (world) => {
    world.configure(SOON);
    world.script = {
      main: ({ index }) =>
        index < 4 ? steps(4)[index]! : { text: `Answer ${index}.` },
    };
    const terminal = await world.terminal();
    await terminal.submit("Fix the tide table");
    await terminal.answered("Answer 4.");
    assertEquals(asked(world), 0);
    await terminal.submit("Date the tide table");
    await terminal.answered("Answer 5.");
    await terminal.submit("And the moon table");
    await terminal.answered("Answer 6.");
    await terminal.exit();
    const requests = world.model.of("main").map(({ text }) =>
      text.split(ASKED).length - 1
    );
    assertEquals(requests.slice(-3), [0, 1, 1], "it stays in the history");
  },
  { isInteractive: true, versions: ["2.1.197"], modes: ["default", "auto"] },
);

clientTest(
  "the module uses these calls and no others",
  async (world) => {
    const plugin = new URL("../../plugin", import.meta.url).pathname;
    const { stdout } = await world.claude(
      "plugin",
      "validate",
      "--json",
      plugin,
    );
    const { success, contents } = JSON.parse(stdout);
    assert(success, stdout);
    const [{ modules: [module] }] = contents.filter((
      { type }: { type: string },
    ) => type === "hooks");
    assertEquals(module.uses.calls, [
      "clock.after",
      "model.complete",
      "process.run",
      "ui.status",
      "ui.toast",
    ]);
    assertEquals(module.uses.env, { reads: [], writes: [] });
  },
  { versions: WITH_MODULE },
);

clientTest("the plugin passes the client's strict check", async (world) => {
  const plugin = new URL("../../plugin", import.meta.url).pathname;
  const ended = await world.claude("plugin", "validate", "--strict", plugin);
  assertEquals(ended.code, 0, ended.stdout + ended.stderr);
});

Deno.test("the scribe's system texts are short", () => {
  assert(DELTA_SYSTEM.length <= 1500, String(DELTA_SYSTEM.length));
  assertFalse(DELTA_SYSTEM.includes("part 1"));
});
