/** The files of a foreign store, as many as a person can read. */

import { readPart } from "../store/growing_file.ts";
import {
  isArchiveName,
  isSummaryName,
  WRITTEN_NAMES,
} from "../store/layout.ts";
import { type Surveyed, surveyFolder } from "../store/survey_folder.ts";

const FIRST = [
  "config.json",
  "off.json",
  "forgotten.json",
  "forgetting.json",
  "rules.md",
  ...WRITTEN_NAMES.map((name) => `${name}.md`),
  "facts.json",
  "concepts.json",
  "memory.md",
];
const FOLDERS = ["delta/", "state/", "sessions/", "team/"];
/** What is only ours to make, and not used before it is made again. */
const LEFT_OUT =
  /^(?:\.cache|logs|state\/owner)(?:\/|$)|\.(?:lock|holder|held|tmp)$/;

const MOST_LOOKED_AT = 20_000;
const MOST_NAMED = 300;
const FILE_BYTES = 20_000;
const ALL_BYTES = 200_000;

export interface BroughtFile {
  readonly file: string;
  readonly bytes: number;
  /** Its beginning, if it is longer. */
  readonly text: string;
  /** How many bytes are not shown. */
  readonly left: number;
}

export interface Brought {
  readonly files: readonly BroughtFile[];
  /** How many more there are, at least. */
  readonly more: number;
}

export function broughtFiles(dir: string): Brought {
  const found: Surveyed[] = [];
  let looked = 0;
  for (const one of surveyFolder(dir, (path) => !LEFT_OUT.test(path))) {
    if (++looked > MOST_LOOKED_AT) break;
    if (!one.info.isDirectory) found.push(one);
  }
  found.sort((a, b) => rankOf(a.path) - rankOf(b.path));
  let room = ALL_BYTES;
  const files = found.slice(0, MOST_NAMED).map(({ path, info }) => {
    const file = `${dir}/${path}`;
    const wanted = Math.min(info.size, FILE_BYTES, room);
    const text = info.isFile && !path.endsWith(".gz")
      ? headOf(file, wanted)
      : "";
    const shown = text === "" ? 0 : wanted;
    room -= shown;
    return { file, bytes: info.size, text, left: info.size - shown };
  });
  return { files, more: found.length - files.length };
}

function rankOf(path: string): number {
  const first = FIRST.indexOf(path);
  if (first >= 0) return first;
  if (isArchiveName(path) || isSummaryName(path)) return FIRST.length;
  const folder = FOLDERS.findIndex((name) => path.startsWith(name));
  return FIRST.length + 1 + (folder < 0 ? FOLDERS.length : folder);
}

function headOf(path: string, bytes: number): string {
  try {
    return new TextDecoder().decode(readPart(path, 0, bytes));
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
