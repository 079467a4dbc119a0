/**
 * Team files in real git: random histories of several people who work on
 * branches, merge, rebase, cherry-pick, squash, revert and clone shallowly.
 * After each step: no conflict ever, no item lost or doubled, and the set that
 * is read is the model's.
 *
 * MEMORY_KEEPER_HISTORIES says how many (default 40), MEMORY_KEEPER_SEED where
 * to begin; a failure names its seed. Without git this is skipped.
 */

import { assertEquals } from "@std/assert";
import { gitTest } from "../support/world/git.ts";
import { RandomHistory } from "../support/team/random_history.ts";

const COUNT = Number(Deno.env.get("MEMORY_KEEPER_HISTORIES") ?? 40);
const SEED = Number(Deno.env.get("MEMORY_KEEPER_SEED") ?? 1);

gitTest(
  `${COUNT} random histories in git, from seed ${SEED}`,
  async () => {
    let [steps, items] = [0, 0];
    for (let seed = SEED; seed < SEED + COUNT; seed++) {
      using history = new RandomHistory(seed);
      try {
        await history.play((read, expected, step) => {
          assertEquals(read, expected, step);
          steps++;
          items = Math.max(items, read.length);
        });
      } catch (error) {
        throw new Error(`seed ${seed}`, { cause: error });
      }
    }
    console.log(`${steps} steps, up to ${items} items`);
  },
);
