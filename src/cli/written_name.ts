/** The one check that a word names a written file. */

import { UserError } from "../base/errors.ts";
import {
  isWrittenName,
  WRITTEN_NAMES,
  type WrittenName,
} from "../memory/written_files.ts";
import { didYouMean } from "../base/did_you_mean.ts";

export function assertWrittenName(word = ""): WrittenName {
  if (isWrittenName(word)) return word;
  throw new UserError("misuse", `There is no file "${word}" to write`, [
    didYouMean(word, WRITTEN_NAMES) ?? `Use ${WRITTEN_NAMES.join(", ")}`,
  ]);
}
