/**
 * One row of the kill matrix: a deed is killed at a place, the next events come
 * and it is done again. Then the store must be whole, and say what it says
 * after the deed was done once, or twice where the killed one had got through.
 */

import { newStart, type Row } from "./kill_deeds.ts";
import { hitsOf } from "../forget/full_store.ts";
import {
  isThere,
  type KillStore,
  LIVE,
  OLD,
  OVER,
  SECRETS,
  WEEK,
} from "./kill_store.ts";
import {
  findBreaches,
  sectionsOf,
  statesOf,
} from "../oracle/memory_invariants.ts";
import type { Deed } from "./crash_world.ts";
import { walk } from "../world/read_store.ts";
import { checkStore } from "../oracle/store_invariants.ts";

/** Derived, of one process only, or of the real clock. */
const VOLATILE =
  /(?:^|\/)(?:\.cache|logs|journal|backups?)\/|\.(?:lock|holder|tmp)$|\/projects\/|\/state\/owner\/|\/\.git\/|\.damaged-/;
/** What depends neither on a hook's time nor on what the next start does. */
const WORDS =
  /\/(?:memory[^/]*\.md|facts\.json|concepts\.json|[^/]*\.summary\.json|[^/]*\.l2\.json|team\/.*)$/;

/** What is kept, a text a file, or only the words that were committed. */
function keptIn(world: KillStore, wordsOnly: boolean): Map<string, string> {
  const names = walk(world.dir).filter((name) =>
    !VOLATILE.test(name) && (!wordsOnly || WORDS.test(name))
  );
  return new Map(
    names.map((name) => [
      name,
      Deno.readTextFileSync(`${world.dir}/${name}`)
        // When memory.md was last looked at.
        .replace(/"mtimeMs":\s*[\d.]+/, '"mtimeMs":0')
        // Information only; the next section sets it.
        .replace(/"lastMemoryUpdateTs":\s*"[^"]*"/, "")
        // Whom the next start looks at; findBreaches() sees who is missing.
        .replace(/"pending":\s*\[[^\]]*\]/, '"pending":[]'),
    ]),
  );
}

/** Names and first differing places, or undefined if they are the same. */
function differenceOf(
  a: ReadonlyMap<string, string>,
  b: ReadonlyMap<string, string>,
): string | undefined {
  for (const name of new Set([...a.keys(), ...b.keys()])) {
    const [one, other] = [a.get(name), b.get(name)];
    if (one === other) continue;
    if (one === undefined || other === undefined) {
      return `${name} is ${one === undefined ? "too much" : "missing"}`;
    }
    let at = 0;
    while (one[at] === other[at]) at++;
    const around = (text: string) =>
      JSON.stringify(text.slice(Math.max(0, at - 60), at + 60));
    return `${name} has ${around(other)} for ${around(one)}`;
  }
  return undefined;
}

export interface Trial {
  /** How many places there are to die at. */
  readonly points: number;
  /**
   * Kill it at a place; returns what is wrong then. Undefined if it did not
   * come that far: a hook that runs out of time leaves the rest for later, and
   * not every run of a command has the same number of places.
   */
  kill(at: number, share: number): Promise<string[] | undefined>;
}

/** Do a row's deed undisturbed, to know what it should come to. */
export async function tryRow(
  world: KillStore,
  row: Row,
  isHook: boolean,
): Promise<Trial> {
  const isLoose = isHook || row.isLoose === true;
  await begin(world, row);
  const deed = row.deed(world);
  // On the same day: clocks that go back are another matter.
  const sameDay = (other: Deed): Deed => ({ ...other, env: deed.env ?? {} });
  const next = sameDay(newStart(world, 0, "next"));
  const { points, code } = await world.do(deed);
  if (code !== (row.exits ?? 0)) {
    throw new Error(`"${deed.args.join(" ")}" gave ${code}`);
  }
  const once = keptIn(world, isLoose);
  const broken = await findWrong(world, row);
  if (broken.length > 0) throw new Error(`undisturbed: ${broken.join("; ")}`);
  const doTwice = async () => {
    await begin(world, row);
    for (const _ of [1, 2]) await world.do(deed);
    return keptIn(world, isLoose);
  };
  let twice: ReadonlyMap<string, string> | undefined;
  return {
    points,
    async kill(at, share) {
      await begin(world, row);
      const outcome = await world.do(deed, { at, share });
      if (!outcome.died) {
        const isOver = isHook || outcome.points < at;
        return isOver ? undefined : [`lives at ${at}`];
      }
      // Another session may start before the same event comes again.
      const isNextFirst = isHook && at % 2 === 1;
      world.age();
      if (isNextFirst) await world.do(next);
      const again = await world.do(deed);
      const wrong = again.code > 1 ? [`done again it gave ${again.code}`] : [];
      const kept = keptIn(world, isLoose);
      if (!isNextFirst) await world.do(next);
      // No budget: then everything is ingested.
      if (isHook) await world.do(sameDay(world.command("import")));
      wrong.push(...await findWrong(world, row));
      if (row.says !== undefined) {
        return isSaid(world, row.says) ? wrong : [...wrong, "words are lost"];
      }
      const difference = differenceOf(once, kept);
      if (difference !== undefined) {
        twice ??= await doTwice();
        if (differenceOf(twice, kept) !== undefined) wrong.push(difference);
      }
      return wrong;
    },
  };
}

async function begin(world: KillStore, row: Row): Promise<void> {
  world.begin();
  await row.plant?.(world);
}

const isSaid = ({ store }: KillStore, words: string) =>
  sectionsOf(store).some(({ body }) => body.includes(words));

/** The doctor finds a damaged index in this matrix. */
const isSetAside = (breach: string) => breach.endsWith("was set aside");

const GAPS: Readonly<Record<string, readonly string[]>> = {
  "clear": [OLD],
  "delta discard": [OVER],
  "dedupe-l1": [OVER],
  "forget": [OLD, WEEK, OVER, LIVE],
};

/** Logs do not have all of a transcript any more. */
const LOSING = ["clear", "forget"];

/** Whatever was done or killed, this holds afterwards. */
async function findWrong(world: KillStore, row: Row): Promise<string[]> {
  const { store } = world;
  // What was left out of memory on purpose.
  const of = row.lacks === undefined ? row.of : "forget";
  const withGaps = row.gaps ?? GAPS[of] ?? [];
  const transcripts = [...statesOf(store).keys()]
    .filter((id) => !LOSING.includes(of) || !withGaps.includes(id))
    .map((id) => world.transcriptOf(id)).filter(isThere);
  return [
    ...await checkStore(store, {
      transcripts,
      running: true,
      secrets: SECRETS,
    }),
    ...findBreaches(store, { withGaps })
      .filter((breach) => row.of !== "doctor" || !isSetAside(breach)),
    ...(row.lacks === undefined ? [] : await hitsOf(store, row.lacks))
      .map(({ file }) => `"${row.lacks}" is in ${file}`),
  ];
}
