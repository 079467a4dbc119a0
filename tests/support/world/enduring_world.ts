/**
 * A session at work while something outside is wrong: its events fire all the
 * same, then the fault goes away and the next event catches up. What must hold
 * is the same whatever the fault.
 */

import { assert, assertEquals, assertMatch } from "@std/assert";
import {
  type AttackedWorld,
  copyOf,
  type Fired,
  growRest,
  LIFE,
} from "./attacked_store.ts";
import { type Circumstances, fireHeld, runBounded } from "./bounded_run.ts";
import { findBreaches } from "../oracle/memory_invariants.ts";

export interface Fault {
  readonly name: string;
  /** Why it cannot be had here; undefined if it can. */
  readonly unavailable?: () => string | undefined;
  readonly begin?: (world: AttackedWorld) => void;
  readonly end?: (world: AttackedWorld) => void;
  /** How the program is started meanwhile. */
  readonly meanwhile?: Circumstances;
  /** What `save` ends with meanwhile; 0 if the fault does not concern it. */
  readonly save: 0 | 3;
}

const DURING = [
  "session-start",
  "user-prompt-submit",
  "post-tool-use",
  "stop",
  "session-end",
];
const AFTER = ["stop", "session-end"];

const lifeOf = (words: readonly string[]) =>
  words.map((word) => LIFE.find((one) => one.words === word) as Fired);

/** The log of the session at work. */
export function liveLog(world: AttackedWorld): string {
  return world.files().filter((name) => name.endsWith("_11fe0000.l1.jsonl"))
    .map((name) => world.read(name)).join("");
}

/** The log of a session that nothing happens to. */
export async function undisturbedLog(base: AttackedWorld): Promise<string> {
  using world = copyOf(base);
  growRest(world);
  for (const fired of lifeOf(AFTER)) await world.fire(fired);
  return liveLog(world);
}

/** Returns what is to be said of it in the table. */
export async function endure(
  base: AttackedWorld,
  expected: string,
  fault: Fault,
): Promise<string> {
  using world = copyOf(base);
  const memory = world.read("memory.md");
  const facts = world.read("facts.json");
  let said = 0;
  fault.begin?.(world);
  try {
    growRest(world);
    for (const fired of lifeOf(DURING)) {
      const { stdout } = await fireHeld(
        world,
        fired,
        fault.meanwhile,
        fault.name,
      );
      if (stdout !== "") said++;
    }
    await saveMeanwhile(world, fault);
  } finally {
    fault.end?.(world);
  }
  for (const fired of lifeOf(AFTER)) await fireHeld(world, fired);
  assertEquals(liveLog(world), expected, fault.name);
  assert(world.read("memory.md").startsWith(memory.trimEnd()), fault.name);
  assertEquals(JSON.parse(world.read("facts.json")), JSON.parse(facts));
  const breaches = findBreaches(world.store)
    // Planted by hand, without logs to quote.
    .filter((line) => !/evidence of no log/.test(line));
  assertEquals(breaches, [], fault.name);
  return `hooks 0, ${said} spoke; save ${fault.save}; caught up`;
}

async function saveMeanwhile(
  world: AttackedWorld,
  { name, meanwhile, save }: Fault,
): Promise<void> {
  const { code, stderr, killed } = await runBounded(
    world,
    ["save", "A note on the tides."],
    15_000,
    meanwhile,
  );
  assert(!killed, `${name}: save had to be killed`);
  assertEquals(code, save, `${name}: ${stderr}`);
  if (save === 3) assertMatch(stderr, /^error: [^\n]+\nhint: [^\n]+\n$/, name);
  else assertEquals(stderr, "", name);
}

/** Endure each of them and print the table. */
export async function endureAll(
  t: Deno.TestContext,
  base: AttackedWorld,
  faults: readonly Fault[],
): Promise<void> {
  const expected = await undisturbedLog(base);
  assert(expected !== "");
  const rows: string[] = [];
  for (const fault of faults) {
    const reason = fault.unavailable?.();
    await t.step({
      name: reason ? `${fault.name} (${reason})` : fault.name,
      ignore: reason !== undefined,
      fn: async () => {
        const outcome = await endure(base, expected, fault);
        rows.push(`${fault.name.padEnd(34)} ${outcome}`);
      },
    });
  }
  console.log(rows.join("\n"));
}

/** Whether a helper program is here and does what it is asked. */
export function canRun(command: string, ...args: string[]): boolean {
  try {
    return new Deno.Command(command, {
      args,
      stdout: "null",
      stderr: "null",
    }).outputSync().success;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}

export function runHelper(command: string, ...args: string[]): void {
  const { success, stderr } = new Deno.Command(command, { args }).outputSync();
  assert(success, new TextDecoder().decode(stderr));
}
