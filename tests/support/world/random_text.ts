/** For tests: texts put together at random, the same on every run. */

import { seededRandom } from "./seeded_random.ts";

/** Each call joins up to `most` of the pieces. */
export function randomText(
  seed: number,
  pieces: readonly string[],
): (most: number) => string {
  const random = seededRandom(seed);
  const below = (limit: number) => Math.floor(random() * limit);
  return (most) =>
    Array.from(
      { length: below(most + 1) },
      () => pieces[below(pieces.length)] ?? "",
    ).join("");
}
