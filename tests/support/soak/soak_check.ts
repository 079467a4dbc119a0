/** What must hold in the soak's store at any time between two events. */

import { assertEquals } from "@std/assert";
import type { L1Entry } from "../../../src/session/log_entry.ts";
import { faultsIn } from "../world/crowd_session.ts";
import { assertHoldsExpected } from "../oracle/expected_l1.ts";
import { parseL1 } from "../world/in_process.ts";
import { findGaps, sectionsOf, statesOf } from "../oracle/memory_invariants.ts";
import { checkStore } from "../oracle/store_invariants.ts";
import { readDates } from "./soak_dates.ts";
import type { SoakPlay } from "./soak_play.ts";

/** Of sessions the store has seen the end of; returns how many that were. */
export async function checkSoak(play: SoakPlay): Promise<number> {
  const { client, sessions } = play;
  const { store } = client.world;
  const states = statesOf(store);
  const breaches = await checkStore(store, {
    transcripts: play.transcripts(),
    running: true,
    committed: play.committed,
  });
  const sections = sectionsOf(store);
  for (const { transcript: { id }, sittings } of sessions) {
    const state = states.get(id);
    // Work of the past and a prompt that changed nothing have no section, and
    // what follows when they are resumed begins after them.
    if (!state || state.deltaCount === 0) continue;
    const gaps = findGaps(id, state, sections);
    breaches.push(
      ...gaps.filter((gap) => sittings === 1 || !/entries from 0$/.test(gap)),
    );
  }
  assertEquals(breaches, []);
  let checked = 0;
  for (const { transcript } of sessions) {
    const state = states.get(transcript.id);
    // Which of a family has the entries they share, the checker knows.
    if (state?.ended === undefined || transcript.isShared) continue;
    const entries = await readLog(`${store}/sessions/${state.stem}.l1.jsonl`);
    assertHoldsExpected(entries, transcript.asGenerated());
    checked++;
  }
  assertEquals(faultsIn(client.world.read("logs/keeper.log")), []);
  return checked;
}

/** How many sections there are; each is dated by its work. */
export async function checkDates({ client }: SoakPlay): Promise<number> {
  const dates = await readDates(client.world.store, readLog);
  assertEquals({ late: dates.late, wrong: dates.wrong }, {
    late: [],
    wrong: [],
  });
  return dates.sections;
}

async function readLog(path: string): Promise<L1Entry[]> {
  try {
    return parseL1(await Deno.readTextFile(path));
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
  using file = await Deno.open(`${path}.gz`);
  const unpacked = file.readable.pipeThrough(new DecompressionStream("gzip"));
  return parseL1(await new Response(unpacked).text());
}
