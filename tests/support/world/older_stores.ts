/**
 * Stores as the earlier generations of this tool left them, one of each era:
 * `home` (in the home folder, by the project's name), `layers` and `rotation`
 * (in the project). Made for each test, with fixed times.
 */

import type { SealedWorld } from "./sealed_world.ts";

/** When the tests take place, and the environment that says so. */
export const NOW = "2026-03-01T10:15:00Z";
export const THEN = { MEMORY_KEEPER_NOW: NOW, TZ: "UTC" };

export const LAMP = "3f2a9c11-5a5b-4c1d-8e2f-000000000001";
export const FOG = "7b1d0e22-5a5b-4c1d-8e2f-000000000002";

const WRITTEN_AT = new Date("2026-02-21T09:00:00Z");

const json = (value: unknown) => JSON.stringify(value, null, 2);
/** As it wrote them: no newline at the end. */
const log = (entries: readonly object[]) =>
  entries.map((entry) => JSON.stringify(entry)).join("\n");

function put(path: string, text: string, at = WRITTEN_AT): void {
  Deno.mkdirSync(path.slice(0, path.lastIndexOf("/")), { recursive: true });
  Deno.writeTextFileSync(path, text);
  Deno.utimeSync(path, at, at);
}

const CALL = {
  ts: "2026-02-20T14:03:00.000Z",
  role: "tool",
  name: "Bash",
  cmd: "deno test lamp",
};
const RESULT = {
  ts: "2026-02-20T14:03:05.000Z",
  role: "tool_result",
  tool_use_id: "toolu_01",
  result: "error",
  output: "lens_test.ts: the beam is two degrees low",
};
const LAMP_FIRST = [
  {
    ts: "2026-02-20T14:01:00.000Z",
    role: "user",
    text: "The lamp turns too slowly at dusk. Find out why.",
  },
  CALL,
  RESULT,
  {
    ts: "2026-02-20T14:09:00.000Z",
    role: "assistant",
    text: "The gear ratio was read before the wind was measured.",
  },
];
const LAMP_LATER = [
  ...LAMP_FIRST.slice(2),
  {
    ts: "2026-02-20T14:40:00.000Z",
    role: "user",
    text: "Also paint the gallery rail.",
  },
  {
    ts: "2026-02-20T14:52:00.000Z",
    role: "tool",
    name: "TodoWrite",
    params: "todos",
  },
];

const DELTA = `
--- [2026-02-20T15:00:00.000Z] ---
◆ User: Also paint the gallery rail.

◆ Tool(Write): docs/rail.md (120 bytes)

◆ Claude: The rail is painted; two coats, because salt eats one.`;

/** A section, with or without the local time. */
const section = (stamp: string, words: string) => `## ${stamp}\n${words}\n\n`;

export interface RotationOptions {
  /** How many extra sections memory.md has. */
  readonly more?: number;
}

