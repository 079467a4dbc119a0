/** Work whose main model does nothing for memory, and what becomes of it. */

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
import { ASKED, DONE, SOON, steps, SUMMARY, write } from "./support/work.ts";

const EVERYWHERE = { isInteractive: true, modes: ["default", "auto"] } as const;

const inWords = (world: ClientWorld) =>
  until(
    "the summary in memory.md",
    () => world.has("memory.md") && world.read("memory.md").includes(SUMMARY),
    () => world.read("logs/keeper.log"),
  );

const asks = (world: ClientWorld) =>
  world.model.of("main").map(({ text }) => text.split(ASKED).length - 1);

clientTest(
  "a session whose model ignores everything ends up in words",
  async (world) => {
    world.configure(SOON);
    world.script = {
      main: [...steps(5), { text: "It is fixed." }],
      scribe: [{ text: SUMMARY }],
    };
    const terminal = await world.terminal();
    await terminal.submit("Fix the tide table");
    await terminal.answered("It is fixed.");
    await inWords(world);
    await terminal.exit();
    assertEquals(asks(world), [0, 0, 0, 0, 0, 0]);
    assertEquals(world.model.of("delta-summarizer"), []);
    const words = JSON.stringify(allEntries(world));
    assertFalse(words.includes(SUMMARY), "the summary is in the log");
    world.script = { main: [{ text: "Hello." }] };
    const before = world.model.of("main").length;
    await world.session("What did we do?");
    const next = world.model.of("main")[before]?.text ?? "";
    assertStringIncludes(next, SUMMARY);
  },
  { ...EVERYWHERE, versions: TESTED_VERSIONS.filter(hasModules) },
);

clientTest(
  "a script's work is known to the next person, and put into words there",
  async (world) => {
    world.configure(SOON);
    world.script = { main: [...steps(6), write(world.project), DONE] };
    await world.session("Mend the tide table");
    const [digest = ""] = world.names("sessions", /^\d.*\.md$/);
    const text = world.read(`sessions/${digest}`);
    assertStringIncludes(text, "Mend the tide table");
    assert(world.names("delta", /\.txt$/).length > 0, "nothing waits");
    const before = world.model.of("main").length;
    world.script = {
      main: ["morning", "evening", "night"].map((time) => ({
        text: `Good ${time}.`,
      })),
      scribe: [{ text: SUMMARY }],
    };
    const terminal = await world.terminal();
    await terminal.submit("Hello there");
    await terminal.answered("Good morning.");
    if (hasModules(world.version)) await inWords(world);
    await terminal.submit("And now?");
    await terminal.answered("Good evening.");
    // The client may write an answer after it has told of the turn's end; then
    // the request comes with the prompt after this one.
    await terminal.submit("Sleep well");
    await terminal.answered("Good night.");
    await terminal.exit();
    const first = world.model.of("main")[before]?.text ?? "";
    assertStringIncludes(first, "Mend the tide table");
    const counts = asks(world).slice(before);
    const once = hasModules(world.version) ? 0 : 1;
    assertEquals([counts[0], counts.at(-1)], [0, once]);
  },
  EVERYWHERE,
);
