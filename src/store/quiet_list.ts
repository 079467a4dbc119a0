/** The ids of memories and rules the user wants to hear no more of. */

import { isSystemError, UserError } from "../base/errors.ts";
import { readText } from "./read_file.ts";
import { type Claim, type Store, withStoreLock } from "./store.ts";

const MAX_BYTES = 64 * 1024;

export function readQuiet({ layout }: Store): string[] {
  try {
    return (readText(layout.quiet, MAX_BYTES) ?? "").split("\n")
      .map((line) => line.trim()).filter((line) => line !== "");
  } catch (error) {
    if (error instanceof UserError || isSystemError(error)) return [];
    throw error;
  }
}

/** Returns the ids after the change. */
export async function changeQuiet(
  store: Store,
  id: string,
  isQuiet: boolean,
  claim: Claim,
): Promise<string[]> {
  return await withStoreLock(store, claim, () => {
    const others = readQuiet(store).filter((one) => one !== id);
    const ids = isQuiet ? [...others, id] : others;
    const lines = ids.map((one) => `${one}\n`).join("");
    store.files.replace(store.layout.quiet, lines);
    return ids;
  });
}
