/**
 * Tests that try what chance gives try a little with every change, and all of
 * it among the deep tests, where `MEMORY_KEEPER_THOROUGH=1` is set.
 */

export const IS_THOROUGH = Deno.env.get("MEMORY_KEEPER_THOROUGH") === "1";

/** How often to try; `MEMORY_KEEPER_SEEDS` says it for all. */
export function tries(few: number, all: number): number {
  const told = Number(Deno.env.get("MEMORY_KEEPER_SEEDS"));
  if (told > 0) return told;
  return IS_THOROUGH ? all : few;
}

/** How long or how many, where more of it takes more time. */
export const sized = (some: number, all: number) => IS_THOROUGH ? all : some;

/** As many seeds in a row, from the first. */
export const seedsFrom = (first: number, few: number, all: number): number[] =>
  Array.from({ length: tries(few, all) }, (_, at) => first + at);
