/**
 * A working day with Memory Keeper in seconds: five sessions, a compaction, a
 * killed client and a rotation, as Claude Code records them, played through the
 * real hooks in a temporary project.
 *
 *     deno task demo [--keep]
 */

import { bold, dim, setColorEnabled } from "@std/fmt/colors";
import { RecordedDay } from "../tests/support/world/recorded_day.ts";
import { SealedWorld } from "../tests/support/world/sealed_world.ts";
import {
  compactionIsSurvived,
  killIsSurvived,
  memoryRotates,
  modelFindsTheWords,
  nextMorning,
  type Play,
  workIsCaptured,
} from "./demo_acts.ts";
import { Stage } from "./demo_stage.ts";
import { Calls } from "./demo_words.ts";

/** Small numbers, so that a day is enough to see everything. */
const CONFIG = {
  saveInterval: 4,
  askMinChars: 500,
  "memoryRotation.thresholdTokens": 1000,
  "memoryRotation.carryoverTokens": 300,
};

const ACTS = [
  workIsCaptured,
  modelFindsTheWords,
  compactionIsSurvived,
  killIsSurvived,
  memoryRotates,
  nextMorning,
];

/** What a person would open, below the project's .claude/memory. */
const PLACES = [
  ["memory.md", "what was done and why, newest last"],
  ["memory_*.md, .summary.json", "its archives, each with a summary"],
  [
    "facts.json, concepts.json",
    "decisions and issues, and what they are about",
  ],
  ["sessions/*.l1.jsonl", "every session, small and clean"],
  ["sessions/*.md", "its digest, made without a model"],
] as const;

async function main(args: readonly string[]): Promise<number> {
  const keep = args.includes("--keep");
  const unknown = args.find((arg) => arg !== "--keep");
  if (unknown !== undefined) {
    console.error(`error: Unknown option "${unknown}"`);
    console.error("hint: Use --keep to look around afterwards");
    return 2;
  }
  setColorEnabled(Deno.stdout.isTerminal() && !Deno.env.get("NO_COLOR"));
  const started = Date.now();
  const world = new SealedWorld("tide-table");
  const leave = () => {
    if (!keep) world[Symbol.dispose]();
  };
  Deno.addSignalListener("SIGINT", () => {
    leave();
    Deno.exit(130);
  });
  try {
    const day = new RecordedDay(CONFIG, "2026-03-02T09:00:00Z", world);
    const stage = new Stage(["$WORLD/tide-table", world.project]);
    day.onEvent = (...happened) => stage.event(...happened);
    const play: Play = { stage, day, calls: new Calls(world.project) };
    stage.title(
      "A working day with Memory Keeper",
      "Five sessions on a tide table, played through the real hooks. " +
        "→ is what Claude Code sends, ← what it gets back.",
    );
    for (const act of ACTS) await act(play);
    stage.print(`\n${bold("Where to look")}`);
    for (const [name, about] of PLACES) {
      stage.line(`${name.padEnd(28)}${dim(about)}`);
    }
    stage.print("");
    if (keep) await day.run(["report"]);
    const seconds = Math.round((Date.now() - started) / 1000);
    stage.note(
      keep
        ? `Played in ${seconds} seconds. All of it is in`
        : `Played in ${seconds} seconds, in a temporary folder that is gone ` +
          "again. With --keep it stays, and a report for the browser with it.",
    );
    if (keep) stage.line(`${world.store}/report.html`);
    return 0;
  } finally {
    leave();
  }
}

if (import.meta.main) Deno.exit(await main(Deno.args));
