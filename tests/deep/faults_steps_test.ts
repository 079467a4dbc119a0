/**
 * One step of a write fails, or a file is gone just before it: at every place
 * where that can happen, in every event, in this process. The event may fail;
 * the next ones bring the store to where it would be without.
 *
 * MEMORY_KEEPER_FUZZ tries every step of every event; otherwise every few.
 */

import { assert, assertEquals } from "@std/assert";
import { isSystemError, UserError } from "../../src/base/errors.ts";
import {
  type FaultPoint,
  setFaultHandler,
} from "../../src/store/fault_point.ts";
import {
  type AttackedWorld,
  copyOf,
  type Fired,
  growRest,
  LIFE,
  makeBase,
} from "../support/world/attacked_store.ts";
import { liveLog, undisturbedLog } from "../support/world/enduring_world.ts";
import { findBreaches } from "../support/oracle/memory_invariants.ts";

const EVERY = Deno.env.get("MEMORY_KEEPER_FUZZ") ? 1 : 9;
const EVENTS = LIFE.filter(({ words }) => words !== "session-end");

/** Run an event whose n-th step meets `fault`; says whether it came so far. */
async function fireWith(
  world: AttackedWorld,
  fired: Fired,
  at: number,
  fault: (point: FaultPoint, path: string) => void,
): Promise<boolean> {
  let reached = 0;
  setFaultHandler((point, path) => {
    if (++reached === at) fault(point, path);
  });
  try {
    const { failures } = await world.fire(fired);
    failures.forEach(assertNotOurs);
  } catch (error) {
    assertNotOurs(error);
  } finally {
    setFaultHandler(undefined);
  }
  return reached >= at;
}

function assertNotOurs(error: unknown): void {
  if (!(error instanceof UserError || isSystemError(error))) throw error;
}

/** After the fault: what any session does next. */
async function goOn(world: AttackedWorld): Promise<void> {
  for (const words of ["session-start", "stop", "session-end"]) {
    const next = LIFE.find((one) => one.words === words) as Fired;
    const { failures } = await world.fire(next);
    assertEquals(failures, [], words);
  }
}

async function tryEverywhere(
  name: string,
  fault: (point: FaultPoint, path: string) => void,
  look: (world: AttackedWorld, about: string) => void,
): Promise<void> {
  using base = await makeBase();
  const expected = await undisturbedLog(base);
  const rows: string[] = [];
  let all = 0;
  for (const [i, fired] of EVENTS.entries()) {
    let tried = 0;
    for (let at = 1 + (i % EVERY);; at += EVERY) {
      using world = copyOf(base);
      growRest(world);
      // An agent's answer needs an agent that was given something.
      if (fired.words === "subagent-stop") {
        await world.fire(EVENTS[i - 1] as Fired);
      }
      const about = `${fired.words}, step ${at}: ${name}`;
      if (!await fireWith(world, fired, at, fault)) break;
      tried++;
      await goOn(world);
      assertEquals(liveLog(world), expected, about);
      look(world, about);
    }
    rows.push(`${fired.words.padEnd(24)} ${tried} steps`);
    all += tried;
  }
  assert(all > EVENTS.length, `${all} steps`);
  console.log(`${name}:\n${rows.join("\n")}`);
}

function assertWhole(world: AttackedWorld, about: string): void {
  // Planted without a log; and what could not be removed is swept later.
  const wrong = findBreaches(world.store).filter((line) =>
    !/evidence of no log|belongs to no state|is left behind/.test(line)
  );
  assertEquals(wrong, [], about);
  assert(world.read("memory.md").includes("Rounded tide heights."), about);
}

Deno.test("one step fails with an input/output error", async () => {
  await tryEverywhere("EIO", (point) => {
    // A lock is not taken from the disk; closing it must not fail.
    if (point === "unlock" || point === "lock") return;
    throw new Error("Input/output error (os error 5)");
  }, assertWhole);
});

Deno.test("one step meets a full disk", async () => {
  await tryEverywhere("ENOSPC", (point) => {
    if (point !== "write" && point !== "open") return;
    throw new Error("No space left on device (os error 28)");
  }, assertWhole);
});

Deno.test("a file vanishes just before a step", async () => {
  await tryEverywhere("vanished", (_point, path) => {
    // memory.md and archives are the user's only copy of themselves.
    if (/\.md(?:\.|$)/.test(path)) return;
    try {
      Deno.removeSync(path);
    } catch (error) {
      if (!(error instanceof Deno.errors.NotFound)) throw error;
    }
  }, assertWhole);
});