/** Archives, summaries of both forms, a waiting delta, logs in parts. */
export function rotationStore(
  world: SealedWorld,
  { more = 0 }: RotationOptions = {},
): void {
  world.own();
  const at = (name: string) => `${world.store}/${name}`;
  put(
    at("memory-index.json"),
    json({
      version: 1,
      current: "memory.md",
      rotatedFiles: [
        {
          file: "memory_20260113_120000.md",
          rotatedAt: "2026-01-13T12:00:00.000Z",
          tokenCount: 24100,
          summary: "memory_20260113_120000.summary.json",
          summaryGenerated: true,
        },
        {
          file: "memory_20260118_090000.md",
          rotatedAt: "2026-01-18T09:00:00.000Z",
          tokens: 23900,
          bytes: 60,
          summary: "memory_20260118_090000.summary.json",
          summaryGenerated: true,
        },
        {
          file: "memory_20260124_101500.md",
          rotatedAt: "2026-01-24T10:15:00.000Z",
          tokens: 24000,
          bytes: 60,
          summary: null,
          summaryGenerated: false,
        },
      ],
      stats: { totalRotations: 3, lastRotation: "2026-01-24T10:15:00.000Z" },
      counter: 12,
      lastMemoryUpdateTs: "2026-02-20T14:09:00.000Z",
      deltaCreatedAtMemoryMtime: 1771599600000.5,
      rulesInjectionCount: 7,
    }),
  );
  put(
    at("memory_20260113_120000.md"),
    section("2026-01-10_1530", "Chose a Fresnel lens, because it is light."),
  );
  put(
    at("memory_20260113_120000.summary.json"),
    json({
      dateRange: { first: "2026-01-02", last: "2026-01-13" },
      sectionCount: 1,
      themes: [{ name: "lens", summary: "A Fresnel lens was chosen." }],
      keyDecisions: [{ decision: "Fresnel lens", reason: "weight" }],
      issues: [],
      overallSummary: "The lantern got a Fresnel lens.",
    }),
  );
  put(
    at("memory_20260118_090000.md"),
    section("2026-01-17_0800", "The foghorn is driven by compressed air."),
  );
  put(
    at("memory_20260118_090000.summary.json"),
    json({
      sourceFile: "memory_20260118_090000.md",
      generatedAt: "2026-01-18T09:05:00.000Z",
      themes: [],
      keyDecisions: [],
      issues: [{ issue: "Condensation in the horn", status: "open" }],
      overallSummary: "The foghorn runs on compressed air.",
    }),
  );
  put(
    at("memory_20260124_101500.md"),
    section("2026-01-20_2210", "Measured the beam: nineteen miles."),
  );
  put(
    at("memory.md"),
    "# Project Memory: lighthouse\n\n" +
      section("2026-01-25_0030", "Moved the keeper's log to UTC.") +
      Array.from({ length: more }, (_, i) => {
        const minute = String(i % 60).padStart(2, "0");
        const hour = String(Math.floor(i / 60) % 24).padStart(2, "0");
        const words = `Night watch ${i + 1}: ` +
          "the lamp burned evenly and the wind came from the west. ".repeat(20);
        return section(`2026-01-26_${hour}${minute}`, words);
      }).join("") +
      section(
        "2026-02-01_1727 (local 02-01_0927)",
        "Greased the rotation gear; it had run dry.",
      ) +
      section(
        "%%Y-%%m-%%d_%%H%%M (local 02-03_0815)",
        "Replaced the wick of the spare lamp.",
      ) +
      section("2026-02-20_1412 (Session End)", "The lamp turns again."),
  );
  put(at("delta_temp.txt"), DELTA);
  put(
    at("config.json"),
    json({ saveInterval: 50, keepRaw: false, quietStop: true }),
  );
  put(at("project.md"), "A lighthouse on a rock, with its keeper's log.\n");
  put(
    at("sessions/2026-01-10_1530.l1.jsonl"),
    log([
      {
        ts: "2026-01-10T15:02:00.000Z",
        role: "user",
        text: "Which lens is light enough for the lantern room?",
      },
      {
        ts: "2026-01-10T15:20:00.000Z",
        role: "assistant",
        text: "A Fresnel lens of the third order.",
      },
    ]),
  );
  put(at("sessions/2026-02-20_1410_3f2a9c11.l1.jsonl"), log(LAMP_FIRST));
  put(at("sessions/2026-02-20_1455_3f2a9c11.l1.jsonl"), log(LAMP_LATER));
}

/** Files that were named nine hours ahead of UTC, and say so inside. */
export function localNames(world: SealedWorld): void {
  world.own();
  const at = (name: string) => `${world.store}/${name}`;
  put(
    at("sessions/2026-01-08_2330.l1.jsonl"),
    log([{
      ts: "2026-01-08T14:20:00.000Z",
      role: "user",
      text: "Wind the clockwork before midnight.",
    }]),
  );
  put(at("sessions/2026-01-08_2330.l2.json"), json({ exchanges: [] }));
  put(at("sessions/2026-01-01_0300.md"), "New year on the rock.\n");
  put(at("sessions/2026-01-01_1200.md"), "Noon of the same day.\n");
  const index = JSON.parse(Deno.readTextFileSync(at("memory-index.json")));
  const name = "memory_20260109_083000";
  index.rotatedFiles.unshift({
    file: `${name}.md`,
    rotatedAt: "2026-01-08T23:30:00.000Z",
    tokenCount: 24000,
    summary: `${name}.summary.json`,
    summaryGenerated: true,
  });
  put(at("memory-index.json"), json(index));
  put(at(`${name}.md`), section("2026-01-08_2345", "Wound the clockwork."));
  put(
    at(`${name}.summary.json`),
    json({ sourceFile: `${name}.md`, overallSummary: "Clockwork." }),
  );
}

