/** From work to memory.md, with the real client in between. */

import {
  assert,
  assertEquals,
  assertMatch,
  assertStringIncludes,
} from "@std/assert";
import { clientTest } from "./support/client_test_cases.ts";
import type { ClientWorld } from "./support/client_world.ts";
import type { Step } from "./support/scripted_model.ts";
import { hasModules, TESTED_VERSIONS } from "./support/versions.ts";
import {
  agent,
  ASKED,
  DONE,
  SOON,
  steps,
  SUMMARY,
  write,
} from "./support/work.ts";

const l1Of = (world: ClientWorld) =>
  world.names("sessions", /\.l1\.jsonl$/)
    .map((name) => world.read(`sessions/${name}`)).join("");

clientTest(
  "a session that crosses the save interval ends up in memory.md",
  async (world) => {
    const start: Step = { tools: [agent("delta-summarizer")] };
    world.script = {
      main: [...steps(30), start, DONE],
      "delta-summarizer": [{ text: SUMMARY }],
    };
    await world.session("Mend the tide table");
    const [given] = world.model.of("delta-summarizer");
    assertMatch(given?.model ?? "", /haiku/);
    assertStringIncludes(given?.text ?? "", "part 1 of ");
    assertStringIncludes(given?.text ?? "", "◆ User: Mend the tide table");
    assertStringIncludes(given?.text ?? "", "◆ Tool(Bash): echo tide-3");
    assertStringIncludes(world.read("memory.md"), SUMMARY);
    assertMatch(
      world.read("memory.md"),
      /^## \d{4}-\d\d-\d\d_\d{4} \(local .+\)\n<!-- session \w{8} · entries 0-\d+/m,
    );
    world.script = { main: [{ text: "Hello." }] };
    const before = world.model.of("main").length;
    await world.session("What did we do?");
    const next = world.model.of("main")[before]?.text ?? "";
    assertStringIncludes(next, SUMMARY);
  },
);

clientTest("a background agent's answer is recorded", async (world) => {
  world.configure(SOON);
  const start = agent("delta-summarizer", { run_in_background: true });
  world.script = {
    main: [...steps(5), { tools: [start] }, DONE],
    "delta-summarizer": [{ text: SUMMARY, delayMs: 700 }],
  };
  await world.session("Mend the tide table");
  assertStringIncludes(world.read("memory.md"), SUMMARY);
  // The client's note that it is done was typed by no one.
  assert(!l1Of(world).includes("<task-notification>"));
});

/** A memory of about this many characters, in dated sections. */
function longMemory(chars: number): string {
  const sections = ["# Project Memory: project\n"];
  for (let n = 0; sections.join("\n").length < chars; n++) {
    const day = String(n % 28 + 1).padStart(2, "0");
    sections.push(
      `## 2026-01-${day}_1200 (local 01-${day}_1200)\n` +
        `Section ${n}: ${`the ferry ${n} sailed at high water. `.repeat(20)}\n`,
    );
  }
  return sections.join("\n");
}

const ARCHIVE_SUMMARY = JSON.stringify({
  themes: [{ name: "ferries", summary: "They sail at high water." }],
  keyDecisions: [{ decision: "Round last", reason: "tides were late" }],
  issues: [],
  overallSummary: "The ferries sail at high water.",
});

for (const [chars, parts] of [[95_000, 10], [118_000, 12]] as const) {
  clientTest(
    `an archive of ${chars} characters reaches its agent in ${parts} parts`,
    async (world) => {
      world.configure({});
      const text = longMemory(chars);
      Deno.writeTextFileSync(`${world.store}/memory.md`, text);
      const rotated = await world.memoryKeeper("rotate", "--force");
      assertEquals(rotated.code, 0, rotated.stderr);
      const [archive = ""] = world.names("", /^memory_\d+_\d+\.md$/);
      const start: Step = { tools: [agent("memory-summarizer")] };
      world.script = {
        main: [start, DONE],
        "memory-summarizer": [{ text: ARCHIVE_SUMMARY }],
      };
      await world.session("Hello");
      const given = world.model.of("memory-summarizer")[0]?.text ?? "";
      const joined = joinParts(given);
      assertEquals(joined.count, parts);
      const isWhole = joined.text === world.read(archive);
      assert(isWhole, "the parts do not add up to the archive");
      const [summary = ""] = world.names("", /\.summary\.json$/);
      assertEquals(
        JSON.parse(world.read(summary)).overallSummary,
        "The ferries sail at high water.",
      );
    },
  );
}

/** The parts arrive in any order, each with a line at its beginning and end. */
function joinParts(text: string): { text: string; count: number } {
  const parts = Array.from(
    text.matchAll(PART),
    ([, number, piece = ""]) => ({ number: Number(number), piece }),
  ).toSorted((a, b) => a.number - b.number);
  return {
    text: parts.map(({ piece }) => piece).join(""),
    count: parts.length,
  };
}

const PART = /part (\d+) of \d+\n([^]*?)\n— end of part \1 of \d+ —/g;

clientTest(
  "a -p run whose Stop has work to do is finished properly",
  async (world) => {
    world.script = { main: [...steps(12), write(world.project), DONE] };
    const { id } = await world.session("Mend the tide table");
    const log = world.read("logs/keeper.log");
    assertMatch(log, /stop \w{8} done added=\d+/);
    assertMatch(log, /session-end \w{8} done .*ended=1/);
    const l1 = l1Of(world);
    assertStringIncludes(l1, "Mend the tide table");
    assertStringIncludes(l1, "echo tide-11");
    assertStringIncludes(l1, "All done.");
    assert(JSON.parse(world.read(`state/${id}.json`)).ended);
    assertEquals(world.names("sessions", /^\d.*\.md$/).length, 1);
  },
);

clientTest(
  "strict mode holds the turn until the work is recorded",
  async (world) => {
    world.configure({ stopPolicy: "block" });
    world.script = {
      main: ({ index, text }) => {
        if (index < 6) return steps(6)[index] as Step;
        if (index === 6) return { text: "It is fixed." };
        const isRecorded = text.includes("I let it be recorded.");
        return isRecorded ? { text: "It is recorded." } : {
          text: "I let it be recorded.",
          tools: [agent("delta-summarizer")],
        };
      },
      "delta-summarizer": [{ text: SUMMARY }],
    };
    const terminal = await world.terminal();
    await terminal.submit("Mend the tide table");
    await terminal.answered("It is recorded.");
    await terminal.exit();
    const held = world.model.of("main")[7]?.text ?? "";
    for (const what of ["memory", "facts", "concepts", "reflection"]) {
      assertStringIncludes(held, `✗ ${what}`);
    }
    assertStringIncludes(held, ASKED);
    assertStringIncludes(world.read("memory.md"), SUMMARY);
    // Held once, then let go.
    const last = world.model.of("main").at(-1)?.text ?? "";
    assertEquals(last.split("✗ memory").length - 1, 1);
  },
  {
    isInteractive: true,
    modes: ["default", "auto"],
    // A module at work records by itself, and no turn is held for it.
    versions: TESTED_VERSIONS.filter((one) => !hasModules(one)),
  },
);
