/**
 * Whether team files are as they were written: a name has the digits of what
 * the file said. Anyone can make a name that fits, so this shows accidents, not
 * forgery: a file that was edited is read as it is, and said to be edited.
 */

import { sha256Hex } from "../base/hmac.ts";
import type { Layout } from "../store/layout.ts";
import {
  factFiles,
  readGone,
  readItems,
  readItemText,
  sectionFiles,
} from "./read_team.ts";
import { idOfStem } from "./team_names.ts";

/** Git may have turned its line ends into those of Windows. */
export const isEdited = (stem: string, text: string): boolean =>
  !sha256Hex(text.replaceAll("\r\n", "\n")).startsWith(idOfStem(stem));

export interface TeamExamined {
  readonly items: number;
  /** Stems of items that were changed after they were written. */
  readonly edited: readonly string[];
  /** Paths below `team/` of files with the name of an item that are none. */
  readonly unread: readonly string[];
}

/** Reads all of them, so only where there is time; hidden ones are items too. */
export function examineTeam(whole: Layout): TeamExamined {
  const layout = { ...whole, hidesItem: undefined };
  const gone = readGone(layout);
  const files = [...sectionFiles(layout), ...factFiles(layout)]
    .filter(({ stem }) => !gone.has(stem));
  const isItem = new Set(
    files.filter((file) => readItems(layout, [file]).length > 0),
  );
  return {
    items: isItem.size,
    edited: [...isItem].filter(({ stem, path }) =>
      isEdited(stem, readItemText(`${layout.team}/${path}`, undefined) ?? "")
    ).map(({ stem }) => stem),
    unread: files.filter((file) => !isItem.has(file)).map(({ path }) => path),
  };
}
