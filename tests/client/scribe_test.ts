/** The hooks module: words without the main model, where the client loads it. */

import {
  assert,
  assertEquals,
  assertFalse,
  assertStringIncludes,
} from "@std/assert";
import { clientTest } from "./support/client_test_cases.ts";
import type { ClientWorld } from "./support/client_world.ts";
import { until } from "./support/limits.ts";
import { allEntries } from "./support/session_logs.ts";
import { hasModules, TESTED_VERSIONS } from "./support/versions.ts";
import { ASKED, SOON, steps, SUMMARY, write } from "./support/work.ts";

const MODULE = {
  isInteractive: true,
  modes: ["default", "auto"],
  versions: TESTED_VERSIONS.filter(hasModules),
} as const;

const OLDER = {
  ...MODULE,
  versions: TESTED_VERSIONS.filter((version) => !hasModules(version)),
} as const;

const memoryOf = (world: ClientWorld) =>
  world.has("memory.md") ? world.read("memory.md") : "";

clientTest(
  "a session whose model ignores everything ends up in words",
  async (world) => {
    world.configure(SOON);
    world.script = {
      main: [...steps(5), { text: "It is fixed." }, { text: "It is dated." }],
      scribe: [{ text: SUMMARY }],
    };
    const terminal = await world.terminal();
    await terminal.submit("Fix the tide table");
    await terminal.answered("It is fixed.");
    await until(
      "the summary in memory.md",
      () => memoryOf(world).includes(SUMMARY),
      () => `${memoryOf(world)}\n${world.read("logs/keeper.log")}`,
    );
    await terminal.submit("Date the tide table");
    await terminal.answered("It is dated.");
    await terminal.exit();
    const [asked] = world.model.of("scribe");
    assertStringIncludes(asked?.model ?? "", "haiku");
    assertStringIncludes(asked?.text ?? "", "Fix the tide table");
    assertEquals(world.model.of("main").length, 7);
    assertEquals(world.model.of("delta-summarizer"), []);
    for (const { text } of world.model.of("main")) {
      assertFalse(text.includes(ASKED), "the main model was asked");
    }
    const words = JSON.stringify(allEntries(world));
    assertFalse(words.includes(SUMMARY), "the summary is in the log");
    world.script = { main: [{ text: "Hello." }] };
    const before = world.model.of("main").length;
    await world.session("What did we do?");
    const next = world.model.of("main")[before]?.text ?? "";
    assertStringIncludes(next, SUMMARY);
  },
  MODULE,
);

clientTest(
  "/exit is not held up by a summary, and its delta waits",
  async (world) => {
    world.configure(SOON);
    world.script = {
      main: [...steps(5), { text: "It is fixed." }],
      scribe: [{ text: "This is never said.", delayMs: 600_000 }],
    };
    const terminal = await world.terminal();
    await terminal.submit("Fix the tide table");
    await terminal.sees("It is fixed.");
    await world.model.arrived("scribe", 1);
    await terminal.exit();
    assertFalse(memoryOf(world).includes("never said"));
    assert(world.names("delta", /\.txt$/).length > 0, "nothing waits");
  },
  MODULE,
);

clientTest(
  "where no module is loaded the second prompt carries one request",
  async (world) => {
    world.configure(SOON);
    world.script = {
      main: ({ text, index }) =>
        index < 5
          ? steps(5)[index] as { text: string }
          : text.includes("Sign it")
          ? { text: "It is signed." }
          : text.includes("Date it")
          ? { text: "It is dated." }
          : { text: "It is fixed." },
    };
    const terminal = await world.terminal();
    await terminal.submit("Fix the tide table");
    await terminal.answered("It is fixed.");
    await terminal.submit("Date it");
    await terminal.answered("It is dated.");
    await terminal.submit("Sign it");
    await terminal.answered("It is signed.");
    await terminal.exit();
    const requests = world.model.of("main");
    const times = requests.map(({ text }) => text.split(ASKED).length - 1);
    assertEquals(times, [0, 0, 0, 0, 0, 0, 1, 1]);
    assertEquals(world.model.of("scribe"), []);
  },
  OLDER,
);

for (const headless of ["capture", "full"] as const) {
  clientTest(
    `claude -p with headless: "${headless}"`,
    async (world) => {
      world.configure({ ...SOON, headless });
      world.script = {
        main: [...steps(6), write(world.project), { text: "It is fixed." }],
        scribe: [{ text: SUMMARY }],
      };
      const { result } = await world.session("Fix the tide table");
      assertEquals(result, "It is fixed.");
      const isWritten = headless === "full" && hasModules(world.version);
      assertEquals(world.model.of("scribe").length > 0, isWritten);
      assertEquals(memoryOf(world).includes(SUMMARY), isWritten);
      assertEquals(world.model.of("main").length, 8);
    },
    { modes: ["default", "auto"] },
  );
}