/** Facts of version 3, concepts, exchanges, markers, some files next to memory.md. */
export function layerStore(world: SealedWorld): void {
  world.own();
  const at = (name: string) => `${world.store}/${name}`;
  put(
    at("facts.json"),
    json({
      _meta: {
        version: 3,
        counter: 4,
        lastSave: null,
        nextRuleId: 2,
        nextSolutionId: 2,
        nextCoreLogicId: 2,
      },
      decisions: [
        {
          id: "d001",
          type: "technology",
          date: "2026-01-11",
          content: "Oil instead of gas for the spare lamp",
          reason: "it keeps",
        },
        {
          id: "d001",
          type: "approach",
          date: "2026-01-12",
          content: "Two keepers a night",
          reason: "fog",
        },
      ],
      patterns: [],
      issues: [{
        id: "i001",
        date: "2026-01-12",
        content: "The boat landing is slippery",
        status: "open",
      }],
      concepts: { lamp: ["d001"] },
      keywords: {},
      permanent: {
        rules: [{
          id: "r001",
          content: "Never leave the lamp alone in fog",
          reason: "said twice",
          source: "user",
          confidence: 1,
          contradictions: 0,
          created: "2026-01-11",
          last_validated: "2026-01-12",
        }],
        solutions: [{
          id: "s001",
          problem: "Salt on the panes",
          solution: "Fresh water and chamois",
          attempts: 3,
          confidence: 0.8,
        }],
        core_logic: [{
          id: "cl001",
          feature: "Rotation",
          description: "A weight on a chain drives it",
          files: ["src/gear.ts"],
        }],
      },
      stats: { total_exchanges: 2, total_concepts: 1 },
    }),
  );
  put(
    at("concepts.json"),
    json({
      concepts: [{
        id: "c001",
        name: "spare lamp",
        summary: "what burns when the great lamp does not",
        exchanges: ["e001", "e002"],
        files: ["src/spare.ts"],
        keywords: ["oil", "wick"],
        updated: "2026-01-12",
      }],
      nextId: 2,
    }),
  );
  put(
    at("memory.md"),
    "# Project Memory: lighthouse\n\n" +
      section("2026-01-11_0900", "- Bought oil for the spare lamp.") +
      section("2026-01-12_1530", "- Two keepers a night from now on."),
  );
  put(at(".l4-done"), "2026-01-12");
  put(at(".l2-pending"), "2026-01-12_1530");
  put(
    at("2026-01-11_0900.l1.jsonl"),
    log([{
      ts: "2026-01-11T08:40:00.000Z",
      role: "assistant",
      text: "Oil keeps for years; gas has to be shipped every month.",
    }]),
  );
  put(
    at("2026-01-11_0900.l2.json"),
    json({
      sessionId: "2026-01-11_0900",
      generated: "2026-01-11T09:00:00.000Z",
      exchanges: [{
        id: "e001",
        facts: ["Oil keeps for years", "Gas must be shipped monthly"],
        keywords: ["oil", "gas"],
        files: ["src/spare.ts"],
        conceptName: "spare lamp",
      }],
    }),
  );
  put(
    at("sessions/2026-01-12_1530.l1.jsonl"),
    log([
      {
        ts: "2026-01-12T15:01:00.000Z",
        role: "assistant",
        text: "In fog one keeper cannot watch lamp and horn.",
      },
      {
        ts: "2026-01-12T15:05:00.000Z",
        role: "tool",
        name: "Edit",
        target: "src/watch.ts",
        diff: "-keepers: 1\n+keepers: 2",
      },
    ]),
  );
  put(at("sessions/2026-01-12_1530.raw.jsonl"), rawTranscript());
  put(
    at("sessions/2026-01-12_1530.l2.json"),
    json({
      sessionId: "2026-01-12_1530",
      exchanges: [{
        id: "e002",
        facts: ["One keeper cannot watch lamp and horn in fog"],
        keywords: ["fog"],
        files: ["src/watch.ts"],
        conceptId: "c001",
      }],
    }),
  );
}

/** The transcript behind the log: it also has what the user typed. */
function rawTranscript(): string {
  const entry = (at: string, type: string, uuid: string, content: unknown) =>
    JSON.stringify({
      type,
      uuid,
      sessionId: FOG,
      timestamp: `2026-01-12T${at}:00.000Z`,
      cwd: "/home/keeper/lighthouse",
      message: { role: type, content },
    });
  const text = (words: string) => [{ type: "text", text: words }];
  return [
    entry("15:00", "user", "u1", "How many keepers does a foggy night need?"),
    entry(
      "15:01",
      "assistant",
      "u2",
      text("In fog one keeper cannot watch lamp and horn."),
    ),
    entry("15:05", "assistant", "u3", [{
      type: "tool_use",
      id: "toolu_09",
      name: "Edit",
      input: {
        file_path: "src/watch.ts",
        old_string: "keepers: 1",
        new_string: "keepers: 2",
      },
    }]),
    entry("15:06", "user", "u4", [{
      type: "tool_result",
      tool_use_id: "toolu_09",
      content: "ok",
    }]),
    "",
  ].join("\n");
}

