/**
 * Facts survive being killed at every single point of a commit: done again, the
 * files are byte for byte those of an undisturbed commit.
 */

import { assert, assertEquals } from "@std/assert";
import { findBreaches } from "../support/oracle/memory_invariants.ts";
import {
  CrashWorld,
  type Deed,
  hookDeed,
} from "../support/crash/crash_world.ts";
import { TIDE_ID, tideTranscript } from "../support/world/tide_session.ts";

const NOW = { MEMORY_KEEPER_NOW: "2026-02-01T17:27:00Z", TZ: "UTC" };
const L2 = "sessions/2026-02-01_1700_7d1e0c11.l2.json";
const KEPT = ["memory.md", "facts.json", "concepts.json", L2];

const FACTS = {
  facts: [
    {
      type: "decision",
      content: "Round once, at the end",
      evidence: "The moon's correction must come before rounding",
      conceptName: "tide table",
    },
    {
      type: "issue",
      content: "The table for 1999 is missing",
      evidence: "fixtures/1999.json",
      conceptName: "TideTables",
    },
    {
      type: "pattern",
      content: "Tests are sealed",
      evidence: "Tests always run in a sealed world",
      conceptName: "test world",
    },
    { type: "issue", content: "Invented", evidence: "this was never said" },
  ],
};

/** A store in which the session is ingested and cut, and a fact is known. */
async function prepare(world: CrashWorld): Promise<void> {
  world.write("config.json", '{"askMinChars": 500}');
  world.write(
    "facts.json",
    JSON.stringify({
      decisions: [{ id: "d007", content: "round once at the end" }],
    }),
  );
  const path = `${world.dir}/${TIDE_ID}.jsonl`;
  await Deno.writeTextFile(path, tideTranscript());
  const at = { transcript_path: path };
  await world.do(hookDeed("stop", "Stop", TIDE_ID, at, NOW));
  await world.do({ args: ["delta", "cut", "--session", TIDE_ID], env: NOW });
}

const START = hookDeed("session-start", "SessionStart", "new", {
  transcript_path: "/nowhere/new.jsonl",
});

async function killAnywhere(name: string, deed: Deed): Promise<number> {
  using world = new CrashWorld();
  await prepare(world);
  const before = world.snapshot();
  const kept = () =>
    KEPT.map((file) => {
      try {
        return world.read(file);
      } catch {
        return undefined;
      }
    });
  assertEquals((await world.do(deed)).code, 0);
  const whole = kept();
  assert(world.read("facts.json").includes("i001"), "facts were kept");
  for (let point = 1;; point++) {
    world.restore(before);
    const { died } = await world.do(deed, { at: point, share: 0.5 });
    await world.do(deed);
    const when = `${name}, killed at ${point}`;
    assertEquals(kept(), whole, when);
    world.age();
    // The next start takes away what the killed one left behind.
    await world.do(START);
    assertEquals(findBreaches(world.store), [], when);
    if (!died) return point - 1;
  }
}

Deno.test("a commit of facts killed at any point is made good", async () => {
  const answer = `Fixed the tides.\n${JSON.stringify(FACTS)}`;
  const points = await Promise.all([
    killAnywhere("delta commit", {
      args: ["delta", "commit", "7d1e0c11-1"],
      stdin: answer,
      env: NOW,
    }),
    killAnywhere("facts import", {
      args: ["facts", "import", TIDE_ID],
      stdin: answer,
      env: NOW,
    }),
  ]);
  assert(points.every((count) => count > 10), points.join(" "));
  console.log(`killed at ${points.join(" and ")} points`);
});
