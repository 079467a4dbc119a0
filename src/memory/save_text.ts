/** Append a text to memory.md by hand, as a section of its own. */

import { UserError } from "../base/errors.ts";
import {
  type Claim,
  ensureStore,
  type Store,
  withJournal,
} from "../store/store.ts";
import type { World } from "../base/world.ts";
import { appendSection } from "./append_section.ts";
import { rotateMemory } from "./rotate_memory.ts";

const MOST_CHARS = 200_000;

/** Where the text is now, and the archive that memory.md became if it was full. */
export async function saveText(
  store: Store,
  world: World,
  text: string,
  claim: Claim,
) {
  if (text.trim() === "") {
    throw new UserError("misuse", "There is nothing to save", [
      'Write memory-keeper save "the text", or give it on stdin',
    ]);
  }
  if (text.length > MOST_CHARS) {
    throw new UserError(
      "refused",
      `The text has ${text.length} characters, at most ${MOST_CHARS} fit`,
      ["Save the parts that matter"],
    );
  }
  ensureStore(store);
  const append = () => appendSection(store, world, { text });
  const memory = await withJournal(store, claim, append);
  const rotated = await rotateMemory(store, world, claim, { memory });
  const { layout } = store;
  return {
    // A text that alone fills memory.md is not carried over.
    file: rotated?.carried === 0
      ? `${layout.dir}/${rotated.archive}`
      : layout.memory,
    rotated: rotated?.archive ?? null,
  };
}