/** In the home folder, under the last name of the project's path. */
export function homeStore(world: SealedWorld, name = "project"): string {
  const root = `${world.home}/.claude/memory-keeper`;
  const at = (path: string) => `${root}/projects/${name}/${path}`;
  const then = new Date("2025-12-30T14:12:00Z");
  put(
    `${root}/config.json`,
    json({ saveInterval: 5, summaryMaxLength: 500 }),
    then,
  );
  put(
    at("memory.md"),
    "# Project Memory: lighthouse\n\n" +
      "## Core Decisions\n- Build on the rock, because the sand moves.\n\n" +
      "## Current State\n- Version: 0.3\n- The tower stands to the gallery.\n\n" +
      "## Recent Context\n- 2025-12-29: mixed the mortar\n- 2025-12-30: set the door\n\n" +
      "## Known Issues\n- The stairs creak.\n",
    then,
  );
  put(
    at("facts.json"),
    json({
      decisions: [
        {
          id: "d001",
          date: "2025-12-21",
          content: "Build on the rock",
          reason: "the sand moves",
          session: "2025-12-21_1530",
        },
        {
          id: "d002",
          date: "2025-12-22",
          content: "Granite for the base",
          reason: "",
          session: "2025-12-22_0910",
        },
      ],
      patterns: [{
        id: "p001",
        date: "2025-12-22",
        content: "Mortar rests for an hour",
      }],
      issues: [{
        id: "i001",
        date: "2025-12-30",
        content: "The stairs creak",
        status: "open",
        resolution: "",
      }],
    }),
    then,
  );
  put(at("counter.txt"), "3", then);
  put(
    at("sessions/2025-12-21_1530.md"),
    "# Session 2025-12-21_1530\n\nSurveyed the rock and chose the spot.\n",
    then,
  );
  put(
    at("sessions/2025-12-21_1530.raw.md"),
    "User: where does the tower go?\n\nClaude: on the rock, not on the sand.\n",
    then,
  );
  put(at("sessions/week-51.md"), "# Week 51\n\n- surveying, granite\n", then);
  put(at("sessions/archive/2025-11.md"), "\n\n---\n\nDrew the plans.\n", then);
  return `${root}/projects/${name}`;
}

/** What the earlier tool wrote into files that are not its own. */
export function olderTraces(
  world: SealedWorld,
): { claude: string; builtin: string } {
  const claude = `${world.project}/CLAUDE.md`;
  put(
    claude,
    "## CRITICAL RULES (Core Principles Alignment)\n- Think before you act\n\n" +
      "---Add your project-specific rules below this line---\n\n" +
      "# Our own rules\n- Two coats of paint\n",
  );
  const folder = world.project.replace(/[^a-zA-Z0-9]/g, "-");
  const builtin = `${world.home}/.claude/projects/${folder}/memory/MEMORY.md`;
  put(
    builtin,
    "## Memory Keeper Plugin\n- This is the built-in memory\n- That is another\n\n" +
      "# Notes\n- The harbour master is called Ines\n",
  );
  return { claude, builtin };
}

/** Every file of a tree with its text, without what is derived or a lock. */
export function renderTree(
  world: SealedWorld,
  dir = world.store,
  isShown: (path: string) => boolean = () => true,
): string {
  const encoded = world.project.replace(/[^a-zA-Z0-9]/g, "-");
  return world.files(dir)
    .filter((path) =>
      !/^\.cache\/|^logs\/|\.lock$|\.holder$|\bstate\/owner\/|memory-keeper\/key$/
        .test(path)
    )
    .filter(isShown)
    .map((path) => {
      const text = world.seal(Deno.readTextFileSync(`${dir}/${path}`))
        .replaceAll(encoded, "$PROJECT");
      const end = text.endsWith("\n") ? "" : "\n(no newline at the end)\n";
      return `=== ${path}\n${text}${end}`;
    }).join("");
}
