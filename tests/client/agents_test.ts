/** Agents in the real client: ours and others, however they deliver. */

import { assert, assertEquals, assertFalse } from "@std/assert";
import { clientTest } from "./support/client_test_cases.ts";
import type { ClientWorld } from "./support/client_world.ts";
import { until } from "./support/limits.ts";
import {
  allEntries,
  prompts,
  saidBy,
  sessionIds,
  sessionLogs,
} from "./support/session_logs.ts";
import { hasHandback, TESTED_VERSIONS } from "./support/versions.ts";
import { agent, SUMMARY, waitingDeltas } from "./support/work.ts";

/** Nothing but the agents that the test starts puts work into words. */
const BY_HAND = { summaries: "manual" };

const sectionsOf = (world: ClientWorld): string[] =>
  world.has("memory.md") ? world.read("memory.md").split(/^## /m).slice(1) : [];

clientTest(
  "three of our agents at once write a section each",
  async (world) => {
    await waitingDeltas(world, 3, BY_HAND);
    const start = agent("delta-summarizer");
    const waiting = world.names("delta", /\.txt$/).length;
    const before = sessionIds(world);
    world.script = {
      main: ({ text }) =>
        text.includes("It is being recorded")
          ? { text: "Noted by the model." }
          : text.includes("agentId")
          ? { text: "It is being recorded." }
          : { text: "I start them.", tools: [start, start, start] },
      "delta-summarizer": ({ index }) => ({
        text: `${SUMMARY} Part ${index}.`,
      }),
    };
    const terminal = await world.terminal();
    await terminal.submit("Record the work");
    await terminal.answered("It is being recorded.");
    await until(
      "three sections",
      () => sectionsOf(world).length >= 3,
      () => world.read("logs/keeper.log"),
    );
    // Newer clients run them in the background and tell the model of each end.
    if (hasHandback(world.version)) {
      await terminal.answered(
        "Noted by the model.",
      );
    }
    await terminal.exit();
    assertEquals(world.model.of("delta-summarizer").length, 3);
    const sections = sectionsOf(world);
    assertEquals(sections.length, 3);
    for (const part of [0, 1, 2]) {
      const own = sections.filter((one) => one.includes(`Part ${part}.`));
      assertEquals(own.length, 1, `part ${part}`);
    }
    const ranges = sections.map((one) => one.match(/entries \d+-\d+/)?.[0]);
    assertEquals(new Set(ranges).size, 3, "a stretch was recorded twice");
    assertEquals(world.names("delta", /\.txt$/).length, waiting - 3);
    const [id = ""] = sessionIds(world).filter((one) => !before.includes(one));
    const own = world.names("sessions", new RegExp(`_${id.slice(0, 8)}\\.l1`));
    const log = world.read(`sessions/${own[0]}`);
    for (const words of ["<agent-message", "<task-notification", SUMMARY]) {
      assertFalse(log.includes(words), `${words} is in the log`);
    }
  },
  { isInteractive: true, modes: ["default", "auto"] },
);

clientTest(
  "what the model says to our agent's notice is not kept",
  async (world) => {
    await waitingDeltas(world, 1, BY_HAND);
    world.script = {
      main: ({ text }) =>
        text.includes("It is being recorded")
          ? { text: "Noted by the model." }
          : text.includes("agentId")
          ? { text: "It is being recorded." }
          : { text: "I start it.", tools: [agent("delta-summarizer")] },
      "delta-summarizer": [{ text: SUMMARY, delayMs: 1500 }],
    };
    const { id } = await world.session("Record the work");
    assert(world.model.of("main").some(({ text }) => text.includes(SUMMARY)));
    const entries = sessionLogs(world).get(id.slice(0, 8)) ?? [];
    const said = saidBy("assistant", entries);
    assert(said.includes("It is being recorded."));
    assertFalse(said.includes("Noted by the model."));
    const own = new RegExp(`_${id.slice(0, 8)}\\.md$`);
    for (const name of world.names("sessions", own)) {
      assertFalse(world.read(`sessions/${name}`).includes("Noted by"));
    }
  },
  {
    modes: ["default", "auto"],
    versions: TESTED_VERSIONS.filter(hasHandback),
  },
);

clientTest(
  "an agent that hands nothing back is heard once",
  async (world) => {
    await waitingDeltas(world, 2, BY_HAND);
    world.script = {
      main: [{ tools: [agent("delta-summarizer")] }, { text: "Good." }],
      "delta-summarizer": [{ text: SUMMARY, isSpoken: true }],
    };
    const { hooks } = await world.session("Record the work");
    const stops = hooks.filter(({ hook_event }) =>
      hook_event === "SubagentStop"
    );
    assert(stops.length > 1, "it was asked only once");
    assertEquals(sectionsOf(world).length, 1);
  },
  { modes: ["auto"], versions: TESTED_VERSIONS.filter(hasHandback) },
);

clientTest(
  "what another agent reports is kept whole, and is not the user's",
  async (world) => {
    const report = "The pier has " +
      Array.from({ length: 80 }, (_, n) => `plank ${n}, `).join("") +
      "no rail.";
    const look = {
      name: "Agent",
      input: {
        description: "Look at the pier",
        prompt: "Look at the pier.",
        subagent_type: "general-purpose",
      },
    };
    world.script = {
      main: ({ text }) =>
        text.includes("agentId") || text.includes("plank 3")
          ? { text: "It was looked at." }
          : { tools: [look] },
      agent: [{ text: report }],
    };
    await world.session("How is the pier?");
    const entries = allEntries(world);
    const words = JSON.stringify(entries);
    assert(words.includes(report), `the report was shortened: ${words}`);
    assertFalse(words.includes("Async agent launched"));
    assertEquals(prompts(entries), ["How is the pier?"]);
    assert(saidBy("assistant", entries).includes("It was looked at."));
  },
  { modes: ["default", "auto"] },
);
