/**
 * A store whose files hold anything: what other versions, people, a repository
 * from a stranger or a broken disk left there. All events of a session run on
 * it, in this process. None may fail for a reason of the program's own, write
 * outside of the store, or lose a word of the transcripts.
 *
 * MEMORY_KEEPER_FUZZ sets how many stores; MEMORY_KEEPER_FUZZ_SEED where the
 * seeds begin.
 */

import { assert, assertEquals } from "@std/assert";
import { isSystemError, UserError } from "../../src/base/errors.ts";
import {
  type AttackedWorld,
  copyOf,
  growRest,
  LIFE,
  makeBase,
} from "../support/world/attacked_store.ts";
import { HostileValues, type Json } from "../support/world/hostile_values.ts";
import { differences, watchWorld } from "../support/world/world_watch.ts";

const CASES = Number(Deno.env.get("MEMORY_KEEPER_FUZZ") ?? 120);
const FIRST_SEED = Number(Deno.env.get("MEMORY_KEEPER_FUZZ_SEED") ?? 1);

/** Change one to three files of the store; says which. */
function damage(world: AttackedWorld, hostile: HostileValues): string[] {
  const names = world.files()
    .filter((name) => !/\.(?:lock|holder)$/.test(name));
  return Array.from({ length: 1 + hostile.below(3) }, () => {
    const [name = ""] = names.splice(hostile.below(names.length), 1);
    const path = `${world.store}/${name}`;
    if (hostile.chance(0.1)) {
      return `${name} ${replaceByOther(world, hostile, path)}`;
    }
    const bytes = Deno.readFileSync(path);
    const json = hostile.chance(0.75) ? tryJson(bytes) : undefined;
    const next = json === undefined
      ? hostile.bytes(bytes)
      : new TextEncoder().encode(JSON.stringify(hostile.change(json)));
    Deno.writeFileSync(path, next);
    return name;
  });
}

/** Something else in the place of a file. */
function replaceByOther(
  world: AttackedWorld,
  hostile: HostileValues,
  path: string,
): string {
  Deno.removeSync(path);
  const kind = hostile.pick([
    "folder",
    "missing",
    "link out",
    "loop",
    "dangling",
  ]);
  if (kind === "folder") Deno.mkdirSync(path);
  if (kind === "link out") {
    Deno.symlinkSync(`${world.outside}/secret.json`, path);
  }
  if (kind === "loop") Deno.symlinkSync(path, path);
  if (kind === "dangling") Deno.symlinkSync(`${world.outside}/new`, path);
  return kind;
}

function tryJson(bytes: Uint8Array): Json | undefined {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}

/** Failures that say something about the files; all others are ours. */
function isOurs(error: unknown): boolean {
  return !(error instanceof UserError || isSystemError(error));
}

/** Every entry of every log. */
function logged(world: AttackedWorld): Set<string> {
  const names = world.files().filter((name) => name.endsWith(".l1.jsonl"));
  return new Set(names.flatMap((name) => world.read(name).split("\n")));
}

/** What the logs hold in the end if nothing is damaged. */
async function undisturbed(base: AttackedWorld): Promise<Set<string>> {
  using world = copyOf(base);
  growRest(world);
  for (const fired of LIFE) await world.fire(fired);
  return logged(world);
}

async function attack(
  base: AttackedWorld,
  seed: number,
  expected: ReadonlySet<string>,
): Promise<string[]> {
  using world = copyOf(base);
  const hostile = new HostileValues(seed);
  const damaged = damage(world, hostile);
  growRest(world);
  const before = watchWorld(world.dir, world.store);
  const wrong: string[] = [];
  for (const fired of LIFE) {
    try {
      const { output, failures } = await world.fire(fired);
      const text = JSON.stringify(output ?? {});
      if (text.length > 12_000) wrong.push(`${fired.words} says too much`);
      for (const error of failures.filter(isOurs)) {
        wrong.push(`${fired.words}: ${describe(error)}`);
      }
    } catch (error) {
      if (isOurs(error)) wrong.push(`${fired.words}: ${describe(error)}`);
    }
  }
  const after = watchWorld(world.dir, world.store);
  wrong.push(...differences(before, after));
  // What stood in a log alone, or has no place to stand, cannot be there.
  const isAbout = /^sessions\/|^state\/.* (?:folder|link|loop|dangling)/;
  if (!damaged.some((name) => isAbout.test(name))) {
    const kept = logged(world);
    const lost = [...expected].filter((line) => !kept.has(line));
    if (lost.length > 0) wrong.push(`${lost.length} entries lost: ${lost[0]}`);
  }
  return wrong.map((line) => `seed ${seed} (${damaged.join(", ")}): ${line}`);
}

const describe = (error: unknown) =>
  error instanceof Error ? error.stack ?? error.message : String(error);

Deno.test(`hooks on ${CASES} damaged stores`, async () => {
  using base = await makeBase();
  const expected = await undisturbed(base);
  assert(expected.size > 50, `only ${expected.size} entries to lose`);
  const wrong: string[] = [];
  for (let seed = FIRST_SEED; seed < FIRST_SEED + CASES; seed++) {
    wrong.push(...await attack(base, seed, expected));
  }
  console.log(`${CASES} stores, seeds from ${FIRST_SEED}`);
  assertEquals(wrong, [], wrong.join("\n"));
  assert(CASES > 0);
});
